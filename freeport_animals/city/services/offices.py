"""Appointments with the council's consent (Sec. 15), and the council's own terms."""

import datetime as dt
from typing import Any

from django.db import IntegrityError, connection, transaction

from freeport_animals.base.editing import lock_for_edit
from freeport_animals.base.formats import day
from freeport_animals.base.text import one_line
from freeport_animals.city.errors import CityError, DateWrong, NotStanding, Overlap
from freeport_animals.city.models import Appointment, CouncilMember, Resolution
from freeport_animals.city.services.resolutions import standing

MEMBERS = 4  # beside the mayor


@transaction.atomic
def appointment_add(
    *,
    kind: str,
    name: str,
    resolution: Resolution,
    first_day: dt.date,
    by: Any,
    user: Any = None,
    designated_by: Appointment | None = None,
) -> Appointment:
    """Record an officer that the council appointed, or an assistant that an officer designated with its
    consent.

    Raises DateWrong before the resolution takes effect or outside the officer's own appointment, Overlap
    when the same person holds one at that time.
    """
    name = _named(name)
    locked = standing(resolution)
    if first_day < locked.effective_on:
        raise DateWrong(
            f"{locked} takes effect {day(locked.effective_on)}; nobody is appointed by it before.",
            "first_day",
        )
    assistant = kind == Appointment.Kind.ASSISTANT
    designated_by = _officer_on(designated_by, first_day) if assistant else None
    try:
        with transaction.atomic():
            return Appointment.objects.create(
                kind=Appointment.Kind(kind),
                name=name,
                user=user,
                designated_by=designated_by,
                resolution=locked,
                first_day=first_day,
                entered_by=by,
            )
    except IntegrityError as error:
        raise Overlap(
            f"{name} already holds an appointment at that time. End that one first.", "name"
        ) from error


def _officer_on(officer: Appointment | None, on: dt.date) -> Appointment:
    if officer is None or officer.kind != Appointment.Kind.OFFICER:
        raise CityError("Choose the officer who designated the assistant (Sec. 15).", "designated_by")
    locked = Appointment.objects.select_for_update(of=("self",)).get(pk=officer.pk)
    if on < locked.first_day or (locked.last_day is not None and on > locked.last_day):
        raise DateWrong(f"{locked.name} was no animal control officer on {day(on)}.", "designated_by")
    return locked


@transaction.atomic
def appointment_end(*, appointment: Appointment, version: int, last_day: dt.date, reason: str) -> Appointment:
    """End an appointment after `last_day`; those of assistants whom this officer designated end with it.

    Raises EditConflict, DateWrong before its first day, NotStanding when it has ended already.
    """
    reason = reason.strip()
    if not reason:
        raise CityError("Say why it ends.", "reason")
    locked = lock_for_edit(Appointment, appointment.pk, version=version)
    if locked.last_day is not None:
        raise NotStanding(f"This appointment has an end already: {day(locked.last_day)}.")
    if last_day < locked.first_day:
        raise DateWrong(f"It began {day(locked.first_day)} and cannot end before.", "last_day")
    assistants = list(locked.assistants.select_for_update().filter(last_day__isnull=True).order_by("pk"))
    late = next((each for each in assistants if each.first_day > last_day), None)
    if late is not None:
        raise DateWrong(
            f"{late.name} was designated from {day(late.first_day)}, after that day. Choose a later day.",
            "last_day",
        )
    for each in [locked, *assistants]:
        each.last_day, each.end_reason = last_day, reason
        each.version += 1
        each.save(update_fields=["last_day", "end_reason", "version"])
    return locked


@transaction.atomic
def council_member_add(
    *, seat: str, name: str, first_day: dt.date, last_day: dt.date, by: Any, user: Any = None
) -> CouncilMember:
    """Record a term of the mayor or of one of four members, both days included.

    Raises DateWrong, and Overlap when the seat is taken or the same person sits already.
    """
    name = _named(name)
    if last_day < first_day:
        raise DateWrong("The term's last day comes before its first.", "last_day")
    with connection.cursor() as cursor:  # one term at a time is weighed against the others
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('city_councilmember'))")
    if seat == CouncilMember.Seat.MEMBER:
        _room_for_a_member(first_day, last_day)
    try:
        with transaction.atomic():
            return CouncilMember.objects.create(
                seat=CouncilMember.Seat(seat),
                name=name,
                user=user,
                first_day=first_day,
                last_day=last_day,
                entered_by=by,
            )
    except IntegrityError as error:
        who = "Somebody else is mayor" if "mayor" in str(error) else f"{name} sits on the council"
        raise Overlap(f"{who} in part of that time. Shorten the other term first.", "first_day") from error


def _room_for_a_member(first_day: dt.date, last_day: dt.date) -> None:
    terms = CouncilMember.objects.filter(
        seat=CouncilMember.Seat.MEMBER, first_day__lte=last_day, last_day__gte=first_day
    ).order_by("pk")
    others = list(terms.values_list("first_day", "last_day"))
    # The number of terms that run can only rise on a day when one begins.
    for start in [first_day, *(begins for begins, _ in others if begins > first_day)]:
        if sum(begins <= start <= ends for begins, ends in others) >= MEMBERS:
            raise Overlap(f"All {MEMBERS} seats are taken on {day(start)}. End a term first.", "first_day")


@transaction.atomic
def council_member_leave(
    *, member: CouncilMember, version: int, last_day: dt.date, reason: str
) -> CouncilMember:
    """The member leaves the seat before the term is over; `last_day` is the last in office.

    Raises EditConflict, DateWrong unless the day lies in the term.
    """
    reason = reason.strip()
    if not reason:
        raise CityError("Say why the seat was left.", "reason")
    locked = lock_for_edit(CouncilMember, member.pk, version=version)
    if not locked.first_day <= last_day <= locked.last_day:
        raise DateWrong(
            f"The term runs from {day(locked.first_day)} through {day(locked.last_day)}.", "last_day"
        )
    locked.last_day, locked.left_reason = last_day, reason
    locked.version += 1
    locked.save(update_fields=["last_day", "left_reason", "version"])
    return locked


def _named(name: str) -> str:
    name = one_line(name)
    if not name:
        raise CityError("Type the name.", "name")
    return name
