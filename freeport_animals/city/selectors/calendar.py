"""Which days the city is closed, and the year on a page."""

import calendar
import datetime as dt
from dataclasses import dataclass, field

from freeport_animals import rules
from freeport_animals.city.selectors.meetings import Meet, meetings_between
from freeport_animals.city.selectors.resolutions import closures_between
from freeport_animals.rules.days import legal_holidays

NAMES = [dt.date(2000, month, 1).strftime("%B") for month in range(1, 13)]


@dataclass(frozen=True)
class ClosedDay:
    """A day on which the city is closed, and by what: a legal holiday, or the resolution named."""

    on: dt.date
    name: str
    by: str = ""  # empty for a legal holiday
    url: str = ""

    @property
    def is_holiday(self) -> bool:
        return not self.by


def closed_days(context: rules.Context, first: dt.date, last: dt.date) -> list[ClosedDay]:
    """Legal holidays under the readings in force on each, and closures by resolution, in order. One query."""
    found = [
        ClosedDay(day, name)
        for year in range(first.year, last.year + 1)
        for day, name in _holidays(context, year)
        if first <= day <= last
    ]
    found += [
        ClosedDay(row.day, row.name, str(row.resolution), row.resolution.get_absolute_url())
        for row in closures_between(first, last)
        if row.day
    ]
    return sorted(found, key=lambda each: (each.on, each.by))


def _holidays(context: rules.Context, year: int) -> list[tuple[dt.date, str]]:
    """A year's legal holidays; whether the optional ones count is read on the day itself."""
    every = legal_holidays(year, True, True)
    return [(day, name) for day, name in every.items() if context.calendar(day).closed(day) == name]


@dataclass
class Cell:
    """A date in a month's grid with what happens on it; `on` None fills the week."""

    on: dt.date | None
    closed: list[ClosedDay] = field(default_factory=list)
    meetings: list[Meet] = field(default_factory=list)

    @property
    def is_weekend(self) -> bool:
        return self.on is not None and self.on.isoweekday() > 5


@dataclass(frozen=True)
class Month:
    """A month as weeks of seven cells, Sunday first as on the wall, and its days worth naming."""

    name: str
    weeks: list[list[Cell]]
    named: list[Cell]


def year_on_a_page(context: rules.Context, year: int) -> list[Month]:
    """Twelve months with closed days and meetings."""
    first, last = dt.date(year, 1, 1), dt.date(year, 12, 31)
    closed: dict[dt.date, list[ClosedDay]] = {}
    for each in closed_days(context, first, last):
        closed.setdefault(each.on, []).append(each)
    meetings: dict[dt.date, list[Meet]] = {}
    for meet in meetings_between(first, last):
        meetings.setdefault(meet.on, []).append(meet)
    weeks = calendar.Calendar(firstweekday=calendar.SUNDAY)
    months = []
    for month, name in enumerate(NAMES, start=1):
        grid = [
            [
                Cell(day, closed.get(day, []), meetings.get(day, [])) if day.month == month else Cell(None)
                for day in week
            ]
            for week in weeks.monthdatescalendar(year, month)
        ]
        named = [cell for week in grid for cell in week if cell.closed or cell.meetings]
        months.append(Month(name, grid, named))
    return months
