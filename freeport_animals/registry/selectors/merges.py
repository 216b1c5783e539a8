"""What must be seen before two records become one, and what became of merges."""

import datetime as dt
from typing import Any

from django.db import models
from django.db.models import CharField, Count, IntegerField, Q, Value

from freeport_animals.base import formats
from freeport_animals.registry.models import Animal, Merge, Person, Premises
from freeport_animals.registry.selectors.aliases import alias_ids
from freeport_animals.registry.selectors.animals import microchips_of, owners_on, shown_premises_of
from freeport_animals.registry.selectors.people import (
    household_of,
    household_people,
    phones_of,
    shown_premises,
)

MODELS: dict[str, type[Any]] = {"person": Person, "animal": Animal, "premises": Premises}
FIELDS: dict[str, tuple[str, ...]] = {
    "person": (
        "kind", "given_name", "family_name", "organization", "other_names", "birth_date", "guardian", "email",
        "safe_at_home", "status", "note",
    ),
    "animal": (
        "name", "species", "breed", "color", "sex", "altered", "born", "born_precision", "weight", "marks",
        "status", "note",
    ),
    "premises": ("street", "unit", "city", "state", "zip_code", "in_city", "zoning", "safety_note"),
}  # fmt: skip


def comparison(kind: str, records: list[Any]) -> list[dict[str, Any]]:
    """Both records line by line: {"label", "values", "differ"}. Protected premises stay out of it."""
    lines = [
        (
            _label(records[0], name),
            [_text(record, name) for record in records],
        )
        for name in FIELDS[kind]
    ]
    lines += _more(kind, records)
    return [
        {"label": label, "values": values, "differ": values[0] != values[1] and all(values)}
        for label, values in lines
        if any(values)
    ]


def _label(record: Any, name: str) -> str:
    words = str(record._meta.get_field(name).verbose_name)
    return words[0].upper() + words[1:]


def _text(record: Any, name: str) -> str:
    value = getattr(record, name)
    if hasattr(record, f"get_{name}_display"):
        return str(getattr(record, f"get_{name}_display")())
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, dt.date):
        return formats.day(value)
    return "" if value is None else str(value)


def _more(kind: str, records: list[Any]) -> list[tuple[str, list[str]]]:
    if kind == "person":
        return [
            ("Mailing address", [", ".join(r.address_lines) if r.mailing_street else "" for r in records]),
            ("Premises", [str(shown_premises(r) or "") for r in records]),
            ("Telephone", [", ".join(formats.phone(p.number) for p in phones_of(r)) for r in records]),
        ]
    if kind == "animal":
        on = dt.date.max - dt.timedelta(days=1)
        owners = [owners_on(r, on) for r in records]
        return [
            ("Owner", [", ".join(row.person.name for row in rows) for rows in owners]),
            (
                "Kept at",
                [str(shown_premises_of(r, rows) or "") for r, rows in zip(records, owners, strict=True)],
            ),
            ("Microchip", [", ".join(microchips_of(r)) for r in records]),
        ]
    return []


def moves(kind: str, merged: Any) -> list[str]:
    """What belongs to the record that becomes an alias, counted: `2 animals`, `3 licenses`. One query."""
    counts: models.QuerySet[Any] | None = None
    for relation in MODELS[kind]._meta.related_objects:
        model = relation.related_model
        if hasattr(model, "pgh_tracked_model") or model is MODELS[kind]:
            continue
        names = model._meta
        one = (
            model._default_manager.order_by()
            .filter(**{relation.field.name: merged.pk})
            .annotate(
                one=Value(str(names.verbose_name), CharField()),
                many=Value(str(names.verbose_name_plural), CharField()),
                group=Value(1, IntegerField()),
            )
            .values("one", "many", "group")
            .annotate(count=Count("pk"))
            .values_list("one", "many", "count")
        )
        counts = one if counts is None else counts.union(one, all=True)
    if counts is None:
        return []
    totals: dict[tuple[str, str], int] = {}
    for single, plural, count in counts:
        totals[(single, plural)] = totals.get((single, plural), 0) + count
    return [
        f"{count} {single if count == 1 else plural}" for (single, plural), count in totals.items() if count
    ]


def conflicts(kind: str, kept: Any, merged: Any, on: dt.date) -> list[str]:
    """What the two records say differently today, and how the one record will read it."""
    if kind == "person":
        return _conflicts_of_people(kept, merged, on)
    if kind == "animal":
        return _conflicts_of_animals(kept, merged, on)
    return []


def _two_states(kept: Any, merged: Any) -> str:
    return (
        f"One is recorded as “{kept.get_status_display()}”, the other as "
        f"“{merged.get_status_display()}”. The kept record's counts."
    )


def _conflicts_of_people(kept: Person, merged: Person, on: dt.date) -> list[str]:
    found = []
    homes = [household_of(person, on) for person in (kept, merged)]
    if homes[0] and homes[1] and homes[0].pk != homes[1].pk:
        others = [person.name for person in household_people(homes[1], on) if person.pk != merged.pk]
        if others:
            found.append(
                "They belong to two households. The kept record's counts; "
                f"{', '.join(others)} stay in the other."
            )
    if kept.status != merged.status:
        found.append(_two_states(kept, merged))
    return found


def _conflicts_of_animals(kept: Animal, merged: Animal, on: dt.date) -> list[str]:
    found = []
    owners = [next((row for row in owners_on(animal, on) if row.primary), None) for animal in (kept, merged)]
    if owners[0] and owners[1] and owners[0].person.pk != owners[1].person.pk:
        found.append(
            f"Both have a registered owner. {owners[0].person.name} of the kept record stays it; "
            f"{owners[1].person.name} then counts as a co-owner until that is ended."
        )
    if kept.status != merged.status:
        found.append(_two_states(kept, merged))
    return found


def merges_of(kind: str, record: Any) -> list[dict[str, Any]]:
    """Every merge into a record, those undone too, the latest first: {"merge", "merged", "kept"}."""
    ids = alias_ids(record)
    rows = list(
        Merge.objects.filter(Q(kept__in=ids) | Q(merged__in=ids), kind=kind)
        .select_related("done_by", "undone_by")
        .order_by("-pk")
    )
    names = MODELS[kind]._default_manager.in_bulk({row.merged for row in rows} | {row.kept for row in rows})
    return [{"merge": row, "merged": names[row.merged], "kept": names[row.kept]} for row in rows]
