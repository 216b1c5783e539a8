"""Legal holidays, business days and counting time, by Minn. Stat. 645.15, 645.44 subd. 5 and 346.47.

Everything here is a pure function of dates. Whether the two optional holidays count is told by the caller,
who knows the reading in force (`context.Context.calendar`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from zoneinfo import ZoneInfo

#: Published for the second time in the Melrose Beacon; Section 20 puts the ordinance in force from then.
ORDINANCE_IN_FORCE = date(2005, 8, 6)
#: Beyond this no date is plausible, and date arithmetic would run out of years.
LATEST = date(2999, 12, 31)
CITY_TIME = ZoneInfo("America/Chicago")

ONE_DAY = timedelta(days=1)
MONDAY_TO_FRIDAY = frozenset({1, 2, 3, 4, 5})

INDIGENOUS_PEOPLES_DAY = "indigenous-peoples-day"
FRIDAY_AFTER_THANKSGIVING = "friday-after-thanksgiving"


@lru_cache(maxsize=2048)
def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth ISO weekday (Monday 1) of a month; nth -1 is the last."""
    if nth > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.isoweekday()) % 7 + 7 * (nth - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - ONE_DAY
    return last - timedelta(days=(last.isoweekday() - weekday) % 7)


def observed(day: date) -> date:
    """When a fixed holiday is kept: on Friday for a Saturday, on Monday for a Sunday (645.44 subd. 5)."""
    return {6: day - ONE_DAY, 7: day + ONE_DAY}.get(day.isoweekday(), day)


@lru_cache(maxsize=512)
def optional_holidays(year: int) -> Mapping[str, date]:
    """The two days that a city may decide about, by the id of their reading."""
    return MappingProxyType(
        {
            INDIGENOUS_PEOPLES_DAY: nth_weekday(year, 10, 1, 2),
            FRIDAY_AFTER_THANKSGIVING: nth_weekday(year, 11, 4, 4) + ONE_DAY,
        }
    )


@lru_cache(maxsize=2048)
def legal_holidays(
    year: int, indigenous_peoples_day: bool = True, friday_after_thanksgiving: bool = False
) -> Mapping[date, str]:
    """Every legal holiday that falls in the year, by date: the day itself and its observed day.

    645.44 subd. 5 as of 2023: Juneteenth counts from 2023. The second Monday of October was Columbus Day
    before 2023 and is Indigenous Peoples Day since.
    """
    fixed = {
        date(year, 1, 1): "New Year's Day",
        date(year, 7, 4): "Independence Day",
        date(year, 11, 11): "Veterans Day",
        date(year, 12, 25): "Christmas Day",
        date(year + 1, 1, 1): "New Year's Day",  # on a Saturday it is kept on 31 December of this year
    }
    if year >= 2023:
        fixed[date(year, 6, 19)] = "Juneteenth"
    days = {
        nth_weekday(year, 1, 1, 3): "Martin Luther King Day",
        nth_weekday(year, 2, 1, 3): "Presidents Day",
        nth_weekday(year, 5, 1, -1): "Memorial Day",
        nth_weekday(year, 9, 1, 1): "Labor Day",
        nth_weekday(year, 11, 4, 4): "Thanksgiving Day",
    }
    if indigenous_peoples_day:
        name = "Indigenous Peoples Day" if year >= 2023 else "Columbus Day"
        days[optional_holidays(year)[INDIGENOUS_PEOPLES_DAY]] = name
    if friday_after_thanksgiving:
        days[optional_holidays(year)[FRIDAY_AFTER_THANKSGIVING]] = "the Friday after Thanksgiving"
    for day, name in fixed.items():
        if observed(day) != day:
            days[observed(day)] = f"{name} observed"
        days[day] = name
    return MappingProxyType({day: days[day] for day in sorted(days) if day.year == year})


@dataclass(frozen=True, slots=True)
class Calendar:
    """Which days the city is closed: legal holidays under the readings in force, and its listed closures."""

    indigenous_peoples_day: bool = True
    friday_after_thanksgiving: bool = False
    closures: frozenset[date] = frozenset()

    def closed(self, day: date) -> str | None:
        """Why the city is closed on that day, or None. Weekends are no business of this function."""
        name = legal_holidays(day.year, self.indigenous_peoples_day, self.friday_after_thanksgiving).get(day)
        return name or ("a city closure" if day in self.closures else None)

    def business_days_after(
        self, day: date, number: int, open_on: frozenset[int] = MONDAY_TO_FRIDAY
    ) -> tuple[date, list[tuple[date, str]]]:
        """The last of `number` regular business days after `day`, which itself is not counted.

        `open_on` are the ISO weekdays (Monday 1) on which the shelter is open at least four hours between 8
        and 19 (346.47); at least one, else no day would ever count. Also returns the open weekdays that
        were passed over, each with its reason.
        """
        passed = []
        indigenous, friday = self.indigenous_peoples_day, self.friday_after_thanksgiving
        closures = self.closures
        year = 0
        while number:
            day += ONE_DAY
            if day.isoweekday() not in open_on:
                continue
            if day.year != year:
                year = day.year
                holidays = legal_holidays(year, indigenous, friday)
            if day in holidays:
                passed.append((day, holidays[day]))
            elif day in closures:
                passed.append((day, "a city closure"))
            else:
                number -= 1
        return day, passed

    def rolled(self, day: date) -> tuple[date, list[tuple[date, str]]]:
        """The day, or the next that is no Saturday, Sunday, legal holiday or closure; and what was passed
        over.
        """
        passed: list[tuple[date, str]] = []
        while True:
            weekday = day.isoweekday()
            why = self.closed(day) or ("a Saturday" if weekday == 6 else "a Sunday" if weekday == 7 else None)
            if why is None:
                return day, passed
            passed.append((day, why))
            day += ONE_DAY


def optional_between(first: date, last: date) -> list[str]:
    """Ids of the optional holidays that fall on or between two days: there their reading matters."""
    if first.year == last.year and (last.month < 10 or first.month > 11):
        return []
    return sorted(
        {
            name
            for year in range(first.year, last.year + 1)
            for name, day in optional_holidays(year).items()
            if first <= day <= last
        }
    )


def add_months(day: date, months: int) -> date:
    """The same day of the month so many months on, or that month's last day: 31 August + 6 is 28 February."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    try:
        return day.replace(year=year, month=month)
    except ValueError:
        return date(year + month // 12, month % 12 + 1, 1) - ONE_DAY


def term_end(day: date, months: int = 12) -> date:
    """The last day of a term that begins on `day`: the day before the same date, from 29 February 28
    February.
    """
    same = add_months(day, months)
    return same if same.day < day.day else same - ONE_DAY


def add_days(moment: datetime, days: int) -> datetime:
    """The same time on the city's clock so many days on.

    Where the clock leaps over that time in March the moment is as many whole hours later as it would have
    been (02:30 becomes 03:30), so that never less than the full days have passed.
    """
    later = (moment.replace(tzinfo=None) + timedelta(days=days)).replace(tzinfo=CITY_TIME)
    return later.astimezone(UTC).astimezone(CITY_TIME)


def started_days(start: datetime, end: datetime) -> int:
    """How many periods of 24 hours have started from one moment to another; at least one. Real hours, so
    that a day of 25 hours in November is a day and an hour.
    """
    seconds = (end.astimezone(UTC) - start.astimezone(UTC)).total_seconds()
    return max(1, -int(-seconds // 86400))
