"""Every write of the registry. Keyword-only, atomic, refusing with RegistryError: sentences by field."""

from freeport_animals.registry.services.animals import (
    animal_add,
    animal_class_decide,
    animal_edit,
    animal_photograph_set,
    microchip_add,
)
from freeport_animals.registry.services.departures import (
    Goes,
    animal_died,
    animal_given_away,
    animal_moved_away,
    departure_undo,
    person_died,
    person_moved_away,
)
from freeport_animals.registry.services.errors import AlreadyMerged, RegistryError, sentences
from freeport_animals.registry.services.households import household_move, household_name
from freeport_animals.registry.services.merges import merge_undo, record_merge
from freeport_animals.registry.services.ownerships import (
    ownership_begin,
    ownership_end,
    ownership_make_primary,
    ownership_since_set,
    ownership_transfer,
    ownership_void,
)
from freeport_animals.registry.services.people import PhoneEntry, person_add, person_edit
from freeport_animals.registry.services.premises import premises_edit, premises_find_or_add
from freeport_animals.registry.services.vaccinations import (
    vaccination_certificate_set,
    vaccination_record,
    vaccination_void,
    veterinarian_edit,
    veterinarian_find_or_add,
)

__all__ = [
    "AlreadyMerged",
    "Goes",
    "PhoneEntry",
    "RegistryError",
    "animal_add",
    "animal_class_decide",
    "animal_died",
    "animal_edit",
    "animal_given_away",
    "animal_moved_away",
    "animal_photograph_set",
    "departure_undo",
    "household_move",
    "household_name",
    "merge_undo",
    "microchip_add",
    "ownership_begin",
    "ownership_end",
    "ownership_make_primary",
    "ownership_since_set",
    "ownership_transfer",
    "ownership_void",
    "person_add",
    "person_died",
    "person_edit",
    "person_moved_away",
    "premises_edit",
    "premises_find_or_add",
    "record_merge",
    "sentences",
    "vaccination_certificate_set",
    "vaccination_record",
    "vaccination_void",
    "veterinarian_edit",
    "veterinarian_find_or_add",
]
