"""Section 2, Subd. D: how long a vaccination is current, and what its certificate must state."""

from dataclasses import dataclass
from datetime import date

from .answer import Answer, Why
from .context import ORDINANCE, Context
from .days import add_months
from .errors import RuleError
from .facts import Day, Many, OneOf, Record, Text, YesNo, is_blank
from .rule import rule
from .words import capital, count, short_date

RABIES, DISTEMPER = "rabies", "distemper"


@dataclass(frozen=True, slots=True)
class Vaccination:
    """One vaccination as its certificate states it; `expires` where the certificate names a last day."""

    disease: str
    given: date
    certificate: bool
    veterinarian_licensed: bool
    expires: date | None = None
    product: str | None = None


_DISEASE = OneOf("disease", "What it is against", choices=(RABIES, DISTEMPER))
_GIVEN = Day("given", "The day it was given", any_time=True)
_EXPIRES = Day("expires", "The last day the certificate itself states", any_time=True, nullable=True)
_PRODUCT = OneOf(
    "product",
    "The kind of vaccine on the certificate",
    choices=("inactivated", "modified-live"),
    nullable=True,
)
VACCINATIONS = Many(
    "vaccinations",
    "The animal's rabies and distemper vaccinations, old and new",
    of=Record(
        "vaccination",
        "One vaccination",
        type=Vaccination,
        facts=(
            _DISEASE,
            _GIVEN,
            _EXPIRES,
            YesNo("certificate", "The certificate was handed in"),
            YesNo("veterinarian_licensed", "A doctor licensed to practice veterinary medicine gave it"),
            _PRODUCT,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Current:
    """Through when a vaccination counts (`through`), and the sentence that says why."""

    through: date
    cite: str
    says: str


def current(why: Why, disease: str, given: date, expires: date | None, on: date) -> Current:
    """Through when a vaccination is current under the intervals of 2.D.1."""
    cite = "2.D.1.a" if disease == RABIES else "2.D.1.b"
    reading = why.reads(f"{disease}-interval")
    if reading == "certificate-expiry" and expires is not None:
        ended = "ran" if expires < on else "runs"
        return Current(expires, cite, f"Certificate {ended} to {short_date(expires)} (2.D.1).")
    half_yearly = reading == "6-months"
    months = why.period(f"{disease}-months{'-half-yearly' if half_yearly else ''}")
    limit = add_months(given, months)
    past = "ended" if limit < on else "ends"
    if expires is None:
        says = (
            f"{capital(disease)} vaccination given {short_date(given)}; the city's limit of "
            f"{count(months, 'month')} {past} {short_date(limit)} (2.D.1)."
        )
        return Current(limit, cite, says)
    if expires < limit:
        ran = "ran" if expires < on else "runs"
        says = f"Certificate {ran} only to {short_date(expires)} (2.D.1)."
        return Current(expires, cite, says)
    ran = "ran" if expires < on else "runs"
    says = f"Certificate {ran} to {short_date(expires)}; the city's limit {past} {short_date(limit)} (2.D.1)."
    return Current(limit, cite, says)


def dates_agree(given: date, expires: date | None, on: date, path: str) -> None:
    if given > on:
        raise RuleError(
            f"{path}given",
            given,
            f"a day not after {on.isoformat()}",
            f"It cannot have been given on {short_date(given)}, after {short_date(on)}.",
        )
    if expires is not None and expires < given:
        raise RuleError(
            f"{path}expires",
            expires,
            f"a day not before {given.isoformat()}",
            f"A vaccination given {short_date(given)} cannot run out on {short_date(expires)}, before that.",
        )


@rule(
    "vaccination-current",
    "2.D.1",
    _DISEASE,
    _GIVEN,
    _EXPIRES,
    Day("on", "The day asked about"),
)
def vaccination_current(
    *, disease: str, given: date, on: date, expires: date | None = None, context: Context = ORDINANCE
) -> Answer:
    """Whether a rabies or distemper vaccination is current on a day, and through when.

    Value: `current`, `through` (the last day it counts).
    """
    why = Why(context, on)
    dates_agree(given, expires, on, "")
    found = current(why, disease, given, expires, on)
    why.say(found.cite, found.says)
    return why.answer(current=on <= found.through, through=found.through)


_CERTIFICATE = (
    ("given", "the date of vaccination"),
    ("owner_name", "the owner's name"),
    ("owner_address", "the owner's address"),
    ("sex", "the animal's sex"),
    ("description", "the animal's description"),
    ("weight", "the animal's weight"),
    ("vaccine", "the type of vaccine"),
)


@rule(
    "certificate-check",
    "2.D.2",
    Day("given", "The date of vaccination on the certificate", any_time=True, nullable=True),
    Text("owner_name", "The owner's name on it", blank=True, nullable=True),
    Text("owner_address", "The owner's address on it", blank=True, nullable=True),
    YesNo("animal_has_name", "The animal has a name"),
    Text("animal_name", "The animal's name on it", blank=True, nullable=True),
    Text("sex", "The animal's sex on it", blank=True, nullable=True),
    Text("description", "The animal's description on it", blank=True, nullable=True),
    Text("weight", "The animal's weight on it", blank=True, nullable=True),
    Text("vaccine", "The type of vaccine on it", blank=True, nullable=True),
    YesNo("signed", "The veterinarian signed it"),
)
def certificate_check(
    *,
    signed: bool,
    given: date | None = None,
    owner_name: str | None = None,
    owner_address: str | None = None,
    animal_has_name: bool = True,
    animal_name: str | None = None,
    sex: str | None = None,
    description: str | None = None,
    weight: str | None = None,
    vaccine: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """What a certificate of vaccination lacks of its contents.

    Value: `complete`; `missing`, of given, owner-name, owner-address, animal-name, sex, description,
    weight, vaccine, signature. Each has a step about it.
    """
    why = Why(context, None)
    told = {
        "given": None if given is None else given.isoformat(),
        "owner_name": owner_name,
        "owner_address": owner_address,
        "sex": sex,
        "description": description,
        "weight": weight,
        "vaccine": vaccine,
    }
    lacks = [(fact.replace("_", "-"), words) for fact, words in _CERTIFICATE if is_blank(told[fact])]
    if animal_has_name and is_blank(animal_name):
        lacks.append(("animal-name", "the animal's name"))
    if not signed:
        lacks.append(("signature", "the veterinarian's signature"))
    for key, words in lacks:
        why.say("2.D.2", f"The certificate must state {words} (2.D.2).", key)
    if not lacks:
        why.say("2.D.2", "The certificate states everything that 2.D.2 asks for.")
    return why.answer(complete=not lacks, missing=tuple(key for key, _ in lacks))
