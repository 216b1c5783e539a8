"""Whose an animal is: handed over, shared, ended, corrected."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateRange

from freeport_animals.registry.models import Ownership
from freeport_animals.registry.selectors import animals_of, owner_of, owners_on, ownerships_of
from freeport_animals.registry.services import (
    RegistryError,
    ownership_begin,
    ownership_end,
    ownership_make_primary,
    ownership_transfer,
    ownership_void,
)
from tests.cast import AnimalFactory, PersonFactory
from tests.registry.pages import errors_of, press, text_of

MAY = dt.date(2026, 5, 1)
BEFORE = dt.date(2026, 4, 30)


def test_handed_over_on_one_day(cast, today):
    bella, mai = cast.bella, cast.mai
    ownership_transfer(animal=bella, to=mai, on=MAY, today=today)
    assert owner_of(bella, BEFORE) == cast.thomas
    assert owner_of(bella, MAY) == mai
    assert bella not in animals_of(cast.thomas, MAY)
    assert bella in animals_of(cast.thomas, BEFORE)
    bella.refresh_from_db()
    assert bella.premises == mai.premises
    periods = [(str(row.person), row.period.lower, row.period.upper) for row in ownerships_of(bella)]
    assert periods == [("Mai Xiong", MAY, None), ("Thomas Beutz", dt.date(2023, 1, 9), MAY)]


def test_co_owners_and_keepers_end_with_a_hand_over(cast, today):
    bella, keeper = cast.bella, PersonFactory()
    ownership_begin(animal=bella, person=keeper, role="keeper", on=dt.date(2026, 1, 1), today=today)
    ownership_transfer(animal=bella, to=cast.mai, on=MAY, today=today)
    assert [row.person for row in owners_on(bella, today)] == [cast.mai]


def test_a_co_owner_may_become_the_only_owner(cast, today):
    bella, mai = cast.bella, cast.mai
    ownership_begin(animal=bella, person=mai, on=dt.date(2026, 1, 1), today=today)
    ownership_transfer(animal=bella, to=mai, on=MAY, today=today)
    assert [(row.person, row.primary) for row in owners_on(bella, today)] == [(mai, True)]


@pytest.mark.parametrize(
    ("on", "field", "sentence"),
    [
        (dt.date(2026, 6, 4), "on", "is in the future"),
        (dt.date(2023, 1, 9), "on", "became owner on Mon 9 January 2023"),
        (dt.date(2020, 1, 1), "on", "was born on"),
    ],
)
def test_days_that_cannot_be(cast, today, on, field, sentence):
    with pytest.raises(RegistryError) as refused:
        ownership_transfer(animal=cast.bella, to=cast.mai, on=on, today=today)
    assert sentence in refused.value.message_dict[field][0]
    assert owner_of(cast.bella, today) == cast.thomas


def test_not_to_the_owner_a_dead_person_or_a_dead_animal(cast, today):
    with pytest.raises(RegistryError):
        ownership_transfer(animal=cast.bella, to=cast.thomas, on=MAY, today=today)
    dead = PersonFactory(status="died", status_on=MAY)
    with pytest.raises(RegistryError):
        ownership_transfer(animal=cast.bella, to=dead, on=today, today=today)
    gone = AnimalFactory(owner=cast.thomas, status="died", status_on=MAY)
    with pytest.raises(RegistryError) as refused:
        ownership_transfer(animal=gone, to=cast.mai, on=today, today=today)
    assert "died on Fri 1 May 2026" in refused.value.message_dict["__all__"][0]


def test_nobody_is_in_twice(cast, today):
    with pytest.raises(RegistryError) as refused:
        ownership_begin(animal=cast.bella, person=cast.thomas, role="keeper", today=today)
    assert refused.value.message_dict["person"] == ["Thomas Beutz is owner of Bella already."]


def test_the_first_owner_of_an_animal_without_one(cast, today):
    stray = AnimalFactory(name="Stray")
    row = ownership_begin(animal=stray, person=cast.thomas, on=None, today=today)
    assert row.primary
    assert owner_of(stray, dt.date(2015, 1, 1)) == cast.thomas  # nobody knows since when


def test_the_registered_owner_leaves_and_says_who_follows(cast, today):
    bella, mai = cast.bella, cast.mai
    ownership_begin(animal=bella, person=mai, on=dt.date(2026, 1, 1), today=today)
    first = Ownership.objects.get(animal=bella, primary=True)
    with pytest.raises(RegistryError) as refused:
        ownership_end(ownership=first, on=MAY, reason="Divorce", today=today)
    assert "Mai Xiong" in refused.value.message_dict["successor"][0]
    ownership_end(ownership=first, on=MAY, reason="Divorce", successor=mai, today=today)
    assert [(row.person, row.primary) for row in owners_on(bella, MAY)] == [(mai, True)]
    assert {row.person for row in owners_on(bella, BEFORE)} == {cast.thomas, mai}


def test_a_co_owner_becomes_registered_and_the_other_stays(cast, today):
    bella, mai = cast.bella, cast.mai
    second = ownership_begin(animal=bella, person=mai, on=dt.date(2026, 1, 1), today=today)
    ownership_make_primary(ownership=second, on=MAY, today=today)
    assert [(row.person, row.primary) for row in owners_on(bella, MAY)] == [(mai, True), (cast.thomas, False)]


def test_entered_by_mistake_counts_for_nothing_and_stays(cast, today):
    bella = cast.bella
    row = ownership_transfer(animal=bella, to=cast.mai, on=MAY, today=today)
    ownership_void(ownership=row, reason="Wrong Mai", by=cast.clerk)
    assert owner_of(bella, today) is None
    assert [one.void_reason for one in ownerships_of(bella)] == ["", "Wrong Mai"]
    # What was entered by mistake does not stand in the way of the right one.
    ownership_begin(animal=bella, person=PersonFactory(), on=MAY, today=today)
    assert owner_of(bella, MAY) is not None


def test_the_schema_keeps_two_registered_owners_apart(cast):
    with pytest.raises(IntegrityError), transaction.atomic():
        Ownership.objects.create(
            animal=cast.bella, person=cast.mai, primary=True, period=DateRange(MAY, None)
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Ownership.objects.create(
            animal=cast.bella, person=cast.mai, role="keeper", primary=True, period=DateRange(None, MAY)
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Ownership.objects.create(
            animal=cast.rex, person=cast.thomas, primary=False, period=DateRange(MAY, MAY)
        )


def test_handing_over_on_the_page(cast, today):
    bella, mai = cast.bella, cast.mai
    client = cast.client(cast.clerk)
    url = f"/animals/{bella.pk}/new-owner/"
    response = press(client, url, to_typed="Xyooj Mai", on="5/1/2026")
    assert errors_of(response)["to"] == ["Choose the person you mean from the list below."]
    assert "Mai Xiong" in text_of(response)
    assert (
        press(client, url, to=str(mai.pk), to_typed="Mai Xiong", on="5/1/2026", reason="Sold").status_code
        == 302
    )
    page = text_of(client.get(bella.get_absolute_url()))
    assert "Mai Xiong Registered owner since 1 May 2026" in page
    assert "9 Jan 2023 – 1 May 2026 Thomas Beutz registered owner · Sold" in page


def test_a_name_changed_after_choosing_is_noticed(cast, today):
    cast.dairy
    response = press(
        cast.client(cast.clerk), f"/animals/{cast.bella.pk}/new-owner/", to=str(cast.mai.pk),
        to_typed="Kramer Dairy", on="5/1/2026",
    )  # fmt: skip
    assert "The name was changed after Mai Xiong was chosen" in errors_of(response)["to"][0]


@pytest.mark.parametrize("forged", ["999999999", "abc", "-1", "9" * 40, "1; DROP TABLE"])
def test_a_forged_person_is_refused(cast, today, forged):
    response = press(
        cast.client(cast.clerk), f"/animals/{cast.bella.pk}/new-owner/", to=forged, to_typed="", on="5/1/2026"
    )
    assert errors_of(response)["to"] == ["Choose a person from the list."]


def test_ends_mistakes_and_dates_on_the_pages(cast, today):
    bella, mai = cast.bella, cast.mai
    second = ownership_begin(animal=bella, person=mai, on=dt.date(2026, 1, 1), today=today)
    client = cast.client(cast.clerk)
    press(client, f"/ownerships/{second.pk}/since/", on="2/1/2026")
    second.refresh_from_db()
    assert second.period.lower == dt.date(2026, 2, 1)
    press(client, f"/ownerships/{second.pk}/registered/", on="3/1/2026")
    assert owner_of(bella, today) == mai
    row = Ownership.objects.get(animal=bella, primary=True, period__upper_inf=True)
    response = press(client, f"/ownerships/{row.pk}/end/", on="4/1/2026", reason="Moved out")
    assert errors_of(response)["successor"] == ["Say who is the registered owner from then on."]
    press(client, f"/ownerships/{row.pk}/end/", on="4/1/2026", reason="Moved out", successor=cast.thomas.pk)
    assert owner_of(bella, today) == cast.thomas
    last = Ownership.objects.get(animal=bella, primary=True, period__upper_inf=True)
    press(client, f"/ownerships/{last.pk}/mistake/", reason="Typing error")
    last.refresh_from_db()
    assert last.voided_by == cast.clerk
