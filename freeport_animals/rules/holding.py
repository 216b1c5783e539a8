"""Section 5, Subd. C and D: how long an animal is held, when it may go home, when it may be disposed of."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from decimal import Decimal

from .answer import Answer, Blocks, Why
from .context import ORDINANCE, Context
from .days import MONDAY_TO_FRIDAY, ONE_DAY, optional_between
from .deadlines import owner_deadline
from .errors import NOTHING, RuleError
from .facts import Day, Many, Moment, Money, OneOf, Whole, YesNo, utc
from .quarantine import quarantine_end
from .reasons import HOLD_KINDS, REASON_IDS
from .registry import named_requirements
from .rule import rule
from .words import count, dollars, full_date, full_time, listed, short_date

_HOLDS = {
    "ordinary": ("hold", "An impounded animal"),
    "dangerous": ("hold-dangerous", "A dangerous animal"),
    "cruelty": ("hold-cruelty", "A cruelly treated animal"),
}


@rule(
    "hold",
    "5.B 5.C 11.G.1 12.C",
    Day("impounded_on", "The day it was impounded, not itself counted"),
    Many("kinds", "Why it is held", of=OneOf("kind", "A kind of hold", choices=HOLD_KINDS), least=1),
    Day("notice_served_on", "The day the dangerous animal notice was served", nullable=True),
    YesNo("appeal_pending", "An appeal or hearing is pending"),
    Day(
        "reclaim_notice_on",
        "The day of the written notice to reclaim a seized dangerous animal",
        nullable=True,
    ),
    Moment("confined_at", "When it was confined after a bite", nullable=True),
    Moment("bitten_at", "When it bit", nullable=True),
    Many(
        "shelter_open",
        "The ISO weekdays (Monday 1) on which the shelter is open four hours between 8 and 19",
        of=Whole("weekday", "An ISO weekday", least=1, most=7),
        least=1,
    ),
)
def hold(
    *,
    impounded_on: date,
    kinds: Collection[str],
    notice_served_on: date | None = None,
    appeal_pending: bool = False,
    reclaim_notice_on: date | None = None,
    confined_at: datetime | None = None,
    bitten_at: datetime | None = None,
    shelter_open: Collection[int] = (1, 2, 3, 4, 5),
    context: Context = ORDINANCE,
) -> Answer:
    """How long an impounded animal is held: the longest clock that applies.

    Value: `last_day`, the latest clock known; `disposable_from`, the day after it, None while an appeal is
    pending, and for a dangerous animal until the notice is served, since its clock has not begun.
    """
    why = Why(context, impounded_on)
    dangerous = "dangerous" in kinds
    # 5.C keeps every impounded animal five business days; the other kinds only lengthen that.
    counted = [kind for kind in ("cruelty", "dangerous") if kind in kinds] or ["ordinary"]
    last_day = max(_business_hold(why, kind, impounded_on, shelter_open) for kind in counted)
    if "cruelty" in kinds:
        why.reads("cruelty-hold")
        tenth = impounded_on + timedelta(days=9)
        why.check(
            "cruelty-ten-days",
            f"No disposal before ten days; security may be posted through {full_date(tenth)}, the tenth day "
            "with the day of seizure counted.",
        )
    if "bite" in kinds:
        if confined_at is None or bitten_at is None:
            raise RuleError(
                "confined_at" if confined_at is None else "bitten_at",
                NOTHING,
                "a time written YYYY-MM-DDTHH:MM for an animal held after a bite",
            )
        why.reads("quarantine-clock")
        ends = quarantine_end(confined_at, bitten_at, why.period("quarantine"))
        why.say("5.B", f"The ten days after the bite end at {full_time(ends)}.", "last_day")
        if "ordinary" in kinds:
            why.reads("stray-biter")
        last_day = max(last_day, ends.date())
    if dangerous:
        last_day = max(last_day, _dangerous_hold(why, impounded_on, notice_served_on, reclaim_notice_on))
    if len(kinds) > 1 or dangerous:
        why.say("5.C", f"The latest of these is {full_date(last_day)}.", "last_day")
    if appeal_pending:
        disposable_from = None
        why.say("11.G", "An appeal is pending: no disposal until it is decided.", "disposable_from")
    elif dangerous and notice_served_on is None:
        disposable_from = None
        why.say(
            "11.G.1",
            "The notice has not been served, so the time to appeal has not begun: no disposal.",
            "disposable_from",
        )
    else:
        disposable_from = last_day + ONE_DAY
        why.say(
            "5.D", f"Unclaimed, it may be disposed of from {full_date(disposable_from)}.", "disposable_from"
        )
    return why.answer(last_day=last_day, disposable_from=disposable_from)


def _business_hold(why: Why, kind: str, impounded_on: date, shelter_open: Collection[int]) -> date:
    parameter, subject = _HOLDS[kind]
    days = why.period(parameter)
    why.reads("business-day")
    open_on = MONDAY_TO_FRIDAY if shelter_open == (1, 2, 3, 4, 5) else frozenset(shelter_open)
    last_day, passed = why.context.calendar(impounded_on).business_days_after(impounded_on, days, open_on)
    for id in optional_between(impounded_on + ONE_DAY, last_day):
        why.reads(id)
    says = (
        f"{subject} is kept {count(days, 'regular business day')}; {full_date(impounded_on)}, the day it was "
        f"impounded, is not counted, so the last is {full_date(last_day)}"
    )
    if passed:
        says += f" ({listed(f'{short_date(day)} is {reason}' for day, reason in passed)})"
    why.say("5.C", says + ".", "last_day")
    return last_day


def _dangerous_hold(
    why: Why, impounded_on: date, served_on: date | None, reclaim_notice_on: date | None
) -> date:
    """The clocks of Sections 11 and 12 upon a dangerous animal: to appeal and to reclaim."""
    why.reads("dangerous-hold")
    last_day = impounded_on
    if served_on is not None:
        last_day = owner_deadline(why, "appeal", served_on, "the notice was served", "last_day")
    if reclaim_notice_on is not None:
        why.reads("reclaim-clock")
        start = max(reclaim_notice_on, impounded_on)
        started = "the written notice was given" if start == reclaim_notice_on else "it was impounded"
        last_day = max(last_day, owner_deadline(why, "reclaim", start, started, "last_day"))
    return last_day


@rule(
    "release-allowed",
    "1.F 5.B 5.C 12.C",
    Day("on", "The day it would be handed over"),
    Moment("quarantine_release_not_before", "The end of a confinement after a bite", nullable=True),
    YesNo("healthy_check", "A health check at the end of the confinement found no sign of rabies"),
    Money("balance", "What is still to be paid"),
    YesNo("license_due", "It is a dog or cat without the license it needs"),
    YesNo("certificates_shown", "Valid rabies and distemper certificates were shown"),
    Many("reasons", "Why it was impounded", of=OneOf("reason", "A reason", choices=REASON_IDS)),
    Many(
        "requirements_outstanding",
        "Requirements of 12.A that are not yet met",
        of=Whole("requirement", "A requirement", least=1, most=7),
    ),
    YesNo("seizure_under_12", "It was seized under Section 12"),
    YesNo("council_ordered_destruction", "The council ordered that it be destroyed"),
    Moment("at", "The time it would be handed over, where known", nullable=True),
)
def release_allowed(
    *,
    on: date,
    balance: Decimal,
    license_due: bool,
    certificates_shown: bool,
    reasons: Collection[str],
    requirements_outstanding: Collection[int],
    quarantine_release_not_before: datetime | None = None,
    healthy_check: bool = False,
    seizure_under_12: bool = False,
    council_ordered_destruction: bool = False,
    at: datetime | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether an impounded animal may be handed over to its owner.

    Value: `allowed`; `blocked_by`, the clauses that stand in the way, each with a step about it. On the day a
    confinement ends it may go from that time on; with `at` the time itself is looked at.
    """
    why = Why(context, on)
    if at is not None and at.date() != on:
        raise RuleError("at", at, f"a time on {on.isoformat()}")
    blocks = Blocks(why)
    if council_ordered_destruction:
        blocks.add("11.G.1.b", "The council ordered that it be destroyed.")
    ends = quarantine_release_not_before
    if ends is not None:
        why.reads("quarantine-clock")
        if on < ends.date() or (at is not None and utc(at) < utc(ends)):
            blocks.add("5.B", f"Its confinement ends at {full_time(ends)}.")
        elif on == ends.date() and at is None:
            why.say("5.B", f"Its confinement ends at {full_time(ends)}; it may go from then on.")
    if (ends is not None or "bite" in reasons) and not healthy_check:
        blocks.add("5.B", "No health check at the end of its confinement is on record.")
    if balance > 0:
        blocks.add("5.C", f"{dollars(balance)} is still to be paid.")
    if license_due and not certificates_shown:
        blocks.add(
            "5.C.A.3", "It has no license, and valid rabies and distemper certificates were not shown."
        )
    if seizure_under_12 and requirements_outstanding:
        items = sorted(set(requirements_outstanding))
        blocks.add("12.C", f"Seized under Section 12: proof is outstanding for {named_requirements(items)}.")
    return blocks.answer("5.C", "Everything is paid and shown; it may go home.")


@rule(
    "disposal-allowed",
    "5.B 5.C 5.D 9 10.B 11.G 12.B",
    Day("on", "The day it would be disposed of"),
    Day(
        "disposable_from",
        "The first day after its hold; unknown while its clock has not begun",
        nullable=True,
    ),
    Moment("quarantine_release_not_before", "The end of a confinement after a bite", nullable=True),
    YesNo("appeal_pending", "An appeal or hearing is pending"),
    YesNo("district_court_pending", "An appeal to district court is pending"),
    OneOf("way", "How it would be disposed of", choices=("adoption", "claim", "destruction")),
    YesNo("immediate_danger", "It is an immediate danger to a person (Section 9)"),
    YesNo("veterinarian_found_diseased", "A veterinarian found it diseased so as to be a danger (10.B)"),
    Day("court_window_ends_on", "The last day to appeal to a court, where it runs", nullable=True),
)
def disposal_allowed(
    *,
    on: date,
    appeal_pending: bool,
    district_court_pending: bool,
    way: str,
    disposable_from: date | None = None,
    quarantine_release_not_before: datetime | None = None,
    immediate_danger: bool = False,
    veterinarian_found_diseased: bool = False,
    court_window_ends_on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether an unclaimed animal may be adopted, claimed by another person or destroyed on a day.

    Value: `allowed`; `blocked_by`, the clauses that stand in the way, each with a step about it.
    """
    why = Why(context, on)
    why.reads("sold")
    blocks = Blocks(why)
    ends = quarantine_release_not_before
    if way == "destruction" and (immediate_danger or veterinarian_found_diseased):
        if ends is not None:
            why.check(
                "rabies-specimen", "It has bitten: protect the head and call the health department first."
            )
        if immediate_danger:
            return blocks.answer(
                "9", "An animal that is an immediate danger may be destroyed without a hold."
            )
        return blocks.answer(
            "10.B", "A veterinarian found it diseased so as to be a danger: it is destroyed."
        )
    if veterinarian_found_diseased:
        blocks.add("10.B", "A veterinarian found it diseased so as to be a danger: it may not be given away.")
    if disposable_from is None:
        blocks.add("5.C", "Its hold has no end yet.")
    elif on < disposable_from:
        held = full_date(disposable_from - ONE_DAY)
        blocks.add(
            "5.C", f"It is held through {held}; from {full_date(disposable_from)} it may be disposed of."
        )
    if ends is not None and on <= ends.date():
        blocks.add("5.B", f"Its confinement after a bite ends at {full_time(ends)}.")
    if appeal_pending:
        blocks.add("11.G", "An appeal is pending.")
    add_court_block(blocks, district_court_pending, court_window_ends_on, on)
    if way == "destruction" and ends is not None:
        why.check("rabies-specimen", "It has bitten: protect the head and call the health department first.")
    done = {
        "adoption": "placed for adoption",
        "claim": "claimed by another person",
        "destruction": "destroyed humanely",
    }
    return blocks.answer("5.D", f"Its hold is over and no appeal runs; it may be {done[way]}.")


def add_court_block(blocks: Blocks, pending: bool, window_ends_on: date | None, on: date) -> None:
    """What may stand in the way by the reading `court-review`: a filed appeal, or also the time to file."""
    reading = blocks.why.reads("court-review")
    if pending:
        blocks.add("12.B", "An appeal to district court is pending.")
    if reading == "window-blocks" and window_ends_on is not None and on <= window_ends_on:
        blocks.add("12.B", f"An appeal to a court may still be filed through {full_date(window_ends_on)}.")
