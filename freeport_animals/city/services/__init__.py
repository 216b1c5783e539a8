"""Every write about the city: resolutions, shelters, offices, meetings."""

from freeport_animals.city.services.meetings import (
    meeting_call,
    meeting_cancel,
    meeting_ensure,
    meeting_move,
    meeting_notice_post,
    meeting_schedule_set,
)
from freeport_animals.city.services.offices import (
    appointment_add,
    appointment_end,
    council_member_add,
    council_member_leave,
)
from freeport_animals.city.services.resolutions import resolution_adopt, resolution_withdraw
from freeport_animals.city.services.shelters import shelter_add, shelter_edit, shelter_set

__all__ = [
    "appointment_add",
    "appointment_end",
    "council_member_add",
    "council_member_leave",
    "meeting_call",
    "meeting_cancel",
    "meeting_ensure",
    "meeting_move",
    "meeting_notice_post",
    "meeting_schedule_set",
    "resolution_adopt",
    "resolution_withdraw",
    "shelter_add",
    "shelter_edit",
    "shelter_set",
]
