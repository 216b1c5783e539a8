"""What the demonstration's council resolved, whom it appointed, and who sits on it."""

import datetime as dt
from typing import Any

from freeport_animals.accounts.models import User
from freeport_animals.city.models import Shelter
from freeport_animals.city.services import (
    appointment_add,
    council_member_add,
    resolution_adopt,
    shelter_edit,
    shelter_set,
)

NINE_TO_FIVE = (dt.time(9), dt.time(17))
NOON_TO_SIX = (dt.time(12), dt.time(18))


def adopt(*, today: dt.date, by: Any) -> None:
    """The license term is the calendar year; City Hall closes on some days of its own; offices are filled."""
    year = today.year
    resolution_adopt(
        number=f"{year - 3}-07",
        title="Licenses of dogs and cats run for the calendar year (sample)",
        adopted_on=dt.date(year - 3, 11, 28),
        effective_on=dt.date(year - 2, 1, 1),
        readings={"license-term": "calendar-year"},
        by=by,
    )
    resolution_adopt(
        number=f"{year - 1}-12",
        title=f"Days on which City Hall is closed in {year} and {year + 1} (sample)",
        adopted_on=dt.date(year - 1, 12, 16),
        effective_on=dt.date(year, 1, 1),
        closures=[
            (dt.date(year, 12, 24), "Christmas Eve"),
            (dt.date(year + 1, 12, 24), "Christmas Eve"),
        ],
        by=by,
    )
    _open_shelters(year, by)
    _fill_offices(year, by)


def _open_shelters(year: int, by: Any) -> None:
    """Both shelters of 5.C.A.2 are official, with hours; Tri-County is open on Saturdays too (Sec. 16)."""
    resolution = resolution_adopt(
        number=f"{year - 3}-03",
        title="Official animal shelters and their opening hours (sample)",
        adopted_on=dt.date(year - 3, 2, 28),
        effective_on=dt.date(year - 3, 3, 1),
        by=by,
    )
    own = Shelter.objects.get(name="City shelter")
    other = Shelter.objects.get(name="Tri-County Humane Society")
    shelter_set(shelter=own, resolution=resolution, hours=dict.fromkeys(range(1, 6), NINE_TO_FIVE), by=by)
    shelter_set(shelter=other, resolution=resolution, hours=dict.fromkeys(range(1, 7), NOON_TO_SIX), by=by)
    after_hours = "Call the officer on duty; the number is on the notice."
    for shelter, street, phone in (
        (own, "Public works yard, 2nd Street", "320-555-0110"),
        (other, "200 Prairie Road", "320-555-0111"),
    ):
        shelter_edit(
            shelter=shelter,
            version=shelter.version,
            changes={"street": street, "phone": phone, "after_hours": after_hours},
        )


def _fill_offices(year: int, by: Any) -> None:
    """The officer and an assistant (Sec. 15), the mayor and four members."""
    resolution = resolution_adopt(
        number=f"{year - 2}-01",
        title="Appointment of the animal control officer and consent to an assistant (sample)",
        adopted_on=dt.date(year - 2, 1, 9),
        effective_on=dt.date(year - 2, 1, 9),
        by=by,
    )
    staff = {
        user.username: user for user in User.objects.filter(username__in=["officer", "mayor", "council"])
    }
    first_day = dt.date(year - 2, 1, 15)
    officer = appointment_add(
        kind="officer",
        name=str(staff["officer"]),
        resolution=resolution,
        first_day=first_day,
        by=by,
        user=staff["officer"],
    )
    appointment_add(
        kind="assistant",
        name="Mai Xiong",
        resolution=resolution,
        first_day=first_day,
        by=by,
        designated_by=officer,
    )
    for seat, name, user in (
        ("mayor", str(staff["mayor"]), staff["mayor"]),
        ("member", str(staff["council"]), staff["council"]),
        ("member", "Abdi Warsame", None),
        ("member", "Carol Gertken", None),
        ("member", "Luis Fuentes", None),
    ):
        council_member_add(
            seat=seat,
            name=name,
            first_day=dt.date(year - 1, 1, 1),
            last_day=dt.date(year if seat == "mayor" else year + 2, 12, 31),
            by=by,
            user=user,
        )
