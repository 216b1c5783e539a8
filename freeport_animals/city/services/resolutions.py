"""Entering what the council adopted, and taking back what has not begun."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction

from freeport_animals import rules
from freeport_animals.base.formats import day, local_date
from freeport_animals.city.errors import (
    CityError,
    DateWrong,
    InUse,
    NotStanding,
    NumberTaken,
    SettingWrong,
    TooLate,
)
from freeport_animals.city.models import Resolution, Setting
from freeport_animals.city.models.resolutions import IN_FORCE
from freeport_animals.city.selectors.context import forget

# A closing that could not wait, such as a blizzard's, is ratified at the next monthly meeting.
RATIFIED_WITHIN = dt.timedelta(days=62)


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
    """Enter a resolution with what it sets: amounts in dollars, readings by choice, closed days with their
    names, state checks shown or not. It may set nothing, and be cited for a shelter or an appointment.

    Raises NumberTaken, DateWrong, and SettingWrong for what a resolution may not set: an amount under the
    ordinance's floor (1.F), an unknown reading or choice.
    """
    number, title = number.strip(), title.strip()
    if not number:
        raise CityError("Type the number of the resolution.", "number")
    if not title:
        raise CityError("Say in a few words what it resolves.", "title")
    check_dates(adopted_on=adopted_on, effective_on=effective_on)
    settings = [
        *(_parameter(name, amount) for name, amount in (parameters or {}).items()),
        *(_reading(name, choice) for name, choice in (readings or {}).items()),
        *(_closure(when, name, adopted_on) for when, name in closures),
        *(_state_check(name, shown) for name, shown in (state_checks or {}).items()),
    ]
    if len({when for when, _ in closures}) < len(closures):
        raise SettingWrong("One day is closed twice. Leave one of the two out.", "closures")
    try:
        with transaction.atomic():
            resolution = Resolution.objects.create(
                number=number, title=title, adopted_on=adopted_on, effective_on=effective_on, entered_by=by
            )
    except IntegrityError as error:
        if "number" not in str(error):
            raise
        raise NumberTaken(f"Resolution {number} has been entered already.", "number") from error
    for setting in settings:
        setting.resolution = resolution
    Setting.objects.bulk_create(settings)
    forget()
    return resolution


def check_dates(*, adopted_on: dt.date, effective_on: dt.date) -> None:
    """Raises DateWrong when a resolution cannot have these dates."""
    if effective_on < adopted_on:
        raise DateWrong(
            f"It was adopted {day(adopted_on)} and cannot take effect before that day.", "effective_on"
        )
    if effective_on < IN_FORCE:
        raise DateWrong(
            f"The ordinance took effect {day(IN_FORCE)} (Sec. 20); nothing can be set before that.",
            "effective_on",
        )


def _parameter(name: str, amount: Decimal) -> Setting:
    try:
        return Setting(kind=Setting.Kind.PARAMETER, name=name, amount=rules.check_parameter(name, amount))
    except rules.RuleError as error:
        raise SettingWrong(error.sentence, name) from error


def _reading(name: str, choice: str) -> Setting:
    try:
        return Setting(kind=Setting.Kind.READING, name=name, choice=rules.check_reading(name, choice))
    except rules.RuleError as error:
        raise SettingWrong(error.sentence, name) from error


def _state_check(name: str, shown: bool) -> Setting:
    try:
        return Setting(
            kind=Setting.Kind.STATE_CHECK, name=rules.check_state_check(name), choice="on" if shown else "off"
        )
    except rules.RuleError as error:
        raise SettingWrong(error.sentence, name) from error


def _closure(when: dt.date, name: str, adopted_on: dt.date) -> Setting:
    name = name.strip()
    if not name:
        raise SettingWrong(f"Say why the city is closed {day(when)}.", "closures")
    if when < max(adopted_on - RATIFIED_WITHIN, IN_FORCE):
        raise SettingWrong(
            f"{day(when)} is too long before the resolution was adopted. "
            f"A closed day can be ratified within {RATIFIED_WITHIN.days} days.",
            "closures",
        )
    return Setting(kind=Setting.Kind.CLOSURE, name=name, day=when)


@transaction.atomic
def resolution_withdraw(*, resolution: Resolution, reason: str, by: Any, at: dt.datetime) -> Resolution:
    """Withdraw a resolution that has not taken effect yet: it sets nothing.

    Raises TooLate on its day and after, when a later resolution has to follow it; NotStanding when it is
    withdrawn already; InUse while an appointment rests on it.
    """
    reason = reason.strip()
    if not reason:
        raise CityError("Say why it is withdrawn. The reason stays with the resolution.", "reason")
    locked = Resolution.objects.select_for_update().get(pk=resolution.pk)
    if locked.is_withdrawn:
        raise NotStanding(f"{locked} was withdrawn already, {day(locked.withdrawn_at)}.")
    if locked.effective_on <= local_date(at):
        raise TooLate(
            f"{locked} has been in force since {day(locked.effective_on)}. "
            "It stays on record; enter a later resolution that sets something else."
        )
    resting = locked.appointments.order_by("pk").first()
    if resting is not None:
        raise InUse(f"The appointment of {resting.name} rests on {locked}. End the appointment first.")
    locked.withdrawn_at, locked.withdrawn_by, locked.withdrawal_reason = at, by, reason
    locked.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawal_reason"])
    forget()
    return locked


def standing(resolution: Resolution) -> Resolution:
    """The resolution, locked, when something new may rest on it. Raises NotStanding when it was withdrawn."""
    locked = Resolution.objects.select_for_update().get(pk=resolution.pk)
    if locked.is_withdrawn:
        raise NotStanding(f"{locked} was withdrawn and carries nothing.", "resolution")
    return locked
