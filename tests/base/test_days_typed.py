"""Dates as people type them."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from freeport_animals.base.fields import DayField, parse_day

pytestmark = pytest.mark.usefixtures("today")  # 3 June 2026

MARCH_5 = dt.date(2026, 3, 5)


@pytest.mark.parametrize(
    "typed",
    [
        "3/5/2026", "03/05/2026", "3-5-2026", "3.5.2026", "3 5 2026", "3/5/26", "03052026", "030526",
        "2026-03-05", "2026-3-5", "20260305", "5 Mar 2026", "5Mar 2026", "5. March 2026", "5th March 26",
        "Mar 5 2026", "March 5, 2026", "march 5th 2026", "  3/5/2026  ", "3/5/2026.", "MAR. 5, 2026",
    ],
)  # fmt: skip
def test_every_way_of_writing_it(typed):
    assert parse_day(typed) == MARCH_5


def test_month_comes_before_day():
    assert parse_day("4/11/2026") == dt.date(2026, 4, 11)


@pytest.mark.parametrize(
    ("typed", "year"),
    [("1/1/26", 2026), ("1/1/36", 2036), ("1/1/37", 1937), ("1/1/00", 2000), ("1/1/99", 1999)],
)
def test_two_digits_mean_the_nearest_year_at_most_ten_ahead(typed, year):
    assert parse_day(typed) == dt.date(year, 1, 1)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2/29/2027", "There is no February 29 in 2027: it has 28 days. Check the day."),
        ("6/31/2026", "There is no June 31 in 2026: it has 30 days. Check the day."),
        ("1/0/2026", "There is no January 0 in 2026: it has 31 days. Check the day."),
        ("13/1/2026", "There is no month 13. Type month/day/year, for example 3/5/2026."),
        ("ten dollars", "“ten dollars” is not a date. Type month/day/year, for example 3/5/2026."),
        ("3/5", "“3/5” is not a date. Type month/day/year, for example 3/5/2026."),
        ("5 Foo 2026", "“5 Foo 2026” names no month. Type for example 5 Mar 2026."),
        ("5 Marz 2026", "“5 Marz 2026” names no month. Type for example 5 Mar 2026."),
        ("1/1/1899", "The year 1899 is too long ago. Check the year."),
        ("1/1/0000", "The year 0 is too long ago. Check the year."),
        ("1/1/3206", "The year 3206 is too far ahead. Check the year."),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_sentence(typed, sentence):
    with pytest.raises(ValidationError) as refused:
        parse_day(typed)
    assert refused.value.messages == [sentence]


def test_leap_day():
    assert parse_day("2/29/2028") == dt.date(2028, 2, 29)


def test_a_date_to_come_is_refused_where_it_cannot_be():
    field = DayField(latest_today=True)
    assert field.clean("6/3/2026") == dt.date(2026, 6, 3)
    with pytest.raises(ValidationError) as refused:
        field.clean("6/4/2026")
    assert refused.value.messages == ["6/4/2026 is in the future. Check the date."]


def test_empty_is_none_and_a_required_day_is_missed():
    assert DayField(required=False).clean("   ") is None
    with pytest.raises(ValidationError):
        DayField().clean("")


def test_shown_again_as_it_is_typed():
    assert DayField().prepare_value(MARCH_5) == "3/5/2026"
    assert DayField().prepare_value("nonsense") == "nonsense"


def test_an_unchanged_day_has_not_changed():
    assert not DayField().has_changed(MARCH_5, "03/05/2026")
    assert DayField().has_changed(MARCH_5, "3/6/2026")


@given(st.dates(min_value=dt.date(1900, 1, 1), max_value=dt.date(2070, 12, 31)))
def test_every_date_is_read_back(day):
    for form in ("%m/%d/%Y", "%Y-%m-%d", "%m%d%Y", "%Y%m%d", "%d %B %Y", "%b %d, %Y", "%m-%d-%Y"):
        assert parse_day(day.strftime(form)) == day
    assert parse_day(DayField().prepare_value(day)) == day


@given(st.text(max_size=40) | st.from_regex(r"\d{1,4}[/.\- ]\d{1,3}[/.\- ]\d{1,5}", fullmatch=True))
def test_whatever_is_typed_is_a_date_or_a_sentence(typed):
    try:
        assert isinstance(DayField().clean(typed), dt.date)
    except ValidationError as refused:
        assert all(message.endswith(".") for message in refused.messages)
