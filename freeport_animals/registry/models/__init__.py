"""Who and what the city knows: people, households, premises, animals, whose they are, and their vaccinations.

Nothing here is deleted. A merged record stays as the alias of the one kept (`merged_into`, always the kept
one itself, never another alias); reads resolve it through `selectors.alias_ids`.
"""

from freeport_animals.registry.models.animals import Animal, Microchip, Ownership
from freeport_animals.registry.models.folding import (
    AddressKey,
    AddressPlain,
    AddressWords,
    Digits,
    Joined,
    NameWords,
    Plain,
    Sounds,
)
from freeport_animals.registry.models.people import Household, HouseholdMembership, Person, Phone
from freeport_animals.registry.models.premises import Premises
from freeport_animals.registry.models.traces import Merge, StatusChange
from freeport_animals.registry.models.vaccinations import Vaccination, Veterinarian

__all__ = [
    "AddressKey",
    "AddressPlain",
    "AddressWords",
    "Animal",
    "Digits",
    "Household",
    "HouseholdMembership",
    "Joined",
    "Merge",
    "Microchip",
    "NameWords",
    "Ownership",
    "Person",
    "Phone",
    "Plain",
    "Premises",
    "Sounds",
    "StatusChange",
    "Vaccination",
    "Veterinarian",
]
