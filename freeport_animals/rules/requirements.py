"""Sections 11, Subd. I and 12: what the owner of a dangerous animal must do, prove and announce."""

from collections.abc import Collection
from datetime import date, timedelta
from decimal import Decimal

from .answer import Answer, Why
from .classification import canonical_species
from .context import ORDINANCE, Context
from .days import add_months
from .deadlines import owner_deadline
from .errors import RuleError
from .facts import Day, Many, Money, Text, Whole, YesNo, is_blank
from .registry import named_requirements
from .rule import rule
from .words import count, dollars, full_date

_ITEM = Whole("requirement", "A requirement of 12.A by its number", least=1, most=7)


def binding(species: str, items: Collection[int]) -> list[int]:
    """The requirements among `items` that can bind such an animal: 4 and 5 dogs, 7 dogs, cats and ferrets."""
    name = canonical_species(species)
    free = set() if name == "dog" else {4, 5} if name in ("cat", "ferret") else {4, 5, 7}
    return sorted(set(items) - free)


@rule(
    "requirements",
    "12.A 12.B",
    Text("species", "What the animal is"),
    Many("ordered", "The requirements of 12.A that were ordered", of=_ITEM),
    Many("met", "Those that are met, with proof", of=_ITEM),
    Day("notice_sent_on", "The day the notice that it is dangerous was sent"),
    Day("order_sent_on", "The day the council's order was sent", nullable=True),
    Day("deemed_on", "The day the officer deemed it dangerous", nullable=True),
    Day("appeal_demanded_on", "The day the owner demanded a hearing", nullable=True),
    Day("decided_on", "The day the council decided", nullable=True),
    Day("on", "The day asked about"),
)
def requirements(
    *,
    species: str,
    ordered: Collection[int],
    met: Collection[int],
    notice_sent_on: date,
    on: date,
    order_sent_on: date | None = None,
    deemed_on: date | None = None,
    appeal_demanded_on: date | None = None,
    decided_on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Which requirements for a dangerous animal are outstanding, by when, and whether it may be seized.

    Value: `due_on` (None while stayed), `outstanding`, `seizable`; `registration_due_on`, the day by which
    it must be registered with the county (12.A.6; None where that is not asked or the day deemed is not
    known).
    """
    why = Why(context, notice_sent_on)
    if decided_on is not None and appeal_demanded_on is not None and decided_on < appeal_demanded_on:
        raise RuleError(
            "decided_on", decided_on, f"a day not before the demand, {appeal_demanded_on.isoformat()}"
        )
    asked = binding(species, ordered)
    if why.reads("each-requirement") == "all-seven":
        asked = binding(species, range(1, 8))
        why.say(
            "12.B", "As the council reads 12.B, each of the seven requirements must be met.", "outstanding"
        )
    outstanding = [item for item in asked if item not in met]
    due_on = _due(why, notice_sent_on, order_sent_on, appeal_demanded_on, decided_on, on)
    registration_due_on = None
    if deemed_on is not None and 6 in asked:
        registration_due_on = owner_deadline(
            why, "registration", deemed_on, "it was deemed dangerous", "registration_due_on"
        )
    late = [
        item for item in outstanding if item != 6 or registration_due_on is None or on > registration_due_on
    ]
    if outstanding:
        why.say("12.A", f"Outstanding: {named_requirements(outstanding)}.", "outstanding")
    else:
        why.say("12.A", "Nothing is outstanding.", "outstanding")
    seizable = due_on is not None and on > due_on and bool(late)
    if seizable and due_on is not None:
        why.say(
            "12.B",
            f"Not met by {full_date(due_on)}: a peace officer must seize the animal; the owner may appeal to "
            "district court.",
            "seizable",
        )
    else:
        why.say("12.B", f"It may not be seized for this on {full_date(on)}.", "seizable")
    if canonical_species(species) == "dog":
        why.check(
            "dangerous-dog-registration",
            "A dangerous dog must also be microchipped and registered every year, with a bond or policy of "
            "at least $300,000; confirm whether it must be sterilized.",
        )
    return why.answer(
        due_on=due_on,
        outstanding=tuple(outstanding),
        seizable=seizable,
        registration_due_on=registration_due_on,
    )


def _due(
    why: Why,
    notice_sent_on: date,
    order_sent_on: date | None,
    demanded_on: date | None,
    decided_on: date | None,
    on: date,
) -> date | None:
    """The last day to comply: the later of notice and order with their fourteen days; None while stayed."""
    appealed = demanded_on is not None and demanded_on <= on
    stayed = appealed and why.reads("compliance-clock") == "stayed-while-appeal-pending"
    if stayed and (decided_on is None or decided_on > on):
        why.say("12.B", "An appeal is pending, so the time to comply stands still.", "due_on")
        return None
    due = owner_deadline(why, "compliance", notice_sent_on, "the notice was sent", "due_on")
    if stayed and demanded_on is not None and decided_on is not None and demanded_on <= due:
        days = why.context.period("compliance", notice_sent_on)
        left = max((notice_sent_on + timedelta(days=days) - demanded_on).days, 0)
        decided = f"the council decided, with {count(left, 'day')} left of the time that stood still"
        due = max(due, owner_deadline(why, "compliance", decided_on, decided, "due_on", left))
    if order_sent_on is not None:
        due = max(due, owner_deadline(why, "compliance", order_sent_on, "the order was sent", "due_on"))
    why.reads("compliance-clock")
    why.say("12.B", f"The requirements are due by {full_date(due)}.", "due_on")
    return due


@rule(
    "insurance",
    "12.A.3",
    Money("amount", "The public liability insurance that was proved"),
    Day("proved_on", "The day it was proved"),
    Day("expires_on", "The last day of the policy, where it states one", nullable=True),
    Day("on", "The day asked about"),
)
def insurance(
    *,
    amount: Decimal,
    proved_on: date,
    on: date,
    expires_on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether the insurance of a dangerous animal is enough and its yearly proof current.

    Value: `met`, `enough`, `prove_again_by` (the last day on which this proof counts).
    """
    why = Why(context, on)
    least = context.parameter("insurance", on)
    enough = amount >= least
    why.say(
        "12.A.3",
        f"Insurance of {dollars(amount)} is {'at least' if enough else 'less than'} {dollars(least)}.",
        "enough",
    )
    by = add_months(proved_on, why.period("insurance-proof"))
    says = f"Proved on {full_date(proved_on)} and to be proved every year: again by {full_date(by)}"
    if expires_on is not None and expires_on < by:
        by = expires_on
        says += f"; the policy itself ends {full_date(by)}"
    why.say("12.A.3", says + ".", "prove_again_by")
    return why.answer(met=enough and proved_on <= on <= by, enough=enough, prove_again_by=by)


@rule(
    "relocation-notice",
    "11.I",
    Day("moves_on", "The day of the move or transfer"),
    Day("received_on", "The day the written notice was received", nullable=True),
    Text("owner_name", "The current owner's name", blank=True, nullable=True),
    Text("owner_address", "The current owner's address", blank=True, nullable=True),
    Text("new_address", "The address it moves to", blank=True, nullable=True),
    YesNo("transferred", "It is given or sold to another person"),
    Text("new_owner_name", "The new owner's name", blank=True, nullable=True),
)
def relocation_notice(
    *,
    moves_on: date,
    received_on: date | None = None,
    owner_name: str | None = None,
    owner_address: str | None = None,
    new_address: str | None = None,
    transferred: bool = False,
    new_owner_name: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether the notice before a dangerous or potentially dangerous animal moves is in time and complete.

    Value: `last_day` to give it, `timely`, `missing` (owner-name, owner-address, new-address,
    new-owner-name), `in_order` (both).
    """
    why = Why(context, moves_on)
    why.reads("relocation")
    days = why.period("relocation-notice")
    last_day = moves_on - timedelta(days=days)
    timely = received_on is not None and received_on <= last_day
    due = (
        f"Written notice at least {count(days, 'day')} before the move on {full_date(moves_on)}: "
        f"by {full_date(last_day)}"
    )
    if received_on is None:
        why.say("11.I", f"{due}; none was received.", "timely")
    else:
        late = "" if timely else f", {count((received_on - last_day).days, 'day')} late"
        why.say("11.I", f"{due}; received on {full_date(received_on)}{late}.", "timely")
    parts = [
        ("owner-name", owner_name, "the current owner's name"),
        ("owner-address", owner_address, "the current owner's address"),
        ("new-address", new_address, "the address it moves to"),
    ]
    if transferred:
        parts.append(("new-owner-name", new_owner_name, "the new owner's name"))
    missing = []
    for key, told, words in parts:
        if is_blank(told):
            missing.append(key)
            why.say("11.I", f"The notice must state {words}.", key)
    return why.answer(
        last_day=last_day, timely=timely, missing=tuple(missing), in_order=timely and not missing
    )
