"""Who changed what, read from the tables that the database's own triggers write."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.db.models import F, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.utils.text import capfirst

from freeport_animals.audit.models import AccessLog
from freeport_animals.audit.subjects import MACHINERY, Part, Subject, subject_of
from freeport_animals.base.wording import Names, label_of, names_of, shown

NOBODY = "The software itself"  # a migration, an import, a command on the terminal


@dataclass(frozen=True)
class Change:
    """One field, before and after; a concealed one says only that it changed."""

    label: str
    before: str
    after: str
    concealed: bool = False


@dataclass(frozen=True)
class Entry:
    """What one save did to a record, or to a row that belongs to it. `part` names such a row."""

    at: dt.datetime
    who: str
    url: str
    address: str
    added: bool
    part: str = ""
    changes: tuple[Change, ...] = field(default=())


@dataclass(frozen=True)
class _Source:
    """A table of history, and the rows of it that belong to the record."""

    model: type[models.Model]
    events: QuerySet[Any]
    hidden: frozenset[str]
    part: str = ""

    @property
    def fields(self) -> list[Any]:
        """The tracked fields that a person reads, in the model's order."""
        kept = {each.name for each in self.events.model._meta.concrete_fields}
        return [
            each
            for each in self.model._meta.concrete_fields
            if each.name in kept
            and not each.primary_key
            and not isinstance(each, models.GeneratedField)
            and each.name not in self.hidden | MACHINERY
        ]


class History(Sequence[Entry]):
    """The entries of a record's history, the newest first, read a slice at a time (a Paginator takes it).

    A slice costs at most one query for the order, two for each table, and one for each kind of record named.
    """

    def __init__(self, record: models.Model, subject: Subject, user: Any = None) -> None:
        self._concealed = subject.conceal(record, user) if subject.conceal else frozenset()
        own = subject.model.pgh_event_model.objects.filter(pgh_obj_id=record.pk)  # type: ignore[attr-defined]
        self._sources = [
            _Source(subject.model, own, subject.hidden),
            *(_part(part, record) for part in subject.parts),
        ]

    def _order(self) -> QuerySet[Any]:
        queries = [
            source.events.order_by()
            .annotate(source=Value(number, output_field=IntegerField()))
            .values_list("source", "pgh_id", "pgh_created_at")
            for number, source in enumerate(self._sources)
        ]
        return queries[0].union(*queries[1:], all=True).order_by("-pgh_created_at", "source", "-pgh_id")

    def __len__(self) -> int:
        return self._order().count()

    def __getitem__(self, wanted: Any) -> Any:
        if not isinstance(wanted, slice):
            raise TypeError("a history is read in slices")
        order = list(self._order()[wanted])
        pairs = {
            number: self._with_earlier(source, [key for place, key, _ in order if place == number])
            for number, source in enumerate(self._sources)
        }
        names = names_of(self._named(pairs))
        return [self._entry(self._sources[place], *pairs[place][key], names) for place, key, _ in order]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self[:])

    @staticmethod
    def _with_earlier(source: _Source, keys: list[int]) -> dict[int, tuple[Any, Any]]:
        """The events with these keys, each with the one before it of the same row (None for the first)."""
        if not keys:
            return {}
        events = source.events.model.objects
        earlier = events.filter(pgh_obj_id=OuterRef("pgh_obj_id"), pgh_id__lt=OuterRef("pgh_id"))
        rows = list(
            events.filter(pgh_id__in=keys).annotate(
                before=Subquery(earlier.order_by("-pgh_id").values("pgh_id")[:1])
            )
        )
        before = events.in_bulk([row.before for row in rows if row.before is not None])
        return {row.pgh_id: (row, before.get(row.before)) for row in rows}

    def _named(
        self, pairs: dict[int, dict[int, tuple[Any, Any]]]
    ) -> Iterator[tuple[type[models.Model], Any]]:
        """The records whose names the changed fields need."""
        for number, found in pairs.items():
            for each in self._sources[number].fields:
                if not isinstance(each, models.ForeignKey) or each.name in self._concealed:
                    continue
                for row, before in found.values():
                    after = getattr(row, each.attname)
                    was = getattr(before, each.attname) if before is not None else None
                    if after != was:
                        yield from ((each.related_model, key) for key in (after, was) if key is not None)

    def _entry(self, source: _Source, row: Any, before: Any, names: Names) -> Entry:
        context = row.pgh_context or {}
        changes = []
        for each in source.fields:
            after = getattr(row, each.attname)
            was = getattr(before, each.attname) if before is not None else None
            if after == was or (before is None and after in (None, "", False, [])):
                continue
            label = label_of(source.model, each.name)
            if each.name in self._concealed:
                changes.append(Change(label, "", "", concealed=True))
            else:
                changes.append(Change(label, shown(each, was, names), shown(each, after, names)))
        return Entry(
            at=row.pgh_created_at,
            who=context.get("user_name") or NOBODY,
            url=context.get("url") or "",
            address=context.get("address") or "",
            added=before is None,
            part=source.part,
            changes=tuple(changes),
        )


def _part(part: Part, record: models.Model) -> _Source:
    events = part.model.pgh_event_model.objects.filter(**{f"{part.field}_id": record.pk})  # type: ignore[attr-defined]
    name = str(capfirst(part.model._meta.verbose_name))
    return _Source(part.model, events, part.hidden | {part.field}, name)


def history_of(record: models.Model, user: Any = None) -> History:
    """The history of `record` as `user` may see it. Raises LookupError for a kind of record without one."""
    subject = subject_of(record._meta.label_lower)
    if subject is None:
        raise LookupError(f"{record._meta.label} has no history page")
    return History(record, subject, user)


def views_of(record: models.Model, *, limit: int = 20) -> list[AccessLog]:
    """Who looked at what is confidential about `record`, the newest first."""
    return list(
        AccessLog.objects.filter(subject_type=record._meta.label_lower, subject_id=record.pk)
        .select_related("user")
        .order_by(F("at").desc(), "-pk")[:limit]
    )
