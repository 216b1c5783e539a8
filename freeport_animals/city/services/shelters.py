"""The official shelters and what the council sets for them (Sec. 16)."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction

from freeport_animals.base.editing import save_edit
from freeport_animals.base.formats import clock
from freeport_animals.city.errors import CityError, DateWrong, SettingWrong
from freeport_animals.city.models import Resolution, Shelter, ShelterHours, ShelterTerms
from freeport_animals.city.models.common import Weekday
from freeport_animals.city.services.resolutions import standing

Hours = Mapping[int, tuple[dt.time, dt.time]]


@transaction.atomic
def shelter_add(*, name: str, boarding: str, **contact: str) -> Shelter:
    """Record a shelter. It is no official one until a resolution designates it. Raises CityError for a name
    that is taken."""
    name = name.strip()
    if not name:
        raise CityError("Type the shelter's name.", "name")
    try:
        with transaction.atomic():
            return Shelter.objects.create(name=name, boarding=Shelter.Boarding(boarding), **contact)
    except IntegrityError as error:
        raise CityError(f"There is already a shelter called {name}.", "name") from error


def shelter_edit(*, shelter: Shelter, version: int, changes: Mapping[str, Any]) -> Shelter:
    """Change a shelter's name and how it is reached. Raises EditConflict, and CityError for a name taken."""
    try:
        return save_edit(Shelter, shelter.pk, version=version, changes=changes)
    except IntegrityError as error:
        raise CityError(f"There is already a shelter called {changes.get('name')}.", "name") from error


@transaction.atomic
def shelter_set(
    *,
    shelter: Shelter,
    resolution: Resolution,
    hours: Hours,
    by: Any,
    daily_rate: Decimal | None = None,
    designated: bool = True,
) -> ShelterTerms:
    """Record what a resolution sets for a shelter from the day it takes effect.

    `hours` are the opening hours by ISO weekday; a day left out is closed. `daily_rate` is what a shelter
    with its own invoice asks for a day. With `designated` false it is no official shelter from that day.
    Raises SettingWrong, DateWrong, NotStanding.
    """
    locked = standing(resolution)
    if daily_rate is not None and shelter.boarding == Shelter.Boarding.CITY:
        raise SettingWrong(
            "The city's own rate is set with the amounts of a resolution (5.C.A.2), not here.", "daily_rate"
        )
    if daily_rate is not None and daily_rate <= 0:
        raise SettingWrong("A rate is more than $0.00. Leave the box empty when none is known.", "daily_rate")
    for weekday, (opens, closes) in hours.items():
        if closes <= opens:
            raise DateWrong(
                f"{Weekday(weekday).label}: {clock(closes)} is not after {clock(opens)}.", f"closes_{weekday}"
            )
    try:
        with transaction.atomic():
            terms = ShelterTerms.objects.create(
                shelter=shelter,
                resolution=locked,
                designated=designated,
                daily_rate=daily_rate,
                entered_by=by,
            )
    except IntegrityError as error:
        raise SettingWrong(
            f"{locked} already sets the hours of {shelter}. Another resolution can set them anew.",
            "resolution",
        ) from error
    ShelterHours.objects.bulk_create(
        ShelterHours(terms=terms, weekday=weekday, opens=opens, closes=closes)
        for weekday, (opens, closes) in sorted(hours.items())
    )
    return terms
