"""One animal of a visit. A form that was refused in part still says what could be read of it."""

from typing import Any

from django import forms

from freeport_animals.base.clock import today
from freeport_animals.base.fields import DayField, LineField
from freeport_animals.base.formats import day
from freeport_animals.registry.models import Animal, Vaccination
from licensing.entries import DISEASES, Entry, ExemptionTyped, Shot
from licensing.judging import Known
from licensing.models import Exemption
from licensing.tags import TagNumber, parse_tag

SPECIES = [("dog", "Dog"), ("cat", "Cat")]
SEX = [("", "Choose"), (Animal.Sex.FEMALE, "Female"), (Animal.Sex.MALE, "Male")]
ALTERED = [("", "Not known"), (Animal.Altered.YES, "Yes"), (Animal.Altered.NO, "No")]
PRODUCTS = [
    ("", "Not stated"),
    (Vaccination.Product.INACTIVATED, "Inactivated"),
    (Vaccination.Product.MODIFIED_LIVE, "Modified live"),
]
EXEMPTIONS = [
    ("", "None"),
    (Exemption.Kind.VISITOR, "Visitor: owner lives elsewhere"),
    (Exemption.Kind.SHOW, "Here for a show"),
    (Exemption.Kind.GUIDE, "Guide dog for the blind"),
    (Exemption.Kind.SERVICE, "Other service dog"),
]
DETAILS = ("name", "breed", "color", "sex", "altered", "born")
LATER_THAN = {"visitor", "show"}


class CardForm(forms.Form):
    """What is typed of one animal. `known` is None of an animal new to the registry; `key` prefixes its fields."""

    license = forms.BooleanField(required=False, label="License")
    tag = forms.CharField(required=False, label="Tag", max_length=20)
    latest = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    tag_proposed = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    skip_reason = LineField(required=False, label="Why are tags skipped?", max_length=300)
    species = forms.ChoiceField(required=False, label="Species", choices=SPECIES)
    name = LineField(required=False, label="Name", max_length=100)
    breed = LineField(required=False, label="Breed", max_length=120)
    color = LineField(required=False, label="Color", max_length=120)
    sex = forms.ChoiceField(required=False, label="Sex", choices=SEX)
    altered = forms.ChoiceField(required=False, label="Spayed or neutered", choices=ALTERED)
    born = DayField(required=False, label="Born", latest_today=True)
    born_about = forms.BooleanField(required=False, label="Estimated")
    exemption = forms.ChoiceField(required=False, label="Exempt (2.B.4)", choices=EXEMPTIONS)
    exemption_reason = LineField(required=False, label="Reason, and what was shown", max_length=300)
    exemption_until = DayField(required=False, label="Through")

    def __init__(self, *args: Any, known: Known | None, key: str, series: int, **kwargs: Any) -> None:
        super().__init__(*args, prefix=key, **kwargs)
        self.known = known
        self.key = key
        self.series = series
        for disease in DISEASES:
            self._add_shot(disease)
        self.fields["license"].widget.attrs["class"] = "form-check-input"
        self.fields["tag"].widget.attrs.update(autocomplete="off", inputmode="numeric", spellcheck="false")
        self.fields["skip_reason"].widget.attrs["list"] = "skip-reasons"
        for name in ("name", "breed", "color"):
            self.fields[name].widget.attrs["autocomplete"] = "off"
        if known is not None:
            # What the registry knows is not asked again; the animal's own page corrects it.
            for name in ("species", *self._stated()):
                del self.fields[name]
            if "born" not in self.fields:
                del self.fields["born_about"]

    def _stated(self) -> list[str]:
        assert self.known is not None
        animal = self.known.animal
        return [name for name in DETAILS if getattr(animal, name) not in ("", None, "unknown")]

    def _add_shot(self, disease: str) -> None:
        word = disease.capitalize()
        self.fields[f"{disease}_given"] = DayField(required=False, label=f"{word} given", latest_today=True)
        self.fields[f"{disease}_expires"] = DayField(required=False, label=f"{word} certificate runs to")
        self.fields[f"{disease}_certificate"] = forms.BooleanField(
            required=False, label=f"{word} certificate seen"
        )
        self.fields[f"{disease}_veterinarian"] = LineField(
            required=False, label=f"{word} veterinarian", max_length=280
        )
        self.fields[f"{disease}_veterinarian"].widget.attrs.update(list="veterinarians", autocomplete="off")
        self.fields[f"{disease}_product"] = forms.ChoiceField(
            required=False, label=f"{word} vaccine", choices=PRODUCTS
        )
        self.fields[f"{disease}_number"] = LineField(
            required=False, label=f"{word} certificate number", max_length=60
        )
        self.fields[f"{disease}_number"].widget.attrs["autocomplete"] = "off"

    @property
    def called(self) -> str:
        """The animal's name for a sentence."""
        name = self.known.animal.name if self.known else ""
        return name or str(getattr(self, "cleaned_data", {}).get("name") or "") or "this animal"

    def clean_tag(self) -> TagNumber | None:
        typed = self.cleaned_data["tag"].strip()
        return parse_tag(typed, series=self.series) if typed else None

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        for disease in DISEASES:
            self._clean_shot(disease)
        self._clean_exemption()
        if (
            data.get("born_about")
            and not data.get("born")
            and "born" in self.fields
            and "born" not in self.errors
        ):
            self.add_error("born", "Type the estimated birth date, or take the tick away.")
        return data

    def _clean_shot(self, disease: str) -> None:
        data = self.cleaned_data
        given, expires = data.get(f"{disease}_given"), data.get(f"{disease}_expires")
        born = data.get("born") or (self.known.animal.born if self.known else None)
        exact = (
            data.get("born_about") is not True
            if data.get("born")
            else self.known is not None and self.known.animal.born_precision == Animal.BornPrecision.EXACT
        )
        if f"{disease}_given" in self.errors:
            return
        if given and born and given < born and exact:
            self.add_error(
                f"{disease}_given",
                f"{day(given)} is before {self.called} was born ({day(born)}). Check both dates.",
            )
        if not given and expires:
            self.add_error(
                f"{disease}_given", "Type the day it was given: the city counts from that day (2.D.1)."
            )
        if given and expires and expires <= given:
            self.add_error(
                f"{disease}_expires",
                f"A certificate cannot end on or before the day it was given, {day(given)}.",
            )
        newest = self.known.newest(disease) if self.known else None
        ticked = data.get(f"{disease}_certificate")
        if not given and not expires and ticked and newest is None:
            self.add_error(f"{disease}_given", "Type the day it was given, as it stands on the certificate.")
        if given and newest is not None and given < newest.given:
            self.add_error(
                f"{disease}_given",
                f"A newer {disease} vaccination, of {day(newest.given)}, is on record. Check the date.",
            )

    def _clean_exemption(self) -> None:
        data = self.cleaned_data
        kind = data.get("exemption")
        if not kind:
            return
        if not data.get("exemption_reason") and "exemption_reason" not in self.errors:
            self.add_error(
                "exemption_reason", "Say why, and what was shown: it is recorded with the exemption (2.B.4)."
            )
        until = data.get("exemption_until")
        if "exemption_until" in self.errors:
            return
        if kind in LATER_THAN and until is None:
            self.add_error(
                "exemption_until", "Type the last day: a visitor or show animal is exempt for a time only."
            )
        elif until is not None and until < today():
            self.add_error(
                "exemption_until", f"{day(until)} is past. Type the last day on which the exemption counts."
            )

    def entry(self) -> Entry:
        """What could be read of the card, errors or not. Call it after validation."""
        data = self.cleaned_data
        tag = data.get("tag") or None
        details: dict[str, Any] = {
            name: data[name]
            for name in ("species", *DETAILS)
            if name in data and data[name] not in (None, "")
        }
        if self.known is not None:
            details.pop("species", None)
        elif not {"name", "breed", "color", "sex", "born"} & details.keys():
            details = {"species": data.get("species") or "dog"}
        if "born" in details:
            about = data.get("born_about")
            details["born_precision"] = (
                Animal.BornPrecision.ESTIMATED if about else Animal.BornPrecision.EXACT
            )
        exemption = None
        if data.get("exemption"):
            exemption = ExemptionTyped(
                kind=data["exemption"],
                reason=data.get("exemption_reason") or "",
                until=data.get("exemption_until"),
            )
        shots = tuple(shot for disease in DISEASES if (shot := self._shot(disease)) is not None)
        amended = {shot.disease for shot in shots}
        shown = frozenset(
            disease
            for disease in DISEASES
            if data.get(f"{disease}_certificate")
            and disease not in amended
            and (newest := self.known.newest(disease) if self.known else None) is not None
            and not newest.certificate_shown
        )
        return Entry(
            key=self.key,
            animal_id=self.known.animal.pk if self.known else None,
            latest=data.get("latest") if f"{self.key}-latest" in self.data else None,
            license=bool(data.get("license")),
            details=details,
            shots=shots,
            shown=shown,
            tag=tag if isinstance(tag, TagNumber) else None,
            tag_was_proposed=bool(tag) and str(tag) == data.get("tag_proposed"),
            skip_reason=data.get("skip_reason") or "",
            exemption=exemption,
        )

    def _shot(self, disease: str) -> Shot | None:
        """The vaccination typed; or the one on record, completed with the veterinarian or vaccine it lacked."""
        data = self.cleaned_data
        given = data.get(f"{disease}_given")
        typed = {
            "certificate_number": data.get(f"{disease}_number") or "",
            "veterinarian": data.get(f"{disease}_veterinarian") or "",
            "product": data.get(f"{disease}_product") or "",
        }
        ticked = bool(data.get(f"{disease}_certificate"))
        if given is not None:
            expires = data.get(f"{disease}_expires")
            return Shot(disease=disease, given=given, expires=expires, certificate=ticked, **typed)
        newest = self.known.newest(disease) if self.known else None
        if newest is None or f"{disease}_given" in self.errors:
            return None
        names_somebody = typed["veterinarian"] and newest.veterinarian is None
        if not names_somebody and not (typed["product"] and not newest.product):
            return None
        return Shot(
            disease=disease,
            given=newest.given,
            expires=newest.expires,
            certificate=ticked or newest.certificate_shown,
            certificate_number=typed["certificate_number"] or newest.certificate_number,
            veterinarian=typed["veterinarian"] if names_somebody else str(newest.veterinarian or ""),
            product=typed["product"] or newest.product,
        )
