"""Entering what the council adopted."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from freeport_animals.city.errors import CityError, DateWrong, NumberTaken, SettingWrong
from freeport_animals.city.models import Resolution, Setting
from freeport_animals.city.selectors import context
from tests.city.cast import adopt, staff

pytestmark = pytest.mark.django_db


def test_everything_it_sets_is_stored_and_holds_from_its_day():
    adopt(
        "2025-04",
        "2025-03-25",
        "2025-07-01",
        parameters={"license-fee": Decimal("6.00")},
        readings={"license-term": "calendar-year"},
        closures=[(dt.date(2025, 12, 24), "Christmas Eve")],
        state_checks={"hearing-within-14-days": False},
    )
    now = context()
    assert now.parameter("license-fee", dt.date(2025, 6, 30)) == Decimal("5.00")
    assert now.parameter("license-fee", dt.date(2025, 7, 1)) == Decimal("6.00")
    assert now.parameter_in_force("license-fee", dt.date(2025, 7, 1)).authority == "Resolution 2025-04"
    assert now.reading("license-term", dt.date(2025, 6, 30)) == "no-expiry"
    assert now.reading("license-term", dt.date(2025, 7, 1)) == "calendar-year"
    assert now.closures == {dt.date(2025, 12, 24)}
    assert now.shows("hearing-within-14-days", dt.date(2025, 6, 30))
    assert not now.shows("hearing-within-14-days", dt.date(2025, 7, 1))


@pytest.mark.parametrize(
    ("name", "amount", "sentence"),
    [
        ("release-fee-1", "49.99", r"cannot be less than \$50\.00 \(1\.F\); \$49\.99 was given"),
        ("release-fee-2", "74.99", r"cannot be less than \$75\.00 \(1\.F\)"),
        ("release-fee-3", "99.99", r"cannot be less than \$100\.00 \(1\.F\)"),
        ("license-fee", "-1.00", "Expected an amount in dollars"),
        ("license-fee", "5.005", "whole cents"),
        ("license-age", "3", "is fixed by the ordinance"),
        ("nonsense", "3", "There is no such amount"),
    ],
)
def test_an_amount_that_no_resolution_may_set_is_refused(name, amount, sentence):
    with pytest.raises(SettingWrong, match=sentence) as refused:
        adopt(parameters={name: Decimal(amount)})
    assert refused.value.field == name
    assert not Resolution.objects.exists()


@pytest.mark.parametrize(
    ("name", "amount"), [("release-fee-1", 50), ("release-fee-2", 75), ("release-fee-3", 100)]
)
def test_the_floor_itself_may_be_set(name, amount):
    adopt(parameters={name: Decimal(amount)})
    assert context().parameter(name) == amount


@pytest.mark.parametrize(
    "settings",
    [
        {"readings": {"license-term": "two-years"}},
        {"readings": {"nonsense": "yes"}},
        {"readings": {"sold": "sale"}},
        {"state_checks": {"holidays": False}},
        {"closures": [(dt.date(2025, 12, 24), " ")]},
        {"closures": [(dt.date(2025, 12, 24), "a"), (dt.date(2025, 12, 24), "b")]},
        {"closures": [(dt.date(2024, 10, 30), "Long ago")]},
    ],
)
def test_what_cannot_be_set_is_refused(settings):
    with pytest.raises(SettingWrong):
        adopt(**settings)
    assert not Resolution.objects.exists()


def test_a_blizzards_closing_is_ratified_at_the_next_meeting():
    adopt("2025-02", "2025-01-28", closures=[(dt.date(2025, 1, 6), "Blizzard")])
    assert dt.date(2025, 1, 6) in context().closures


def test_a_number_is_taken_once():
    adopt("2025-01")
    with pytest.raises(NumberTaken, match="Resolution 2025-01 has been entered already"):
        adopt(" 2025-01 ")


def test_it_never_takes_effect_before_it_was_adopted_or_before_the_ordinance():
    with pytest.raises(DateWrong, match="adopted Tue 25 March 2025") as refused:
        adopt("2025-04", "2025-03-25", "2025-03-24")
    assert refused.value.field == "effective_on"
    with pytest.raises(DateWrong, match=r"took effect Sat 6 August 2005 \(Sec. 20\)"):
        adopt("2005-09", "2005-07-13", "2005-08-05")
    adopt("2005-10", "2005-07-13", "2005-08-06")


@pytest.mark.parametrize("fields", [{"number": " "}, {"title": " "}])
def test_it_has_a_number_and_a_title(fields):
    with pytest.raises(CityError):
        adopt(fields.pop("number", "2025-01"), **fields)


def test_it_is_never_edited_or_deleted():
    one = adopt(parameters={"license-fee": Decimal("6.00")})
    for change in (
        lambda: Resolution.objects.filter(pk=one.pk).update(effective_on=dt.date(2025, 5, 1)),
        lambda: Resolution.objects.filter(pk=one.pk).update(number="2025-99"),
        lambda: one.delete(),
        lambda: Setting.objects.update(amount=7),
        lambda: Setting.objects.all().delete(),
        lambda: truncate("city_resolution"),
        lambda: truncate("city_setting"),
    ):
        with pytest.raises((DatabaseError, IntegrityError)), transaction.atomic():
            change()
    assert context().parameter("license-fee") == 6


def truncate(table):
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")


def test_the_database_keeps_the_floors_too():
    one = adopt()
    for name, amount in (("release-fee-1", "49.99"), ("release-fee-2", "74.99"), ("release-fee-3", "99.99")):
        with pytest.raises(IntegrityError, match="setting_floors_of_1_F"), transaction.atomic():
            Setting.objects.create(resolution=one, kind="parameter", name=name, amount=Decimal(amount))
    with pytest.raises(IntegrityError, match="setting_one_of_its_kind"), transaction.atomic():
        Setting.objects.create(resolution=one, kind="reading", name="license-term", amount=Decimal("1"))


def test_who_entered_it_is_kept():
    assert adopt().entered_by == staff()
