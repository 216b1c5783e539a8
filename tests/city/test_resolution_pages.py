"""Resolutions on their pages."""

import datetime as dt
from decimal import Decimal

import pytest

from freeport_animals.base.once import new_token
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors import context
from tests.city.cast import adopt, officer

pytestmark = pytest.mark.django_db
ADD = "/city/resolutions/add/"


def sent(**fields):
    values = {
        "token": new_token(),
        "number": "2026-01",
        "title": "Fees of 2026",
        "adopted_on": "1/13/2026",
        "effective_on": "2/1/2026",
        "closure_rows": "6",
    }
    return values | fields


def enter(browser, **fields):
    """Show what it changes, then enter it."""
    form = sent(**fields)
    review = browser.post(ADD, form)
    assert review.templates[0].name == "city/resolution_review.html", review.content.decode()[:3000]
    return browser.post(ADD, form | {"adopt": "1"})


def test_what_it_changes_is_shown_and_nothing_is_entered_yet(administrator):
    response = administrator.post(
        ADD,
        sent(
            **{
                "parameter-license-fee": "7",
                "reading-license-term": "calendar-year",
                "parameter-boarding-rate": "8",
            }
        ),
    )
    changes = {change.name: (change.was, change.now, change.same) for change in response.context["changes"]}
    assert changes["License fee"] == ("$5.00", "$7.00", False)
    assert changes["Boarding at the city's shelter"] == ("$8.00", "$8.00", True)
    assert not Resolution.objects.exists()


def test_then_it_is_entered_once_however_often_it_is_pressed(administrator):
    form = sent(**{"parameter-license-fee": "7"})
    administrator.post(ADD, form)
    first, second = (administrator.post(ADD, form | {"adopt": "1"}) for _ in range(2))
    one = Resolution.objects.get()
    assert first.url == second.url == f"/city/resolutions/{one.pk}/"
    assert context().parameter("license-fee", dt.date(2026, 2, 1)) == Decimal("7.00")


def test_what_was_typed_comes_back_to_be_changed(administrator):
    response = administrator.post(ADD, sent(**{"parameter-license-fee": "7", "change": "1"}))
    assert response.context["form"]["parameter-license-fee"].value() == "7"
    assert not Resolution.objects.exists()


def test_without_a_date_it_takes_effect_when_it_was_adopted(administrator):
    enter(administrator, effective_on="")
    assert Resolution.objects.get().effective_on == dt.date(2026, 1, 13)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"parameter-release-fee-1": "49.99"}, "cannot be less than $50.00 (1.F); $49.99 was given."),
        ({"parameter-release-fee-2": "74"}, "cannot be less than $75.00 (1.F)"),
        ({"parameter-release-fee-3": "99.99"}, "cannot be less than $100.00 (1.F)"),
        ({"parameter-license-fee": "ten dollars"}, "“ten dollars” is not an amount."),
        ({"parameter-license-fee": "-5"}, "“-5” is not an amount."),
        ({"parameter-license-fee": "5.001"}, "“5.001” is not an amount."),
        ({"reading-license-term": "forever"}, "Choose one of the ways listed."),
        ({"number": ""}, "Type the number of the resolution."),
        ({"number": "x" * 41}, "at most 40 characters"),
        ({"title": ""}, "Say in a few words what it resolves."),
        ({"title": "Fees\x00"}, "invisible character"),
        ({"adopted_on": "2/30/2026"}, "There is no February 30 in 2026"),
        ({"adopted_on": "1/14/2026"}, "is in the future"),
        ({"adopted_on": ""}, "Type the day on which the council adopted it."),
        ({"effective_on": "1/12/2026"}, "cannot take effect before that day"),
        ({"adopted_on": "7/13/2005", "effective_on": "8/5/2005"}, "Sec. 20"),
        ({"closed-0-first": "12/24/2026"}, "Say why the city is closed Thu 24 December 2026."),
        ({"closed-0-name": "Christmas Eve"}, "Type the day on which the city is closed."),
        (
            {"closed-0-first": "12/24/2026", "closed-0-last": "12/23/2026", "closed-0-name": "x"},
            "Wed 23 December 2026 comes before Thu 24 December 2026.",
        ),
        (
            {"closed-0-first": "12/24/2026", "closed-0-last": "12/24/2027", "closed-0-name": "x"},
            "366 days in one row are too many.",
        ),
        (
            {
                "closed-0-first": "12/24/2026", "closed-0-name": "x",
                "closed-1-first": "12/23/2026", "closed-1-last": "12/26/2026", "closed-1-name": "y",
            },
            "Thu 24 December 2026 stands in this list twice.",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_stands_beside_its_box_and_the_rest_is_kept(administrator, fields, sentence):
    response = administrator.post(ADD, sent(**{"reading-boarding-day": "24-hours", "adopt": "1"} | fields))
    assert sentence in response.content.decode()
    assert response.context["form"]["reading-boarding-day"].value() == "24-hours"
    assert not Resolution.objects.exists()


def test_a_number_that_is_taken_is_refused(administrator):
    adopt("2026-01")
    for number in ("2026-01", "Resolution 2026-01", " 2026-01 "):
        assert "has been entered already" in administrator.post(ADD, sent(number=number)).content.decode()


def test_days_in_a_row_are_each_closed(administrator):
    enter(
        administrator,
        **{"closed-0-first": "12/24/2026", "closed-0-last": "12/26/2026", "closed-0-name": "Christmas"},
    )
    assert context().closures == {dt.date(2026, 12, day) for day in (24, 25, 26)}


def test_more_rows_can_be_asked_for_and_their_number_is_bounded(administrator):
    assert administrator.get(f"{ADD}?rows=20").context["form"].rows == 20
    for asked in ("0", "-3", "9999999", "x", ""):
        assert 1 <= administrator.get(ADD, {"rows": asked}).context["form"].rows <= 60
        assert administrator.post(ADD, sent(closure_rows=asked)).status_code == 200


def test_a_page_that_leads_here_has_chosen_already(administrator):
    form = administrator.get(f"{ADD}?reading=license-term&choice=calendar-year").context["form"]
    assert form["reading-license-term"].value() == "calendar-year"
    assert any(section["open"] for section in form.sections())
    for query in ("reading=sold&choice=no-sale", "reading=x&choice=y", "reading=license-term&choice=x"):
        assert not any(
            section["open"] for section in administrator.get(f"{ADD}?{query}").context["form"].sections()
        )


def test_every_reading_that_the_council_may_choose_has_a_box(administrator):
    from freeport_animals import rules

    form = administrator.get(ADD).context["form"]
    boxes = {choice.reading.id for section in form.sections() for choice in section["choices"]}
    assert boxes == set(rules.RESOLUTION_READINGS)
    assert {parameter.id for parameter, _ in form.amounts()} == set(rules.RESOLUTION_PARAMETERS)


def test_a_day_that_has_passed_is_pointed_out(administrator):
    page = administrator.post(ADD, sent(adopted_on="12/30/2025", effective_on="1/1/2026")).content.decode()
    assert "It counts from Thu 1 January 2026, which has passed." in page


def test_two_that_set_the_same_from_one_day_are_explained_before_and_after(administrator):
    earlier = adopt("2025-12", "2025-12-30", "2026-02-01", parameters={"license-fee": Decimal("6.00")})
    review = administrator.post(ADD, sent(**{"parameter-license-fee": "7"})).content.decode()
    assert "Resolution 2025-12 also takes effect Sun 1 February 2026 and says: License fee: $6.00." in review
    assert "so it counts" in review
    page = enter(administrator, **{"parameter-license-fee": "7"}).url
    assert "It was adopted earlier, so this one counts." in administrator.get(page).content.decode()
    other = administrator.get(earlier.get_absolute_url()).content.decode()
    assert "It was adopted later, so that one counts." in other
    assert context().parameter("license-fee", dt.date(2026, 2, 1)) == Decimal("7.00")


def test_the_list_says_what_each_sets_and_its_state(administrator, django_assert_max_num_queries):
    adopt("2025-01", parameters={"license-fee": Decimal("6.00")})
    adopt("2026-02", "2026-01-13", "2026-07-01", readings={"boarding-day": "24-hours"})
    for number in range(30):
        adopt(f"2024-{number}", "2024-02-01", closures=[(dt.date(2024, 12, 24), "Christmas Eve")])
    with django_assert_max_num_queries(5):
        response = administrator.get("/city/resolutions/")
    page = response.content.decode()
    assert [row.number for row in response.context["page"]][:2] == ["2026-02", "2025-01"]
    assert "License fee: $6.00." in page
    assert "Not yet in force" in page and "In force" in page
    assert response.context["page"].paginator.count == 32


def test_a_resolution_shows_what_rests_on_it(administrator, django_assert_max_num_queries):
    one = adopt("2025-01", parameters={"license-fee": Decimal("6.00")})
    officer(one)
    with django_assert_max_num_queries(9):
        page = administrator.get(one.get_absolute_url()).content.decode()
    assert "$5.00" in page and "$6.00" in page
    assert "Jo Stang" in page
    assert "Withdraw" not in page


def test_one_that_has_not_begun_is_withdrawn_with_a_reason(administrator):
    one = adopt("2026-02", "2026-01-13", "2026-02-01", parameters={"license-fee": Decimal("7.00")})
    url = f"{one.get_absolute_url()}withdraw/"
    assert "Say why" in administrator.post(url, {"token": new_token(), "reason": ""}).content.decode()
    form = {"token": new_token(), "reason": "Rescinded"}
    for _ in range(2):
        assert administrator.post(url, form).url == one.get_absolute_url()
    page = administrator.get(one.get_absolute_url()).content.decode()
    assert "Withdrawn; it sets nothing" in page and "Rescinded" in page
    assert context().parameter("license-fee") == Decimal("5.00")
    assert administrator.get(url).url == one.get_absolute_url()


def test_one_in_force_is_not_withdrawn(administrator):
    one = adopt("2025-01")
    response = administrator.post(
        f"{one.get_absolute_url()}withdraw/", {"token": new_token(), "reason": "Rescinded"}
    )
    assert "enter a later resolution" in response.content.decode()
    one.refresh_from_db()
    assert not one.is_withdrawn


@pytest.mark.parametrize("name", ["Ann Weber", "Jo Stang", "Pat Maile", "Ingrid Solberg"])
def test_everybody_reads_and_only_the_administrator_enters(signed_in_as, name):
    one = adopt("2026-02", "2026-01-13", "2099-02-01")
    browser = signed_in_as(name)
    assert browser.get("/city/resolutions/").status_code == 200
    assert browser.get(one.get_absolute_url()).status_code == 200
    assert browser.get(ADD).status_code == 403
    assert browser.post(ADD, sent(adopt="1")).status_code == 403
    assert browser.post(f"{one.get_absolute_url()}withdraw/", {"reason": "x"}).status_code == 403
    assert "Enter a resolution" not in browser.get("/city/resolutions/").content.decode()


def test_nothing_is_read_without_signing_in(client):
    assert client.get("/city/resolutions/").url.startswith("/sign-in/")


def test_the_first_is_asked_for(administrator):
    assert "No resolution yet" in administrator.get("/city/resolutions/").content.decode()
    assert administrator.get("/city/resolutions/999999/").status_code == 404
