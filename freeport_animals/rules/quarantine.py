"""Section 5, Subd. B: confinement of an animal that bit a person."""

from datetime import datetime, timedelta

from .answer import Answer, Why
from .context import ORDINANCE, Context
from .days import CITY_TIME, add_days
from .facts import Moment, OneOf, Text, YesNo, utc
from .rule import rule
from .words import capital, count, full_time, listed

HOSPITAL_OR_SHELTER: tuple[str, ...] = ("shelter", "veterinary-hospital")
PLACES: tuple[str, ...] = (*HOSPITAL_OR_SHELTER, "home")
_PLACE_WORDS = {
    "shelter": "in the animal shelter",
    "veterinary-hospital": "in a veterinary hospital in Stearns County",
    "home": "on the owner's property",
}


def quarantine_end(confined_at: datetime, bitten_at: datetime, days: int) -> datetime:
    """So many days from confinement at the same time on the city's clock, never before the bite and as many
    days.
    """
    return max(add_days(confined_at, days), add_days(bitten_at, days), key=utc)


def in_stearns_county(county: str) -> bool:
    """Whether a county named by hand is Stearns County."""
    words = county.casefold().replace(".", "").split()
    return [word for word in words if word not in ("county", "co", "co,", "minnesota", "mn")] in (
        ["stearns"],
        ["stearns,"],
    )


@rule(
    "quarantine",
    "5.B",
    YesNo("skin_punctured", "The bite punctured the skin"),
    YesNo("doctor_required", "The services of a doctor were required"),
    Moment("bitten_at", "When it bit"),
    Moment("confined_at", "When it was confined"),
    YesNo(
        "vaccinated_with_certificate",
        "It was vaccinated against rabies and a licensed veterinarian's certificate proves it",
    ),
    OneOf("place", "Where it is confined", choices=PLACES),
    Text("county", "The county of the veterinary hospital"),
    OneOf(
        "product",
        "The kind of vaccine on the certificate, which matters where only a modified live one will do",
        choices=("inactivated", "modified-live"),
        nullable=True,
    ),
)
def quarantine(
    *,
    skin_punctured: bool,
    doctor_required: bool,
    bitten_at: datetime,
    confined_at: datetime,
    vaccinated_with_certificate: bool,
    place: str,
    county: str = "Stearns",
    product: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether an animal that bit a person must be confined, where, and until when.

    Value: `required`; `places` where it may be; `place_allowed`; `release_not_before`, a time on the city's
    clock (None when not required). Release also needs a healthy check and payment: `release-allowed`.
    """
    why = Why(context, confined_at.date())

    def not_required(says: str) -> Answer:
        why.say("5.B", says, "required")
        return why.answer(required=False, places=(), place_allowed=True, release_not_before=None)

    if not (skin_punctured or doctor_required):
        return not_required(
            "The skin was not punctured and no doctor was needed: no confinement is required."
        )
    if skin_punctured:
        why.say("5.B", "The bite punctured the skin.", "required")
    else:
        why.say("5.B", "The services of a doctor were required.", "required")
    days = why.period("quarantine")
    places = HOSPITAL_OR_SHELTER
    if not vaccinated_with_certificate:
        why.say(
            "5.B", "No certificate proves a rabies vaccination, so it may not be confined at home.", "places"
        )
    elif why.reads("rabies-vaccine") == "live-modified-only" and product != "modified-live":
        why.say(
            "5.B",
            "Its vaccine is not shown to be a live modified one, so as the council reads 5.B it may not be "
            "confined at home.",
            "places",
        )
    elif why.reads("vaccinated-biter") == "not-required":
        return not_required("A certificate proves its rabies vaccination: no confinement is required.")
    else:
        why.say(
            "5.B", "A certificate proves its rabies vaccination, so it may be confined at home.", "places"
        )
        places = PLACES
    place_allowed = place in places
    where = listed((_PLACE_WORDS[allowed] for allowed in places), "or")
    if place == "veterinary-hospital" and not in_stearns_county(county):
        place_allowed = False
        why.say(
            "5.B",
            f"The hospital may not be outside Stearns County; this one is in {county}.",
            "place_allowed",
        )
    elif not place_allowed:
        why.say("5.B", f"It may not be at home; it may be {where}.", "place_allowed")
    else:
        why.say("5.B", f"It may be {_PLACE_WORDS[place]}.", "place_allowed")
    why.reads("quarantine-clock")
    ends = quarantine_end(confined_at, bitten_at, days)
    why.say("5.B", _says_end(ends, confined_at, bitten_at, days), "release_not_before")
    return why.answer(required=True, places=places, place_allowed=place_allowed, release_not_before=ends)


def _says_end(ends: datetime, confined_at: datetime, bitten_at: datetime, days: int) -> str:
    start, verb = (
        (bitten_at, "it bit") if utc(bitten_at) > utc(confined_at) else (confined_at, "it was confined")
    )
    says = f"{capital(count(days, 'day'))} from {full_time(start)}, when {verb}: not before {full_time(ends)}"
    wall = start.replace(tzinfo=None) + timedelta(days=days)
    leapt = wall.replace(tzinfo=CITY_TIME).time() != ends.time()
    return says + (" (the clock leaps an hour that night)." if leapt else ".")
