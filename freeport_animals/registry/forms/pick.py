"""Choosing a person: type a name, a telephone or an address, then choose one of those found.

With scripts the list fills while typing; without, the form comes back with it. Nobody is chosen by a name
alone.
"""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals.base.text import refuse_control_characters
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors.aliases import kept
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.search import find_phones, people_found

SHOWN = 8


def people_rows(text: str, *, exclude: int | None = None) -> list[dict[str, Any]]:
    """Who may be meant by `text`, as rows of kit/results.html."""
    query = folded(text)
    if query.is_number:
        hits = find_phones(text, SHOWN, frozenset())
        rows = [
            {"value": hit.url.rstrip("/").rsplit("/", 1)[-1], "title": hit.title, "meta": hit.detail}
            for hit in hits
        ]
    else:
        rows = [
            {"value": str(person.pk), "title": person.name, "meta": ", ".join(person.address_lines)}
            for person, _ in people_found(query, SHOWN)
        ]
    return [row for row in rows if row["value"] != str(exclude)]


class PersonPickWidget(forms.TextInput):
    template_name = "registry/widgets/pick.html"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", "spellcheck": "false", **(attrs or {})})
        self.exclude: int | None = None

    def value_from_datadict(self, data: Any, files: Any, name: str) -> tuple[str, str]:
        return (data.get(name) or "", data.get(f"{name}_typed") or "")

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data and f"{name}_typed" not in data

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        chosen, typed = "", ""
        rows: list[dict[str, Any]] = []
        if isinstance(value, Person):
            chosen, typed = str(value.pk), value.name
            rows = [{"value": chosen, "title": value.name, "meta": ", ".join(value.address_lines)}]
        elif isinstance(value, tuple):
            chosen, typed = value
            rows = people_rows(typed, exclude=self.exclude)
            if chosen.isdecimal() and chosen not in {row["value"] for row in rows}:
                person = _person(chosen)
                if person is not None:
                    rows.insert(0, {"value": str(person.pk), "title": person.name, "meta": ""})
        context = super().get_context(name, typed, attrs)
        context["widget"]["typed_name"] = f"{name}_typed"
        context["pick"] = {"rows": rows, "chosen": chosen, "exclude": self.exclude, "typed": typed}
        return context


def _person(key: str) -> Person | None:
    if not key.isdecimal() or len(key) > 18:
        return None
    found = Person.objects.select_related("premises", "merged_into").filter(pk=int(key)).first()
    return kept(found) if found else None


class PersonPickField(forms.Field):
    """A person of the registry, or None when it is not required and nothing was typed."""

    widget: PersonPickWidget = PersonPickWidget  # type: ignore[assignment]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.error_messages["required"] = "Type a name or telephone number, then choose the person."

    def exclude(self, person: Person) -> None:
        """Do not offer this one."""
        self.widget.exclude = person.pk

    def clean(self, value: Any) -> Person | None:
        chosen, typed = value if isinstance(value, tuple) else (str(getattr(value, "pk", "") or ""), "")
        refuse_control_characters(typed)
        if chosen:
            person = _person(chosen)
            if person is None:
                raise ValidationError("Choose a person from the list.", code="invalid")
            if person.pk == self.widget.exclude:
                raise ValidationError("Choose somebody else.", code="same")
            # A name typed after the choice means somebody else.
            if typed.strip() and not _still_meant(typed, person):
                raise ValidationError(
                    f"The name was changed after {person.name} was chosen. Choose again.", code="changed"
                )
            return person
        if not typed.strip():
            if self.required:
                raise ValidationError(self.error_messages["required"], code="required")
            return None
        if people_rows(typed, exclude=self.widget.exclude):
            raise ValidationError("Choose the person you mean from the list below.", code="choose")
        raise ValidationError(
            f"Nobody on record is called “{typed.strip()[:60]}”. Check the spelling, or add the person.",
            code="unknown",
        )


def _still_meant(typed: str, person: Person) -> bool:
    if typed.strip() == person.name:
        return True
    return any(row["value"] == str(person.pk) for row in people_rows(typed))
