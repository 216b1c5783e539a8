"""The clerk edits an animal; the officer decides its class (1.A)."""

import datetime as dt

import pytest

from freeport_animals.base.access import Role
from freeport_animals.registry.models import Animal, Microchip
from freeport_animals.registry.selectors import class_of, microchips_of
from tests.cast import AnimalFactory
from tests.registry.pages import errors_of, press, text_of


def boxes(animal: Animal, **changed: str) -> dict[str, str]:
    values = {
        "name": animal.name,
        "species": animal.species,
        "breed": animal.breed,
        "color": animal.color,
        "sex": animal.sex,
        "altered": animal.altered,
        "born": f"{animal.born:%m/%d/%Y}" if animal.born else "",
        "born_precision": animal.born_precision if animal.born else "exact",
        "weight": str(animal.weight or ""),
        "microchips": ", ".join(microchips_of(animal)),
        "version": str(animal.version),
    }
    return values | changed


def edit(cast, animal: Animal, **changed: str):
    return press(cast.client(cast.clerk), f"/animals/{animal.pk}/edit/", **boxes(animal, **changed))


def test_facts_change_and_the_version_counts(cast, today):
    bella = cast.bella
    assert edit(cast, bella, color="chocolate", weight="58").status_code == 302
    bella.refresh_from_db()
    assert (bella.color, str(bella.weight), bella.version) == ("chocolate", "58.0", 2)


def test_a_birth_date_after_a_vaccination_is_refused(cast, today):
    response = edit(cast, cast.bella, born="10/1/2025")
    assert errors_of(response)["born"] == [
        "A rabies vaccination was given on Mon 15 September 2025, before this birth date. Check the birth "
        "date, or void that vaccination first."
    ]


def test_a_chip_taken_out_stays_in_the_record(cast, today):
    bella = cast.bella
    edit(cast, bella, microchips="900000000000001")
    assert microchips_of(Animal.objects.get(pk=bella.pk)) == ["900000000000001"]
    assert not Microchip.objects.get(number="985112004567890").in_use


def test_two_tabs_the_second_sees_both_values(cast, today):
    bella = cast.bella
    url = f"/animals/{bella.pk}/edit/"
    late = boxes(bella, color="black")
    press(cast.client(cast.second_clerk), url, **boxes(bella, color="brown"))
    response = press(cast.client(cast.clerk), url, **late)
    assert response.status_code == 409
    page = text_of(response)
    assert "Changed by Peter Lenz" in page
    assert "Color yellow brown black" in page
    bella.refresh_from_db()
    assert bella.color == "brown"


def test_what_the_ordinance_decides_nobody_else_does(cast, today):
    response = press(
        cast.client(cast.officer),
        f"/animals/{cast.bella.pk}/class/",
        officer_class="farm",
        reason="It pulls a cart",
    )
    assert "The ordinance decides this itself" in errors_of(response)["officer_class"][0]


def test_the_officer_decides_on_a_ferret_with_a_reason(cast, today):
    ferret = AnimalFactory(name="Fritz", species="ferret", owner=cast.thomas)
    page = text_of(cast.client(cast.officer).get(ferret.get_absolute_url()))
    assert "The officer decides" in page
    url = f"/animals/{ferret.pk}/class/"
    client = cast.client(cast.officer)
    response = press(client, url, officer_class="domestic", reason=" ")
    assert errors_of(response)["reason"] == ["Write the reason: the decision is kept with it (1.A)."]
    assert press(client, url, officer_class="domestic", reason="Hand-raised, caged").status_code == 302
    ferret.refresh_from_db()
    assert class_of(ferret) == "domestic"
    assert "Hand-raised, caged" in text_of(client.get(ferret.get_absolute_url()))


@pytest.mark.parametrize("role", [Role.CLERK, Role.ADMINISTRATOR, Role.PEACE_OFFICER, Role.COUNCIL])
def test_only_the_officer_decides(cast, today, role):
    ferret = AnimalFactory(name="Fritz", species="ferret", owner=cast.thomas)
    client = cast.client(cast.by_role(role))
    assert press(client, f"/animals/{ferret.pk}/class/", officer_class="farm", reason="x").status_code == 403


def test_the_decision_does_not_outlive_what_it_was_about(cast, today):
    ferret = AnimalFactory(
        name="Fritz",
        species="ferret",
        owner=cast.thomas,
        officer_class="domestic",
        officer_class_reason="Tame",
    )
    edit(cast, ferret, species="skunk")
    ferret.refresh_from_db()
    assert (ferret.officer_class, class_of(ferret)) == ("", "non-domestic")


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({"species": "dog"}, "domestic"),
        ({"species": "dog", "hybrid_with_wild": True}, "non-domestic"),
        ({"species": "dog", "hybrid_with_wild": True, "commonly_accepted_pet": True}, "domestic"),
        ({"species": "snake", "venomous_or_constricting": True}, "non-domestic"),
        ({"species": "goat"}, "farm"),
        ({"species": "lion"}, "non-domestic"),
    ],
)
def test_the_class_is_shown_with_its_why(cast, today, facts, kind):
    animal = AnimalFactory(name="X", owner=cast.thomas, **facts)
    page = text_of(cast.client(cast.clerk).get(animal.get_absolute_url()))
    assert f"Class {kind.capitalize()}" in page
    assert "1.A." in page


def test_a_farm_animal_in_town_is_told_and_on_a_farm_not(cast, today):
    goat = AnimalFactory(name="Heidi", species="goat", owner=cast.thomas)
    client = cast.client(cast.officer)
    assert "May not be kept here" in text_of(client.get(goat.get_absolute_url()))
    Animal.objects.filter(pk=goat.pk).update(premises=cast.farm)
    assert "May not be kept here" not in text_of(client.get(goat.get_absolute_url()))


def test_an_estimated_birth_date_shows_as_one(cast, today):
    bella = cast.bella
    Animal.objects.filter(pk=bella.pk).update(born_precision="estimated", born=dt.date(2022, 3, 5))
    assert "5 Mar 2022, estimated (4 years)" in text_of(cast.client(cast.clerk).get(bella.get_absolute_url()))
