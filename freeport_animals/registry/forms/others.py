"""Forms about departures, premises and merges."""

from typing import Any

from django import forms

from freeport_animals.base.fields import LineField, NoteField
from freeport_animals.registry.forms.base import DayForm, EditForm, ReasonForm
from freeport_animals.registry.forms.people import StateField, ZipField
from freeport_animals.registry.models import Animal, Person, Premises
from freeport_animals.registry.services import Goes


class DepartureForm(DayForm):
    """The day on which an animal died, moved away or was given away."""

    note = LineField(label="Where to, or how", max_length=300, required=False)

    def __init__(self, *args: Any, day_label: str, note_label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"].label = day_label
        self.fields["note"].label = note_label


class OwnerDepartureForm(DepartureForm):
    """An owner died or moved away: what becomes of each animal."""

    def __init__(
        self, *args: Any, animals: list[Animal], others: list[Person], moved: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.animals = animals
        self.others = {str(person.pk): person for person in others}
        choices = [(key, f"{person.name} has it") for key, person in self.others.items()]
        if moved:
            choices = [
                (Goes.GOES_ALONG, "Goes along"),
                *choices,
                (Goes.NOT_KNOWN, "Stays, not known yet with whom"),
            ]
        else:
            choices = [*choices, (Goes.NOT_KNOWN, "Not known yet"), (Goes.GOES_ALONG, "Left the city too")]
        for animal in animals:
            self.fields[f"animal_{animal.pk}"] = forms.ChoiceField(
                label=str(animal),
                choices=choices,
                widget=forms.RadioSelect,
                initial=choices[0][0] if moved or others else Goes.NOT_KNOWN,
            )

    @property
    def animal_boxes(self) -> list[tuple[Animal, forms.BoundField]]:
        return [(animal, self[f"animal_{animal.pk}"]) for animal in self.animals]

    def goes(self) -> dict[int, Goes]:
        """What becomes of each animal, as the services take it."""
        result = {}
        for animal in self.animals:
            choice = self.cleaned_data[f"animal_{animal.pk}"]
            result[animal.pk] = Goes(Goes.TO, self.others[choice]) if choice in self.others else Goes(choice)
        return result


class PremisesForm(EditForm):
    """What is known of premises."""

    street = LineField(
        label="House number and street", error_messages={"required": "Type the house number and street."}
    )
    unit = LineField(label="Unit", max_length=40, required=False)
    city = LineField(label="City", max_length=80, error_messages={"required": "Type the city."})
    state = StateField(label="State", error_messages={"required": "Type the state's two letters."})
    zip_code = ZipField(label="ZIP code", required=False)
    in_city = forms.BooleanField(label="Inside the city limits", required=False)
    zoning = forms.ChoiceField(label="Zoning district", choices=Premises.Zoning.choices)
    safety_note = NoteField(
        label="Safety notes",
        required=False,
        help_text="What somebody must know before knocking. Officers and deputies see it first.",
    )

    NAMES = ("street", "unit", "city", "state", "zip_code", "in_city", "zoning", "safety_note")

    @classmethod
    def opened(cls, premises: Premises) -> dict[str, Any]:
        return {name: getattr(premises, name) for name in (*cls.NAMES, "version")}


class PremisesAddForm(PremisesForm):
    """New premises: they have no version yet."""

    version = None  # type: ignore[assignment]


class MergeForm(ReasonForm):
    """Which of two records is kept, and how it is known that they are one."""

    keep = forms.ChoiceField(label="Keep", widget=forms.RadioSelect)

    def __init__(self, *args: Any, records: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, question="How do you know that they are one?", **kwargs)
        field = self.fields["keep"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(record.pk), f"{record}") for record in records]
