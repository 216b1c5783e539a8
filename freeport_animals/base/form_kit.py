"""How the kit draws a form: what kind of box a field is, what its errors say, and where a fault leads."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms import BaseForm, BoundField
from django.forms.formsets import BaseFormSet

CLASSES = {"check": "form-check-input", "choices": "form-check-input", "select": "form-select"}
WIDTHS = {"money": "s", "date": "s"}
TO_DO = {
    "check": "Tick it to go on.",
    "choices": "Choose one.",
    "select": "Choose one.",
    "file": "Choose a file.",
}


def kind_of(bound: BoundField) -> str:
    """How the field is laid out: check, choices, compound, file, select, area, money, date or line."""
    widget = bound.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return "check"
    if isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return "choices"
    if bound.use_fieldset:
        return "compound"
    if isinstance(widget, forms.FileInput):
        return "file"
    if isinstance(widget, forms.Select):
        return "select"
    if isinstance(widget, forms.Textarea):
        return "area"
    if "data-money" in widget.attrs:
        return "money"
    return "date" if "data-day" in widget.attrs else "line"


def first_invalid(form: BaseForm) -> str | None:
    """The name of the first visible field that was refused; None when all is well."""
    if not form.is_bound or not form.errors:
        return None
    return next((name for name in form.fields if name in form.errors and not form[name].is_hidden), None)


def sentences(bound: BoundField) -> list[tuple[str, bool]]:
    """What is wrong with the field, and whether the sentence names the field itself.

    Django's "This field is required" says neither which nor what to do: where a form has no better words
    the field is named.
    """
    plain = str(forms.Field.default_error_messages["required"])
    found = []
    for error in bound.errors.as_data():
        for text in error.messages:
            missing = error.code == "required" and text == plain
            if missing:
                text = f"“{bound.label}” is empty. {TO_DO.get(kind_of(bound), 'Fill it in.')}"
            found.append((text, missing))
    return found


def target_of(bound: BoundField) -> str:
    """The id of the box that a fault leads to, or of the first of the choices; empty for a hidden field."""
    if bound.is_hidden:
        return ""
    return f"{bound.auto_id}_0" if kind_of(bound) == "choices" else bound.id_for_label


def _each_form(things: Iterable[Any]) -> Iterable[BaseForm | BaseFormSet]:
    for thing in things:
        if isinstance(thing, BaseFormSet):
            yield thing
            yield from thing.forms
        elif isinstance(thing, BaseForm):
            yield thing


def summary_lines(things: Iterable[Any]) -> list[dict[str, str]]:
    """Every fault of these forms and formsets in order: its text, the field's label and where it leads."""
    lines: list[dict[str, str]] = []
    for form in _each_form(things):
        if not form.is_bound:
            continue
        if isinstance(form, BaseFormSet):
            lines += [{"text": str(text)} for text in form.non_form_errors()]
            continue
        lines += [{"text": str(text)} for text in form.non_field_errors()]
        for name in form.fields:
            bound = form[name]
            lines += [
                {"text": text, "label": "" if named else str(bound.label), "target": target_of(bound)}
                for text, named in sentences(bound)
            ]
    return lines
