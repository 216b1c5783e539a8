"""Calling, moving and cancelling meetings, and when regular ones fall."""

from typing import Any

from django import forms

from freeport_animals.base.fields import DayField, LineField
from freeport_animals.base.once import TokenField
from freeport_animals.city.forms.fields import ClockField, ResolutionField
from freeport_animals.city.models import MeetingSchedule
from freeport_animals.city.models.common import Weekday

DAY = {"required": "Type the day of the meeting."}
TIME = {"required": "Type the time, for example 7:00 pm."}


class CallForm(forms.Form):
    """A special meeting."""

    token = TokenField()
    on = DayField(label="Day", error_messages=DAY)
    starts = ClockField(label="Time", error_messages=TIME)
    place = LineField(label="Place", error_messages={"required": "Say where the council meets."})
    purpose = LineField(
        label="Purpose",
        max_length=300,
        error_messages={"required": "Say what the meeting is about; nothing else can be decided there."},
    )
    called_by = LineField(
        label="Called by",
        help_text="The mayor, or two members.",
        error_messages={"required": "Say who calls it: the mayor, or which two members."},
    )
    emergency_reason = LineField(
        required=False,
        label="Why it cannot wait for three days' notice",
        max_length=300,
        help_text="Only for an emergency meeting.",
    )


class MoveForm(forms.Form):
    """Another time or place for a meeting."""

    token = TokenField()
    version = forms.IntegerField(widget=forms.HiddenInput)
    on = DayField(label="Day", error_messages=DAY)
    starts = ClockField(label="Time", error_messages=TIME)
    place = LineField(label="Place", error_messages={"required": "Say where the council meets."})


class CancelForm(forms.Form):
    """Why a meeting is not held."""

    token = TokenField()
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = LineField(
        label="Reason", max_length=300, error_messages={"required": "Say why it is cancelled."}
    )


class PostForm(forms.Form):
    """When the notice was posted."""

    token = TokenField()
    version = forms.IntegerField(widget=forms.HiddenInput)
    posted_on = DayField(
        latest_today=True, label="Notice posted", error_messages={"required": "Type the day it was posted."}
    )


class ScheduleForm(forms.Form):
    """When the regular meetings fall."""

    token = TokenField()
    resolution = ResolutionField()
    week = forms.TypedChoiceField(label="Each month's", choices=MeetingSchedule.Week.choices, coerce=int)
    weekday = forms.TypedChoiceField(label="Weekday", choices=Weekday.choices, coerce=int)
    starts = ClockField(label="Time", error_messages=TIME)
    place = LineField(label="Place", error_messages={"required": "Say where the council meets."})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("week", "weekday"):
            self.fields[name].error_messages["invalid_choice"] = "Choose one from the list."
