"""Veterinarians are added by typing one, and never twice."""

import pytest

from freeport_animals.registry.models import Veterinarian
from freeport_animals.registry.services import RegistryError, veterinarian_find_or_add
from tests.registry.pages import errors_of, press, text_of


@pytest.mark.parametrize("name", ["Dr. Ann Kay", "ann kay", "Ann Káy, D.V.M.", "DR ANN KAY", "Ann Kay DVM"])
@pytest.mark.parametrize("clinic", ["Melrose Vet", "MELROSE VET.", ""])
def test_one_veterinarian_however_typed(db, name, clinic):
    first = veterinarian_find_or_add(name="Dr. Ann Kay", clinic="Melrose Vet")
    assert veterinarian_find_or_add(name=name, clinic=clinic) == first
    assert Veterinarian.objects.count() == 1


def test_a_name_alone_is_not_guessed_between_two(db):
    veterinarian_find_or_add(name="Ann Kay", clinic="Melrose Vet")
    veterinarian_find_or_add(name="Ann Kay", clinic="Albany Clinic")
    third = veterinarian_find_or_add(name="Ann Kay")
    assert third.clinic == ""
    assert Veterinarian.objects.count() == 3


def test_a_certificate_that_names_the_clinic_alone(db):
    assert str(veterinarian_find_or_add(name="", clinic="Melrose Vet")) == "Melrose Vet"
    with pytest.raises(RegistryError):
        veterinarian_find_or_add(name="", clinic="")


@pytest.mark.parametrize("typed", ["ann", "kay", "melrose", "an kay", "Ann Kai"])
def test_found_while_typing(cast, today, typed):
    veterinarian_find_or_add(name="Dr. Ann Kay", clinic="Melrose Vet", phone="320-555-0180")
    answer = cast.client(cast.clerk).get("/veterinarians/suggest/", {"q": typed}).json()
    assert [one["clinic"] for one in answer["found"]] == ["Melrose Vet"]


def test_the_list_and_a_correction(cast, today):
    cast.bella
    client = cast.client(cast.clerk)
    page = text_of(client.get("/veterinarians/"))
    assert "Dr. Anna Meyer Albany Clinic 320-555-0180 Yes 2" in page
    one = cast.veterinarian
    response = press(
        client, f"/veterinarians/{one.pk}/edit/", veterinarian="Dr. Anna Meier", clinic="Albany Clinic",
        phone="320-555-0181",
    )  # fmt: skip
    assert response.status_code == 302
    one.refresh_from_db()
    assert (one.name, one.licensed) == ("Dr. Anna Meier", False)


def test_two_cannot_become_one_by_a_correction(cast, today):
    veterinarian_find_or_add(name="Ann Kay", clinic="Melrose Vet")
    response = press(
        cast.client(cast.clerk), f"/veterinarians/{cast.veterinarian.pk}/edit/", veterinarian="Dr. Ann Kay",
        clinic="Melrose Vet", licensed="on",
    )  # fmt: skip
    assert errors_of(response)["veterinarian"] == ["Another veterinarian has this name and clinic."]


def test_an_unlicensed_one_is_told_on_the_animal(cast, today):
    cast.bella
    Veterinarian.objects.update(licensed=False)
    page = text_of(cast.client(cast.clerk).get(cast.bella.get_absolute_url()))
    assert "Not licensed" in page
    assert "2.B.1" in page
