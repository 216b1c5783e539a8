"""Forms about animals, their owners and their vaccinations."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals import rules
from freeport_animals.attachments.fields import AttachmentField, PhotographField
from freeport_animals.base.clock import today
from freeport_animals.base.fields import DayField, LineField, NoteField
from freeport_animals.registry.forms.base import DayForm, EditForm, ReasonForm, RegistryForm
from freeport_animals.registry.forms.people import PhoneField
from freeport_animals.registry.forms.pick import PersonPickField
from freeport_animals.registry.models import Animal, Ownership, Person, Vaccination, Veterinarian
from freeport_animals.registry.services.animals import animal_refusals

CLASS_CHOICES = [("domestic", "Domestic"), ("non-domestic", "Non-domestic"), ("farm", "Farm")]


class WeightField(forms.Field):
    """Pounds, with one decimal: 62, 62.5, 62 lb."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> Decimal | None:
        if isinstance(value, Decimal) or value in self.empty_values:
            return value or None
        text = str(value).strip().lower()
        for unit in ("pounds", "pound", "lbs.", "lbs", "lb.", "lb"):
            text = text.removesuffix(unit).strip()
        whole, _, part = text.partition(".")
        if not (whole + part).isascii() or not (whole + part).isdigit() or len(whole) > 6 or len(part) > 3:
            raise ValidationError(
                f"“{str(value)[:30]}” is not a weight. Type pounds in figures, for example 62.5.",
                code="invalid",
            )
        return Decimal(f"{whole or 0}.{part or 0}")

    def prepare_value(self, value: Any) -> Any:
        return f"{value:f}".rstrip("0").rstrip(".") if isinstance(value, Decimal) else value


class SpeciesField(LineField):
    """What the animal is, with what the ordinance knows to pick from."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=60, **kwargs)
        self.widget.attrs.update({"list": "species", "autocomplete": "off"})


class AnimalFields(forms.Form):
    """The boxes of an animal, shared by adding and editing."""

    name = LineField(label="Name", max_length=100, required=False)
    species = SpeciesField(label="Kind of animal", initial="dog")
    breed = LineField(label="Breed", max_length=120, required=False)
    color = LineField(label="Color", max_length=120, required=False)
    sex = forms.ChoiceField(
        label="Sex", choices=Animal.Sex.choices, widget=forms.RadioSelect, initial=Animal.Sex.UNKNOWN
    )
    altered = forms.ChoiceField(
        label="Spayed or neutered",
        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
        widget=forms.RadioSelect,
        initial=Animal.Altered.UNKNOWN,
    )
    born = DayField(label="Birth date", required=False, latest_today=True)
    born_precision = forms.ChoiceField(
        label="The birth date is",
        choices=[("exact", "Exact"), ("estimated", "Estimated")],
        widget=forms.RadioSelect,
        required=False,
        initial="exact",
    )
    born_in_litter_here = forms.BooleanField(label="Born in a litter on these premises", required=False)
    weight = WeightField(label="Weight", required=False)
    marks = NoteField(label="Distinguishing marks", required=False)
    microchips = LineField(
        label="Microchip",
        max_length=200,
        required=False,
        help_text="As scanned. Several with a comma between them.",
    )
    hybrid_with_wild = forms.BooleanField(
        label="Crossbred with a wild animal, as a wolf hybrid", required=False
    )
    venomous_or_constricting = forms.BooleanField(label="Poisonous, venomous or constricting", required=False)
    commonly_accepted_pet = forms.BooleanField(
        label="A crossbreed that is commonly accepted as a house pet", required=False
    )
    note = NoteField(label="Note", required=False)
    photograph = PhotographField(label="Photograph")

    species_known = rules.known_species()

    def clean(self) -> dict[str, Any]:
        """Name what the service would refuse along with what the boxes themselves refuse."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for field, texts in animal_refusals(cleaned, today=today()).items():
            if field in self.fields and field not in self.errors:
                self.add_error(field, texts)
        return cleaned

    def facts(self) -> dict[str, Any]:
        """What `animal_add` and `animal_edit` take of these boxes."""
        names = (
            "name", "species", "breed", "color", "sex", "altered", "born", "born_in_litter_here", "weight",
            "marks", "hybrid_with_wild", "venomous_or_constricting", "commonly_accepted_pet", "note",
        )  # fmt: skip
        return {name: self.cleaned_data[name] for name in names} | {
            "born_precision": self.cleaned_data["born_precision"] or Animal.BornPrecision.ESTIMATED
        }

    def chips(self) -> list[str]:
        """The microchip numbers typed."""
        text = self.cleaned_data["microchips"].replace(";", ",")
        return [part.strip() for part in text.split(",") if part.strip()]


class AnimalAddForm(AnimalFields, RegistryForm):
    """A new animal of an owner."""

    owned_since = DayField(
        label="With this owner since",
        required=False,
        latest_today=True,
        help_text="Leave empty if nobody knows.",
    )
    not_these = forms.CharField(required=False, max_length=500)


class AnimalEditForm(AnimalFields, EditForm):
    @staticmethod
    def opened(animal: Animal, chips: list[str]) -> dict[str, Any]:
        """The boxes as they stand."""
        initial = {
            name: getattr(animal, name)
            for name in (
                "name", "species", "breed", "color", "sex", "altered", "born", "born_in_litter_here",
                "weight", "marks", "hybrid_with_wild", "venomous_or_constricting", "commonly_accepted_pet",
                "note", "version",
            )
        }  # fmt: skip
        initial["born_precision"] = animal.born_precision if animal.born else "exact"
        initial["microchips"] = ", ".join(chips)
        return initial


class PhotographForm(RegistryForm):
    photograph = PhotographField(
        label="Photograph", required=True, error_messages={"required": "Choose a photograph."}
    )


class ClassForm(RegistryForm):
    """The officer's decision where 1.A leaves the class open."""

    officer_class = forms.ChoiceField(label="Class", choices=CLASS_CHOICES, widget=forms.RadioSelect)
    reason = NoteField(
        label="Reason",
        help_text="Kept with the decision (1.A).",
        error_messages={"required": "Write the reason: the decision is kept with it (1.A)."},
    )


class TransferForm(DayForm):
    """Handing an animal over to somebody on record."""

    to = PersonPickField(label="New owner")
    reason = LineField(label="How", max_length=200, required=False, help_text="Sold, given, inherited …")

    field_order = ("to", "on", "reason")


class PartForm(DayForm):
    """A co-owner, keeper or harborer."""

    person = PersonPickField(label="Who")
    role = forms.ChoiceField(
        label="Is",
        choices=[("owner", "Owner too"), ("keeper", "Keeper"), ("harborer", "Harborer")],
        widget=forms.RadioSelect,
        initial=Ownership.Role.OWNER,
        help_text="Whoever keeps or harbors an animal counts as an owner (1.D).",
    )
    on = DayField(
        label="Since", required=False, latest_today=True, help_text="Leave empty if nobody knows since when."
    )
    field_order = ("person", "role", "on")


class PartEndForm(DayForm, ReasonForm):
    """The end of somebody's part in an animal."""

    successor = forms.ChoiceField(
        label="Registered owner from then on", required=False, widget=forms.RadioSelect
    )
    field_order = ("on", "reason", "successor")

    def __init__(self, *args: Any, heirs: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heirs = {str(person.pk): person for person in heirs}
        self.fields["on"].label = "First day without this part"
        if self.heirs:
            field = self.fields["successor"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(key, person.name) for key, person in self.heirs.items()]
            field.required = True
            field.error_messages["required"] = "Say who is the registered owner from then on."
        else:
            del self.fields["successor"]


class PartSinceForm(RegistryForm):
    """The corrected day since when somebody has a part in an animal."""

    on = DayField(
        label="Since", required=False, latest_today=True, help_text="Empty: nobody knows since when."
    )


class VaccinationForm(RegistryForm):
    """One vaccination as its certificate states it."""

    disease = forms.ChoiceField(
        label="Against", choices=Vaccination.Disease.choices, widget=forms.RadioSelect, initial="rabies"
    )
    given = DayField(
        label="Given", latest_today=True, error_messages={"required": "Type the day on the certificate."}
    )
    expires = DayField(label="Expires", required=False, help_text="As the certificate says.")
    veterinarian = LineField(label="Veterinarian", max_length=120, required=False)
    clinic = LineField(label="Clinic", max_length=160, required=False)
    product = forms.ChoiceField(label="Vaccine", choices=Vaccination.Product.choices, required=False)
    product_name = LineField(label="Product and serial number", max_length=120, required=False)
    certificate_shown = forms.BooleanField(label="The certificate was shown", required=False, initial=True)
    certificate_number = LineField(label="Certificate number", max_length=60, required=False)
    certificate_file = AttachmentField(label="Certificate, as photograph or PDF")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("veterinarian", "clinic"):
            self.fields[name].widget.attrs.update({"autocomplete": "off", "list": f"{name}s"})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        given, expires = cleaned.get("given"), cleaned.get("expires")
        if given and expires and expires <= given:
            self.add_error("expires", "It cannot expire on or before the day it was given. Check both dates.")
        return cleaned


class CertificateForm(RegistryForm):
    """A certificate that was shown later."""

    certificate_number = LineField(label="Certificate number", max_length=60, required=False)
    certificate_file = AttachmentField(label="Certificate, as photograph or PDF")


class VeterinarianForm(RegistryForm):
    veterinarian = LineField(label="Name", max_length=120, error_messages={"required": "Type the name."})
    clinic = LineField(label="Clinic", max_length=160, required=False)
    phone = PhoneField(label="Telephone")
    licensed = forms.BooleanField(
        label="Licensed to practice where the animal was vaccinated", required=False
    )

    @staticmethod
    def opened(one: Veterinarian) -> dict[str, Any]:
        return {
            "veterinarian": one.name,
            "clinic": one.clinic,
            "phone": one.phone,
            "licensed": one.licensed,
        }
