import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from freeport_animals import rules
from freeport_animals.base import formats
from freeport_animals.base.access import signed_in
from freeport_animals.base.clock import today
from freeport_animals.city.access import ENTER
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors import context as context_of
from freeport_animals.ordinance.words import amount_words
from freeport_animals.ordinance.worked import EXAMPLES, Example, Outcome, as_today, outcomes


@dataclass(frozen=True)
class Event:
    """What was, is or will be in force from a day: in words, by which resolution, and whether it is now."""

    since: dt.date
    says: str
    authority: str
    resolution: Resolution | None
    state: str  # past, now or future


@dataclass(frozen=True)
class ReadingRow:
    """A reading: today's choice, all its dates, and its example under every choice."""

    reading: rules.registry.Reading
    now: Event
    others: list[rules.registry.Choice]
    events: list[Event]
    example: Example | None
    outcomes: list[Outcome]


@dataclass(frozen=True)
class AmountRow:
    """An amount or period: today's, all its dates, and its floor in words."""

    parameter: rules.registry.Parameter
    now: Event
    events: list[Event]
    floor: str


# Every member of staff may read them: the "why" of any amount leads here.
@signed_in
@require_safe
def readings(request: HttpRequest) -> HttpResponse:
    """Every reading and amount: today's choice, what others would change, past and future resolutions."""
    context, on = context_of(), today()
    known = {str(row): row for row in Resolution.objects.filter(withdrawn_at__isnull=True)}
    stand = as_today(context, on)
    rows = [_reading(reading, context, stand, known, on) for reading in rules.READINGS.values()]
    amounts = [_amount(parameter, context, known, on) for parameter in rules.PARAMETERS.values()]
    facts = {
        "open": [row for row in rows if row.reading.resolution],
        "fixed": [row for row in rows if not row.reading.resolution],
        "amounts": [row for row in amounts if row.parameter.resolution],
        "periods": [row for row in amounts if not row.parameter.resolution],
        "may_enter": request.user.has_role(*ENTER),  # type: ignore[union-attr]
        "on": on,
        "tab": "readings",
    }
    return render(request, "ordinance/readings.html", facts)


def _events(
    entries: tuple[rules.InForce[Any], ...], words: Any, known: dict[str, Resolution], on: dt.date
) -> tuple[Event, list[Event]]:
    """What is in force on a day, and every entry by date; what never counted, since another of its day did
    not let it, is left out.
    """
    by_day = {entry.since: entry for entry in entries}
    counted = [by_day[day] for day in sorted(by_day)]
    current = next((entry for entry in reversed(counted) if entry.since <= on), counted[0])
    events = [
        Event(
            entry.since,
            words(entry.value),
            entry.authority or "",
            known.get(entry.authority or ""),
            "now" if entry is current else "past" if entry.since <= on else "future",
        )
        for entry in counted
    ]
    return next(event for event in events if event.state == "now"), events


def _reading(
    reading: rules.registry.Reading,
    context: rules.Context,
    stand: rules.Context,
    known: dict[str, Resolution],
    on: dt.date,
) -> ReadingRow:
    now, events = _events(
        context.readings_of(reading.id), lambda choice: reading.choice(choice).says, known, on
    )
    chosen = context.reading(reading.id, on)
    return ReadingRow(
        reading,
        now,
        [choice for choice in reading.choices if choice.id != chosen],
        events,
        EXAMPLES.get(reading.id),
        outcomes(reading.id, stand, chosen) if reading.resolution else [],
    )


def _amount(
    parameter: rules.registry.Parameter, context: rules.Context, known: dict[str, Resolution], on: dt.date
) -> AmountRow:
    now, events = _events(
        context.amounts_of(parameter.id), lambda amount: amount_words(parameter, amount), known, on
    )
    return AmountRow(parameter, now, events, formats.money(parameter.floor))
