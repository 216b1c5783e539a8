"""Two years of licenses, issued day by day through the counter's own service."""

import datetime as dt
import random
import uuid
from typing import Any

from django.utils import timezone

from freeport_animals.demonstration.people import Pet
from freeport_animals.demonstration.registry import Settled
from freeport_animals.registry.models import Animal
from freeport_animals.registry.services.vaccinations import vaccination_record
from licensing.entries import Entry, ExemptionTyped
from licensing.services import visit_issue
from licensing.tags import TagNumber

FIRST_TAG = 101  # the number on the first tag of each year's box
DAYS = {
    "rabies": 1095,
    "distemper": 365,
}  # for which certificates are commonly printed; the city's limits are its own


def license_all(settled: list[Settled], *, today: dt.date, by: Any, dice: random.Random) -> None:
    """Shots of each autumn, licenses of the winter after it, and what was vaccinated of late."""
    for year in (today.year - 1, today.year):
        _autumn_shots(settled, before=year, today=today, by=by, dice=dice)
        _season(settled, year=year, today=today, by=by, dice=dice)
    _recent_shots(settled, today=today, by=by, dice=dice)


def _born(pet: Pet, today: dt.date) -> dt.date:
    return today - dt.timedelta(days=int(pet.age * 365))


def _shot(home: Settled, animal: Animal, disease: str, given: dt.date, by: Any, dice: random.Random) -> None:
    vaccination_record(
        animal=animal,
        disease=disease,
        given=given,
        expires=given + dt.timedelta(days=DAYS[disease]),
        veterinarian=home.veterinarian,
        product="inactivated" if disease == "rabies" else "modified-live",
        certificate_shown=True,
        certificate_number=f"{given:%y}-{dice.randrange(1000, 9999)}",
        by=by,
        today=given,
    )


def _autumn_shots(
    settled: list[Settled], *, before: int, today: dt.date, by: Any, dice: random.Random
) -> None:
    """Rabies every second autumn, distemper every autumn; the forgetful miss one."""
    first_year = before == today.year - 1
    for home in settled:
        for pet, animal in home.animals:
            given = dt.date(before - 1, 10, 1) + dt.timedelta(days=dice.randrange(60))
            if pet.habit == "never" or given < _born(pet, today) + dt.timedelta(days=90):
                continue
            new_here = not animal.vaccinations.exists()
            if pet.habit == "stale-rabies":
                if first_year:
                    _shot(home, animal, "rabies", given - dt.timedelta(days=500), by, dice)
            elif new_here or first_year:
                _shot(home, animal, "rabies", given, by, dice)
            if pet.habit != "stale-distemper" or first_year or new_here:
                _shot(home, animal, "distemper", given, by, dice)


def _season(settled: list[Settled], *, year: int, today: dt.date, by: Any, dice: random.Random) -> None:
    """The licenses of one year, from the first working day into March, in the order of the owners' coming."""
    visits: list[tuple[dt.datetime, Settled]] = []
    for home in settled:
        day = dt.date(year, 1, 2) + dt.timedelta(days=dice.randrange(70))
        day += dt.timedelta(days=max(0, 7 - day.isoweekday()) if day.isoweekday() > 5 else 0)
        day += dt.timedelta(days=1 if day.isoweekday() == 7 else 0)
        clock = dt.time(8 + dice.randrange(8), dice.randrange(60))
        if home.home.in_city and home.animals and day < today:
            visits.append((dt.datetime.combine(day, clock, timezone.get_default_timezone()), home))
    number = FIRST_TAG
    for at, home in sorted(visits, key=lambda visit: visit[0]):
        entries = []
        for pet, animal in home.animals:
            if not _is_licensed(pet, animal, year=year, today=today, on=at.date()):
                continue
            exemption = None
            if pet.habit == "guide" and year == today.year - 1:
                exemption = ExemptionTyped(kind="guide", reason="Papers of the training school shown")
            tag = TagNumber(year, number + len(entries))
            entries.append(
                Entry(key=f"a{animal.pk}", animal_id=animal.pk, license=True, tag=tag, exemption=exemption)
            )
        if entries:
            number += len(entries)
            token = uuid.UUID(int=dice.getrandbits(128), version=4)
            visit_issue(
                owner=home.owner,
                entries=entries,
                tender=_tender(dice),
                by=by,
                at=at,
                token=token,
                content={"year": year},
            )


def _is_licensed(pet: Pet, animal: Animal, *, year: int, today: dt.date, on: dt.date) -> bool:
    """Whether the owner brought it that year with everything in order."""
    if pet.habit == "never" or (pet.habit != "good" and pet.habit != "guide" and year == today.year):
        return False
    held = {shot.disease for shot in animal.vaccinations.all()}
    return held == {"rabies", "distemper"} and on > _born(pet, today) + dt.timedelta(days=180)


def _tender(dice: random.Random) -> dict[str, str]:
    chance = dice.random()
    if chance < 0.3:
        return {"tender": "check", "check_number": str(dice.randrange(1001, 9800))}
    if chance < 0.45:
        return {"tender": "card", "card_reference": f"{dice.randrange(100000, 999999)}"}
    return {"tender": "cash"}


def _recent_shots(settled: list[Settled], *, today: dt.date, by: Any, dice: random.Random) -> None:
    """Half of the careful owners have been to the veterinarian already, so that their renewal is two keys."""
    for home in settled:
        for pet, animal in home.animals:
            given = today - dt.timedelta(days=dice.randrange(10, 60))
            old_enough = given > _born(pet, today) + dt.timedelta(days=90)
            if pet.habit in ("good", "guide") and old_enough and dice.random() < 0.55:
                for disease in DAYS:
                    if not animal.vaccinations.filter(disease=disease, given=given).exists():
                        _shot(home, animal, disease, given, by, dice)
