"""Boxes for what the city enters."""

import datetime as dt
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals.base.text import refuse_control_characters
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors.resolutions import citable

CLOCK = re.compile(r"(\d{1,2})(?::?(\d{2}))? *(am|pm|a|p)?", re.ASCII)


class ClockField(forms.Field):
    """A time of day typed as 7 pm, 7:00 pm, 19:00 or noon."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "placeholder": "7:00 pm", "class": "w-s"})

    def to_python(self, value: Any) -> dt.time | None:
        if value in self.empty_values or isinstance(value, dt.time):
            return value or None
        refuse_control_characters(str(value))
        typed = str(value).strip()
        if not typed:
            return None
        found = {"noon": "12:00 pm", "midnight": "12:00 am"}.get(
            typed.lower(), typed.lower().replace(".", "")
        )
        match = CLOCK.fullmatch(found)
        hour, minute = (int(match[1]), int(match[2] or 0)) if match else (99, 0)
        if match and match[3]:
            hour = hour % 12 + (12 if match[3].startswith("p") else 0) if 1 <= hour <= 12 else 99
        elif match and match[2] is None:
            hour = 99  # a bare 7 may be either half of the day
        if hour > 23 or minute > 59:
            raise ValidationError(
                f"“{typed[:30]}” is not a time of day. Type for example 7:00 pm.", code="invalid"
            )
        return dt.time(hour, minute)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dt.time):
            return value
        return f"{(value.hour + 11) % 12 + 1}:{value.minute:02d} {'am' if value.hour < 12 else 'pm'}"


class ResolutionField(forms.ModelChoiceField):
    """A resolution that something may rest on."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", "By resolution")
        kwargs.setdefault(
            "error_messages",
            {
                "required": "Choose the resolution; enter it first when it is not listed.",
                "invalid_choice": "This resolution cannot be cited. Choose one from the list.",
            },
        )
        super().__init__(queryset=Resolution.objects.none(), empty_label="Choose a resolution", **kwargs)

    def get_bound_field(self, form: Any, field_name: str) -> Any:
        self.queryset = citable()
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> Any:
        self.queryset = citable()
        return super().clean(value)

    def label_from_instance(self, obj: Resolution) -> str:
        title = obj.title if len(obj.title) <= 70 else f"{obj.title[:69]}…"
        return f"{obj.number}: {title}"
