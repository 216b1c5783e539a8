"""One key each for died, moved away, given away; what follows is said, and it can be undone."""

import datetime as dt

import pytest

from freeport_animals.registry.models import StatusChange
from freeport_animals.registry.selectors import animals_of, owner_of, premises_animals
from freeport_animals.registry.services import (
    RegistryError,
    animal_died,
    animal_given_away,
    animal_moved_away,
    departure_undo,
    ownership_begin,
    ownership_transfer,
)
from tests.registry.pages import errors_of, press, text_of

MAY = dt.date(2026, 5, 1)


@pytest.mark.parametrize(
    ("way", "status", "word"),
    [
        ("died", "died", "Died on record"),
        ("moved-away", "moved-away", "Moved away on record"),
        ("given-away", "given-away", "Given away on record"),
    ],
)
def test_each_on_its_page_and_undone_there(cast, today, way, status, word):
    bella, client = cast.bella, cast.client(cast.clerk)
    assert (
        f'href="/animals/{bella.pk}/{way}/" data-key="{way[0]}"'
        in client.get(bella.get_absolute_url()).content.decode()
    )
    question = text_of(client.get(f"/animals/{bella.pk}/{way}/"))
    assert "Letters about Bella stop" in question
    assert "You can undo this later." in question
    press(client, f"/animals/{bella.pk}/{way}/", on="5/1/2026", note="to a farm in Iowa")
    bella.refresh_from_db()
    assert (bella.status, bella.status_on) == (status, MAY)
    assert bella not in animals_of(cast.thomas, today)
    assert bella in animals_of(cast.thomas, dt.date(2026, 4, 30))
    assert bella not in premises_animals(cast.main_street, today)
    page = client.get(bella.get_absolute_url())
    assert word in text_of(page)
    assert "to a farm in Iowa" in text_of(page)
    change = StatusChange.objects.get()
    press(client, f"/departures/{change.pk}/undo/", reason="Wrong dog")
    bella.refresh_from_db()
    assert (bella.status, bella.status_on) == ("here", None)
    assert owner_of(bella, today) == cast.thomas
    change.refresh_from_db()
    assert (change.undone_by, change.undo_reason) == (cast.clerk, "Wrong dog")


def test_given_away_ends_every_part(cast, today):
    bella = cast.bella
    ownership_begin(animal=bella, person=cast.mai, on=dt.date(2026, 1, 1), today=today)
    change = animal_given_away(animal=bella, on=MAY, by=cast.clerk, today=today)
    assert owner_of(bella, MAY) is None
    assert owner_of(bella, dt.date(2026, 4, 30)) == cast.thomas
    departure_undo(change=change, reason="x", by=cast.clerk)
    assert owner_of(bella, MAY) == cast.thomas
    assert bella in animals_of(cast.mai, today)


def test_given_away_the_day_it_came(cast, today):
    cast.rex
    ownership_transfer(animal=cast.rex, to=cast.thomas, on=today, today=today)
    animal_given_away(animal=cast.rex, on=today, by=cast.clerk, today=today)
    assert owner_of(cast.rex, today) == cast.thomas  # it was his for that day


@pytest.mark.parametrize("service", [animal_died, animal_moved_away, animal_given_away])
@pytest.mark.parametrize(
    ("on", "sentence"),
    [(dt.date(2026, 6, 4), "in the future"), (dt.date(2022, 3, 4), "was born on"), (None, "Type the day")],
)
def test_impossible_days(cast, today, service, on, sentence):
    with pytest.raises(RegistryError) as refused:
        service(animal=cast.bella, on=on, by=cast.clerk, today=today)
    assert sentence in refused.value.message_dict["on"][0]
    cast.bella.refresh_from_db()
    assert cast.bella.status == "here"


def test_dead_before_its_last_shot_is_refused(cast, today):
    with pytest.raises(RegistryError) as refused:
        animal_died(animal=cast.bella, on=dt.date(2026, 1, 19), by=cast.clerk, today=today)
    assert "was vaccinated on Tue 20 January 2026" in refused.value.message_dict["on"][0]


def test_nobody_dies_twice(cast, today):
    animal_died(animal=cast.bella, on=MAY, by=cast.clerk, today=today)
    response = press(cast.client(cast.clerk), f"/animals/{cast.bella.pk}/given-away/", on="6/1/2026")
    assert errors_of(response)["__all__"] == [
        "Bella died on Fri 1 May 2026. Undo that first if it was a mistake."
    ]


def test_an_undo_that_came_too_late_says_so(cast, today):
    bella = cast.bella
    change = animal_given_away(animal=bella, on=MAY, by=cast.clerk, today=today)
    ownership = bella.ownerships.get()
    ownership.end_reason = "Corrected by hand"
    ownership.save()
    with pytest.raises(RegistryError) as refused:
        departure_undo(change=change, reason="x", by=cast.clerk)
    assert "changed again since" in refused.value.message_dict["__all__"][0]
    bella.refresh_from_db()
    assert bella.status == "given-away"  # nothing is half undone
    with pytest.raises(RegistryError):
        departure_undo(change=change, reason="", by=cast.clerk)
