"""The official shelters: hours, rates and what of them counts."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import DatabaseError, transaction
from hypothesis import given
from hypothesis import strategies as st

from freeport_animals import rules
from freeport_animals.base.once import new_token
from freeport_animals.city.errors import CityError, DateWrong, NotStanding, SettingWrong
from freeport_animals.city.models import Shelter, ShelterTerms
from freeport_animals.city.selectors import open_weekdays, shelter_on, shelters_on
from freeport_animals.city.services import resolution_withdraw, shelter_add, shelter_edit, shelter_set
from freeport_animals.rules.opening import open_long_enough
from tests.city.cast import AT_TWO, TUESDAY, adopt, staff

NINE_TO_FIVE = (dt.time(9), dt.time(17))


def city_shelter():
    return Shelter.objects.get(name="City shelter")


def tri_county():
    return Shelter.objects.get(name="Tri-County Humane Society")


def put(shelter, resolution, hours=None, **fields):
    hours = {1: NINE_TO_FIVE} if hours is None else hours
    return shelter_set(shelter=shelter, resolution=resolution, hours=hours, by=staff(), **fields)


@pytest.mark.parametrize(
    ("opens", "closes", "counts"),
    [
        ((9, 0), (13, 0), True),
        ((9, 0), (12, 59), False),
        ((7, 0), (12, 0), True),  # 8 to 12
        ((7, 0), (11, 59), False),
        ((15, 0), (20, 0), True),  # 15 to 19
        ((15, 1), (20, 0), False),
        ((19, 0), (23, 0), False),
        ((0, 0), (8, 0), False),
        ((0, 0), (23, 59), True),
    ],
)
def test_four_hours_on_end_between_eight_and_seven_make_a_business_day(opens, closes, counts):
    assert open_long_enough(dt.time(*opens), dt.time(*closes)) is counts


@given(st.times(), st.times())
def test_the_hours_agree_with_a_minute_by_minute_count(opens, closes):
    first, last = (moment.hour * 60 + moment.minute for moment in (opens, closes))
    minutes = [minute for minute in range(480, 1140) if first <= minute < last]
    assert open_long_enough(opens, closes) == (len(minutes) >= 240)


@pytest.mark.django_db
def test_both_shelters_of_the_ordinance_are_there_and_undesignated():
    assert [(row.shelter.boarding, row.is_official) for row in shelters_on(TUESDAY)] == [
        ("city", False),
        ("tri-county", False),
    ]
    assert open_weekdays(city_shelter(), TUESDAY) == {1, 2, 3, 4, 5}


@pytest.mark.django_db
def test_hours_count_from_the_day_the_resolution_takes_effect_until_the_next():
    shelter = tri_county()
    put(shelter, adopt("2025-01", "2025-01-28"), {day: (dt.time(12), dt.time(18)) for day in (2, 3, 4, 5, 6)})
    put(
        shelter,
        adopt("2025-09", "2025-09-30", "2025-10-01"),
        {1: NINE_TO_FIVE, 6: (dt.time(10), dt.time(13))},
    )
    assert open_weekdays(shelter, dt.date(2025, 1, 27)) == {1, 2, 3, 4, 5}
    assert open_weekdays(shelter, dt.date(2025, 1, 28)) == {2, 3, 4, 5, 6}
    assert open_weekdays(shelter, dt.date(2025, 9, 30)) == {2, 3, 4, 5, 6}
    assert open_weekdays(shelter, dt.date(2025, 10, 1)) == {1}


@pytest.mark.django_db
def test_a_saturday_that_counts_shortens_the_hold_of_that_shelter():
    put(tri_county(), adopt(), {day: (dt.time(10), dt.time(16)) for day in (2, 3, 4, 5, 6)})
    held = rules.RULES["hold"].function(
        impounded_on=dt.date(2026, 6, 3),
        kinds=["ordinary"],
        shelter_open=open_weekdays(tri_county(), dt.date(2026, 6, 3)),
    )
    # Wednesday not counted; Thu 4, Fri 5, Sat 6, Tue 9, Wed 10
    assert held["last_day"] == dt.date(2026, 6, 10)


@pytest.mark.django_db
def test_the_citys_rate_is_the_ordinances_and_the_others_is_its_own():
    put(tri_county(), adopt("2025-01"), daily_rate=Decimal("22.00"))
    adopt("2025-02", "2025-06-24", "2025-07-01", parameters={"boarding-rate": Decimal("9.00")})
    assert shelter_on(city_shelter(), dt.date(2025, 6, 30)).daily_rate == Decimal("8.00")
    assert shelter_on(city_shelter(), dt.date(2025, 7, 1)).daily_rate == Decimal("9.00")
    assert shelter_on(tri_county(), dt.date(2025, 7, 1)).daily_rate == Decimal("22.00")
    assert shelter_on(tri_county(), dt.date(2024, 12, 31)).daily_rate is None


@pytest.mark.django_db
def test_what_cannot_be_set_is_refused():
    one = adopt()
    with pytest.raises(SettingWrong, match="amounts of a resolution"):
        put(city_shelter(), one, daily_rate=Decimal("9.00"))
    with pytest.raises(SettingWrong):
        put(tri_county(), one, daily_rate=Decimal("0.00"))
    with pytest.raises(DateWrong, match="Monday: 9:00 am is not after 5:00 pm"):
        put(tri_county(), one, {1: (dt.time(17), dt.time(9))})
    put(tri_county(), one)
    with pytest.raises(SettingWrong, match="already sets the hours"):
        put(tri_county(), one)


@pytest.mark.django_db
def test_a_withdrawn_resolution_carries_nothing():
    one = adopt("2026-01", "2026-01-13", "2026-02-01")
    put(tri_county(), one)
    resolution_withdraw(resolution=one, reason="x", by=staff(), at=AT_TWO)
    assert shelter_on(tri_county(), dt.date(2026, 3, 1)).terms is None
    with pytest.raises(NotStanding):
        put(city_shelter(), one)


@pytest.mark.django_db
def test_a_shelter_can_stop_being_official():
    put(tri_county(), adopt("2025-01"))
    put(tri_county(), adopt("2025-09", "2025-09-30"), {}, designated=False)
    assert shelter_on(tri_county(), dt.date(2025, 9, 29)).is_official
    assert not shelter_on(tri_county(), dt.date(2025, 9, 30)).is_official


@pytest.mark.django_db
def test_what_was_set_stays_and_the_shelter_is_never_deleted():
    put(tri_county(), adopt())
    for change in (
        lambda: ShelterTerms.objects.update(daily_rate=1),
        lambda: ShelterTerms.objects.all().delete(),
        lambda: tri_county().delete(),
    ):
        with pytest.raises(Exception) as refused, transaction.atomic():
            change()
        assert isinstance(refused.value, DatabaseError) or "protected" in str(refused.value)


@pytest.mark.django_db
def test_names_are_taken_once():
    shelter_add(name="Melrose Veterinary", boarding="tri-county")
    with pytest.raises(CityError, match="already a shelter called"):
        shelter_add(name="Melrose Veterinary", boarding="city")
    with pytest.raises(CityError):
        shelter_edit(shelter=tri_county(), version=1, changes={"name": "Melrose Veterinary"})


# Its pages


def hours(**boxes):
    return {"token": new_token(), "designated": "yes", "daily_rate": ""} | boxes


def test_hours_are_typed_as_people_type_them(administrator):
    one, shelter = adopt(), tri_county()
    response = administrator.post(
        f"/city/shelters/{shelter.pk}/set/",
        hours(
            resolution=one.pk,
            daily_rate="22",
            opens_1="9 am",
            closes_1="5pm",
            opens_6="10:30 AM",
            closes_6="noon",
            opens_3="13:00",
            closes_3="1830",
        ),
    )
    assert response.url == f"/city/shelters/{shelter.pk}/"
    now = shelter_on(shelter, TUESDAY)
    assert [(row.weekday, row.opens, row.closes) for row in now.hours] == [
        (1, dt.time(9), dt.time(17)),
        (3, dt.time(13), dt.time(18, 30)),
        (6, dt.time(10, 30), dt.time(12)),
    ]
    assert now.open_weekdays == {1, 3}
    page = administrator.get(f"/city/shelters/{shelter.pk}/").content.decode()
    assert "too short for a business day" in page and "$22.00 a day" in page


@pytest.mark.parametrize(
    ("boxes", "sentence"),
    [
        ({"opens_1": "9", "closes_1": "5pm"}, "“9” is not a time of day."),
        ({"opens_1": "25:00", "closes_1": "5pm"}, "“25:00” is not a time of day."),
        ({"opens_1": "9:75 am", "closes_1": "5pm"}, "is not a time of day."),
        ({"opens_1": "13 pm", "closes_1": "5pm"}, "is not a time of day."),
        ({"opens_1": "9\x00am", "closes_1": "5pm"}, "invisible character"),
        ({"opens_1": "9am"}, "Type both times, or neither when it is closed."),
        ({"opens_1": "5pm", "closes_1": "9am"}, "It closes after it opens."),
        ({}, "Type the hours of at least one day."),
        ({"opens_1": "9am", "closes_1": "5pm", "resolution": ""}, "Choose the resolution"),
        ({"opens_1": "9am", "closes_1": "5pm", "resolution": "99999"}, "This resolution cannot be cited."),
        ({"opens_1": "9am", "closes_1": "5pm", "daily_rate": "ten dollars"}, "is not an amount"),
    ],
)
def test_hours_that_cannot_be_meant_are_refused(administrator, boxes, sentence):
    one = adopt()
    response = administrator.post(f"/city/shelters/{tri_county().pk}/set/", hours(resolution=one.pk) | boxes)
    assert sentence in response.content.decode()
    assert not ShelterTerms.objects.exists()


def test_two_who_edit_one_shelter(administrator):
    shelter = tri_county()
    first = {
        "token": new_token(),
        "version": "1",
        "name": "Tri-County Humane Society",
        "street": "735 8th St NE",
        "city_line": "",
        "phone": "320-252-0896",
        "after_hours": "",
    }
    assert administrator.post(f"/city/shelters/{shelter.pk}/edit/", first).status_code == 302
    second = first | {"token": new_token(), "phone": "320-555-0000", "street": ""}
    response = administrator.post(f"/city/shelters/{shelter.pk}/edit/", second)
    conflict = response.context["conflict"]
    assert conflict["by"] == "Joan Fuchs"
    assert {"label": "Telephone", "was": "", "now": "320-252-0896", "yours": "320-555-0000"} in conflict[
        "changes"
    ]
    again = second | {"token": new_token(), "version": response.context["form"]["version"].value()}
    assert administrator.post(f"/city/shelters/{shelter.pk}/edit/", again).status_code == 302
    shelter.refresh_from_db()
    assert shelter.phone == "320-555-0000"


def test_another_shelter_is_recorded(administrator):
    form = {
        "token": new_token(),
        "name": "Melrose Veterinary",
        "boarding": "tri-county",
        "street": "",
        "city_line": "",
        "phone": "",
        "after_hours": "",
    }
    for _ in range(2):
        assert administrator.post("/city/shelters/add/", form).status_code == 302
    assert Shelter.objects.filter(name="Melrose Veterinary").count() == 1
    assert (
        "Type the shelter" in administrator.post("/city/shelters/add/", form | {"name": ""}).content.decode()
    )
    taken = administrator.post("/city/shelters/add/", form | {"token": new_token()})
    assert "already a shelter called" in taken.content.decode()


@pytest.mark.parametrize("name", ["Ann Weber", "Jo Stang", "Pat Maile"])
def test_everybody_reads_and_only_the_administrator_sets(signed_in_as, name):
    browser, shelter = signed_in_as(name), tri_county()
    assert browser.get("/city/shelters/").status_code == 200
    assert browser.get(f"/city/shelters/{shelter.pk}/").status_code == 200
    for path in (f"{shelter.pk}/set/", f"{shelter.pk}/edit/", "add/"):
        assert browser.get(f"/city/shelters/{path}").status_code == 403


def test_the_pages_ask_a_bounded_number_of_questions(administrator, django_assert_max_num_queries):
    for number in range(10):
        shelter_add(name=f"Shelter {number}", boarding="tri-county")
        put(tri_county(), adopt(f"2025-{number}"))
    with django_assert_max_num_queries(7):
        administrator.get("/city/shelters/")
    with django_assert_max_num_queries(9):
        administrator.get(f"/city/shelters/{tri_county().pk}/")
