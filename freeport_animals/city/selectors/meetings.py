"""The council's meetings: the regular ones reckoned from the schedule, with what was entered about each."""

import datetime as dt
from dataclasses import dataclass

from freeport_animals.city.models import Meeting, MeetingSchedule
from freeport_animals.city.models.common import Weekday
from freeport_animals.city.selectors.context import context
from freeport_animals.rules.meetings import last_posting_day, regular_meetings

AHEAD = dt.timedelta(days=400)


@dataclass(frozen=True)
class Schedule:
    """When regular meetings fall: the `week`-th (-1 the last) ISO weekday of the month, and who set it."""

    since: dt.date
    week: int
    weekday: int
    starts: dt.time
    place: str
    row: MeetingSchedule | None = None

    @property
    def week_name(self) -> str:
        return str(MeetingSchedule.Week(self.week).label)

    @property
    def weekday_name(self) -> str:
        return str(Weekday(self.weekday).label)


#: As the council has long met, until a resolution says otherwise.
CUSTOM = Schedule(dt.date(2005, 8, 6), -1, 2, dt.time(19), "City Hall, 125 Main Street E")


@dataclass(frozen=True)
class Meet:
    """A meeting as the calendar shows it. `row` None: nothing was entered about this regular one."""

    on: dt.date
    starts: dt.time
    place: str
    regular_on: dt.date | None
    row: Meeting | None = None
    holiday: str = ""  # why the city is closed on that day

    @property
    def is_special(self) -> bool:
        return self.regular_on is None

    @property
    def is_moved(self) -> bool:
        return self.regular_on is not None and self.on != self.regular_on

    @property
    def is_cancelled(self) -> bool:
        return self.row is not None and self.row.is_cancelled

    @property
    def needs_notice(self) -> bool:
        """Special meetings, and regular ones on another day, need a posted notice (Minn. Stat. 13D.04)."""
        return not self.is_cancelled and (self.is_special or self.is_moved)

    @property
    def post_by(self) -> dt.date:
        """The last day on which the notice can be posted in time."""
        return last_posting_day(self.on)

    @property
    def posted_on(self) -> dt.date | None:
        return self.row.notice_posted_on if self.row else None

    @property
    def is_late(self) -> bool:
        """Whether the notice was posted too late, or hangs not yet."""
        return self.needs_notice and not self.posted_in_time

    @property
    def posted_in_time(self) -> bool:
        return self.posted_on is not None and self.posted_on <= self.post_by


def schedules() -> list[Schedule]:
    """The schedules by date, oldest first; of two from one day the one adopted later counts. One query."""
    rows = (
        MeetingSchedule.objects.filter(resolution__withdrawn_at__isnull=True)
        .select_related("resolution")
        .order_by("resolution__effective_on", "resolution__adopted_on", "resolution_id")
    )
    set_by = {
        row.resolution.effective_on: Schedule(
            row.resolution.effective_on, row.week, row.weekday, row.starts, row.place, row
        )
        for row in rows
    }
    return [CUSTOM, *set_by.values()]


def schedule_on(on: dt.date) -> Schedule:
    """The schedule in force on that day."""
    return [each for each in schedules() if each.since <= on][-1] if on >= CUSTOM.since else CUSTOM


def is_regular_date(on: dt.date) -> bool:
    """Whether a regular meeting falls on that day, as the schedule has it."""
    schedule = schedule_on(on)
    return on in regular_meetings(on, on, week=schedule.week, weekday=schedule.weekday)


def _regular(first: dt.date, last: dt.date) -> list[tuple[dt.date, Schedule]]:
    found = []
    known = schedules()
    ends = [following.since - dt.timedelta(days=1) for following in known[1:]]
    for schedule, end in zip(known, [*ends, last], strict=True):
        start, end = max(first, schedule.since), min(last, end)
        if start <= end:
            days = regular_meetings(start, end, week=schedule.week, weekday=schedule.weekday)
            found += [(day, schedule) for day in days]
    return found


def meetings_between(first: dt.date, last: dt.date) -> list[Meet]:
    """Every meeting from `first` through `last` in order, cancelled ones too. Two queries."""
    rows = Meeting.objects.select_related("cancelled_by").order_by("on", "starts")
    entered = list(rows.filter(on__range=(first, last)) | rows.filter(regular_on__range=(first, last)))
    by_regular = {row.regular_on: row for row in entered if row.regular_on}
    closed = context().calendar
    found = [
        Meet(row.on, row.starts, row.place, row.regular_on, row, closed(row.on).closed(row.on) or "")
        for row in entered
        if first <= row.on <= last
    ]
    found += [
        Meet(on, each.starts, each.place, on, None, closed(on).closed(on) or "")
        for on, each in _regular(first, last)
        if on not in by_regular
    ]
    return sorted(found, key=lambda meet: (meet.on, meet.starts))


def meet_of(meeting: Meeting) -> Meet:
    """A meeting that has a row, as the calendar shows it."""
    closed = context().calendar(meeting.on).closed(meeting.on) or ""
    return Meet(meeting.on, meeting.starts, meeting.place, meeting.regular_on, meeting, closed)


def next_meetings(on: dt.date, count: int = 3) -> list[Meet]:
    """The next meetings that will be held, from `on` itself."""
    return [meet for meet in meetings_between(on, on + AHEAD) if not meet.is_cancelled][:count]
