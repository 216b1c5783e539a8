"""A shelter, and what a resolution sets for it."""

import datetime as dt
from typing import Any

from django import forms
from django.forms import BoundField

from freeport_animals.base.fields import LineField, MoneyField
from freeport_animals.base.once import TokenField
from freeport_animals.city.forms.fields import ClockField, ResolutionField
from freeport_animals.city.models import Shelter
from freeport_animals.city.models.common import Weekday


class ShelterForm(forms.Form):
    """Name and how it is reached."""

    token = TokenField()
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = LineField(label="Name", max_length=120, error_messages={"required": "Type the shelter's name."})
    boarding = forms.ChoiceField(
        label="Boarding is charged at",
        choices=Shelter.Boarding.choices,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose how boarding is charged.",
            "invalid_choice": "Choose one of the two.",
        },
    )
    street = LineField(required=False, label="Street")
    city_line = LineField(required=False, label="City, state and ZIP code", max_length=120)
    phone = LineField(required=False, label="Telephone", max_length=40)
    after_hours = LineField(
        required=False,
        label="When it is closed",
        help_text="Whom to call at night and on weekends, as an owner should read it.",
    )

    def __init__(self, *args: Any, new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not new:  # charges rest on it
            del self.fields["boarding"]

    def contact(self) -> dict[str, str]:
        """The columns that may be edited."""
        return {
            name: self.cleaned_data[name] for name in ("name", "street", "city_line", "phone", "after_hours")
        }


class ShelterSetForm(forms.Form):
    """Opening hours, rate and designation by a resolution."""

    token = TokenField()
    resolution = ResolutionField()
    designated = forms.TypedChoiceField(
        label="From that day it is",
        choices=[("yes", "an official shelter"), ("no", "no longer an official shelter")],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose one of the two."},
    )
    daily_rate = MoneyField(
        required=False,
        label="What it asks for a day",
        help_text="To tell an owner beforehand; its invoice decides (5.C.A.2).",
    )

    def __init__(self, *args: Any, shelter: Shelter, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if shelter.boarding == Shelter.Boarding.CITY:
            del self.fields["daily_rate"]
        for weekday in Weekday:
            self.fields[f"opens_{weekday.value}"] = ClockField(required=False, label=f"{weekday.label} from")
            self.fields[f"closes_{weekday.value}"] = ClockField(required=False, label=f"{weekday.label} to")

    def days(self) -> list[tuple[str, BoundField, BoundField]]:
        """Each weekday with its two boxes."""
        return [(day.label, self[f"opens_{day.value}"], self[f"closes_{day.value}"]) for day in Weekday]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        self.hours: dict[int, tuple[dt.time, dt.time]] = {}
        for day in Weekday:
            opens, closes = data.get(f"opens_{day.value}"), data.get(f"closes_{day.value}")
            if opens and closes:
                if closes <= opens:
                    self.add_error(f"closes_{day.value}", "It closes after it opens. Check am and pm.")
                self.hours[day.value] = (opens, closes)
            elif (opens or closes) and not {f"opens_{day.value}", f"closes_{day.value}"} & set(self.errors):
                empty = "closes" if opens else "opens"
                self.add_error(f"{empty}_{day.value}", "Type both times, or neither when it is closed.")
        if data.get("designated") and not self.hours and not self.errors:
            self.add_error("opens_1", "Type the hours of at least one day.")
        return data
