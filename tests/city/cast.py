"""Resolutions and people for the city's tests."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.city.models import Appointment, CouncilMember, Resolution
from freeport_animals.city.services import appointment_add, council_member_add, resolution_adopt

CHICAGO = ZoneInfo("America/Chicago")
TUESDAY = dt.date(2026, 1, 13)
AT_TWO = dt.datetime(2026, 1, 13, 14, 14, tzinfo=CHICAGO)
ROLES = {
    "Joan Fuchs": (Role.ADMINISTRATOR,),
    "Ann Weber": (Role.CLERK,),
    "Jo Stang": (Role.OFFICER,),
    "Pat Maile": (Role.COUNCIL,),
    "Ingrid Solberg": (Role.ATTORNEY,),
}


def staff(name: str = "Joan Fuchs") -> User:
    given, family = name.split()
    known = User.objects.filter(username=given.lower()).first()
    return known or User.objects.create_user(
        given.lower(), first_name=given, last_name=family, roles=[str(role) for role in ROLES[name]]
    )


def adopt(
    number: str = "2025-01", on: str = "2025-01-01", effective: str = "", **settings: Any
) -> Resolution:
    return resolution_adopt(
        number=number,
        title=settings.pop("title", f"Title of {number}"),
        adopted_on=dt.date.fromisoformat(on),
        effective_on=dt.date.fromisoformat(effective or on),
        by=staff(),
        **settings,
    )


def officer(resolution: Resolution | None = None, first: str = "2025-02-01", **fields: Any) -> Appointment:
    return appointment_add(
        kind=fields.pop("kind", "officer"),
        name=fields.pop("name", "Jo Stang"),
        resolution=resolution or adopt("2025-90"),
        first_day=dt.date.fromisoformat(first),
        by=staff(),
        **fields,
    )


def member(name: str, first: str, last: str, seat: str = "member") -> CouncilMember:
    return council_member_add(
        seat=seat,
        name=name,
        first_day=dt.date.fromisoformat(first),
        last_day=dt.date.fromisoformat(last),
        by=staff(),
    )
