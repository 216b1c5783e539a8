"""Calling, moving and cancelling meetings of the council."""

import datetime as dt
from typing import Any

from django.db import IntegrityError, transaction

from freeport_animals.base.editing import lock_for_edit
from freeport_animals.base.formats import clock, day, local_date
from freeport_animals.city.errors import CityError, DateWrong, NotStanding, Overlap
from freeport_animals.city.models import Meeting, MeetingSchedule, Resolution
from freeport_animals.city.selectors.meetings import is_regular_date, schedule_on
from freeport_animals.city.services.resolutions import standing
from freeport_animals.rules.meetings import NOTICE_DAYS, earliest_special_meeting

NOTICE_LAW = "Minn. Stat. 13D.04, subd. 2"


@transaction.atomic
def meeting_schedule_set(
    *, resolution: Resolution, week: int, weekday: int, starts: dt.time, place: str, by: Any
) -> MeetingSchedule:
    """Set the regular meetings from the day the resolution takes effect. Raises NotStanding, Overlap."""
    locked = standing(resolution)
    if not place.strip():
        raise CityError("Say where the council meets.", "place")
    try:
        with transaction.atomic():
            return MeetingSchedule.objects.create(
                resolution=locked,
                week=MeetingSchedule.Week(week),
                weekday=weekday,
                starts=starts,
                place=place.strip(),
                entered_by=by,
            )
    except IntegrityError as error:
        raise Overlap(f"{locked} already sets the regular meetings.", "resolution") from error


@transaction.atomic
def meeting_call(
    *,
    on: dt.date,
    starts: dt.time,
    purpose: str,
    called_by: str,
    by: Any,
    at: dt.datetime,
    place: str = "",
    emergency_reason: str = "",
) -> Meeting:
    """Call a special meeting, which deals with its purpose and nothing else.

    Its notice hangs three days before (a state check); a meeting sooner than a notice posted today allows
    needs the reason of an emergency. Raises DateWrong, CityError, Overlap.
    """
    purpose, called_by = purpose.strip(), called_by.strip()
    if not purpose:
        raise CityError("Say what the meeting is about; nothing else can be decided there.", "purpose")
    if not called_by:
        raise CityError("Say who calls it: the mayor, or which two members.", "called_by")
    today = local_date(at)
    if on < today:
        raise DateWrong(f"{day(on)} has passed.", "on")
    soonest = earliest_special_meeting(today)
    if on < soonest and not emergency_reason.strip():
        raise DateWrong(
            f"A special meeting needs {NOTICE_DAYS} days' posted notice ({NOTICE_LAW}): with a notice posted "
            f"today it can be held from {day(soonest)} on. For an emergency meeting, say why it cannot wait.",
            "on",
        )
    return _created(
        on=on,
        starts=starts,
        place=place.strip() or schedule_on(on).place,
        purpose=purpose,
        called_by=called_by,
        emergency_reason=emergency_reason.strip() if on < soonest else "",
        entered_by=by,
    )


def _created(**columns: Any) -> Meeting:
    try:
        with transaction.atomic():
            return Meeting.objects.create(**columns)
    except IntegrityError as error:
        raise _taken(columns["on"], columns["starts"]) from error


def _taken(on: dt.date, starts: dt.time) -> Overlap:
    return Overlap(f"The council already meets {day(on)} at {clock(starts)}.", "on")


@transaction.atomic
def meeting_ensure(*, regular_on: dt.date, by: Any = None) -> Meeting:
    """The row of the regular meeting of that date, made now if it has none yet. Raises DateWrong when none
    falls on it."""
    if not is_regular_date(regular_on):
        raise DateWrong(f"No regular meeting falls on {day(regular_on)}.", "on")
    schedule = schedule_on(regular_on)
    meeting, _ = Meeting.objects.get_or_create(
        regular_on=regular_on,
        defaults={"on": regular_on, "starts": schedule.starts, "place": schedule.place, "entered_by": by},
    )
    return meeting


@transaction.atomic
def meeting_move(
    *, meeting: Meeting, version: int, on: dt.date, starts: dt.time, place: str, at: dt.datetime
) -> Meeting:
    """Hold a meeting at another time or place. The notice hangs anew. Raises EditConflict, DateWrong,
    NotStanding, Overlap."""
    locked = lock_for_edit(Meeting, meeting.pk, version=version)
    if locked.is_cancelled:
        raise NotStanding("This meeting was cancelled. Call another one.")
    if on < local_date(at):
        raise DateWrong(f"{day(on)} has passed.", "on")
    if locked.on < local_date(at):
        raise NotStanding(f"This meeting was held {day(locked.on)}.")
    changed = (locked.on, locked.starts, locked.place) != (on, starts, place)
    locked.on, locked.starts, locked.place = on, starts, place.strip() or locked.place
    if changed:
        locked.notice_posted_on = None
    locked.version += 1
    try:
        with transaction.atomic():
            locked.save()
    except IntegrityError as error:
        raise _taken(on, starts) from error
    return locked


@transaction.atomic
def meeting_notice_post(*, meeting: Meeting, version: int, posted_on: dt.date, at: dt.datetime) -> Meeting:
    """Record when the notice was posted. Raises EditConflict, DateWrong after the meeting or today."""
    locked = lock_for_edit(Meeting, meeting.pk, version=version)
    if locked.is_cancelled:
        raise NotStanding("This meeting was cancelled.")
    if posted_on > local_date(at):
        raise DateWrong(f"{day(posted_on)} has not come yet.", "posted_on")
    if posted_on > locked.on:
        raise DateWrong(f"The meeting is {day(locked.on)}; a notice hangs before it.", "posted_on")
    locked.notice_posted_on = posted_on
    locked.version += 1
    locked.save(update_fields=["notice_posted_on", "version"])
    return locked


@transaction.atomic
def meeting_cancel(*, meeting: Meeting, version: int, reason: str, by: Any, at: dt.datetime) -> Meeting:
    """Cancel a meeting that has not been held. Raises EditConflict, NotStanding."""
    reason = reason.strip()
    if not reason:
        raise CityError("Say why it is cancelled.", "reason")
    locked = lock_for_edit(Meeting, meeting.pk, version=version)
    if locked.is_cancelled:
        raise NotStanding("This meeting was cancelled already.")
    if locked.on < local_date(at):
        raise NotStanding(f"This meeting was held {day(locked.on)}.")
    locked.cancelled_at, locked.cancelled_by, locked.cancel_reason = at, by, reason
    locked.version += 1
    locked.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason", "version"])
    return locked
