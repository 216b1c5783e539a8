"""What is owed when an animal is released or destroyed (1.F, 5.C, 5.D, 9, 10, 12)."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from decimal import Decimal

from .answer import Answer, Line, Why
from .classification import canonical_species
from .context import ORDINANCE, Context, InForce
from .days import started_days
from .errors import NOTHING, RuleError
from .facts import Day, Many, Moment, Money, OneOf, Record, Text, Whole, YesNo, utc
from .reasons import REASON_IDS, REASONS
from .rule import rule
from .scale import Prior, Transfer, bears_release_fee, step_on_scale
from .words import capital, count, dollars, full_date, full_time, listed, ordinal

CITY, TRI_COUNTY = "city", "tri-county"
NOTHING_OWED = Decimal("0.00")

_SHELTER = OneOf("shelter", "Where it was kept", choices=(CITY, TRI_COUNTY))
_INVOICE = Money("shelter_invoice", "What the Tri-County Humane Society invoiced for its keep", nullable=True)
_REASONS = Many(
    "reasons", "Why it was impounded", of=OneOf("reason", "A reason", choices=REASON_IDS), least=1
)


@rule(
    "release-fee",
    "1.F 5.B 5.C.A.1 5.C.A.2 5.C.A.3 5.D 9 10.C 12.C",
    Text("species", "What the animal is"),
    Text("animal", "The animal's id"),
    Text("owner", "Its owner's id on the day it was impounded"),
    Text("household", "The id of the owner's household on that day"),
    Text("event", "The id of the pickup, shared by the animals picked up together"),
    Moment("impounded_at", "When it was impounded"),
    Moment("released_at", "When it is handed over"),
    _REASONS,
    Many(
        "priors",
        "Earlier impounds of this animal and the household's others; of this pickup those released before",
        of=Record(
            "prior",
            "One impound",
            type=Prior,
            facts=(
                Text("event", "The id of its pickup"),
                Text("animal", "The animal's id"),
                Text("owner", "The owner's id on that day"),
                Text("household", "The household's id on that day"),
                Day("impounded_on", "The day of the impound"),
                _REASONS,
            ),
        ),
    ),
    Many(
        "transfers",
        "Changes of this animal's registered owner",
        of=Record(
            "transfer",
            "One change",
            type=Transfer,
            facts=(
                Day("on", "The day of the change"),
                Text("from_household", "The household it left"),
                Text("to_household", "The household it came to"),
            ),
        ),
    ),
    OneOf("claimant", "Who claims it", choices=("owner", "third-party")),
    YesNo("license_due", "It is a dog or cat without the license it needs"),
    _SHELTER,
    _INVOICE,
    Money("capture_cost", "What capturing it cost the city beyond its keep"),
    Moment(
        "paid_and_ready_at", "When all was paid and the animal was ready to be handed over", nullable=True
    ),
)
def release_fee(
    *,
    species: str,
    animal: str,
    owner: str,
    household: str,
    event: str,
    impounded_at: datetime,
    released_at: datetime,
    reasons: Collection[str],
    priors: Collection[Prior],
    shelter: str,
    transfers: Collection[Transfer] = (),
    claimant: str = "owner",
    license_due: bool = False,
    shelter_invoice: Decimal | None = None,
    capture_cost: Decimal = NOTHING_OWED,
    paid_and_ready_at: datetime | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """What is owed when an impounded animal is released, in dollars.

    Value: `lines` of kind release, boarding, license, capture in that order, each with amount and clause;
    `total`; `step` on the release fee scale (None when no release fee is due). The release fee and license
    are those of the day it is released, boarding each day's own.
    """
    why = Why(context, released_at.date())
    if utc(released_at) < utc(impounded_at):
        raise RuleError(
            "released_at", released_at, f"a time not before {full_time(impounded_at)}, when it was impounded"
        )
    if paid_and_ready_at is not None and not utc(impounded_at) <= utc(paid_and_ready_at) <= utc(released_at):
        raise RuleError("paid_and_ready_at", paid_and_ready_at, "a time from the impound to the release")
    lines: list[Line] = []
    step = None
    third_party = claimant == "third-party"
    only_board = third_party and why.reads("third-party-claim") == "pays-boarding-and-license"
    if third_party and not only_board:
        why.say(
            "5.D", "Another person claims it by complying with all provisions: they pay what its owner would."
        )
    bears_fee = bears_release_fee(why, reasons)
    if only_board:
        why.say(
            "5.D",
            "Another person claims it: as the council reads 5.D they pay boarding and license only.",
            "release",
        )
    elif bears_fee:
        step = step_on_scale(
            why,
            animal=animal,
            owner=owner,
            household=household,
            event=event,
            impounded_on=impounded_at.date(),
            priors=tuple(priors),
            transfers=tuple(transfers),
        )
        if step is not None:
            lines.append(_release_line(why, step))
    else:
        _say_no_fee(why, reasons)
    if _bears_costs(why, reasons):
        boarding = _boarding(why, impounded_at, released_at, paid_and_ready_at, shelter, shelter_invoice)
        if boarding.amount:
            lines.append(boarding)
    if license_due:
        lines.extend(_license_line(why, species))
    if capture_cost and not only_board and _bears_costs(why, reasons):
        says = f"Costs of capturing it: {dollars(capture_cost)}."
        why.say("1.F", says, "capture")
        lines.append(Line("capture", capture_cost, "1.F", says))
    return _owed(why, lines, step=step)


def _owed(why: Why, lines: list[Line], **more: int | None) -> Answer:
    """The lines with their total."""
    total = sum((line.amount for line in lines), NOTHING_OWED)
    amounts = " + ".join(dollars(line.amount) for line in lines)
    cite = lines[0].cite if lines else "10.C"
    if len(lines) > 1:
        why.say(cite, f"Total: {amounts} = {dollars(total)}.", "total")
    return why.answer(lines=tuple(lines), total=total, **more)


def _release_line(why: Why, step: int) -> Line:
    fee = why.context.parameter_in_force(f"release-fee-{min(step, 3)}", why.on)
    counted = "household" if why.reads("release-count") == "household" else "animal"
    says = f"{capital(ordinal(step))} release for this {counted}: {dollars(fee.value)}{fee.by}."
    why.say("5.C.A.1", says, "release")
    return Line("release", fee.value, "5.C.A.1", says)


def _say_no_fee(why: Why, reasons: Collection[str]) -> None:
    for reason in reasons:
        cite = REASONS[reason].cite
        if reason == "bite":
            why.say(cite, "Held only for a bite: the owner pays all costs, no release fee.", "release")
        elif reason == "diseased-cleared":
            why.say(cite, "Examined and not diseased: released free of charge.", "release")
        else:
            why.say(
                cite,
                "Found to be no danger: as the council reads Section 9 no release fee is due.",
                "release",
            )


def _bears_costs(why: Why, reasons: Collection[str]) -> bool:
    """Whether boarding and costs are due: for any reason but being cleared where that is free."""
    free = set()
    if "diseased-cleared" in reasons:
        why.reads("diseased-free")
        free.add("diseased-cleared")
    if "danger-cleared" in reasons and why.reads("cleared-fee") == "free":
        free.add("danger-cleared")
    return not set(reasons) <= free


def _boarding(
    why: Why,
    start: datetime,
    released_at: datetime,
    ready_at: datetime | None,
    shelter: str,
    invoice: Decimal | None,
) -> Line:
    why.reads("shelter-cost")
    if shelter == TRI_COUNTY:
        return _invoiced(why, invoice)
    if invoice is not None:
        why.say("5.C.A.2", "The city's shelter charges by the day; the invoice is not charged.", "boarding")
    end = released_at
    if ready_at is not None and why.reads("boarding-ends") == "paid-and-ready":
        end = ready_at
        why.say(
            "5.C.A.2", f"All was paid and it was ready at {full_time(end)}: boarding ends then.", "boarding"
        )
    if why.reads("boarding-day") == "calendar-dates":
        runs = why.context.runs("boarding-rate", start.date(), end.date())
        counted = [((last - first).days + 1, rate) for first, last, rate in runs]
        span = f"on {full_date(start.date())}"
        if end.date() > start.date():
            span = f"{full_date(start.date())} through {full_date(end.date())}, every date counted"
    else:
        counted = _rates_by_24_hours(why.context, start, started_days(start, end))
        span = f"{full_time(start)} to {full_time(end)}, each started 24 hours counted"
    amount = sum((days * rate.value for days, rate in counted), NOTHING_OWED)
    says = f"Boarding {span}: {_says_rates(counted)} = {dollars(amount)}."
    why.say("5.C.A.2", says, "boarding")
    return Line("boarding", amount, "5.C.A.2", says)


def _rates_by_24_hours(context: Context, start: datetime, days: int) -> list[tuple[int, InForce[Decimal]]]:
    """How many periods of 24 hours start under each rate: each bears that of the date on which it starts."""
    first = start.date()
    starts = [(utc(start) + timedelta(days=n)).astimezone(start.tzinfo).date() for n in (0, days - 1)]
    runs = context.runs("boarding-rate", first, starts[1])
    if len(runs) == 1:
        return [(days, runs[0][2])]
    counted: dict[InForce[Decimal], int] = {}
    for n in range(days):
        on = (utc(start) + timedelta(days=n)).astimezone(start.tzinfo).date()
        rate = context.parameter_in_force("boarding-rate", on)
        counted[rate] = counted.get(rate, 0) + 1
    return [(number, rate) for rate, number in counted.items()]


def _says_rates(counted: list[tuple[int, InForce[Decimal]]]) -> str:
    return listed(
        f"{count(days, 'day')} at {dollars(rate.value)}" + (f" ({rate.authority})" if rate.authority else "")
        for days, rate in counted
    )


def _invoiced(why: Why, invoice: Decimal | None) -> Line:
    if invoice is None:
        raise RuleError(
            "shelter_invoice",
            NOTHING,
            "the amount of the Tri-County Humane Society's invoice",
            "The Tri-County Humane Society's invoice has not been entered, so its cost is not known.",
        )
    says = f"Kept by the Tri-County Humane Society, at its own invoice: {dollars(invoice)}."
    why.say("5.C.A.2", says, "boarding")
    return Line("boarding", invoice, "5.C.A.2", says)


def _license_line(why: Why, species: str) -> list[Line]:
    name = canonical_species(species)
    if name not in ("dog", "cat"):
        why.say("2.B.1", f"Only dogs and cats are licensed; no license is charged for a {name}.", "license")
        return []
    if name == "cat" and why.reads("cats-licensed") == "no":
        why.say("2.C", "As the council reads 2.C, cats need no license; none is charged.", "license")
        return []
    fee = why.context.parameter_in_force("license-fee", why.on)
    says = f"The {name} is unlicensed: the regular license fee of {dollars(fee.value)}{fee.by}."
    why.say("5.C.A.3", says, "license")
    return [Line("license", fee.value, "5.C.A.3", says)] if fee.value else []


@rule(
    "destruction-charge",
    "9 10.B 12.C 12.D",
    OneOf("section", "The section under which it was destroyed", choices=("9", "10", "12")),
    Whole("days_boarded", "Days at the shelter, every date counted"),
    _SHELTER,
    _INVOICE,
    Money("veterinarian", "What the veterinarian's examinations cost"),
    Money("disposal", "What the disposal cost"),
    Day("on", "The day it was destroyed, whose amounts count; unknown, the latest", nullable=True),
)
def destruction_charge(
    *,
    section: str,
    days_boarded: int,
    shelter: str = CITY,
    shelter_invoice: Decimal | None = None,
    veterinarian: Decimal = NOTHING_OWED,
    disposal: Decimal = NOTHING_OWED,
    on: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """What the owner owes when an animal was destroyed, in dollars.

    Value: `lines` of kind boarding, veterinarian, disposal; `total`. Section 9 charges one sum, Sections 10
    and 12 the actual costs; a cost that the section does not name is not charged.
    """
    why = Why(context, on)
    why.reads("disposal-charge")
    lines: list[Line] = []

    def charge(kind: str, amount: Decimal, cite: str, says: str) -> None:
        why.say(cite, says, kind)
        if amount:
            lines.append(Line(kind, amount, cite, says))

    if section == "9":
        fee = context.parameter_in_force("disposal-charge", on)
        charge(
            "disposal",
            fee.value,
            "9",
            f"Disposal of an animal destroyed as an immediate danger: {dollars(fee.value)}{fee.by}.",
        )
        return _owed(why, lines)
    cite = "10.B" if section == "10" else "12.D"
    if days_boarded or shelter_invoice is not None:
        line = _kept(why, cite, days_boarded, shelter, shelter_invoice, on)
        charge("boarding", line.amount, cite, line.says)
    if section == "10" and veterinarian:
        charge(
            "veterinarian", veterinarian, cite, f"Examinations by a veterinarian: {dollars(veterinarian)}."
        )
    elif veterinarian:
        why.say(
            cite,
            f"Section 12 names no veterinarian's costs: {dollars(veterinarian)} is not charged.",
            "veterinarian",
        )
    if disposal:
        charge("disposal", disposal, cite, f"Disposal: {dollars(disposal)}.")
    if not lines:
        why.say(cite, "There are no costs to charge.", "total")
    return _owed(why, lines)


def _kept(why: Why, cite: str, days: int, shelter: str, invoice: Decimal | None, on: date | None) -> Line:
    """The cost of keeping it, from the days at the city's shelter or the other shelter's invoice."""
    if shelter == TRI_COUNTY:
        line = _invoiced(why, invoice)
        return Line("boarding", line.amount, cite, line.says)
    if on is None:
        counted = [(days, why.context.parameter_in_force("boarding-rate"))]
    else:
        first = on - timedelta(days=max(days, 1) - 1)
        runs = why.context.runs("boarding-rate", first, on)
        counted = (
            [((last - start).days + 1, rate) for start, last, rate in runs] if days else [(0, runs[0][2])]
        )
    amount = sum((number * rate.value for number, rate in counted), NOTHING_OWED)
    return Line("boarding", amount, cite, f"Kept {_says_rates(counted)} = {dollars(amount)}.")
