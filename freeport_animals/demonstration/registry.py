"""Entering the invented people and animals through the services that the counter uses."""

import datetime as dt
import random
from dataclasses import dataclass, field

from freeport_animals.demonstration.people import HOMES, VETERINARIANS, Home, Pet
from freeport_animals.registry.models import Animal, Person, Premises, Veterinarian
from freeport_animals.registry.services.animals import animal_add
from freeport_animals.registry.services.people import PhoneEntry, person_add
from freeport_animals.registry.services.premises import premises_find_or_add
from freeport_animals.registry.services.vaccinations import veterinarian_find_or_add

# The designated address of every Safe at Home participant in Minnesota, here with an invented lot number.
SAFE_AT_HOME_ADDRESS = ("PO Box 17370, Lot 0000", "Saint Paul", "MN", "55117")


@dataclass
class Settled:
    """A home as it stands in the registry."""

    home: Home
    owner: Person
    premises: Premises
    veterinarian: Veterinarian
    animals: list[tuple[Pet, Animal]] = field(default_factory=list)


def names(text: str) -> dict[str, str]:
    """The name's parts as `person_add` takes them."""
    if text.startswith("="):
        return {"organization": text[1:], "kind": "association" if "Parish" in text else "firm"}
    given, _, family = text.rpartition(" ")
    return {"given_name": given, "family_name": family}


def settle(
    home: Home, *, index: int, today: dt.date, vets: list[Veterinarian], dice: random.Random
) -> Settled:
    """One home: premises, people of one household, animals."""
    premises = premises_find_or_add(
        street=home.street,
        zip_code="56331",
        in_city=home.in_city,
        zoning=home.zoning,
        safety_note=home.safety_note,
    ).premises
    post: dict[str, str] = {}
    if home.mailing:
        post = {
            "mailing_street": home.mailing,
            "mailing_city": "Freeport",
            "mailing_state": "MN",
            "mailing_zip": "56331",
        }
    if home.safe_at_home:
        keys = ("mailing_street", "mailing_city", "mailing_state", "mailing_zip")
        post = dict(zip(keys, SAFE_AT_HOME_ADDRESS, strict=True))
    owner = person_add(
        **names(home.names[0]),
        **post,
        email=home.email,
        premises=premises,
        safe_at_home=home.safe_at_home,
        note=home.note,
        phones=[PhoneEntry(f"320-555-{100 + index:04d}")],
        today=today,
    )
    household = owner.memberships.get().household
    for name in home.names[1:]:
        minor = home.minor_with_guardian
        person_add(
            **names(name),
            premises=premises,
            household=household,
            birth_date=today.replace(year=today.year - 13, day=1) if minor else None,
            guardian=owner if minor else None,
            today=today,
        )
    settled = Settled(home, owner, premises, vets[index % len(vets)])
    for pet in home.pets:
        born = today - dt.timedelta(days=int(pet.age * 365))
        animal = animal_add(
            species=pet.species,
            name=pet.name,
            breed=pet.breed,
            color=pet.color,
            sex=pet.sex,
            altered=pet.altered,
            born=born,
            born_precision=Animal.BornPrecision.EXACT if pet.age < 3 else Animal.BornPrecision.ESTIMATED,
            marks=pet.marks,
            premises=premises,
            microchips=[f"98514{dice.randrange(10**9, 10**10)}"] if dice.random() < 0.3 else [],
            owner=owner,
            owned_since=min(born + dt.timedelta(days=60), today),
            today=today,
        )
        settled.animals.append((pet, animal))
    return settled


def settle_all(*, today: dt.date, dice: random.Random) -> list[Settled]:
    """Every home of the demonstration."""
    vets = [veterinarian_find_or_add(name=n, clinic=c, phone=p) for n, c, p in VETERINARIANS]
    return [settle(home, index=i, today=today, vets=vets, dice=dice) for i, home in enumerate(HOMES)]
