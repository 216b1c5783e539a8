"""Two clerks at the same moment: one outcome, nothing doubled, no ring."""

import datetime as dt
import threading
from collections.abc import Callable
from typing import Any

from django.db import close_old_connections, connection

from freeport_animals.registry.models import Ownership, Person, Premises, Vaccination, Veterinarian
from freeport_animals.registry.services import (
    RegistryError,
    ownership_transfer,
    person_add,
    premises_find_or_add,
    record_merge,
    vaccination_record,
    veterinarian_find_or_add,
)
from tests.cast import AnimalFactory, PersonFactory

TODAY = dt.date(2026, 6, 3)


def together(*works: Callable[[], Any]) -> list[Any]:
    """Run all at the same moment, each with a connection of its own; results or refusals in order."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(place: int, work: Callable[[], Any]) -> None:
        close_old_connections()
        barrier.wait(10)
        try:
            results[place] = work()
        except RegistryError as refused:
            results[place] = refused
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(n, work)) for n, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    return results


def refusals(results: list[Any]) -> list[RegistryError]:
    return [result for result in results if isinstance(result, RegistryError)]


def test_merges_in_opposite_directions_make_no_ring(committed_db):
    a, b = (PersonFactory(given_name=name, birth_date=None) for name in ("Ann", "Anne"))
    results = together(
        lambda: record_merge(kind="person", keep=a.pk, merge=b.pk, reason="x", by=None),
        lambda: record_merge(kind="person", keep=b.pk, merge=a.pk, reason="x", by=None),
    )
    assert len(refusals(results)) == 1
    a.refresh_from_db()
    b.refresh_from_db()
    assert [a.merged_into_id, b.merged_into_id].count(None) == 1


def test_a_ring_of_three_cannot_close(committed_db):
    people = [PersonFactory(given_name=name, birth_date=None) for name in ("Ann", "Anne", "Anna")]
    pairs = [(0, 1), (1, 2), (2, 0)]
    together(
        *(
            lambda keep=keep, merge=merge: record_merge(
                kind="person", keep=people[keep].pk, merge=people[merge].pk, reason="x", by=None
            )
            for keep, merge in pairs
        )
    )
    roots = {row.pk for row in Person.objects.filter(merged_into__isnull=True)}
    assert len(roots) >= 1
    assert all(row.merged_into_id in roots for row in Person.objects.filter(merged_into__isnull=False))


def test_one_animal_handed_to_two_people(committed_db):
    animal = AnimalFactory(owner=PersonFactory())
    first, second = PersonFactory(), PersonFactory()
    on = dt.date(2026, 5, 1)
    results = together(
        lambda: ownership_transfer(animal=animal, to=first, on=on, today=TODAY),
        lambda: ownership_transfer(animal=animal, to=second, on=on, today=TODAY),
    )
    assert len(refusals(results)) == 1
    assert Ownership.objects.filter(animal=animal, primary=True, period__upper_inf=True).count() == 1


def test_one_shot_recorded_twice(committed_db):
    animal = AnimalFactory(owner=PersonFactory())
    given = dt.date(2026, 5, 1)
    results = together(
        *[
            lambda: vaccination_record(animal=animal, disease="rabies", given=given, by=None, today=TODAY)
        ] * 3
    )  # fmt: skip
    assert len(refusals(results)) == 2
    assert Vaccination.objects.count() == 1


def test_one_address_and_one_veterinarian_typed_by_two(committed_db):
    places = together(
        lambda: premises_find_or_add(street="9 River Street"),
        lambda: premises_find_or_add(street="9 River St."),
        lambda: premises_find_or_add(street="9 river street"),
    )
    assert len({found.premises.pk for found in places}) == 1
    assert sum(found.created for found in places) == 1
    vets = together(
        lambda: veterinarian_find_or_add(name="Dr. Ann Kay", clinic="Melrose Vet"),
        lambda: veterinarian_find_or_add(name="Ann Kay, DVM", clinic="melrose vet"),
    )
    assert len({vet.pk for vet in vets}) == 1
    assert (Premises.objects.count(), Veterinarian.objects.count()) == (1, 1)


def test_two_people_of_one_name_may_both_be_added(committed_db):
    """Nothing is merged unasked: two clerks who both said so have two records."""
    together(
        lambda: person_add(given_name="Anna", family_name="Lenz", today=TODAY),
        lambda: person_add(given_name="Anna", family_name="Lenz", today=TODAY),
    )
    assert Person.objects.count() == 2
