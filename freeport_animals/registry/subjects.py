"""The registry's records that have a history page, and what stays hidden on it."""

from typing import Any

from freeport_animals.audit.subjects import Part, Subject, register
from freeport_animals.base.clock import today
from freeport_animals.registry.access import READ
from freeport_animals.registry.models import (
    Animal,
    HouseholdMembership,
    Microchip,
    Ownership,
    Person,
    Phone,
    Premises,
    Vaccination,
    Veterinarian,
)
from freeport_animals.registry.selectors.animals import owners_on

# What the database works out from other fields.
FOLDED = frozenset(
    {
        "name",
        "sort_name",
        "search_text",
        "sound_text",
        "words",
        "mailing_text",
        "mailing_words",
        "key",
        "digits",
    }
)
PLACE = frozenset({"premises"})


def conceal_of_person(person: Person, user: Any) -> frozenset[str]:
    """A Safe at Home participant's real premises, now and earlier, show in no history."""
    return PLACE if person.safe_at_home else frozenset()


def conceal_of_animal(animal: Animal, user: Any) -> frozenset[str]:
    """Nor do those where a participant's animal is kept."""
    return PLACE if any(row.person.safe_at_home for row in owners_on(animal, today())) else frozenset()


def register_all() -> None:
    """Give the registry's records their history pages."""
    roles = frozenset(str(role) for role in READ)
    register(
        Subject(
            Person,
            roles=roles,
            url_name="owner",
            parts=(
                Part(Phone, "person", hidden=FOLDED),
                Part(HouseholdMembership, "person"),
            ),
            hidden=FOLDED,
            conceal=conceal_of_person,
        )
    )
    register(
        Subject(
            Animal,
            roles=roles,
            url_name="animal",
            parts=(Part(Microchip, "animal"), Part(Ownership, "animal"), Part(Vaccination, "animal")),
            hidden=FOLDED - {"name"},
            conceal=conceal_of_animal,
        )
    )
    register(Subject(Premises, roles=roles, url_name="premises", hidden=FOLDED))
    register(Subject(Veterinarian, roles=roles, hidden=FOLDED - {"name"}))
