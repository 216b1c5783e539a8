"""Taking back a resolution that has not begun."""

import datetime as dt

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from freeport_animals.city.errors import CityError, InUse, NotStanding, TooLate
from freeport_animals.city.models import Resolution
from freeport_animals.city.services import resolution_withdraw
from tests.city.cast import AT_TWO, CHICAGO, adopt, officer, staff

pytestmark = pytest.mark.django_db


def withdraw(one, reason="Rescinded", at=AT_TWO):
    return resolution_withdraw(resolution=one, reason=reason, by=staff(), at=at)


def test_before_its_day_with_a_reason():
    one = withdraw(adopt("2026-01", "2026-01-13", "2026-01-14"))
    assert (one.is_withdrawn, one.withdrawal_reason, one.withdrawn_by) == (True, "Rescinded", staff())


@pytest.mark.parametrize("effective", ["2026-01-13", "2025-12-31"])
def test_from_its_day_on_a_later_one_has_to_follow(effective):
    with pytest.raises(TooLate, match="enter a later resolution"):
        withdraw(adopt("2025-12", "2025-12-30", effective if effective > "2025-12-30" else "2025-12-31"))


def test_the_day_is_the_citys():
    """At 11:30 pm in Freeport it is the next day in Greenwich."""
    one = adopt("2026-01", "2026-01-13", "2026-01-14")
    withdraw(one, at=dt.datetime(2026, 1, 13, 23, 30, tzinfo=CHICAGO))


def test_a_reason_is_needed():
    with pytest.raises(CityError, match="Say why"):
        withdraw(adopt("2026-01", "2026-01-13", "2026-02-01"), reason=" ")


def test_once_only():
    one = adopt("2026-01", "2026-01-13", "2026-02-01")
    withdraw(one)
    with pytest.raises(NotStanding):
        withdraw(one)


def test_not_while_an_appointment_rests_on_it():
    one = adopt("2026-01", "2026-01-13", "2026-02-01")
    officer(one, "2026-02-01")
    with pytest.raises(InUse, match="The appointment of Jo Stang rests on Resolution 2026-01"):
        withdraw(one)


def test_the_database_holds_it_to_its_day_and_never_lets_it_come_back():
    one = adopt("2026-01", "2026-01-13", "2026-01-14")
    late = dt.datetime(2026, 1, 14, 0, 1, tzinfo=CHICAGO)
    with pytest.raises(IntegrityError, match="resolution_withdrawn_before_its_day"), transaction.atomic():
        Resolution.objects.filter(pk=one.pk).update(
            withdrawn_at=late, withdrawn_by=staff(), withdrawal_reason="Late"
        )
    withdraw(one)
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
        Resolution.objects.filter(pk=one.pk).update(
            withdrawn_at=None, withdrawn_by=None, withdrawal_reason=""
        )
