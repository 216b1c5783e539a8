"""The clerk adds an animal to an owner."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from freeport_animals.registry.models import Animal, Microchip
from freeport_animals.registry.selectors import animals_of, microchips_of, owner_of
from freeport_animals.registry.services import RegistryError, animal_add, microchip_add
from tests.registry.pages import ANIMAL, errors_of, press, text_of


def add(cast, owner, **boxes):
    return press(cast.client(cast.clerk), f"/owners/{owner.pk}/animals/add/", **ANIMAL | boxes)


def test_a_dog_with_everything(cast, today):
    response = add(
        cast, cast.thomas, name="Rocky", species="Dogs", breed="Boxer", color="fawn", sex="male",
        altered="yes", born="3/5/2022", weight="62.5 lb", microchips="985 112 003 456 789",
        marks="White blaze", owned_since="6/1/2022",
    )  # fmt: skip
    rocky = Animal.objects.get()
    assert response.url == rocky.get_absolute_url()
    assert (rocky.species, rocky.weight, rocky.born) == ("dog", Decimal("62.5"), dt.date(2022, 3, 5))
    assert microchips_of(rocky) == ["985112003456789"]
    assert rocky.premises == cast.main_street
    assert owner_of(rocky, today) == cast.thomas
    assert owner_of(rocky, dt.date(2022, 5, 31)) is None
    assert list(animals_of(cast.thomas, today)) == [rocky]


@pytest.mark.parametrize(
    ("born", "precision", "kept"),
    [("3/5/2022", "exact", "exact"), ("3/5/2022", "estimated", "estimated"), ("", "exact", "unknown")],
)
def test_birth_dates_exact_estimated_and_unknown(cast, today, born, precision, kept):
    add(cast, cast.thomas, born=born, born_precision=precision)
    assert Animal.objects.get().born_precision == kept


@pytest.mark.parametrize(
    ("box", "typed", "sentence"),
    [
        ("born", "6/4/2026", "in the future"),
        ("born", "2/29/2025", "There is no February 29 in 2025"),
        ("born", "13/1/2025", "There is no month 13"),
        ("weight", "heavy", "is not a weight"),
        ("weight", "0", "more than 0"),
        ("weight", "-3", "is not a weight"),
        ("weight", "1e9", "is not a weight"),
        ("species", "  ", "This field is required"),
        ("microchips", "12", "is not a microchip number"),
        ("microchips", "ABCDEFGHIJKLMNO", "hardly any digits"),
        ("color", "b" * 121, "at most 120 characters"),
        ("marks", "m" * 10_001, "at most 10,000 characters"),
        ("marks", "a\x07b", "invisible character"),
    ],
)
def test_a_fault_is_said_beside_its_box(cast, today, box, typed, sentence):
    response = add(cast, cast.thomas, name="Rocky", **{box: typed})
    shown = " ".join(errors_of(response)[box]).replace("10000", "10,000")
    assert sentence in shown
    assert not Animal.objects.exists()


def test_29_february_is_a_birthday(cast, today):
    add(cast, cast.thomas, born="2/29/2024")
    assert Animal.objects.get().born == dt.date(2024, 2, 29)


def test_a_microchip_belongs_to_one_animal(cast, today):
    cast.bella
    response = add(cast, cast.mai, name="Fritz", microchips="985112004567890", not_these=str(cast.bella.pk))
    assert "Another animal has this microchip" in errors_of(response)["microchips"][0]
    assert not Animal.objects.filter(name="Fritz").exists()


def test_a_likely_double_must_be_looked_at(cast, today):
    cast.bella
    response = add(cast, cast.thomas, name="Bela")
    assert response.context["ask"]
    assert "Name sounds alike: Bella, and of this owner" in text_of(response)
    assert Animal.objects.count() == 1
    add(cast, cast.thomas, name="Bela", not_these=str(cast.bella.pk))
    assert Animal.objects.count() == 2


def test_a_venomous_dog_does_not_exist(cast, today):
    response = add(cast, cast.thomas, venomous_or_constricting="on")
    assert errors_of(response)["venomous_or_constricting"] == [
        "A dog is neither a reptile nor an amphibian. Clear this box."
    ]


def test_all_faults_of_a_service_call_come_at_once(db, today):
    with pytest.raises(RegistryError) as refused:
        animal_add(
            species="",
            born=dt.date(2030, 1, 1),
            weight=Decimal("NaN"),
            sex="maybe",
            marks="\x00",
            today=today,
        )
    assert set(refused.value.message_dict) == {"species", "born", "weight", "sex", "marks"}


def test_a_chip_found_by_the_scanner(cast, today):
    assert microchip_add(animal=cast.rex, number="ab1234567c").number == "AB1234567C"
    assert microchip_add(animal=cast.rex, number="AB1234567C") == Microchip.objects.get(animal=cast.rex)
    with pytest.raises(RegistryError):
        microchip_add(animal=cast.bella, number="AB1234567C")


@pytest.mark.parametrize(
    "facts",
    [
        {"born": dt.date(2020, 1, 1), "born_precision": "unknown"},
        {"born": None, "born_precision": "exact"},
        {"weight": Decimal("-1")},
        {"officer_class": "farm", "officer_class_reason": ""},
        {"status": "died"},
        {"species": ""},
    ],
)
def test_the_schema_refuses_what_cannot_be(cast, facts):
    with pytest.raises(IntegrityError), transaction.atomic():
        Animal.objects.filter(pk=cast.bella.pk).update(**facts)
