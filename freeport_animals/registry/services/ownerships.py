"""Whose an animal is: begun, ended, handed on, corrected. What was stays in the history.

All of it runs under the lock of the animal's record, over that record and its aliases together.
"""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.base.formats import day
from freeport_animals.registry.models import Animal, Ownership, Person, Premises
from freeport_animals.registry.selectors.aliases import alias_ids, kept, kept_id
from freeport_animals.registry.services.errors import explained, refuse
from freeport_animals.registry.services.locks import lock_kept
from freeport_animals.registry.services.text import gone, line, past_day, reason_given

OVERLAP = {
    "ownership_one_primary_at_a_time": (
        "on",
        "The animal has another registered owner on that day. Hand it over instead, or choose another day.",
    ),
    "ownership_person_once_at_a_time": (
        "person",
        "This person is an owner, keeper or harborer of the animal on that day already.",
    ),
    "ownership_not_empty": ("on", "It cannot end on the day it began. Choose a later day."),
}


def rows_of(animal: Animal) -> list[Ownership]:
    """Every ownership of the animal and its aliases that was not entered by mistake, the oldest first."""
    return list(
        Ownership.objects.filter(animal__in=alias_ids(animal), voided_at__isnull=True)
        .select_related("person", "person__merged_into")
        .order_by("period", "pk")
    )


def open_rows(rows: Iterable[Ownership]) -> list[Ownership]:
    """Those that have not ended."""
    return [row for row in rows if row.period.upper is None]


def end_row(row: Ownership, on: dt.date, reason: str) -> None:
    """End an ownership: `on` is the first day on which it is no longer so."""
    row.period = DateRange(row.period.lower, on)
    row.end_reason = reason[:200]
    with explained(OVERLAP):
        row.save(update_fields=["period", "end_reason"])


def begin_row(
    animal: Animal, person: Person, on: dt.date | None, *, role: str = Ownership.Role.OWNER, primary: bool
) -> Ownership:
    """Begin an ownership on `on`; None: nobody knows since when."""
    with explained(OVERLAP):
        return Ownership.objects.create(
            animal=animal,
            person=person,
            role=role,
            primary=primary and role == Ownership.Role.OWNER,
            period=DateRange(on, None),
        )


def _must_be_here(animal: Animal) -> None:
    if animal.status != Animal.Status.HERE:
        refuse(everything=f"{gone(animal)}. Undo that first if it was a mistake.")


@transaction.atomic
def ownership_begin(
    *,
    animal: Animal,
    person: Person,
    on: dt.date | None = None,
    role: str = Ownership.Role.OWNER,
    today: dt.date,
) -> Ownership:
    """Make a person owner, keeper or harborer of an animal from the day `on` (None: nobody knows since when).

    The first owner is the registered one, later ones are co-owners. Raises RegistryError when the person is
    one already, the day is in the future or before the animal was born, or the animal is gone.
    """
    animal = lock_kept(Animal, animal.pk)
    _must_be_here(animal)
    if role not in Ownership.Role.values:
        refuse(role="Choose owner, keeper or harborer.")
    person = kept(person)
    past_day("on", on, today=today)
    _not_before_birth(animal, on)
    rows = rows_of(animal)
    for row in open_rows(rows):
        if kept_id(row.person) == person.pk:
            refuse(person=f"{person.name} is {row.get_role_display().lower()} of {animal} already.")
    primary = role == Ownership.Role.OWNER and not any(row.primary for row in open_rows(rows))
    if primary:
        # Unknown beginnings reach back to the last known end, so that the timeline has no two owners at once.
        ends = [row.period.upper for row in rows if row.primary and row.period.upper is not None]
        if ends and (on is None or on < max(ends)):
            if on is not None:
                refuse(on=f"Until {day(max(ends))} somebody else is recorded. Choose that day or later.")
            on = max(ends)
    return begin_row(animal, person, on, role=role, primary=primary)


def _not_before_birth(animal: Animal, on: dt.date | None) -> None:
    if on is not None and animal.born is not None and animal.born_precision == "exact" and on < animal.born:
        refuse(on=f"{animal} was born on {day(animal.born)}. Choose that day or later.")


@transaction.atomic
def ownership_end(
    *, ownership: Ownership, on: dt.date, reason: str, successor: Person | None = None, today: dt.date
) -> Ownership:
    """End one person's part in an animal; `on` is the first day without it.

    When the registered owner's part ends, `successor`, one of the co-owners, becomes the registered owner
    that day. Raises RegistryError when co-owners remain and none is named, or the day cannot be.
    """
    animal = lock_kept(Animal, ownership.animal_id)
    reason = reason_given(reason)
    past_day("on", on, today=today)
    rows = open_rows(rows_of(animal))
    row = next((each for each in rows if each.pk == ownership.pk), None)
    if row is None:
        refuse(everything="This has ended already.")
    _after_begin(row, on)
    others = [each for each in rows if each.role == Ownership.Role.OWNER and each.pk != row.pk]
    chosen = None
    if row.primary and others:
        wanted = kept(successor).pk if successor is not None else None
        chosen = next((each for each in others if kept_id(each.person) == wanted), None)
        if chosen is None:
            names = ", ".join(kept(each.person).name for each in others)
            refuse(successor=f"Say who is the registered owner from then on: {names}.")
        _after_begin(chosen, on)
    end_row(row, on, reason)
    if chosen is not None:
        end_row(chosen, on, "Became the registered owner")
        begin_row(animal, kept(chosen.person), on, primary=True)
    return row


def _after_begin(row: Ownership, on: dt.date) -> None:
    if row.period.lower is not None and on <= row.period.lower:
        name = kept(row.person).name
        refuse(
            on=f"{name} became {row.get_role_display().lower()} on {day(row.period.lower)}. Choose a later "
            "day, or if that was a mistake, mark it as entered by mistake."
        )


@transaction.atomic
def ownership_transfer(
    *,
    animal: Animal,
    to: Person,
    on: dt.date,
    co_owners: Iterable[Person] = (),
    premises: Premises | None = None,
    reason: str = "",
    today: dt.date,
) -> Ownership:
    """Hand an animal over: every ownership ends on `on`, and the new owner's begins the same day.

    It is kept on `premises` from then on, or without any on the new owner's. Raises RegistryError when the
    animal is gone, `to` is the registered owner already, or `on` lies in the future or before what is
    recorded.
    """
    animal = lock_kept(Animal, animal.pk)
    _must_be_here(animal)
    past_day("on", on, today=today, what="The day it changed hands")
    _not_before_birth(animal, on)
    to = kept(to)
    if to.status == Person.Status.DIED:
        refuse(to=f"{to.name} died on {day(to.status_on)}.")
    reason = line("reason", reason)
    rows = rows_of(animal)
    current = open_rows(rows)
    if any(row.primary and kept_id(row.person) == to.pk for row in current):
        refuse(to=f"{to.name} is the registered owner of {animal} already.")
    closed = [row.period.upper for row in rows if row.period.upper is not None]
    if closed and on < max(closed):
        refuse(on=f"What happened until {day(max(closed))} is recorded already. Choose that day or later.")
    for row in current:
        _after_begin(row, on)
    for row in current:
        end_row(row, on, reason or f"Handed over to {to.name}")
    begun = begin_row(animal, to, on, primary=True)
    for person in {kept(each).pk: kept(each) for each in co_owners if kept(each).pk != to.pk}.values():
        begin_row(animal, person, on, primary=False)
    place = premises or to.premises
    animal.premises = kept(place) if place is not None else None
    animal.version += 1
    animal.save(update_fields=["premises", "version"])
    return begun


@transaction.atomic
def ownership_make_primary(*, ownership: Ownership, on: dt.date, today: dt.date) -> Ownership:
    """Make a co-owner the registered owner from `on`; the one who was becomes a co-owner."""
    animal = lock_kept(Animal, ownership.animal_id)
    past_day("on", on, today=today)
    rows = open_rows(rows_of(animal))
    row = next((each for each in rows if each.pk == ownership.pk), None)
    if row is None or row.role != Ownership.Role.OWNER:
        refuse(everything="Only a present co-owner can become the registered owner.")
    if row.primary:
        refuse(everything=f"{kept(row.person).name} is the registered owner already.")
    before = [each for each in rows if each.primary]
    for each in (row, *before):
        _after_begin(each, on)
        end_row(each, on, "Registered owner changed")
    begun = begin_row(animal, kept(row.person), on, primary=True)
    for each in before:
        begin_row(animal, kept(each.person), on, primary=False)
    return begun


@transaction.atomic
def ownership_void(*, ownership: Ownership, reason: str, by: User | None) -> Ownership:
    """Mark an ownership as entered by mistake. It stays in the record and counts for nothing."""
    reason = reason_given(reason, why="Say what the mistake was.")
    lock_kept(Animal, ownership.animal_id)
    row = Ownership.objects.select_for_update(of=("self",)).get(pk=ownership.pk)
    if row.voided_at is not None:
        refuse(everything="This is marked as entered by mistake already.")
    row.voided_at, row.voided_by, row.void_reason = timezone.now(), by, reason
    row.save(update_fields=["voided_at", "voided_by", "void_reason"])
    return row


@transaction.atomic
def ownership_since_set(*, ownership: Ownership, since: dt.date | None, today: dt.date) -> Ownership:
    """Correct the day since when somebody is the owner (None: nobody knows)."""
    animal = lock_kept(Animal, ownership.animal_id)
    past_day("on", since, today=today)
    _not_before_birth(animal, since)
    row = Ownership.objects.select_for_update(of=("self",)).get(pk=ownership.pk)
    upper = row.period.upper
    if since is not None and upper is not None and since >= upper:
        refuse(on=f"It ended on {day(upper)}. Choose an earlier day.")
    row.period = DateRange(since, upper)
    with explained(OVERLAP):
        row.save(update_fields=["period"])
    return row
