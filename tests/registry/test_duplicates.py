"""Likely duplicates are shown while typing and never merged unasked."""

import pytest

from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors.duplicates import (
    animal_duplicates,
    person_duplicates,
    premises_duplicates,
)
from freeport_animals.registry.services import person_add
from tests.cast import PremisesFactory
from tests.registry.pages import OWNER, press, text_of


def names(found) -> list[str]:
    return [one.record.name for one in found]


PAIRS = [
    (("Anna", "Meyer"), ("Anna", "Meier")),
    (("Anna", "Meyer"), ("Anna", "Maier")),
    (("Karl", "Schmidt"), ("Carl", "Schmitt")),
    (("Łukasz", "Nowak"), ("Lukasz", "Nowak")),
    (("Mohamed", "Ali"), ("Maxamed", "Cali")),
    (("Mohamed", "Abdi"), ("Mohammed", "Abdi")),
    (("Pa Houa", "Vang"), ("Pa Houa", "Vaj")),
    (("Kevin", "O'Brien"), ("Kevin", "OBrien")),
    (("Rosa", "Muñoz"), ("Rosa", "Munoz")),
    (("José", "García"), ("Garcia", "Jose")),
    (("Anna", "Kramer"), ("Anna", "Kremer")),
    (("Elisabeth", "Hoeschen"), ("Elizabeth", "Höschen")),
]


@pytest.mark.parametrize(("known", "typed"), PAIRS)
def test_the_same_name_in_other_letters_is_found(db, today, known, typed):
    person_add(given_name=known[0], family_name=known[1], today=today)
    found = person_duplicates(given_name=typed[0], family_name=typed[1])
    assert names(found) == [" ".join(known)]
    assert found[0].why


@pytest.mark.parametrize(
    "typed", [("Peter", "Meyer"), ("Anna", "Schneider"), ("", "Meyer"), ("Anna", ""), ("A", "M"), ("", "")]
)
def test_other_people_and_half_names_are_not(db, today, typed):
    person_add(given_name="Anna", family_name="Meyer", today=today)
    assert names(person_duplicates(given_name=typed[0], family_name=typed[1])) == []


def test_by_telephone_e_mail_and_organization(cast, today):
    cast.thomas, cast.dairy
    found = person_duplicates(given_name="X", family_name="Y", phones=["+1 (320) 555 0143"])
    assert (names(found), found[0].why) == (["Thomas Beutz"], ["Same telephone number, 320-555-0143"])
    assert names(person_duplicates(email="THOMAS@example.org")) == ["Thomas Beutz"]
    assert names(person_duplicates(organization="Cramer Dairy")) == ["Kramer Dairy LLC"]


def test_the_same_address_makes_a_similar_name_likely(cast, today):
    cast.thomas
    found = person_duplicates(given_name="Tomas", family_name="Beuts", street="414 E Main St.")
    assert names(found) == ["Thomas Beutz"]
    assert "Same address, 414 Main Street E" in found[0].why


def test_housemates_are_not_taken_for_one(cast, today):
    cast.thomas
    assert names(person_duplicates(given_name="Clara", family_name="Beutz", street="414 Main Street E")) == []


def test_premises_need_the_same_house_number(db):
    PremisesFactory(street="414 Main Street E")
    assert [one.record.street for one in premises_duplicates(street="414 Main")] == ["414 Main Street E"]
    assert premises_duplicates(street="416 Main Street E") == []
    assert premises_duplicates(street="414 Elm Street") == []
    assert premises_duplicates(street="414 Main Street E", city="Melrose") == []


def test_animals_of_one_owner_or_with_one_chip(cast, today):
    bella = cast.bella
    assert [one.record for one in animal_duplicates(name="Bela", owner=cast.thomas)] == [bella]
    assert animal_duplicates(name="Bella", owner=cast.mai) == []
    assert animal_duplicates(name="Bella", species="cat", owner=cast.thomas) == []
    found = animal_duplicates(name="X", microchips=["985-112-004-567-890"])
    assert found[0].why == ["Same microchip, 985112004567890"]


def test_the_list_while_typing(cast, today):
    cast.thomas
    client = cast.client(cast.clerk)
    answer = client.post(
        "/owners/likely/",
        {"kind": "person", "given_name": "Tomas", "family_name": "Beutz"},
        HTTP_HX_REQUEST="true",
    )
    assert "Thomas Beutz" in text_of(answer)
    assert "This is somebody else: add a new record" in text_of(answer)
    answer = client.post("/premises/likely/", {"street": "414 Main"}, HTTP_HX_REQUEST="true")
    assert "414 Main Street E, Freeport" in text_of(answer)
    answer = client.post(
        "/animals/likely/",
        {"owner": cast.thomas.pk, "name": "Bela", "species": "dog"},
        HTTP_HX_REQUEST="true",
    )
    assert "While you type" in text_of(answer)
    cast.bella
    answer = client.post(
        "/animals/likely/",
        {"owner": cast.thomas.pk, "name": "Bela", "species": "dog"},
        HTTP_HX_REQUEST="true",
    )
    assert "Bella" in text_of(answer)


def test_without_scripts_it_is_a_step_before_saving(cast, today):
    cast.thomas
    client = cast.client(cast.clerk)
    who = OWNER | {"given_name": "Tomas", "family_name": "Beutz"}
    response = press(client, "/owners/add/", **who)
    assert response.context["ask_people"]
    assert "Nothing was saved yet." in text_of(response)
    assert Person.objects.filter(given_name="Tomas").count() == 0
    # Ticking a box for somebody else's list does not do.
    response = press(client, "/owners/add/", **who, not_these="999")
    assert response.context["ask_people"]
    assert press(client, "/owners/add/", **who, not_these=str(cast.thomas.pk)).status_code == 302
    assert Person.objects.filter(family_name="Beutz").count() == 2


def test_what_is_typed_while_it_is_typed_never_breaks(cast, today):
    client = cast.client(cast.clerk)
    for text in ("\x00", "'", "\\", "%_", "💥" * 200, "a" * 5000, "((", ":*", "&|!", "\u202e"):
        boxes = {"kind": "person", "given_name": text, "family_name": text, "phone_1": text, "email": text}
        assert client.post("/owners/likely/", boxes | {"street": f"1 {text}"}).status_code == 200
        assert client.post("/premises/likely/", {"street": f"1 {text}", "city": text}).status_code == 200
        assert (
            client.post("/animals/likely/", {"name": text, "microchips": text, "owner": text}).status_code
            == 200
        )
        if text != "\x00":  # in an address the middleware refuses it
            assert client.get("/owners/choose/", {"name": "to", "to_typed": text}).status_code == 200
