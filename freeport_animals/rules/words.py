"""Dates, money and counts as people say them. Used in every sentence that a rule gives."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_COUNTS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_ORDINALS = (
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


@lru_cache(maxsize=8192)
def full_date(day: date) -> str:
    """`Wednesday 3 June 2026`."""
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


@lru_cache(maxsize=8192)
def short_date(day: date) -> str:
    """`3 June 2026`."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def full_time(moment: datetime) -> str:
    """`10:00 on Thursday 11 June 2026`."""
    return f"{moment.hour:02}:{moment.minute:02} on {full_date(moment.date())}"


@lru_cache(maxsize=1024)
def dollars(amount: Decimal) -> str:
    """`$1,250.00`."""
    return f"${amount:,.2f}"


def number_word(number: int) -> str:
    """`five`, `twelve`, `14`, `1,200`; `no` for none."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) else f"{number:,}"


def count(number: int, one: str, many: str | None = None) -> str:
    """`five days`, `one day`, `no days`, `14 days`."""
    return f"{number_word(number)} {one if number == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """`second`, `tenth`, `21st`."""
    if 0 < number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def capital(sentence: str) -> str:
    """The sentence with its first letter capital and the rest as it is."""
    return sentence[:1].upper() + sentence[1:]
