"""When the council meets, and how long before a special meeting its notice hangs (Minn. Stat. 13D.04)."""

from collections.abc import Iterator
from datetime import date, timedelta

from .days import nth_weekday

NOTICE_DAYS = 3  # 13D.04, subd. 2


def regular_meetings(first: date, last: date, *, week: int, weekday: int) -> Iterator[date]:
    """The dates from `first` through `last` that are the `week`-th (-1 the last) ISO weekday of a month."""
    year, month = first.year, first.month
    while (year, month) <= (last.year, last.month):
        day = nth_weekday(year, month, weekday, week)
        if first <= day <= last:
            yield day
        year, month = year + month // 12, month % 12 + 1


def last_posting_day(meeting: date) -> date:
    """The last day on which posting a notice still gives three days before the meeting.

    The day of posting is left out and the day of the meeting counted (645.15).
    """
    return meeting - timedelta(days=NOTICE_DAYS)


def earliest_special_meeting(posted: date) -> date:
    """The first day for which a notice posted on `posted` is in time."""
    return posted + timedelta(days=NOTICE_DAYS)
