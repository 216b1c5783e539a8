"""Places: added once, edited, and the kennel count over all owners (Sec. 6)."""

import datetime as dt

import pytest

from freeport_animals.registry.models import Premises
from freeport_animals.registry.selectors import kennel_answer
from freeport_animals.registry.services import RegistryError, premises_find_or_add
from tests.cast import AnimalFactory, PersonFactory
from tests.registry.pages import errors_of, press, text_of


def test_an_address_is_found_again_however_it_is_written(db):
    first = premises_find_or_add(street="125 Main Street E", zip_code="56331")
    assert first.created
    for street in ("125 East Main St.", "125 MAIN ST E", "125  main street  east"):
        again = premises_find_or_add(street=street)
        assert (again.created, again.premises) == (False, first.premises)
    assert premises_find_or_add(street="125 Main Street E", unit="2").created
    assert premises_find_or_add(street="125 Main Street E", city="Melrose").created


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"street": "PO Box 12"}, "street"),
        ({"street": "  "}, "street"),
        ({"street": "???"}, "street"),
        ({"street": "12 Elm", "zip_code": "abc"}, "zip_code"),
        ({"street": "12 Elm", "state": "Minne"}, "state"),
        ({"street": "12 Elm", "zoning": "swamp"}, "zoning"),
        ({"street": "12 Elm\x00"}, "street"),
        ({"street": "1" * 201}, "street"),
    ],
)
def test_what_is_no_address_is_refused(db, facts, field):
    with pytest.raises(RegistryError) as refused:
        premises_find_or_add(**facts)
    assert field in refused.value.message_dict


def test_safety_notes_stand_on_top(cast, today):
    page = text_of(cast.client(cast.officer).get(cast.main_street.get_absolute_url()))
    assert page.index("Ring twice") < page.index("Kept here")


def test_everything_kept_there_is_counted_over_all_owners(cast, today):
    neighbor = PersonFactory(premises=cast.main_street)
    for n in range(3):
        AnimalFactory(name=f"Cat{n}", species="cat", owner=neighbor)
    cast.bella, cast.max
    assert kennel_answer(cast.main_street, today)["count"] == 5
    page = text_of(cast.client(cast.clerk).get(cast.main_street.get_absolute_url()))
    assert "A kennel, which is a violation (6.B)" in page
    assert "One dog and four cats" in page


def test_a_fresh_litter_and_the_gone_do_not_count(cast, today):
    cast.bella
    for n in range(4):
        AnimalFactory(
            name=f"Pup{n}", owner=cast.thomas, born=today - dt.timedelta(days=30), born_in_litter_here=True
        )
    gone = AnimalFactory(name="Old", owner=cast.thomas, status="died", status_on=today - dt.timedelta(days=1))
    answer = kennel_answer(cast.main_street, today)
    assert (answer["count"], answer["kennel"]) == (1, False)
    assert kennel_answer(cast.main_street, today - dt.timedelta(days=2))["count"] == 2
    assert str(gone.status) == "died"


def test_four_are_no_kennel(cast, today):
    for n in range(4):
        AnimalFactory(name=f"Dog{n}", owner=cast.thomas)
    page = text_of(cast.client(cast.clerk).get(cast.main_street.get_absolute_url()))
    assert "no kennel" in page
    assert "violation" not in page


def test_premises_change(cast, today):
    place = cast.main_street
    response = press(
        cast.client(cast.clerk), f"/premises/{place.pk}/edit/", street="414 Main Street E",
        city="Freeport", state="MN", zip_code="56331", zoning="commercial", safety_note="Dog in the yard",
        version=place.version,
    )  # fmt: skip
    assert response.status_code == 302
    place.refresh_from_db()
    assert (place.zoning, place.in_city, place.safety_note) == ("commercial", False, "Dog in the yard")


def test_an_address_that_another_record_has_is_refused(cast, today):
    place = cast.main_street
    response = press(
        cast.client(cast.clerk), f"/premises/{place.pk}/edit/", street="214 Second Ave SW", city="freeport",
        state="MN", zoning="residential", version=cast.second_avenue.pk and place.version,
    )  # fmt: skip
    assert "Another record has this address already" in errors_of(response)["street"][0]


def test_two_tabs_on_premises(cast, today):
    place = cast.main_street
    boxes = {"street": place.street, "city": "Freeport", "state": "MN", "zip_code": "56331", "version": 1}
    url = f"/premises/{place.pk}/edit/"
    press(cast.client(cast.second_clerk), url, **boxes, zoning="commercial", in_city="on")
    response = press(cast.client(cast.clerk), url, **boxes, zoning="agricultural", in_city="on")
    assert response.status_code == 409
    page = text_of(response)
    assert "Changed by Peter Lenz" in page
    assert "Zoning district Residential Commercial Agricultural" in page


def test_new_premises_and_one_already_there(cast, today):
    client = cast.client(cast.clerk)
    boxes = {"city": "Freeport", "state": "MN", "zoning": "residential"}
    press(client, "/premises/add/", **boxes, street="9 River Street", in_city="on")
    assert Premises.objects.get(street="9 River Street").in_city
    response = press(client, "/premises/add/", **boxes, street="9 River St")
    assert response.context["ask_place"]
    assert Premises.objects.count() == 1
