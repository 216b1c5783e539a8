"""What is in force: the ordinance under the council's resolutions."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from django.db import connection

from freeport_animals import rules
from freeport_animals.city.models import Resolution, Setting

Version = tuple[str | int, ...]

# Inside a request the version is asked for once; it lives here until the request is over.
_seen: ContextVar[dict[str, Version] | None] = ContextVar("city_context_seen", default=None)


def context(on: dt.date | None = None) -> rules.Context:
    """Every reading, amount, state check and closure by its date, from all resolutions not withdrawn.

    With `on` those that take effect after that day are left out: for questions without a date of their own,
    which the rules answer by what is latest. Of two resolutions that take effect on one day, the one adopted
    later counts; of two adopted on one day, the one entered later.

    One small query in a request asks whether anything changed since this process last read the resolutions,
    so that every worker is always right.
    """
    return _context(_version(), on)


def context_without(resolution: Resolution) -> rules.Context:
    """The same without what this resolution sets: what would hold had the council not adopted it."""
    counted = [each for each in _rows(_version()) if each[0].pk != resolution.pk]
    closures = [row.day for _, rows in counted for row in rows if row.day]
    return rules.Context.under([as_rules(*each) for each in counted], closures)


@contextmanager
def one_version() -> Iterator[None]:
    """Ask for the version once while this lasts; the middleware holds it around each request."""
    token = _seen.set({})
    try:
        yield
    finally:
        _seen.reset(token)


def forget() -> None:
    """A write changed what is in force: ask again."""
    seen = _seen.get()
    if seen is not None:
        seen.clear()


def _version() -> Version:
    seen = _seen.get()
    if seen:
        return seen["version"]
    with connection.cursor() as cursor:
        # Resolutions are only added, with their settings in the same transaction, and withdrawn once.
        cursor.execute(
            "SELECT current_database(), count(*), count(withdrawn_at), coalesce(max(id), 0) "
            "FROM city_resolution"
        )
        version: Version = cursor.fetchone()
    if seen is not None:
        seen["version"] = version
    return version


@lru_cache(maxsize=64)
def _rows(version: Version) -> tuple[tuple[Resolution, tuple[Setting, ...]], ...]:
    rows = (
        Setting.objects.filter(resolution__withdrawn_at__isnull=True)
        .select_related("resolution")
        .order_by("resolution__effective_on", "resolution__adopted_on", "resolution_id", "pk")
    )
    by_resolution: dict[Resolution, list[Setting]] = {}
    for row in rows:
        by_resolution.setdefault(row.resolution, []).append(row)
    return tuple((resolution, tuple(settings)) for resolution, settings in by_resolution.items())


@lru_cache(maxsize=256)
def _context(version: Version, on: dt.date | None) -> rules.Context:
    counted = [
        (resolution, settings)
        for resolution, settings in _rows(version)
        if on is None or resolution.effective_on <= on
    ]
    closures = [row.day for _, settings in counted for row in settings if row.day]
    return rules.Context.under([as_rules(*each) for each in counted], closures)


def as_rules(resolution: Resolution, settings: Any) -> rules.Resolution:
    """A resolution as the rules take it; closed days go beside it."""
    kind = Setting.Kind
    return rules.Resolution(
        effective=resolution.effective_on,
        name=str(resolution),
        readings={row.name: row.choice for row in settings if row.kind == kind.READING},
        parameters={row.name: row.amount for row in settings if row.kind == kind.PARAMETER},
        state_checks={row.name: row.choice == "on" for row in settings if row.kind == kind.STATE_CHECK},
    )
