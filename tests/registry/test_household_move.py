"""Somebody moves into another household, or out into one of their own."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateRange

from freeport_animals.registry.models import HouseholdMembership
from freeport_animals.registry.selectors import household_of, household_people
from freeport_animals.registry.services import RegistryError, household_move, person_add
from tests.registry.pages import errors_of, press, text_of

MARCH = dt.date(2026, 3, 1)


def test_into_another_household_from_a_day_on(cast, today):
    anna = person_add(given_name="Anna", family_name="Lenz", today=today)
    old = household_of(anna, today)
    cast.thomas
    household_move(person=anna, into=cast.beutz_household, on=MARCH, today=today)
    assert household_of(anna, MARCH - dt.timedelta(days=1)) == old
    assert household_of(anna, MARCH) == cast.beutz_household
    assert {one.name for one in household_people(cast.beutz_household, MARCH)} == {
        "Thomas Beutz",
        "Anna Lenz",
    }


def test_out_into_a_household_of_their_own(cast, today):
    cast.thomas
    household_move(person=cast.noah, into=None, on=MARCH, today=today)
    assert household_people(household_of(cast.noah, today), today) == [cast.noah]
    assert cast.noah not in household_people(cast.beutz_household, today)
    assert cast.noah in household_people(cast.beutz_household, MARCH - dt.timedelta(days=1))


def test_a_move_on_the_day_it_began_corrects_it(cast, today):
    anna = person_add(given_name="Anna", family_name="Lenz", today=today)
    cast.thomas, household_move(person=anna, into=cast.beutz_household, on=MARCH, today=today)
    household_move(person=anna, into=None, on=MARCH, today=today)
    assert household_of(anna, MARCH) != cast.beutz_household
    assert HouseholdMembership.objects.filter(person=anna).count() == 2


@pytest.mark.parametrize(
    ("on", "sentence"),
    [
        (dt.date(2026, 6, 4), "is in the future"),
        (dt.date(2019, 12, 31), "came into the present household on Wed 1 January 2020"),
    ],
)
def test_impossible_days_are_refused(cast, today, on, sentence):
    cast.noah
    with pytest.raises(RegistryError) as refused:
        household_move(person=cast.thomas, into=None, on=on, today=today)
    assert sentence in refused.value.message_dict["on"][0]


def test_a_firm_stays_its_own_household(cast, today):
    with pytest.raises(RegistryError) as refused:
        household_move(person=cast.dairy, into=cast.beutz_household, on=MARCH, today=today)
    assert "a household of its own" in refused.value.message_dict["into"][0]


def test_the_schema_keeps_anybody_out_of_two_households_at_once(cast, today):
    thomas = cast.thomas
    with pytest.raises(IntegrityError), transaction.atomic():
        HouseholdMembership.objects.create(
            household=cast.beutz_household, person=thomas, period=DateRange(MARCH, None)
        )


def test_on_the_page(cast, today):
    noah, thomas, mai = cast.noah, cast.thomas, cast.mai
    client = cast.client(cast.clerk)
    url = f"/owners/{noah.pk}/household/"
    assert "1 Jan 2020 Today Thomas Beutz" in text_of(client.get(url))
    response = press(client, url, into=str(mai.pk), into_typed="Mai Xiong", on="3/1/2026")
    assert "belonged to no household on that day" in errors_of(response)["into"][0]
    assert press(client, url, on="3/1/2026").status_code == 302
    assert thomas not in household_people(household_of(noah, today), today)
    page = text_of(client.get(url))
    assert "1 Mar 2026 Today Nobody" in page
    assert "1 Jan 2020 1 Mar 2026 Thomas Beutz" in page
