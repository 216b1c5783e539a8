"""An animal new to the registry is added in the visit, without losing anything, and saved with its license."""

import datetime as dt

from freeport_animals.registry.models import Animal, Ownership, Vaccination
from licensing.models import License, Tag
from tests.cast import AnimalFactory, PersonFactory
from tests.licensing.counter import Desk, words


def puppy(desk: Desk, key: str = "n1", **more) -> Desk:
    facts = {"name": "Ya'qub", "species": "dog", "breed": "Beagle", "color": "tricolor", "sex": "male"}
    for disease in ("rabies", "distemper"):
        facts |= {
            f"{disease}_given": "3/1/2026",
            f"{disease}_certificate": True,
            f"{disease}_veterinarian": "Dr. Kay, Albany",
        }
    return desk.fill(key, **(facts | more))


def test_a_card_is_added_and_what_was_typed_stays(cast, today):
    cast.max
    desk = Desk(cast, cast.thomas).fill(cast.max, distemper_given="5/20")
    response = desk.press("add-animal")
    assert response.status_code == 200
    assert desk.boxes["cards"] == "n1"
    assert desk.boxes[f"a{cast.max.pk}-distemper_given"] == "5/20"
    assert desk.boxes["n1-license"] == "on"
    assert 'name="n1-name"' in response.content.decode()
    assert not Animal.objects.filter(name="").exists()


def test_it_is_registered_vaccinated_and_licensed_in_one_press(cast, today):
    desk = Desk(cast, cast.mai)
    desk.press("add-animal")
    puppy(desk, altered="yes", born="2/1/2025").press("issue")
    animal = Animal.objects.get(name="Ya'qub")
    assert (animal.species, animal.breed, animal.color, animal.sex, animal.altered) == (
        "dog", "Beagle", "tricolor", "male", "yes",
    )  # fmt: skip
    assert (animal.born, animal.born_precision) == (dt.date(2025, 2, 1), "exact")
    assert animal.premises == cast.second_avenue
    assert Ownership.objects.get(animal=animal).person == cast.mai
    assert Vaccination.objects.filter(animal=animal, certificate_shown=True).count() == 2
    assert License.objects.get().animal == animal
    assert License.objects.get().owner == cast.mai


def test_an_estimated_birth_date_is_kept_as_one(cast, today):
    desk = Desk(cast, cast.mai)
    desk.press("add-animal")
    puppy(desk, born="2/1/2025", born_about=True).press("issue")
    assert Animal.objects.get(name="Ya'qub").born_precision == "estimated"


def test_a_new_animal_and_a_known_one_in_one_visit(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    desk.press("add-animal")
    puppy(desk).press("issue")
    assert License.objects.count() == 2
    assert {str(tag) for tag in Tag.objects.all()} == {"2026-1", "2026-2"}


def test_a_card_can_be_taken_away_again(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    desk.press("add-animal")
    desk.press("add-animal")
    assert desk.boxes["cards"] == "n1,n2"
    desk.fill("n2", name="Zoe")
    desk.press("remove-n1")
    assert desk.boxes["cards"] == "n2"
    assert desk.boxes["n2-name"] == "Zoe"
    assert "n1-name" not in desk.boxes


def test_what_is_missing_of_it_is_named_and_nothing_is_registered(cast, today):
    desk = Desk(cast, cast.mai)
    desk.press("add-animal")
    response = puppy(desk, name="", breed="").press("issue")
    assert response.status_code == 422
    assert "must state the animal's name (2.B.1)" in words(response)
    assert "must state the breed (2.B.1)" in words(response)
    assert not Animal.objects.exists()


def test_a_birth_date_after_a_vaccination_is_refused(cast, today):
    desk = Desk(cast, cast.mai)
    desk.press("add-animal")
    response = puppy(desk, born="4/1/2026").press("issue")
    assert "Sun 1 March 2026 is before Ya'qub was born (Wed 1 April 2026). Check both dates." in words(
        response
    )
    assert not Animal.objects.exists()


def test_an_owner_with_no_animal_yet_is_told_to_add_one(cast, today):
    desk = Desk(cast, PersonFactory())
    assert "No dog or cat on record" in desk.text()


def test_other_animals_are_named_as_needing_no_license(cast, today):
    AnimalFactory(name="Hops", species="rabbit", owner=cast.mai)
    assert "Needs no license: Hops (rabbit)" in Desk(cast, cast.mai).text()
