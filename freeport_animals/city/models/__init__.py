"""What the council sets and whom it appoints. Nothing is overwritten: a later resolution follows."""

from freeport_animals.city.models.meetings import Meeting, MeetingSchedule
from freeport_animals.city.models.offices import Appointment, CouncilMember
from freeport_animals.city.models.resolutions import Resolution, Setting
from freeport_animals.city.models.shelters import Shelter, ShelterHours, ShelterTerms

__all__ = [
    "Appointment",
    "CouncilMember",
    "Meeting",
    "MeetingSchedule",
    "Resolution",
    "Setting",
    "Shelter",
    "ShelterHours",
    "ShelterTerms",
]
