"""The year with its holidays, closures and meetings."""

import datetime as dt

import pytest

from freeport_animals.city.selectors.calendar import closed_days, year_on_a_page
from freeport_animals.city.selectors.context import context
from tests.city.cast import adopt


def named(year):
    return {
        cell.on.isoformat(): [each.name for each in cell.closed]
        for month in year_on_a_page(context(), year)
        for cell in month.named
        if cell.closed
    }


@pytest.mark.django_db
def test_every_legal_holiday_of_2026_stands_on_its_day():
    assert named(2026) == {
        "2026-01-01": ["New Year's Day"],
        "2026-01-19": ["Martin Luther King Day"],
        "2026-02-16": ["Presidents Day"],
        "2026-05-25": ["Memorial Day"],
        "2026-06-19": ["Juneteenth"],
        "2026-07-03": ["Independence Day observed"],
        "2026-07-04": ["Independence Day"],
        "2026-09-07": ["Labor Day"],
        "2026-10-12": ["Indigenous Peoples Day"],
        "2026-11-11": ["Veterans Day"],
        "2026-11-26": ["Thanksgiving Day"],
        "2026-12-25": ["Christmas Day"],
    }


@pytest.mark.django_db
def test_the_optional_holidays_follow_the_reading_of_their_day():
    adopt(
        "2026-05", "2026-05-26", "2026-11-01",
        readings={"indigenous-peoples-day": "open", "friday-after-thanksgiving": "holiday"},
    )  # fmt: skip
    assert "2026-10-12" in named(2026)  # before the resolution took effect
    assert "2027-10-11" not in named(2027)
    assert named(2026)["2026-11-27"] == ["the Friday after Thanksgiving"]
    assert "2025-11-28" not in named(2025)


@pytest.mark.django_db
def test_a_closure_names_its_resolution_and_stands_beside_a_holiday():
    one = adopt(
        "2025-12", "2025-12-30",
        closures=[(dt.date(2026, 12, 24), "Christmas Eve"), (dt.date(2026, 12, 25), "Christmas")],
    )  # fmt: skip
    found = closed_days(context(), dt.date(2026, 12, 20), dt.date(2026, 12, 31))
    assert [(each.on.day, each.name, each.by) for each in found] == [
        (24, "Christmas Eve", "Resolution 2025-12"),
        (25, "Christmas Day", ""),
        (25, "Christmas", "Resolution 2025-12"),
    ]
    assert found[0].url == one.get_absolute_url()


@pytest.mark.django_db
def test_a_year_has_twelve_months_of_whole_weeks():
    months = year_on_a_page(context(), 2028)
    assert len(months) == 12
    assert all(len(week) == 7 for month in months for week in month.weeks)
    days = [cell.on for month in months for week in month.weeks for cell in week if cell.on]
    assert days == [dt.date(2028, 1, 1) + dt.timedelta(days=n) for n in range(366)]


@pytest.mark.parametrize(
    ("path", "year"), [("", 2026), ("2024/", 2024), ("1999/", 2026), ("9999/", 2026), ("2101/", 2026)]
)
def test_the_page_shows_the_year_or_this_one(administrator, path, year, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        response = administrator.get(f"/city/calendar/{path}")
    assert (response.status_code, response.context["year"]) == (200, year)


def test_everybody_on_the_staff_may_look(tuesday, signed_in_as, client):
    assert signed_in_as("Jo Stang").get("/city/calendar/").status_code == 200
    assert signed_in_as("Pat Maile").get("/city/").status_code == 200
    assert client.get("/city/calendar/").url.startswith("/sign-in/")
