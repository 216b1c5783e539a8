"""Clocks that run in days: the owner's roll past closed days (Minn. Stat. 645.15), the city's never."""

from datetime import date, timedelta
from typing import NamedTuple

from .answer import Answer, Why
from .classification import canonical_species
from .context import ORDINANCE, Context
from .days import ONE_DAY, optional_between
from .errors import NOTHING, RuleError
from .facts import Day, OneOf, Text
from .registry import PARAMETERS
from .rule import rule
from .words import capital, count, full_date, listed, short_date


class _Kind(NamedTuple):
    """What starts a clock, whether it rolls, and the reading it rests on. Its parameter has its own name."""

    start: str
    rolls: bool = True
    reading: str | None = None


_KINDS = {
    "appeal": _Kind("the notice was served", reading="appeal-clock"),
    "certificate-demand": _Kind("the certificates were demanded"),
    "compliance": _Kind("the notice was sent"),
    "registration": _Kind("the animal was deemed dangerous"),
    "reclaim": _Kind("the written notice was given", reading="reclaim-clock"),
    "hearing": _Kind("the owner demanded it", rolls=False, reading="hearing-limit"),
    "relocation-notice": _Kind("the animal moves", rolls=False, reading="relocation"),
}
DEADLINE_KINDS = tuple(_KINDS)


def owner_deadline(
    why: Why, parameter: str, start: date, started: str, about: str, days: int | None = None
) -> date:
    """A clock of the owner's: the parameter's days after `start`, which is not counted, rolled past closed
    days.

    Amounts, readings and holidays are those of the day it starts. `days` where less than the whole is left.
    Says so in a step about `about`.
    """
    if days is None:
        days = why.context.period(parameter, start)
    nominal = start + timedelta(days=days)
    last, passed = why.context.calendar(start).rolled(nominal)
    for id in optional_between(nominal, last):
        why.reads(id, start)
    says = f"{capital(count(days, 'day'))} after {full_date(start)}, when {started}: {full_date(nominal)}"
    if passed:
        closed = listed(f"{short_date(day)} is {reason}" for day, reason in passed)
        says += f"; {closed}, so the owner has until {full_date(last)} (Minn. Stat. 645.15)"
    why.say(PARAMETERS[parameter].cite, says + ".", about)
    return last


@rule(
    "deadline",
    "2.D.2 11.G.1 11.G.1.b 11.I 12.A.6 12.B 12.C",
    OneOf("kind", "Which clock runs", choices=DEADLINE_KINDS),
    Day(
        "from",
        "The day that starts it, not itself counted; for a relocation notice the day of the move",
        argument="start",
    ),
    Text("species", "What the animal is; state law asks more for dogs"),
)
def deadline(*, kind: str, start: date, species: str = "dog", context: Context = ORDINANCE) -> Answer:
    """The last day of a clock that runs in days.

    Value: `last_day`, the whole of which counts; `state_last_day`, where state law limits the city more
    strictly.
    """
    why = Why(context, start)
    clock = _KINDS[kind]
    cite = PARAMETERS[kind].cite
    if clock.reading:
        why.reads(clock.reading)
    if clock.rolls:
        last_day = owner_deadline(why, kind, start, clock.start, "last_day")
        return why.answer(last_day=last_day, state_last_day=None)
    days = why.period(kind)
    if kind == "relocation-notice":
        last_day = start - timedelta(days=days)
        says = f"Written notice at least {count(days, 'day')} before {full_date(start)}, when {clock.start}: "
        why.say(cite, f"{says}by {full_date(last_day)}.", "last_day")
        return why.answer(last_day=last_day, state_last_day=None)
    last_day = start + timedelta(days=days)
    says = f"Not more than {count(days, 'day')} after {full_date(start)}, when {clock.start}: "
    why.say(cite, f"{says}{full_date(last_day)}. The limit binds the city and does not roll.", "last_day")
    state_last_day = None
    if canonical_species(species) == "dog":
        state = start + timedelta(days=14)
        if why.check(
            "hearing-within-14-days",
            f"For a dog the hearing is held within 14 days of the demand: {full_date(state)}.",
        ):
            state_last_day = state
    return why.answer(last_day=last_day, state_last_day=state_last_day)


@rule(
    "appeal-clock",
    "11.G.1",
    Day("sent_on", "The day the notice was sent"),
    Day("served_on", "The day it was served, if it was", nullable=True),
    Day(
        "attempts_completed_on",
        "The day the certified letter had stayed unclaimed and the first-class letter and posting were done",
        nullable=True,
    ),
)
def appeal_clock(
    *,
    sent_on: date,
    served_on: date | None = None,
    attempts_completed_on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """When the owner's fourteen days to appeal start and end.

    Value: `starts_on`, the day of service that the other rules take as `notice_served_on`, and `last_day`;
    both None while the clock has not begun.
    """
    why = Why(context, sent_on)
    for fact, day in (("served_on", served_on), ("attempts_completed_on", attempts_completed_on)):
        if day is not None and day < sent_on:
            raise RuleError(fact, day, f"a day not before {sent_on.isoformat()}, when the notice was sent")
    reading = why.reads("appeal-clock")
    if served_on is not None:
        starts_on, started = served_on, "the notice was served"
    elif attempts_completed_on is not None and reading == "from-completed-attempts":
        starts_on, started = attempts_completed_on, "the attempts to serve it were completed"
    else:
        why.say(
            "11.G.1",
            f"The notice sent on {full_date(sent_on)} is not served yet; the time to appeal has not begun.",
            "starts_on",
        )
        return why.answer(starts_on=None, last_day=None)
    last_day = owner_deadline(why, "appeal", starts_on, started, "last_day")
    return why.answer(starts_on=starts_on, last_day=last_day)


@rule(
    "offenses",
    "18.A",
    Day("deadline", "The last day on which there was no offense yet", nullable=True),
    Day("first_day", "The first day of the violation, where there was no deadline", nullable=True),
    Day("on", "The day through which is counted"),
)
def offenses(
    *, on: date, deadline: date | None = None, first_day: date | None = None, context: Context = ORDINANCE
) -> Answer:
    """How many separate offenses a violation that goes on is: one a day, both ends in, from the day after a
    deadline.

    Value: `count`; `first_day`.
    """
    why = Why(context, on)
    why.reads("daily-offense")
    if deadline is not None and first_day is not None:
        raise RuleError("first_day", first_day, "null beside a deadline: the offenses begin the day after it")
    if deadline is not None:
        first = deadline + ONE_DAY
    elif first_day is not None:
        first = first_day
    else:
        raise RuleError("deadline", NOTHING, "a deadline or a first day, as dates written YYYY-MM-DD")
    number = max(0, (on - first).days + 1)
    if number:
        why.say(
            "18.A",
            f"Each day is a separate offense: {count(number, 'day')} from {full_date(first)} "
            f"through {full_date(on)}.",
            "count",
        )
    else:
        why.say(
            "18.A",
            f"The first offense would be on {full_date(first)}; there is none on {full_date(on)}.",
            "count",
        )
    return why.answer(count=number, first_day=first)
