"""Reads about the city: what is in force, its shelters, officers, council and meetings."""

from freeport_animals.city.selectors.context import context
from freeport_animals.city.selectors.meetings import meetings_between, next_meetings, schedule_on
from freeport_animals.city.selectors.offices import appointments_on, council_on, officers_on
from freeport_animals.city.selectors.resolutions import overruled_by, resolutions
from freeport_animals.city.selectors.shelters import open_weekdays, shelter_on, shelters_on

__all__ = [
    "appointments_on",
    "context",
    "council_on",
    "meetings_between",
    "next_meetings",
    "officers_on",
    "open_weekdays",
    "overruled_by",
    "resolutions",
    "schedule_on",
    "shelter_on",
    "shelters_on",
]
