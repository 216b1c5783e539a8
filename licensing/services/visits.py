"""A visit before it is paid: begun, kept as it is typed, parked with its slip, taken up again, dropped."""

import datetime as dt
import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from freeport_animals.accounts.models import User
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors import kept
from licensing.entries import Problem
from licensing.models import Visit
from licensing.selectors import visit_under_way
from licensing.services.errors import LicensingError, VisitClosed, VisitConflict

UNDER_WAY = (Visit.State.OPEN, Visit.State.PARKED)
BOX = re.compile(r"(?:(?:a\d{1,18}|n\d{1,3}|owner|tender)-[a-z_]{1,40}|cards)")
LONGEST = 10_000  # characters of one box
MOST = 2_000  # boxes


def draft_of(posted: Mapping[str, Any]) -> dict[str, str]:
    """The visit's boxes as they were typed, and nothing else of a form: kept until they are saved or dropped.

    What the database cannot hold (NUL, half surrogates) becomes the replacement sign, so that the box says so.
    """
    found = {name: str(value) for name, value in posted.items() if BOX.fullmatch(name)}
    return {
        name: value[:LONGEST]
        .replace("\0", "\ufffd")
        .encode("utf-16", "surrogatepass")
        .decode("utf-16", "replace")
        for name, value in list(found.items())[:MOST]
    }


@transaction.atomic
def visit_start(*, owner: Person, by: User) -> Visit:
    """The owner's visit: the one under way, else a new one. Two clerks get the same.

    Raises LicensingError when the owner has died: somebody else brings the animals then.
    """
    owner = kept(owner)
    if owner.status == Person.Status.DIED:
        raise LicensingError(
            f"{owner.name} has died. Search for the animal's new owner, or hand the animal over on its page first."
        )
    found = visit_under_way(owner)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return Visit.objects.create(owner=owner, started_by=by)
    except IntegrityError as error:
        if "visit_one_under_way" not in str(error):
            raise
        found = visit_under_way(owner)
        if found is None:
            raise
        return found


def lock_visit(visit_id: int, *, editor: uuid.UUID | None, version: int | None) -> Visit:
    """The visit under way, locked. `editor` is the page's own token, `version` the one it was opened with.

    A page may save again and again; another page's save in between is a conflict. Raises VisitClosed, VisitConflict.
    """
    visit = Visit.objects.select_for_update(of=("self",)).select_related("owner__premises").get(pk=visit_id)
    if visit.state not in UNDER_WAY:
        raise VisitClosed(visit)
    if version is not None and visit.version != version and (editor is None or visit.editor != editor):
        raise VisitConflict(visit)
    return visit


@transaction.atomic
def visit_save_draft(
    *,
    visit_id: int,
    draft: Mapping[str, str],
    editor: uuid.UUID | None = None,
    version: int | None = None,
    state: str = Visit.State.OPEN,
    missing: Sequence[Mapping[str, str]] = (),
    at: dt.datetime | None = None,
) -> Visit:
    """Keep what was typed. A parked visit that is typed into is at the counter again.

    Raises VisitClosed, and VisitConflict when another page saved meanwhile.
    """
    visit = lock_visit(visit_id, editor=editor, version=version)
    changed = visit.draft != dict(draft)
    if visit.editor != editor:
        visit.editor = editor
        visit.version += 1
    visit.draft = dict(draft)
    if state == Visit.State.PARKED:
        visit.parked_at = at
        visit.missing = [dict(each) for each in missing]
    elif changed or visit.state == Visit.State.OPEN:
        visit.parked_at = None
    else:
        state = visit.state  # a parked visit merely looked at stays parked
    visit.state = state
    visit.save(update_fields=["draft", "editor", "version", "state", "parked_at", "missing"])
    return visit


def visit_park(
    *,
    visit_id: int,
    draft: Mapping[str, str],
    problems: Sequence[tuple[str, Problem]],
    editor: uuid.UUID | None = None,
    version: int | None = None,
    at: dt.datetime,
) -> Visit:
    """Put the visit aside until the owner comes back. `problems` are what to bring, each with its animal's name."""
    missing = [
        {"key": problem.key, "animal": name, "what": problem.bring, "says": problem.says}
        for name, problem in problems
        if problem.bring
    ]
    return visit_save_draft(
        visit_id=visit_id,
        draft=draft,
        editor=editor,
        version=version,
        state=Visit.State.PARKED,
        missing=missing,
        at=at,
    )


@transaction.atomic
def visit_drop(*, visit_id: int, at: dt.datetime) -> Visit:
    """End the visit without a license. What was typed stays with it, so that it can be taken up again."""
    visit = lock_visit(visit_id, editor=None, version=None)
    visit.state, visit.closed_at, visit.parked_at = Visit.State.DROPPED, at, None
    visit.save(update_fields=["state", "closed_at", "parked_at"])
    return visit


@transaction.atomic
def visit_resume(*, visit_id: int) -> Visit:
    """Take up a parked or dropped visit where it was left; when the owner has begun another, that one.

    Raises VisitClosed when it was issued.
    """
    visit = Visit.objects.select_for_update(of=("self",)).select_related("owner").get(pk=visit_id)
    if visit.state == Visit.State.ISSUED:
        raise VisitClosed(visit)
    if visit.state == Visit.State.DROPPED:
        other = visit_under_way(visit.owner)
        if other is not None:
            return other
        visit.state, visit.closed_at = Visit.State.OPEN, None
        visit.save(update_fields=["state", "closed_at"])
    return visit
