"""Died, moved away, given away: one act each, with what follows from it, and the way back."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.base.formats import day
from freeport_animals.registry.models import Animal, Ownership, Person, StatusChange
from freeport_animals.registry.selectors.aliases import alias_ids, kept, kept_id
from freeport_animals.registry.services.effects import Effects, undo
from freeport_animals.registry.services.errors import refuse
from freeport_animals.registry.services.locks import lock_all, lock_kept
from freeport_animals.registry.services.ownerships import begin_row, end_row, open_rows, rows_of
from freeport_animals.registry.services.text import gone, line, past_day, reason_given

ONE_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Goes:
    """What becomes of an animal whose owner died or moved away."""

    GOES_ALONG = "along"  # moves away with the owner
    NOT_KNOWN = "unknown"  # stays in the city; who has it is not known yet
    TO = "to"  # somebody else is the owner from that day

    how: str
    to: Person | None = None


def _event_day(field: str, on: dt.date, today: dt.date, what: str) -> None:
    if on is None:
        refuse(**{field: "Type the day, or the day you heard of it."})
    past_day(field, on, today=today, what=what)


def _lock_here(animal: Animal) -> Animal:
    locked = lock_kept(Animal, animal.pk)
    if locked.status != Animal.Status.HERE:
        refuse(everything=f"{gone(locked)}. Undo that first if it was a mistake.")
    return locked


def _after_birth(animal: Animal, on: dt.date) -> None:
    if animal.born is not None and on < animal.born:
        refuse(on=f"{animal} was born on {day(animal.born)}. Check the date.")


def _record(
    kind: str,
    on: dt.date,
    note: str,
    effects: Effects,
    by: User | None,
    *,
    person: Person | None = None,
    animal: Animal | None = None,
) -> StatusChange:
    return StatusChange.objects.create(
        kind=kind,
        on=on,
        note=line("note", note, limit=300),
        effects=effects.kept,
        done_by=by,
        person=person,
        animal=animal,
    )


@transaction.atomic
def animal_died(
    *, animal: Animal, on: dt.date, note: str = "", by: User | None, today: dt.date
) -> StatusChange:
    """The animal died on `on`.

    It is no longer counted, licensed or written to. Undo with `departure_undo`.
    """
    locked = _lock_here(animal)
    _event_day("on", on, today, "The day it died")
    _after_birth(locked, on)
    last = (
        locked.vaccinations.filter(voided_at__isnull=True, given__gt=on).order_by("-given").first()
        if on < today
        else None
    )
    if last is not None:
        refuse(on=f"{locked} was vaccinated on {day(last.given)}, after that day. Check the date.")
    effects = Effects()
    effects.change(locked, status=Animal.Status.DIED, status_on=on)
    return _record(StatusChange.Kind.DIED, on, note, effects, by, animal=locked)


@transaction.atomic
def animal_moved_away(
    *, animal: Animal, on: dt.date, note: str = "", by: User | None, today: dt.date
) -> StatusChange:
    """The animal left the city with its owner still its owner."""
    locked = _lock_here(animal)
    _event_day("on", on, today, "The day it moved away")
    _after_birth(locked, on)
    effects = Effects()
    effects.change(locked, status=Animal.Status.MOVED_AWAY, status_on=on)
    return _record(StatusChange.Kind.MOVED_AWAY, on, note, effects, by, animal=locked)


@transaction.atomic
def animal_given_away(
    *, animal: Animal, on: dt.date, note: str = "", by: User | None, today: dt.date
) -> StatusChange:
    """The animal was given to somebody outside the city: every ownership ends on `on`.

    To somebody in the city's records it is handed over with `ownership_transfer` instead.
    """
    locked = _lock_here(animal)
    _event_day("on", on, today, "The day it was given away")
    _after_birth(locked, on)
    effects = Effects()
    for row in open_rows(rows_of(locked)):
        if row.period.lower is not None and on < row.period.lower:
            name = kept(row.person).name
            refuse(
                on=f"{name} became {row.get_role_display().lower()} on {day(row.period.lower)}. "
                "Check the date."
            )
        _end(effects, row, on, "Given away")
    effects.change(locked, status=Animal.Status.GIVEN_AWAY, status_on=on)
    return _record(StatusChange.Kind.GIVEN_AWAY, on, note, effects, by, animal=locked)


def _end(effects: Effects, row: Ownership, on: dt.date, reason: str) -> None:
    """End an ownership on `on`; one that began that very day has lasted that day."""
    before, before_reason = row.period, row.end_reason
    end_row(row, max(on, row.period.lower + ONE_DAY) if row.period.lower else on, reason)
    effects.ended(row, DateRange(before.lower, before.upper), before_reason)


def _hand_over(effects: Effects, animal: Animal, to: Person, on: dt.date, reason: str) -> None:
    """Make `to` the registered owner on `on`; other co-owners and keepers stay."""
    to = kept(to)
    if to.status == Person.Status.DIED:
        refuse(everything=f"{to.name} died on {day(to.status_on)}. Choose somebody else for {animal}.")
    for row in open_rows(rows_of(animal)):
        if row.primary or kept_id(row.person) == to.pk:
            if row.period.lower is not None and on <= row.period.lower:
                refuse(
                    on=f"{kept(row.person).name} became {row.get_role_display().lower()} of {animal} on "
                    f"{day(row.period.lower)}. Hand {animal} over on its own page."
                )
            _end(effects, row, on, reason)
    effects.began(begin_row(animal, to, on, primary=True))
    if to.premises_id is not None and to.premises_id != animal.premises_id:
        effects.change(animal, premises=to.premises)


def _owned(person: Person) -> dict[int, Animal]:
    """The animals here whose registered owner the person now is, locked."""
    owned = Ownership.objects.filter(
        person__in=alias_ids(person), primary=True, voided_at__isnull=True, period__upper_inf=True
    ).select_related("animal")
    ids = {row.animal.merged_into_id or row.animal_id for row in owned}
    return {pk: animal for pk, animal in lock_all(Animal, ids).items() if animal.status == Animal.Status.HERE}


def _others(person: Person) -> list[Ownership]:
    """The open parts of the person in animals of which somebody else is the registered owner."""
    return list(
        Ownership.objects.filter(
            person__in=alias_ids(person), primary=False, voided_at__isnull=True, period__upper_inf=True
        )
    )


def _lock_person_here(person: Person) -> Person:
    locked = lock_kept(Person, person.pk)
    if locked.status != Person.Status.HERE:
        refuse(everything=f"{gone(locked)}. Undo that first if it was a mistake.")
    return locked


@transaction.atomic
def person_died(
    *,
    person: Person,
    on: dt.date,
    animals: Mapping[int, Goes] | None = None,
    note: str = "",
    by: User | None,
    today: dt.date,
) -> StatusChange:
    """A person died on `on`: letters stop, and every part in an animal ends.

    `animals` says for each animal (by key) who has it: `Goes("to", person)`, or `Goes("unknown")`, the
    default unless a co-owner remains, who then becomes the registered owner.
    """
    owned = _owned(kept(person))
    locked = _lock_person_here(person)
    if locked.is_organization:
        refuse(everything="A firm does not die. Record that it moved away.")
    _event_day("on", on, today, "The day of death")
    if locked.birth_date is not None and on < locked.birth_date:
        refuse(on=f"{locked.name} was born on {day(locked.birth_date)}. Check the date.")
    effects = Effects()
    for pk, animal in owned.items():
        goes = (animals or {}).get(pk) or Goes(Goes.NOT_KNOWN)
        if goes.how == Goes.TO and goes.to is not None:
            _hand_over(effects, animal, goes.to, on, "The owner died")
        elif goes.how == Goes.GOES_ALONG:
            effects.change(animal, status=Animal.Status.MOVED_AWAY, status_on=on)
        else:
            _without(effects, animal, locked, on, "The owner died")
    for row in _others(locked):
        _end(effects, row, on, "Died")
    effects.change(locked, status=Person.Status.DIED, status_on=on)
    return _record(StatusChange.Kind.DIED, on, note, effects, by, person=locked)


def _without(effects: Effects, animal: Animal, person: Person, on: dt.date, reason: str) -> None:
    """End the person's ownership; the first co-owner, when there is one, becomes the registered owner."""
    rows = open_rows(rows_of(animal))
    heirs = [
        row
        for row in rows
        if row.role == Ownership.Role.OWNER
        and kept_id(row.person) != person.pk
        and kept(row.person).status == Person.Status.HERE
        and (row.period.lower is None or row.period.lower < on)
    ]
    for row in rows:
        if kept_id(row.person) == person.pk:
            _end(effects, row, on, reason)
    if heirs and all(row.period.upper is None or row.period.upper <= on for row in rows if row.primary):
        _end(effects, heirs[0], on, "Became the registered owner")
        effects.began(begin_row(animal, kept(heirs[0].person), on, primary=True))


@transaction.atomic
def person_moved_away(
    *,
    person: Person,
    on: dt.date,
    animals: Mapping[int, Goes] | None = None,
    note: str = "",
    by: User | None,
    today: dt.date,
) -> StatusChange:
    """A person moved out of the city on `on`: letters stop.

    `animals` says for each animal whether it goes along (the default), stays with somebody (`Goes("to",
    person)`), or stays and nobody knows yet with whom (`Goes("unknown")`: nothing changes for it). What the
    person only keeps or harbors ends; what they own together with somebody who stays goes on.
    """
    owned = _owned(kept(person))
    locked = _lock_person_here(person)
    _event_day("on", on, today, "The day of the move")
    effects = Effects()
    for pk, animal in owned.items():
        goes = (animals or {}).get(pk) or Goes(Goes.GOES_ALONG)
        if goes.how == Goes.TO and goes.to is not None:
            _hand_over(effects, animal, goes.to, on, "The owner moved away")
        elif goes.how == Goes.GOES_ALONG:
            if animal.born is not None and on < animal.born:
                refuse(on=f"{animal} was born on {day(animal.born)}. Check the date.")
            effects.change(animal, status=Animal.Status.MOVED_AWAY, status_on=on)
    for row in _others(locked):
        if row.role != Ownership.Role.OWNER:
            _end(effects, row, on, "Moved away")
    effects.change(locked, status=Person.Status.MOVED_AWAY, status_on=on)
    return _record(StatusChange.Kind.MOVED_AWAY, on, note, effects, by, person=locked)


@transaction.atomic
def departure_undo(*, change: StatusChange, reason: str, by: User | None) -> StatusChange:
    """Take back a death, a move or a gift that was recorded by mistake, with all that followed from it.

    Raises RegistryError when it was undone already, or something was changed again since.
    """
    reason = reason_given(reason, why="Say what the mistake was.")
    row = StatusChange.objects.select_for_update(of=("self",)).get(pk=change.pk)
    if row.undone_at is not None:
        refuse(everything="This has been undone already.")
    undo(row.effects, by=by, reason=reason)
    row.undone_at, row.undo_reason = timezone.now(), reason
    row.undone_by = by  # type: ignore[assignment]
    row.save(update_fields=["undone_at", "undone_by", "undo_reason"])
    return row
