"""Section 2: who needs a license, what an application lacks, what it costs and how long it runs."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal

from .answer import Answer, Why
from .classification import canonical_species
from .context import ORDINANCE, Context
from .days import ONE_DAY, add_months, term_end
from .errors import RuleError
from .facts import Day, OneOf, Text, YesNo, is_blank
from .rule import rule
from .vaccination import DISTEMPER, RABIES, VACCINATIONS, Vaccination, current, dates_agree
from .words import count, dollars, full_date, listed, short_date

_SPECIES = Text("species", "What the animal is")
_ASSISTANCE = OneOf(
    "assistance",
    "A guide dog for a blind person, or another service dog",
    choices=("guide", "service"),
    nullable=True,
)


@rule(
    "license-required",
    "2.B.1 2.B.4 2.C",
    _SPECIES,
    Day("born", "The day it was born; unknown is taken as old enough", any_time=True, nullable=True),
    Day("on", "The day asked about"),
    YesNo("resident", "Its owner lives in the city"),
    YesNo("show", "It was brought into the city for a dog or cat show"),
    _ASSISTANCE,
)
def license_required(
    *,
    species: str,
    on: date,
    born: date | None = None,
    resident: bool = True,
    show: bool = False,
    assistance: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether a dog or cat needs a license on a day.

    Value: `required`; `from`, the first day it needs one (None when exempt or of unknown age); `reason`.
    """
    why = Why(context, on)
    name = canonical_species(species)
    if born is not None and born > on:
        raise RuleError("born", born, f"a day not after {on.isoformat()}")

    def exempt(cite: str, reason: str) -> Answer:
        why.say(cite, reason)
        return why.answer(required=False, **{"from": None, "reason": reason})

    if name not in ("dog", "cat"):
        return exempt("2.B.1", f"Only dogs and cats are licensed; this is a {name}.")
    if name == "cat" and why.reads("cats-licensed") == "no":
        return exempt("2.C", "As the council reads 2.C, cats need no license.")
    if not resident:
        return exempt("2.B.4", f"The {name}'s owner does not live in the city and is here for a time only.")
    if show:
        return exempt("2.B.4", f"The {name} was brought into the city for a show.")
    if assistance is not None and _is_exempt_assistance(why, name, assistance):
        kind = "guide" if assistance == "guide" else "service"
        return exempt("2.B.4", f"A {kind} dog needs no license; vaccination is still required (2.D).")
    why.reads("six-months")
    months = why.period("license-age")
    if born is None:
        reason = f"The {name}'s age is not known; it is taken to be over {count(months, 'month')}."
        why.say("2.B.1", reason)
        return why.answer(required=True, **{"from": None, "reason": reason})
    old = add_months(born, months)
    first = old + ONE_DAY
    required = on >= first
    reason = (
        f"Born {short_date(born)}, the {name} {'was' if required else 'is'} {count(months, 'month')} old on "
        f"{short_date(old)}; it needs a license from {full_date(first)}."
    )
    why.say("2.B.1", reason)
    return why.answer(required=required, **{"from": first, "reason": reason})


def _is_exempt_assistance(why: Why, species: str, assistance: str) -> bool:
    if species != "dog":
        return False
    return assistance == "guide" or why.reads("guide-dogs") == "all-service-dogs"


_BLANKS = (
    ("owner_name", "owner-name", "the owner's name"),
    ("owner_address", "owner-address", "the owner's address"),
    ("animal_name", "animal-name", "the animal's name"),
    ("breed", "breed", "the breed"),
    ("color", "color", "the color"),
    ("sex", "sex", "the sex"),
)


@rule(
    "license-check",
    "2.B.1 2.D.1 2.D.2",
    _SPECIES,
    Day("on", "The day the license would be issued"),
    Text("owner_name", "The owner's name", blank=True, nullable=True),
    Text("owner_address", "The owner's address", blank=True, nullable=True),
    Text("animal_name", "The animal's name", blank=True, nullable=True),
    Text("breed", "Its breed", blank=True, nullable=True),
    Text("color", "Its color", blank=True, nullable=True),
    Text("sex", "Its sex", blank=True, nullable=True),
    VACCINATIONS,
)
def license_check(
    *,
    species: str,
    on: date,
    vaccinations: Collection[Vaccination],
    owner_name: str | None = None,
    owner_address: str | None = None,
    animal_name: str | None = None,
    breed: str | None = None,
    color: str | None = None,
    sex: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """What an application for a dog or cat license still lacks.

    Value: `issuable`; `missing`, the names of what is missing in the order of the form. Each has a step
    with `about` set to that name and the sentence for the field (`answer.explains("rabies-expired")`).
    """
    why = Why(context, on)
    name = canonical_species(species)
    if name not in ("dog", "cat"):
        raise RuleError("species", species, "dog or cat, the only animals that are licensed")
    told = {
        "owner_name": owner_name,
        "owner_address": owner_address,
        "animal_name": animal_name,
        "breed": breed,
        "color": color,
        "sex": sex,
    }
    missing = []
    for fact, key, words in _BLANKS:
        if is_blank(told[fact]):
            missing.append(key)
            why.say("2.B.1", f"The application must state {words} (2.B.1).", key)
    if not missing:
        why.say(
            "2.B.1", "Owner's name and address, and the animal's name, breed, color and sex are all stated."
        )
    vaccinations = tuple(vaccinations)
    for i, vaccination in enumerate(vaccinations):
        dates_agree(vaccination.given, vaccination.expires, on, f"vaccinations[{i}].")
    for disease in (RABIES, DISTEMPER):
        missing += _vaccination_lacks(why, disease, [v for v in vaccinations if v.disease == disease], on)
    return why.answer(issuable=not missing, missing=tuple(missing))


def _vaccination_lacks(why: Why, disease: str, vaccinations: list[Vaccination], on: date) -> list[str]:
    """What is wrong with the newest vaccination against a disease; the bare name when there never was one."""
    if not vaccinations:
        why.say(
            "2.B.1", f"No {disease} vaccination is recorded; a license needs one (2.B.1, 2.D.1).", disease
        )
        return [disease]
    newest = max(vaccinations, key=lambda v: (v.given, v.certificate, v.veterinarian_licensed))
    found = current(why, disease, newest.given, newest.expires, on)
    lacks = []
    if on > found.through:
        lacks.append(f"{disease}-expired")
        why.say(found.cite, found.says, f"{disease}-expired")
    else:
        why.say(found.cite, found.says)
    given = short_date(newest.given)
    if not newest.certificate:
        lacks.append(f"{disease}-certificate")
        why.say(
            "2.B.1",
            f"The certificate of the {disease} vaccination of {given} has not been handed in (2.B.1).",
            f"{disease}-certificate",
        )
    if not newest.veterinarian_licensed:
        lacks.append(f"{disease}-veterinarian")
        why.say(
            "2.B.1",
            f"The {disease} vaccination of {given} was not given by a licensed veterinarian (2.B.1).",
            f"{disease}-veterinarian",
        )
    if (
        disease == RABIES
        and why.reads("rabies-vaccine") == "live-modified-only"
        and newest.product != "modified-live"
    ):
        lacks.append("rabies-product")
        product = "an inactivated vaccine" if newest.product else "an unnamed vaccine"
        why.say(
            "2.D.1.a",
            f"The rabies vaccination of {given} was with {product}; "
            "the city asks for a live modified one (2.D.1).",
            "rabies-product",
        )
    return lacks


@rule("license-fee", "2.B.2 2.B.4", _SPECIES, Day("on", "The day the license is issued"), _ASSISTANCE)
def license_fee(
    *, species: str, on: date, assistance: str | None = None, context: Context = ORDINANCE
) -> Answer:
    """What a license costs on the day it is issued, in dollars.

    Value: `total`.
    """
    why = Why(context, on)
    name = canonical_species(species)
    if name not in ("dog", "cat"):
        raise RuleError("species", species, "dog or cat, the only animals that are licensed")
    total = Decimal("0.00")
    if name == "cat" and why.reads("cats-licensed") == "no":
        why.say("2.C", "As the council reads 2.C, cats need no license, and none is charged.")
    elif assistance is not None and _is_exempt_assistance(why, name, assistance):
        kind = "guide" if assistance == "guide" else "service"
        why.say("2.B.4", f"A {kind} dog needs no license; one is issued free on request.")
    else:
        fee = context.parameter_in_force("license-fee", on)
        total = fee.value
        why.say("2.B.2", f"License fee for one {name}: {dollars(total)}{fee.by}.")
    return why.answer(total=total)


@rule(
    "license-term",
    "2.B.3",
    Day("issued_on", "The day the license is issued"),
    VACCINATIONS,
    Day("previous_valid_to", "The last day of an earlier license of the same animal", nullable=True),
)
def license_term(
    *,
    issued_on: date,
    vaccinations: Collection[Vaccination],
    previous_valid_to: date | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """How long a license issued on a day runs.

    Value: `valid_from`, `valid_to` (the last valid day; None for no expiry).
    """
    why = Why(context, issued_on)
    valid_from = issued_on
    if previous_valid_to is not None and previous_valid_to >= issued_on:
        valid_from = previous_valid_to + ONE_DAY
        why.say(
            "2.B.3",
            f"The earlier license runs through {short_date(previous_valid_to)}; "
            f"this one begins the day after, {full_date(valid_from)}.",
            "valid_from",
        )
    else:
        why.say(
            "2.B.3", f"The license begins on the day it is issued, {full_date(valid_from)}.", "valid_from"
        )
    reading = why.reads("license-term")
    valid_to: date | None
    if reading == "no-expiry":
        valid_to = None
        why.say("2.B.3", "The ordinance states no term: the license runs without end.", "valid_to")
    elif reading == "calendar-year":
        valid_to = date(valid_from.year, 12, 31)
        why.say("2.B.3", f"Licenses run for the calendar year, through {full_date(valid_to)}.", "valid_to")
    elif reading == "twelve-months":
        valid_to = term_end(valid_from)
        why.say("2.B.3", f"Licenses run twelve months, through {full_date(valid_to)}.", "valid_to")
    else:
        valid_to = _vaccinations_end(why, tuple(vaccinations), issued_on)
        if valid_to < valid_from:
            raise RuleError(
                "vaccinations",
                f"current through {valid_to.isoformat()}",
                f"vaccinations current on {valid_from.isoformat()}",
                f"The license would begin on {short_date(valid_from)}, but the vaccinations are current only "
                f"through {short_date(valid_to)}.",
            )
        why.say(
            "2.B.3", f"The license runs with the vaccinations, through {full_date(valid_to)}.", "valid_to"
        )
    return why.answer(valid_from=valid_from, valid_to=valid_to)


def _vaccinations_end(why: Why, vaccinations: tuple[Vaccination, ...], on: date) -> date:
    """The last day on which both vaccinations are current."""
    missing = [d for d in (RABIES, DISTEMPER) if not any(v.disease == d for v in vaccinations)]
    if missing:
        raise RuleError(
            "vaccinations",
            [vaccination.disease for vaccination in vaccinations],
            "a rabies and a distemper vaccination",
            f"The license runs with the vaccinations, but none against {listed(missing)} was given.",
        )
    ends = []
    for i, vaccination in enumerate(vaccinations):
        dates_agree(vaccination.given, vaccination.expires, on, f"vaccinations[{i}].")
    for disease in (RABIES, DISTEMPER):
        newest = max((v for v in vaccinations if v.disease == disease), key=lambda v: v.given)
        found = current(why, disease, newest.given, newest.expires, on)
        why.say(found.cite, found.says, "valid_to")
        ends.append(found.through)
    return min(ends)
