"""The council's next meetings on the home page, resolutions in the search."""

import datetime as dt

import pytest

from freeport_animals.base.access import Role
from freeport_animals.city.pages import find_resolutions
from freeport_animals.city.services import meeting_call, resolution_withdraw
from tests.city.cast import AT_TWO, adopt, staff

pytestmark = pytest.mark.django_db
ROLES = frozenset({Role.OFFICER})


@pytest.mark.parametrize(("name", "shown"), [("Pat Maile", True), ("Ann Weber", True), ("Jo Stang", False)])
def test_the_next_meetings_stand_on_the_home_page_of_those_who_go(tuesday, signed_in_as, name, shown):
    meeting_call(
        on=dt.date(2026, 1, 20), starts=dt.time(18), purpose="Hearing on the dog Rex", called_by="Mayor",
        by=staff(), at=AT_TWO,
    )  # fmt: skip
    page = signed_in_as(name).get("/").content.decode()
    assert ("Tue 20 January 2026, 6:00 pm" in page) is shown
    assert ("Post the notice" in page) is shown


@pytest.mark.parametrize("typed", ["2026-04", " 2026-04 ", "Resolution 2026-04", "resolution 2026-04"])
def test_a_resolution_is_found_by_its_number(tuesday, typed):
    one = adopt("2026-04", "2026-01-13", "2026-02-01", title="Fees")
    (hit,) = find_resolutions(typed, 5, ROLES)
    assert (hit.title, hit.url, hit.badge, hit.detail) == (
        "Resolution 2026-04",
        one.get_absolute_url(),
        "pending",
        "Fees, from 1 Feb 2026",
    )
    resolution_withdraw(resolution=one, reason="x", by=staff(), at=AT_TWO)
    assert [hit.badge for hit in find_resolutions(typed, 5, ROLES)] == ["void"]


@pytest.mark.parametrize("typed", ["", "Bella", "x" * 300, "Resolution"])
def test_what_can_be_no_number_asks_nothing(typed, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert list(find_resolutions(typed, 5, ROLES)) == []
