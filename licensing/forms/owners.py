"""What 2.B.1 asks of the owner and the registry lacks."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals.base.fields import LineField
from freeport_animals.base.once import TokenField
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors.duplicates import Likeness, person_duplicates

LIKELY = 0.85  # from here on an owner typed without scripts is shown who is on record before being added


class OwnerMissingForm(forms.Form):
    """The owner's address, asked only when none is on record. The rules say whether it is missing."""

    street = LineField(required=False, label="Street or PO box", max_length=200)
    city = LineField(required=False, label="City", max_length=80, initial="Freeport")
    state = LineField(required=False, label="State", max_length=20, initial="MN")
    zip_code = LineField(required=False, label="ZIP code", max_length=20, initial="56331")


class NewOwnerForm(forms.Form):
    """An owner added at the counter: only what 2.B.1 asks; the rest can follow on the owner's own page."""

    token = TokenField()
    given_name = LineField(required=False, label="Given name", max_length=100)
    family_name = LineField(required=False, label="Family name", max_length=100)
    organization = LineField(required=False, label="Firm or association", max_length=200)
    phone = LineField(required=False, label="Telephone", max_length=40)
    street = LineField(required=False, label="Street address", max_length=200)
    mailing_street = LineField(required=False, label="PO box, if any", max_length=200)
    city = LineField(required=False, label="City", max_length=80, initial="Freeport")
    state = LineField(required=False, label="State", max_length=20, initial="MN")
    zip_code = LineField(required=False, label="ZIP code", max_length=20, initial="56331")
    seen = forms.CharField(required=False, max_length=1, widget=forms.HiddenInput)  # likenesses were shown

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, prefix="new", **kwargs)
        for box in self.fields.values():
            if not box.widget.is_hidden:
                box.widget.attrs["autocomplete"] = "off"
        self.fields["phone"].widget.attrs["inputmode"] = "tel"

    def content(self) -> dict[str, str]:
        """What was typed, for telling a second press from another form."""
        return {
            name: str(value) for name, value in self.cleaned_data.items() if name not in ("token", "seen")
        }

    def alike(self) -> list[Likeness[Person]]:
        """Who on record may be the one typed so far. Nothing is merged by it. Three queries."""
        self.is_valid()
        data = self.cleaned_data
        return person_duplicates(
            given_name=data.get("given_name", ""),
            family_name=data.get("family_name", ""),
            organization=data.get("organization", ""),
            phones=[data["phone"]] if data.get("phone") else [],
            street=data.get("street", ""),
            mailing_street=data.get("mailing_street", ""),
        )

    def take(self, error: ValidationError) -> None:
        """Put the registry's sentences beside the boxes they are about."""
        names = {
            "phones": "phone",
            "mailing_city": "city",
            "mailing_state": "state",
            "mailing_zip": "zip_code",
        }
        for name, texts in error.message_dict.items():
            name = names.get(name, name)
            for text in texts:
                self.add_error(name if name in self.fields else None, text)
