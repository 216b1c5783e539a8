"""Legal holidays and business days."""

import datetime as dt
from collections.abc import Iterator

import holidays
import pytest

from freeport_animals.rules import Calendar, hold, legal_holidays
from freeport_animals.rules.days import MONDAY_TO_FRIDAY, ONE_DAY, observed, started_days

YEARS = range(2005, 2061)
JUNETEENTH = {dt.date(year, 6, 19) for year in YEARS}


def elsewhere(year: int) -> set[dt.date]:
    """The weekdays on which the nation or Minnesota keeps a holiday, by the `holidays` package."""
    days = {
        day for day in holidays.US(subdiv="MN", years=[year, year + 1], observed=True) if day.year == year
    }
    columbus = next(day for day in days_of(year, 10) if day.isoweekday() == 1 and day.day >= 8)
    return {day for day in days | {columbus} if day.isoweekday() <= 5}


def days_of(year: int, month: int) -> Iterator[dt.date]:
    day = dt.date(year, month, 1)
    while day.month == month:
        yield day
        day += ONE_DAY


def ours(year: int, **choices: bool) -> set[dt.date]:
    return {day for day in legal_holidays(year, **choices) if day.isoweekday() <= 5}


@pytest.mark.parametrize("year", YEARS)
def test_legal_holidays_are_those_of_the_holidays_package(year: int) -> None:
    juneteenth = {dt.date(year, 6, 19), observed(dt.date(year, 6, 19))} if year < 2023 else set()
    assert ours(year) - juneteenth == elsewhere(year) - juneteenth


def test_juneteenth_counts_from_2023() -> None:
    """Federal since 2021; Minnesota law since 2023."""
    assert dt.date(2021, 6, 18) in elsewhere(2021)
    assert dt.date(2022, 6, 20) in elsewhere(2022)
    for year in range(2005, 2023):
        assert not any(day.month == 6 for day in legal_holidays(year))
    assert legal_holidays(2023)[dt.date(2023, 6, 19)] == "Juneteenth"
    assert legal_holidays(2027)[dt.date(2027, 6, 18)] == "Juneteenth observed"


def test_the_second_monday_of_october_is_the_citys_choice() -> None:
    """Columbus Day, from 2023 Indigenous Peoples Day; a city may opt out."""
    assert legal_holidays(2022)[dt.date(2022, 10, 10)] == "Columbus Day"
    assert legal_holidays(2026)[dt.date(2026, 10, 12)] == "Indigenous Peoples Day"
    for year in YEARS:
        with_it, without = ours(year), ours(year, indigenous_peoples_day=False)
        assert [day.isoweekday() for day in with_it - without] == [1]
        assert next(iter(with_it - without)).month == 10


def test_the_friday_after_thanksgiving_is_the_citys_choice() -> None:
    """No legal holiday of a city unless it opts in."""
    assert dt.date(2026, 11, 27) not in legal_holidays(2026)
    for year in YEARS:
        (friday,) = ours(year, friday_after_thanksgiving=True) - ours(year)
        assert legal_holidays(year)[friday - ONE_DAY] == "Thanksgiving Day"


def test_the_observed_day_stands_beside_the_day_itself() -> None:
    assert legal_holidays(2026)[dt.date(2026, 7, 3)] == "Independence Day observed"
    assert legal_holidays(2026)[dt.date(2026, 7, 4)] == "Independence Day"
    assert legal_holidays(2027)[dt.date(2027, 7, 5)] == "Independence Day observed"
    # New Year's Day of 2028 is a Saturday and is kept in 2027.
    assert legal_holidays(2027)[dt.date(2027, 12, 31)] == "New Year's Day observed"
    assert legal_holidays(2028)[dt.date(2028, 1, 1)] == "New Year's Day"
    assert dt.date(2023, 1, 2) in legal_holidays(2023)


def naive(day: dt.date, number: int, calendar: Calendar, open_on: frozenset[int]) -> dt.date:
    """Day by day, asking of each whether it counts."""
    while number > 0:
        day = dt.date.fromordinal(day.toordinal() + 1)
        if day.isoweekday() in open_on and calendar.closed(day) is None:
            number -= 1
    return day


@pytest.mark.parametrize("number", [5, 7, 10])
def test_business_days_agree_with_a_walk_for_every_day_to_2060(number: int) -> None:
    calendar = Calendar()
    # The walk's own answer for each day, kept running: the open days of all years in a row.
    first, last = dt.date(2005, 8, 6), dt.date(2060, 12, 31)
    row = [
        day
        for ordinal in range(first.toordinal(), last.toordinal() + 60)
        if (day := dt.date.fromordinal(ordinal)).isoweekday() <= 5 and calendar.closed(day) is None
    ]
    passed = 0
    day = first
    while day <= last:
        while row[passed] <= day:
            passed += 1
        assert calendar.business_days_after(day, number)[0] == row[passed + number - 1]
        day += ONE_DAY


@pytest.mark.parametrize(
    "open_on", [MONDAY_TO_FRIDAY, frozenset({2, 3, 4, 5, 6}), frozenset({7}), frozenset(range(1, 8))]
)
def test_other_opening_days_agree_with_the_walk(open_on: frozenset[int]) -> None:
    calendar = Calendar(
        False, True, frozenset({dt.date(2026, 5, 6), dt.date(2026, 5, 10), dt.date(2026, 12, 24)})
    )
    day = dt.date(2025, 12, 1)
    while day < dt.date(2027, 2, 1):
        counted, passed = calendar.business_days_after(day, 5, open_on)
        assert counted == naive(day, 5, calendar, open_on)
        assert all(calendar.closed(closed) == reason for closed, reason in passed)
        day += ONE_DAY


def test_a_city_shut_for_years_still_opens() -> None:
    start = dt.date(2026, 1, 1)
    closed = frozenset(start + dt.timedelta(days=n) for n in range(1000))
    calendar = Calendar(closures=closed)
    assert calendar.business_days_after(start, 1)[0] == dt.date(2028, 9, 27)
    assert calendar.rolled(start)[0] == dt.date(2028, 9, 27)


def test_the_last_day_there_is() -> None:
    assert hold(impounded_on=dt.date(2999, 12, 31), kinds=["ordinary"])["last_day"] == dt.date(3000, 1, 8)


def test_started_days_are_real_hours() -> None:
    start = dt.datetime(2026, 5, 4, 9, tzinfo=dt.UTC)
    for seconds, days in ((0, 1), (1, 1), (86_400, 1), (86_401, 2), (864_000, 10)):
        assert started_days(start, start + dt.timedelta(seconds=seconds)) == days
