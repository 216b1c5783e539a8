"""The Ordinance in force on a day: what page and paper for the council and the attorney both show."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from freeport_animals import rules
from freeport_animals.base import formats
from freeport_animals.base.access import Role
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors import context as context_of
from freeport_animals.city.selectors.resolutions import closures_between
from freeport_animals.documents.kinds import Kind
from freeport_animals.ordinance.words import amount_words

KIND = Kind(
    key="ordinance-in-force",
    name="Ordinance in force",
    template="documents/ordinance_in_force.html",
    roles=frozenset(Role.values),
)
LATEST = dt.date(2100, 12, 31)
BY_ORDINANCE = "the ordinance"


@dataclass(frozen=True)
class AmountRow:
    """An amount or period: what it is on the day, its clause, floor, authority and since when."""

    id: str
    name: str
    words: str
    cite: str
    floor: str
    authority: str
    since: dt.date
    says: str


@dataclass(frozen=True)
class ReadingRow:
    """A reading: its clauses, what the text leaves open, the choice on the day and its authority.

    `others` are the choices not made; without any the reading is the only one there is.
    """

    id: str
    name: str
    cites: tuple[str, ...]
    text: str
    says: str
    others: tuple[str, ...]
    authority: str
    since: dt.date | None


@dataclass(frozen=True)
class ClosedRow:
    """A day on which the city is closed, why, and by what authority."""

    day: dt.date
    name: str
    authority: str


@dataclass(frozen=True)
class CheckRow:
    """A state check, whether it is shown on the day, and by what authority."""

    name: str
    says: str
    cite: str
    shown: bool
    authority: str


@dataclass(frozen=True)
class InForceOn:
    """All that is in force on a day."""

    on: dt.date
    resolutions: list[Resolution]
    amounts: list[AmountRow]
    periods: list[AmountRow]
    readings: list[ReadingRow]
    fixed: list[ReadingRow]
    checks: list[CheckRow]
    closed: list[ClosedRow]


def in_force_on(on: dt.date) -> InForceOn:
    """What is in force on a day not before the ordinance was. Three queries."""
    context = context_of()
    resolutions = list(
        Resolution.objects.filter(withdrawn_at__isnull=True, effective_on__lte=on).order_by(
            "effective_on", "adopted_on", "pk"
        )
    )
    rows = [_reading(id, context, on) for id in rules.READINGS]
    return InForceOn(
        on=on,
        resolutions=resolutions,
        amounts=[_amount(id, context, on) for id in rules.RESOLUTION_PARAMETERS],
        periods=[_amount(id, context, on) for id, p in rules.PARAMETERS.items() if not p.resolution],
        readings=[row for row in rows if row.others],
        fixed=[row for row in rows if not row.others],
        checks=[_check(id, context, on) for id in rules.STATE_CHECKS],
        closed=_closed(context, on),
    )


def _amount(id: str, context: rules.Context, on: dt.date) -> AmountRow:
    parameter, entry = rules.PARAMETERS[id], context.parameter_in_force(id, on)
    return AmountRow(
        id,
        parameter.name,
        amount_words(parameter, entry.value),
        parameter.cite,
        formats.money(parameter.floor),
        entry.authority or BY_ORDINANCE,
        entry.since,
        parameter.says,
    )


def _reading(id: str, context: rules.Context, on: dt.date) -> ReadingRow:
    reading, entry = rules.READINGS[id], context.reading_in_force(id, on)
    return ReadingRow(
        id,
        reading.name,
        reading.clauses,
        reading.text,
        reading.choice(entry.value).says,
        tuple(choice.says for choice in reading.choices if choice.id != entry.value),
        entry.authority or ("default" if reading.resolution else "the only reading"),
        entry.since if entry.authority else None,
    )


def _check(id: str, context: rules.Context, on: dt.date) -> CheckRow:
    check = rules.STATE_CHECKS[id]
    entry = context.state_check_in_force(id, on)
    return CheckRow(
        check.name, check.says, f"{check.cite} ({check.year})", entry.value, entry.authority or ""
    )


def _closed(context: rules.Context, on: dt.date) -> list[ClosedRow]:
    """The legal holidays and closures of the day's year in order, as they are read on that day."""
    calendar = context.calendar(on)
    first, last = dt.date(on.year, 1, 1), dt.date(on.year, 12, 31)
    found = [
        ClosedRow(day, name, "Minn. Stat. 645.44, subd. 5")
        for day, name in rules.legal_holidays(
            on.year,
            indigenous_peoples_day=calendar.indigenous_peoples_day,
            friday_after_thanksgiving=calendar.friday_after_thanksgiving,
        ).items()
    ]
    found += [
        ClosedRow(row.day, row.name, str(row.resolution))  # type: ignore[arg-type]  # a closure has its day
        for row in closures_between(first, last)
    ]
    return sorted(found, key=lambda row: (row.day, row.name))


def paper_context(found: InForceOn, at: dt.datetime) -> dict[str, Any]:
    """The paper's context in plain text; `at` is when it is printed."""

    def amount(row: AmountRow) -> dict[str, str]:
        return {
            "name": row.name,
            "words": row.words,
            "cite": row.cite,
            "floor": row.floor,
            "authority": row.authority,
            "since": formats.shortday(row.since),
        }

    def reading(row: ReadingRow) -> dict[str, Any]:
        since = f", since {formats.shortday(row.since)}" if row.since else ""
        return {
            "name": row.name,
            "cites": ", ".join(row.cites),
            "text": row.text,
            "says": row.says,
            "others": list(row.others),
            "authority": f"{row.authority}{since}",
        }

    return {
        "title": f"Ordinance in force on {formats.longday(found.on)}",
        "created": at.isoformat(),
        "city": dict(settings.CITY),
        "on": formats.longday(found.on),
        "printed": formats.moment(at),
        "year": str(found.on.year),
        "resolutions": [
            {
                "number": str(row),
                "title": row.title,
                "adopted": formats.shortday(row.adopted_on),
                "effective": formats.shortday(row.effective_on),
            }
            for row in found.resolutions
        ],
        "amounts": [amount(row) for row in found.amounts],
        "periods": [amount(row) for row in found.periods],
        "readings": [reading(row) for row in found.readings],
        "fixed": [reading(row) for row in found.fixed],
        "checks": [
            {
                "name": row.name,
                "says": row.says,
                "cite": row.cite,
                "shown": "Shown" if row.shown else "Switched off",
                "authority": row.authority or "default",
            }
            for row in found.checks
        ],
        "closed": [
            {"day": formats.longday(row.day), "name": row.name, "authority": row.authority}
            for row in found.closed
        ],
    }
