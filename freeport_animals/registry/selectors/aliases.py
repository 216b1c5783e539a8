"""Merged records: the one kept, and all that are one with it."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import models
from django.db.models import Q, QuerySet

from freeport_animals.registry.models import Animal, Person, Premises

R = TypeVar("R", Person, Animal, Premises)


def kept(record: R) -> R:
    """The record that stands for `record`: itself, or the one that it was merged into."""
    into: R | None = record.merged_into  # type: ignore[assignment]
    return record if into is None else into


def kept_id(record: Person | Animal | Premises) -> int:
    """The primary key of the record that stands for `record`."""
    return record.merged_into_id or record.pk


def alias_ids(record: Person | Animal | Premises) -> tuple[int, ...]:
    """The primary keys of all records that are one with `record`, the kept one first.

    Use it wherever rows belong to a record: `License.objects.filter(animal__in=alias_ids(animal))`. One
    query for each instance; the answer stays with it.
    """
    known: tuple[int, ...] | None = getattr(record, "_alias_ids", None)
    if known is None:
        root = kept_id(record)
        model = type(record)
        others = model._default_manager.filter(merged_into=root).order_by("pk").values_list("pk", flat=True)
        known = (root, *others)
        record._alias_ids = known  # type: ignore[union-attr]
    return known


def alias_ids_of(model: type[R], ids: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """For many kept records at once, each with the keys of all that are one with it. One query."""
    roots = list(ids)
    found: dict[int, list[int]] = {root: [root] for root in roots}
    rows: Any = model._default_manager.filter(merged_into__in=roots).order_by("pk")
    for pk, root in rows.values_list("pk", "merged_into"):
        found[root].append(pk)
    return {root: tuple(keys) for root, keys in found.items()}


def kept_ids(model: type[R], ids: Iterable[int]) -> dict[int, int]:
    """For each key the key of the record that stands for it. One query."""
    wanted = set(ids)
    rows: Any = model._default_manager.filter(pk__in=wanted, merged_into__isnull=False)
    merged: dict[int, int] = dict(rows.values_list("pk", "merged_into"))
    return {pk: merged.get(pk, pk) for pk in wanted}


def all_of(model: type[models.Model], ids: Iterable[int]) -> QuerySet[Any, Any]:
    """The keys of these kept records and of all that are one with them, to be used inside another query.

    `Q(animal__in=ids) | Q(animal__merged_into__in=ids)` would do the same and read the whole table.
    """
    roots = list(ids)
    return model._default_manager.filter(Q(pk__in=roots) | Q(merged_into__in=roots)).order_by().values("pk")


def one_with(field: str, record: Person | Animal | Premises) -> Q:
    """A filter for rows whose `field` is `record` or an alias of it, without a query of its own."""
    return Q(**{f"{field}__in": all_of(type(record), [kept_id(record)])})
