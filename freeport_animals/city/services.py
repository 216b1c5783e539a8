"""Entering what the council adopted."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db import transaction

from freeport_animals import rules
from freeport_animals.city.models import Resolution, Setting


@transaction.atomic
def resolution_adopt(
    *,
    number: str,
    title: str,
    adopted_on: dt.date,
    effective_on: dt.date,
    by: Any,
    parameters: Mapping[str, Decimal] | None = None,
    readings: Mapping[str, str] | None = None,
    closures: Sequence[tuple[dt.date, str]] = (),
    state_checks: Mapping[str, bool] | None = None,
) -> Resolution:
    """Enter a resolution with what it sets: amounts in dollars, readings by choice, closed days with their names.

    Raises rules.RuleError for what a resolution may not set: an amount under the ordinance's floor (1.F), an
    unknown reading or choice.
    """
    for name, amount in (parameters or {}).items():
        rules.check_parameter(name, amount)
    for name, choice in (readings or {}).items():
        rules.check_reading(name, choice)
    for name in state_checks or {}:
        rules.check_state_check(name)
    resolution = Resolution.objects.create(
        number=number, title=title, adopted_on=adopted_on, effective_on=effective_on, entered_by=by
    )
    kind = Setting.Kind
    Setting.objects.bulk_create(
        [
            *(
                Setting(resolution=resolution, kind=kind.PARAMETER, name=name, amount=amount)
                for name, amount in (parameters or {}).items()
            ),
            *(
                Setting(resolution=resolution, kind=kind.READING, name=name, choice=choice)
                for name, choice in (readings or {}).items()
            ),
            *(
                Setting(resolution=resolution, kind=kind.CLOSURE, name=name, day=day)
                for day, name in closures
            ),
            *(
                Setting(
                    resolution=resolution, kind=kind.STATE_CHECK, name=name, choice="on" if shown else "off"
                )
                for name, shown in (state_checks or {}).items()
            ),
        ]
    )
    return resolution
