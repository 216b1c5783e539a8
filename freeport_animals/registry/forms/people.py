"""Forms about people."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals.base.clock import today
from freeport_animals.base.fields import DayField, LineField, NoteField
from freeport_animals.base.formats import phone as shown_phone
from freeport_animals.registry.forms.base import DayForm, EditForm, ReasonForm, RegistryForm
from freeport_animals.registry.forms.pick import PersonPickField
from freeport_animals.registry.models import Household, Person, Phone, Premises
from freeport_animals.registry.services import PhoneEntry
from freeport_animals.registry.services.people import person_refusals
from freeport_animals.registry.services.text import phone_number, state_code, zip_code

PHONES = 3


class ZipField(LineField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)
        self.widget.attrs.update({"inputmode": "numeric", "autocomplete": "off"})

    def clean(self, value: Any) -> str:
        return zip_code_or_error(super().clean(value))


def zip_code_or_error(text: str) -> str:
    try:
        return zip_code("zip", text)
    except ValidationError as error:
        raise ValidationError(error.message_dict["zip"]) from None


class StateField(LineField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, **kwargs)

    def clean(self, value: Any) -> str:
        try:
            return state_code("state", super().clean(value))
        except ValidationError as error:
            if hasattr(error, "error_dict"):
                raise ValidationError(error.message_dict["state"]) from None
            raise


class PhoneField(LineField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, required=False, **kwargs)
        self.widget.attrs.update({"inputmode": "tel", "autocomplete": "off"})

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return phone_number("phone", text) if text else ""
        except ValidationError as error:
            raise ValidationError(error.message_dict["phone"]) from None


class PersonFields(forms.Form):
    """The boxes of a person, shared by adding and editing."""

    kind = forms.ChoiceField(
        label="Owner is a", choices=Person.Kind.choices, widget=forms.RadioSelect, initial=Person.Kind.PERSON
    )
    given_name = LineField(label="Given name", max_length=100, required=False)
    family_name = LineField(
        label="Family name", max_length=100, required=False, help_text="A one-word name goes here."
    )
    organization = LineField(label="Name of the firm, association or corporation", required=False)
    other_names = LineField(
        label="Earlier or other names", required=False, help_text="Found by search, never printed."
    )
    birth_date = DayField(label="Birth date", required=False, latest_today=True)
    guardian = PersonPickField(label="Parent or guardian of somebody under 18", required=False)
    email = LineField(label="E-mail", max_length=254, required=False)
    mailing_street = LineField(label="Street or PO box", required=False)
    mailing_city = LineField(label="City", max_length=80, required=False)
    mailing_state = StateField(label="State", required=False, initial="MN")
    mailing_zip = ZipField(label="ZIP code", required=False)
    safe_at_home = forms.BooleanField(label="Safe at Home participant", required=False)
    note = NoteField(label="Note", required=False)

    def __init__(self, *args: Any, known_phones: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.phone_count = max(PHONES, known_phones + 1)
        for n in range(1, self.phone_count + 1):
            self.fields[f"phone_{n}"] = PhoneField(label="Telephone" if n == 1 else f"Telephone {n}")
            self.fields[f"phone_{n}_kind"] = forms.ChoiceField(
                label=f"Kind of telephone {n}", choices=Phone.Kind.choices, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Name what the service would refuse along with what the boxes themselves refuse."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        refused = person_refusals(cleaned, today=today())
        for field, texts in refused.items():
            if field in self.fields and field not in self.errors:
                self.add_error(field, texts)
        return cleaned

    @property
    def phone_boxes(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"phone_{n}"], self[f"phone_{n}_kind"]) for n in range(1, self.phone_count + 1)]

    def phones(self) -> list[PhoneEntry]:
        """The numbers typed."""
        return [
            PhoneEntry(
                self.cleaned_data[f"phone_{n}"],
                self.cleaned_data.get(f"phone_{n}_kind") or Phone.Kind.MOBILE,
            )
            for n in range(1, self.phone_count + 1)
            if self.cleaned_data.get(f"phone_{n}")
        ]

    def facts(self) -> dict[str, Any]:
        """What `person_add` and `person_edit` take of these boxes."""
        names = (
            "kind", "given_name", "family_name", "organization", "other_names", "birth_date", "guardian",
            "email", "mailing_street", "mailing_city", "mailing_state", "mailing_zip", "safe_at_home", "note",
        )  # fmt: skip
        return {name: self.cleaned_data[name] for name in names}


class PlaceFields(forms.Form):
    """The boxes of an address, with the premises on record that may be it."""

    street = LineField(label="House number and street", required=False)
    unit = LineField(label="Unit", max_length=40, required=False)
    city = LineField(label="City", max_length=80, required=False, initial="Freeport")
    state = StateField(label="State", required=False, initial="MN")
    zip_code = ZipField(label="ZIP code", required=False, initial="56331")
    in_city = forms.BooleanField(label="Inside the city limits", required=False, initial=True)
    zoning = forms.ChoiceField(
        label="Zoning district",
        choices=Premises.Zoning.choices,
        required=False,
        initial=Premises.Zoning.RESIDENTIAL,
    )
    place = forms.CharField(required=False, max_length=20)  # the premises chosen, or `new`

    def address(self) -> dict[str, Any]:
        """What `premises_find_or_add` takes."""
        names = ("street", "unit", "city", "state", "zip_code", "in_city", "zoning")
        given = {name: self.cleaned_data[name] for name in names}
        given["city"] = given["city"] or "Freeport"
        given["state"] = given["state"] or "MN"
        given["zoning"] = given["zoning"] or Premises.Zoning.OTHER
        return given

    def chosen_place(self) -> Premises | None:
        """The premises chosen from the likely ones."""
        key = self.cleaned_data.get("place") or ""
        if not key.isdecimal() or len(key) > 18:
            return None
        return Premises.objects.select_related("merged_into").filter(pk=int(key)).first()


class PersonAddForm(PersonFields, PlaceFields, RegistryForm):
    """Somebody new, with the premises they live on."""

    household = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    not_these = forms.CharField(required=False, max_length=500)

    def household_chosen(self) -> Household | None:
        key = self.cleaned_data.get("household") or ""
        if not key.isdecimal() or len(key) > 18:
            return None
        return Household.objects.filter(pk=int(key)).first()

    def ruled_out(self) -> set[int]:
        """The likely duplicates that were shown and are, as was said, other people."""
        return keys(self.cleaned_data.get("not_these", ""))


def keys(text: str) -> set[int]:
    """The keys in `1,2,3`."""
    return {int(part) for part in text.split(",") if part.isdecimal() and len(part) <= 18}


class PersonEditForm(PersonFields, PlaceFields, EditForm):
    """Somebody known. The premises are moved with an address of their own."""

    household_too = forms.BooleanField(
        label="Protect everybody of this household who lives there too", required=False, initial=True
    )

    @staticmethod
    def opened(person: Person, phones: Iterable[Phone]) -> dict[str, Any]:
        """The boxes as they stand."""
        initial: dict[str, Any] = {
            name: getattr(person, name)
            for name in (
                "kind", "given_name", "family_name", "organization", "other_names", "birth_date", "guardian",
                "email", "mailing_street", "mailing_city", "mailing_state", "mailing_zip", "safe_at_home",
                "note", "version",
            )
        }  # fmt: skip
        for n, phone in enumerate(list(phones), start=1):
            initial[f"phone_{n}"] = shown_phone(phone.number)
            initial[f"phone_{n}_kind"] = phone.kind
        if person.premises is not None and not person.safe_at_home:
            for name in ("street", "unit", "city", "state", "zip_code", "in_city", "zoning"):
                initial[name] = getattr(person.premises, name)
        return initial


class RevealForm(ReasonForm):
    """Why somebody must know where a Safe at Home participant lives."""

    reason = LineField(
        max_length=160, error_messages={"required": "Say why you must know where this person lives."}
    )


class HouseholdMoveForm(DayForm):
    """Into whose household somebody moves; nobody named: into one of their own."""

    into = PersonPickField(label="Into the household of", required=False)

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["into"].exclude(person)  # type: ignore[attr-defined]
        self.fields["into"].help_text = "Leave empty for a household of their own."
        self.fields["on"].label = "From which day"
