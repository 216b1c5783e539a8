"""Which records have a history page, for whom, and what of it is shown.

An app registers its records in `AppConfig.ready`:

    register(Subject(Person, roles=…, url_name="owner", parts=(Part(Phone, "person"),)))
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.urls import NoReverseMatch, reverse

# What no person reads: counters, and what the database works out from other fields.
MACHINERY = frozenset({"version", "id"})


@dataclass(frozen=True)
class Part:
    """Rows that belong to a record, such as a person's telephones: `field` is their way to it."""

    model: type[models.Model]
    field: str
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Subject:
    """A kind of record with a history page.

    `hidden` are fields that never show. `conceal(record, user)` names further ones for this record, such as
    the premises of a Safe at Home participant; they are said to have changed, without their values.
    """

    model: type[models.Model]
    roles: frozenset[str]
    url_name: str = ""
    parts: tuple[Part, ...] = ()
    hidden: frozenset[str] = frozenset()
    conceal: Callable[[Any, Any], frozenset[str]] | None = None
    key: str = field(init=False)

    def __post_init__(self) -> None:
        if not hasattr(self.model, "pgh_event_model"):
            raise TypeError(f"{self.model.__name__} keeps no history: it is not tracked by pghistory")
        object.__setattr__(self, "key", self.model._meta.label_lower)

    def url(self, record: models.Model) -> str:
        """The record's own page; empty when it has none."""
        try:
            return reverse(self.url_name, args=[record.pk]) if self.url_name else ""
        except NoReverseMatch:
            return ""

    def admits(self, roles: Iterable[str]) -> bool:
        """Whether somebody with these roles may read the history."""
        return bool(self.roles & set(roles))


_subjects: dict[str, Subject] = {}


def register(subject: Subject) -> None:
    """Give a kind of record its history page; call it from `AppConfig.ready`."""
    _subjects[subject.key] = subject


def subject_of(key: str) -> Subject | None:
    """The subject with this key, such as `registry.person`."""
    return _subjects.get(key)


def subjects() -> list[Subject]:
    """Every kind of record with a history page, by key."""
    return [_subjects[key] for key in sorted(_subjects)]


def history_url(record: models.Model, roles: Iterable[str]) -> str:
    """The address of the record's history; empty when it has none or is not open to these roles."""
    subject = subject_of(record._meta.label_lower)
    if subject is None or not subject.admits(roles):
        return ""
    return reverse("history", args=[subject.key, record.pk])
