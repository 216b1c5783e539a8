"""Sections 11.F, 11.G and 12.D: when a dangerous animal may be destroyed, and what orders bring."""

from datetime import date, datetime

from .answer import Answer, Blocks, Why
from .classification import canonical_species
from .context import ORDINANCE, Context
from .deadlines import owner_deadline
from .facts import Day, Moment, Text, YesNo
from .holding import add_court_block
from .rule import rule
from .words import full_date, full_time


@rule(
    "destruction-order",
    "5.B 5.C 11.F 11.G.1 11.G.1.b 12.B",
    Day("on", "The day of the destruction"),
    Text("species", "What the animal is; state law asks more for dogs"),
    YesNo("finding_vicious_attack", "Written finding: a vicious, unprovoked or unwarned attack, or several"),
    YesNo("finding_owner_unable", "Written finding: the owner is unable or unwilling to control it"),
    YesNo("designated_dangerous", "It was found to be dangerous"),
    Day("notice_served_on", "The day the notice was served", nullable=True),
    YesNo("appeal_pending", "An appeal or hearing is pending"),
    YesNo("council_ordered_destruction", "The council ordered the destruction after a hearing"),
    YesNo("district_court_pending", "An appeal to district court is pending"),
    Day("hold_last_day", "The last day of its hold", nullable=True),
    Moment("quarantine_release_not_before", "The end of a confinement after a bite", nullable=True),
    Day("court_window_ends_on", "The last day to appeal to a court, where it runs", nullable=True),
)
def destruction_order(
    *,
    on: date,
    species: str,
    finding_vicious_attack: bool,
    finding_owner_unable: bool,
    designated_dangerous: bool,
    appeal_pending: bool,
    council_ordered_destruction: bool,
    notice_served_on: date | None = None,
    district_court_pending: bool = False,
    hold_last_day: date | None = None,
    quarantine_release_not_before: datetime | None = None,
    court_window_ends_on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether a dangerous animal may be destroyed on a day, by the officer's order or the council's.

    Value: `allowed`; `blocked_by`, the clauses that stand in the way, each with a step about it.
    """
    why = Why(context, on)
    blocks = Blocks(why)
    if not designated_dangerous:
        blocks.add("11.F", "It has not been found to be dangerous.")
    _finding(blocks, finding_vicious_attack, finding_owner_unable, council_ordered_destruction)
    if notice_served_on is None:
        blocks.add("11.G.1", "The notice has not been served, so the time to appeal has not begun.")
    elif council_ordered_destruction:
        why.say("11.G.1.b", "The council heard the owner and ordered the destruction.")
    else:
        last = owner_deadline(why, "appeal", notice_served_on, "the notice was served", "11.G.1")
        if on <= last:
            blocks.add("11.G.1", f"The owner may still appeal through {full_date(last)}.")
    if appeal_pending:
        blocks.add("11.G.1.b", "An appeal is pending.")
    add_court_block(blocks, district_court_pending, court_window_ends_on, on)
    if hold_last_day is not None and on <= hold_last_day:
        blocks.add("5.C", f"It is held through {full_date(hold_last_day)}.")
    ends = quarantine_release_not_before
    if ends is not None:
        if on <= ends.date():
            blocks.add("5.B", f"Its confinement after a bite ends at {full_time(ends)}.")
        why.check("rabies-specimen", "It has bitten: protect the head and call the health department first.")
    if canonical_species(species) == "dog":
        why.check(
            "destruction-after-hearing",
            "A dog may not be destroyed before its owner has had the opportunity for a hearing.",
        )
    if council_ordered_destruction:
        why.check(
            "certiorari",
            "Review of the council's order can be sought within 60 days; confirm with the attorney.",
        )
    return blocks.answer(
        "11.F", "A finding is made and no clock or appeal runs; it may be destroyed humanely."
    )


def _finding(blocks: Blocks, vicious: bool, unable: bool, by_council: bool) -> None:
    """The findings of fact that 11.F asks of a destruction order."""
    why = blocks.why
    if vicious:
        why.say("11.F.1", "Finding: a vicious, unprovoked or unwarned attack, or several.")
    if unable:
        why.say("11.F.2", "Finding: the owner is unable or unwilling to control it.")
    if vicious or unable:
        return
    if by_council and why.reads("council-finding") == "not-required":
        why.say("11.G.1.b", "As the council reads 11.G.1.b its own order needs no finding.")
    else:
        blocks.add("11.F", "The written order holds neither finding of fact.")


@rule(
    "dangerous-flag",
    "5.C 11.C.1",
    Day("proceeding_opened_on", "The day the proceeding was opened", nullable=True),
    Day("designated_on", "The day the officer designated it dangerous", nullable=True),
    Day("on", "The day asked about"),
)
def dangerous_flag(
    *,
    on: date,
    proceeding_opened_on: date | None = None,
    designated_on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether a held animal counts as dangerous for the length of its hold on a day.

    Value: `dangerous`; `since`, the day from which it does (None when it does not).
    """
    why = Why(context, on)
    start, called = designated_on, "designated dangerous"
    opens = proceeding_opened_on if why.reads("dangerous-flag") == "when-proceeding-opens" else None
    if opens is not None and (designated_on is None or opens <= designated_on):
        start, called = opens, "made the subject of a proceeding"
    if start is None or on < start:
        why.say("5.C", f"On {full_date(on)} it is not yet held as a dangerous animal.", "dangerous")
        return why.answer(dangerous=False, since=None)
    why.say(
        "5.C",
        f"It is held as a dangerous animal since {full_date(start)}, when it was {called}.",
        "dangerous",
    )
    return why.answer(dangerous=True, since=start)


@rule(
    "subsequent-offense",
    "12.D",
    Day("found_dangerous_on", "The day it was found to be dangerous"),
    Day("violated_on", "The day its owner violated Section 11 with the same animal"),
)
def subsequent_offense(
    *, found_dangerous_on: date, violated_on: date, context: Context = ORDINANCE
) -> Answer:
    """Whether a peace officer must seize a dangerous animal for a later violation of Section 11.

    Value: `must_be_seized`.
    """
    why = Why(context, violated_on)
    must = violated_on > found_dangerous_on
    if must:
        why.reads("cross-references")
        why.say(
            "12.D",
            f"Found dangerous on {full_date(found_dangerous_on)}, its owner violated Section 11 again on "
            f"{full_date(violated_on)}: a peace officer must seize it. A hearing is asked for as in 11.G.",
        )
    else:
        why.say("12.D", f"{full_date(violated_on)} is not after it was found dangerous; 12.D does not apply.")
    return why.answer(must_be_seized=must)


@rule(
    "reversal-costs",
    "11.G.1.b",
    YesNo(
        "substantially_justified",
        "The council's order says the seizure was substantially justified",
        nullable=True,
    ),
    Day("on", "The day of the council's order"),
)
def reversal_costs(
    *, on: date, substantially_justified: bool | None = None, context: Context = ORDINANCE
) -> Answer:
    """Whether the owner bears the boarding when the council reverses the officer.

    Value: `owner_pays`, None while the order does not say.
    """
    why = Why(context, on)
    why.reads("reversal-costs")
    if substantially_justified is None:
        why.say("11.G.1.b", "The council's order must say whether the seizure was substantially justified.")
    elif substantially_justified:
        why.say(
            "11.G.1.b", "The council found the seizure substantially justified: the owner pays the boarding."
        )
    else:
        why.say("11.G.1.b", "The council did not find the seizure justified: the owner pays no boarding.")
    return why.answer(owner_pays=substantially_justified)
