"""Money, dates and times as they are written on screens and papers."""

import datetime as dt
from decimal import Decimal

import pytest

from freeport_animals.base import formats


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Decimal("83"), "$83.00"),
        (Decimal("0.5"), "$0.50"),
        (Decimal("1083.005"), "$1,083.00"),
        (Decimal("300000"), "$300,000.00"),
        (Decimal("-5"), "−$5.00"),
        (Decimal("0.00"), "$0.00"),
        (5, "$5.00"),
        ("91.00", "$91.00"),
        (None, ""),
        ("", ""),
    ],
)
def test_money(amount, text):
    assert formats.money(amount) == text


def test_money_is_never_a_float():
    with pytest.raises(TypeError):
        formats.money(5.0)


def test_words_are_no_amount():
    with pytest.raises(ValueError, match="ten dollars"):
        formats.money("ten dollars")


def test_dates_are_written_three_ways():
    date = dt.date(2026, 6, 3)
    assert formats.day(date) == "Wed 3 June 2026"
    assert formats.longday(date) == "Wednesday, 3 June 2026"
    assert formats.shortday(date) == "3 Jun 2026"
    assert formats.day("2024-02-29") == "Thu 29 February 2024"
    assert formats.day(None) == formats.longday("") == formats.shortday(None) == ""


def test_times_are_the_citys():
    # 03:30 in Greenwich on 4 June is still 3 June in Freeport, five hours behind in summer.
    late = dt.datetime(2026, 6, 4, 3, 30, tzinfo=dt.UTC)
    assert formats.day(late) == "Wed 3 June 2026"
    assert formats.clock(late) == "10:30 pm"
    assert formats.moment(late) == "Wed 3 June 2026, 10:30 pm"
    assert formats.moment("2026-01-02T18:14:00+00:00") == "Fri 2 January 2026, 12:14 pm"


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (dt.time(0, 0), "12:00 am"),
        (dt.time(0, 5), "12:05 am"),
        (dt.time(9, 7), "9:07 am"),
        (dt.time(12, 0), "12:00 pm"),
        (dt.time(13, 14), "1:14 pm"),
        (dt.time(23, 59), "11:59 pm"),
    ],
)
def test_clock(time, text):
    assert formats.clock(time) == text


def test_a_naive_time_is_already_local():
    # As the rules write it in JSON: the city's clock without an offset.
    assert formats.moment("2026-06-11T10:00") == "Thu 11 June 2026, 10:00 am"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("3208362112", "320-836-2112"),
        ("(320) 836-2112", "320-836-2112"),
        ("1 320 836 2112", "320-836-2112"),
        ("836-2112", "836-2112"),
        ("+52 55 1234 5678", "+52 55 1234 5678"),
        ("ask for Anna at 320-836-2112", "ask for Anna at 320-836-2112"),
        (None, ""),
    ],
)
def test_phone(typed, text):
    assert formats.phone(typed) == text


def test_a_wait_is_rounded_up_to_minutes():
    assert formats.minutes(900) == "15 minutes"
    assert formats.minutes(61) == "2 minutes"
    assert formats.minutes(0) == "1 minute"
