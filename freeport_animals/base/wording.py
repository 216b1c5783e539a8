"""A model's values in words, as a person reads them in a history or beside what somebody else saved."""

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.db import models
from django.db.backends.postgresql.psycopg_any import Range
from django.utils.text import capfirst

from freeport_animals.base import formats

Names = Mapping[tuple[type[models.Model], Any], str]


def label_of(model: type[models.Model], name: str) -> str:
    """What a field is called on screen: `Given name`."""
    return str(capfirst(model._meta.get_field(name).verbose_name))  # type: ignore[union-attr]


def shown(field: Any, value: Any, names: Names | None = None) -> str:
    """`value` of the model field `field` (or None) in words; empty for nothing.

    `names` has the names of related records by model and key, so that none is looked up here; a record that
    is not in it is shown by its number.
    """
    if value is None or value == "":
        return ""
    if isinstance(field, models.ForeignKey):
        target = field.related_model
        if isinstance(value, models.Model):
            return str(value)
        return (names or {}).get((target, value), f"{target._meta.verbose_name} {value}")  # type: ignore[union-attr]
    choices = dict(field.flatchoices) if field is not None and field.choices else {}
    if choices and not isinstance(value, list | tuple):
        return str(choices.get(value, value))
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        inner = getattr(field, "base_field", None)
        return ", ".join(shown(inner, each, names) for each in value)
    if isinstance(value, Range):
        return _period(value)
    if isinstance(value, dt.datetime):
        return formats.moment(value)
    if isinstance(value, dt.date):
        return formats.day(value)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}" if value == value.to_integral() else f"{value:f}"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    return str(value)


def _period(value: Any) -> str:
    """`since Mon 9 January 2023`, `from … to …`; the day it ends is not in it."""
    if value.isempty:
        return "never"
    if value.upper is None:
        return f"since {formats.day(value.lower)}" if value.lower else "always"
    last = value.upper - dt.timedelta(days=1) if type(value.upper) is dt.date else value.upper
    return f"from {formats.day(value.lower) or 'an unknown day'} to {formats.day(last)}"


def names_of(wanted: Iterable[tuple[type[models.Model], Any]]) -> dict[tuple[type[models.Model], Any], str]:
    """The names of these records: one query for each model."""
    keys: dict[type[models.Model], set[Any]] = {}
    for model, key in wanted:
        keys.setdefault(model, set()).add(key)
    return {
        (model, row.pk): str(row)
        for model, found in keys.items()
        for row in model._default_manager.filter(pk__in=found)
    }
