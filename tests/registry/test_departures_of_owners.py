"""An owner died or moved away: what becomes of the animals, and the way back."""

import datetime as dt

import pytest

from freeport_animals.registry.models import StatusChange
from freeport_animals.registry.selectors import animals_of, gets_letters, owner_of, without_owner
from freeport_animals.registry.services import (
    Goes,
    RegistryError,
    animal_given_away,
    departure_undo,
    ownership_begin,
    person_died,
    person_moved_away,
)
from tests.cast import PersonFactory
from tests.registry.pages import press, text_of

MAY = dt.date(2026, 5, 1)


def test_moved_away_with_one_animal_and_leaving_one_behind(cast, today):
    bella, cat = cast.bella, cast.max
    change = person_moved_away(
        person=cast.thomas, on=MAY, animals={cat.pk: Goes(Goes.TO, cast.mai)}, by=cast.clerk, today=today
    )
    bella.refresh_from_db()
    assert (bella.status, bella.status_on) == ("moved-away", MAY)
    assert owner_of(cat, MAY) == cast.mai
    assert not gets_letters(type(cast.thomas).objects.get(pk=cast.thomas.pk))
    departure_undo(change=change, reason="x", by=cast.clerk)
    assert set(animals_of(cast.thomas, today)) == {bella, cat}
    assert owner_of(cat, today) == cast.thomas


def test_stays_and_nobody_knows_with_whom(cast, today):
    bella = cast.bella
    person_moved_away(
        person=cast.thomas, on=MAY, animals={bella.pk: Goes(Goes.NOT_KNOWN)}, by=cast.clerk, today=today
    )
    bella.refresh_from_db()
    assert bella.status == "here"


def test_a_dead_owners_animal_goes_to_the_co_owner(cast, today):
    bella = cast.bella
    ownership_begin(animal=bella, person=cast.mai, on=dt.date(2026, 1, 1), today=today)
    person_died(person=cast.thomas, on=MAY, by=cast.clerk, today=today)
    assert owner_of(bella, MAY) == cast.mai
    assert owner_of(bella, dt.date(2026, 4, 30)) == cast.thomas
    assert bella.ownerships.get(primary=True, period__upper_inf=True).person == cast.mai


def test_without_a_co_owner_it_is_listed_as_without_an_owner(cast, today):
    bella = cast.bella
    change = person_died(person=cast.thomas, on=MAY, by=cast.clerk, today=today)
    assert list(without_owner(today)) == [bella]
    page = text_of(cast.client(cast.clerk).get("/animals/?status=no-owner"))
    assert "Bella" in page
    departure_undo(change=change, reason="x", by=cast.clerk)
    assert list(without_owner(today)) == []


def test_keeping_and_harboring_end_co_owning_goes_on(cast, today):
    ownership_begin(animal=cast.rex, person=cast.thomas, role="keeper", on=dt.date(2026, 1, 1), today=today)
    ownership_begin(animal=cast.pup, person=cast.thomas, on=dt.date(2026, 3, 1), today=today)
    person_moved_away(person=cast.thomas, on=MAY, by=cast.clerk, today=today)
    having = set(animals_of(cast.thomas, today))
    assert cast.rex not in having
    assert cast.pup in having


def test_on_the_page_with_everybody_of_the_household_to_choose(cast, today):
    cast.bella, cast.noah
    wife = PersonFactory(given_name="Clara", family_name="Beutz", premises=cast.main_street)
    cast._join(cast.beutz_household, wife)
    client = cast.client(cast.clerk)
    url = f"/owners/{cast.thomas.pk}/died/"
    page = text_of(client.get(url))
    assert "Clara Beutz has it" in page
    assert "Noah Beutz has it" not in page  # fourteen
    press(client, url, on="5/1/2026", **{f"animal_{cast.bella.pk}": str(wife.pk)})
    assert owner_of(cast.bella, today) == wife
    page = text_of(client.get(cast.thomas.get_absolute_url()))
    assert "died on Fri 1 May 2026" in page
    change = StatusChange.objects.get()
    press(client, f"/departures/{change.pk}/undo/", reason="It was his father")
    assert owner_of(cast.bella, today) == cast.thomas


def test_a_forged_heir_is_refused(cast, today):
    cast.bella
    response = press(
        cast.client(cast.clerk), f"/owners/{cast.thomas.pk}/died/", on="5/1/2026",
        **{f"animal_{cast.bella.pk}": str(cast.mai.pk)},
    )  # fmt: skip
    assert "Select a valid choice" in text_of(response)
    cast.thomas.refresh_from_db()
    assert cast.thomas.status == "here"


@pytest.mark.parametrize(
    ("on", "sentence"),
    [(dt.date(2026, 6, 4), "future"), (dt.date(1979, 1, 1), "was born on"), (None, "Type the day")],
)
def test_impossible_days_of_death(cast, today, on, sentence):
    with pytest.raises(RegistryError) as refused:
        person_died(person=cast.thomas, on=on, by=cast.clerk, today=today)
    assert sentence in refused.value.message_dict["on"][0]


def test_a_firm_does_not_die_but_moves(cast, today):
    with pytest.raises(RegistryError):
        person_died(person=cast.dairy, on=MAY, by=cast.clerk, today=today)
    person_moved_away(person=cast.dairy, on=MAY, by=cast.clerk, today=today)
    cast.dairy.refresh_from_db()
    assert cast.dairy.status == "moved-away"


def test_an_undo_does_not_bring_back_what_was_given_away_since(cast, today):
    bella = cast.bella
    ownership_begin(animal=bella, person=cast.mai, on=dt.date(2026, 1, 1), today=today)
    change = person_died(person=cast.thomas, on=MAY, by=cast.clerk, today=today)
    animal_given_away(animal=bella, on=dt.date(2026, 5, 20), by=cast.clerk, today=today)
    with pytest.raises(RegistryError) as refused:
        departure_undo(change=change, reason="x", by=cast.clerk)
    assert refused.value.message_dict["__all__"]
    assert owner_of(bella, today) is None


def test_nothing_is_half_done(cast, today):
    """The second animal cannot change hands on the day; then neither does the first, and nobody moved."""
    bella, cat = cast.bella, cast.max
    dead = PersonFactory(status="died", status_on=MAY)
    with pytest.raises(RegistryError):
        person_moved_away(
            person=cast.thomas, on=MAY, by=cast.clerk, today=today,
            animals={bella.pk: Goes(Goes.TO, cast.mai), cat.pk: Goes(Goes.TO, dead)},
        )  # fmt: skip
    assert owner_of(bella, today) == cast.thomas
    cast.thomas.refresh_from_db()
    assert cast.thomas.status == "here"
    assert not StatusChange.objects.exists()
