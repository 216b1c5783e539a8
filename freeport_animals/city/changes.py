"""What a resolution changes, told before it is entered and on its page: from what, to what, from when."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from freeport_animals import rules
from freeport_animals.base.formats import day, money
from freeport_animals.city.models import Resolution, Setting


@dataclass(frozen=True)
class Change:
    """One line of a resolution. `was` is empty where nothing stood before; `same` when nothing changes."""

    kind: str
    name: str
    cites: tuple[str, ...]
    was: str
    now: str
    same: bool = False


def changes(
    *,
    before: rules.Context,
    effective_on: dt.date,
    parameters: Mapping[str, Decimal],
    readings: Mapping[str, str],
    state_checks: Mapping[str, bool],
    closures: Sequence[tuple[dt.date, str]],
    **_: Any,
) -> list[Change]:
    """The lines of a resolution against what would hold without it on the day it takes effect."""
    found = []
    for id, amount in parameters.items():
        parameter, was = rules.PARAMETERS[id], before.parameter(id, effective_on)
        found.append(
            Change("Amount", parameter.name, (parameter.cite,), money(was), money(amount), was == amount)
        )
    for id, choice in readings.items():
        reading, chosen = rules.READINGS[id], before.reading(id, effective_on)
        found.append(
            Change(
                "Reading",
                reading.name,
                reading.clauses,
                reading.choice(chosen).says,
                reading.choice(choice).says,
                chosen == choice,
            )
        )
    for id, shown in state_checks.items():
        was_shown = before.shows(id, effective_on)
        words = {True: "Shown", False: "Switched off"}
        name, same = rules.STATE_CHECKS[id].name, was_shown == shown
        found.append(Change("State check", name, (), words[was_shown], words[shown], same))
    for when, name in sorted(closures):
        closed = before.calendar(when).closed(when) or ""
        already = closed and f"Closed already: {closed}"
        found.append(Change("Closed day", f"{day(when)}: {name}", (), already, "Closed"))
    return found


def entry_of(resolution: Resolution, settings: Sequence[Setting]) -> dict[str, Any]:
    """What a stored resolution sets, as `changes` and `resolution_adopt` take it."""
    kind = Setting.Kind
    return {
        "effective_on": resolution.effective_on,
        "parameters": {row.name: row.amount for row in settings if row.kind == kind.PARAMETER},
        "readings": {row.name: row.choice for row in settings if row.kind == kind.READING},
        "state_checks": {row.name: row.choice == "on" for row in settings if row.kind == kind.STATE_CHECK},
        "closures": [(row.day, row.name) for row in settings if row.kind == kind.CLOSURE],
    }
