"""The pages of an owner, an animal and the lists: what they show, and in how few queries."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from freeport_animals.registry.models import Animal, Person
from freeport_animals.registry.services import ownership_begin, record_merge
from tests.cast import AnimalFactory, PersonFactory, VaccinationFactory
from tests.registry.pages import text_of


def queries_of(client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


@pytest.fixture
def crowded(cast, today):
    """Thomas with twelve animals, each with shots, a household, a ward, an alias and co-owners."""
    cast.bella, cast.max, cast.noah
    alias = PersonFactory(given_name="Tom", family_name="Beutz", birth_date=None)
    for n in range(10):
        animal = AnimalFactory(name=f"Dog{n}", owner=alias if n % 2 else cast.thomas)
        VaccinationFactory(animal=animal)
        VaccinationFactory(animal=animal, disease="distemper", given=dt.date(2025, 2, 1))
        ownership_begin(animal=animal, person=PersonFactory(), role="keeper", today=today)
    record_merge(kind="person", keep=cast.thomas.pk, merge=alias.pk, reason="x", by=None)
    return cast


def test_the_owners_page(crowded, today):
    client = crowded.client(crowded.clerk)
    page = text_of(client.get(crowded.thomas.get_absolute_url()))
    for text in (
        "Thomas Beutz",
        "414 Main Street E",
        "320-555-0143",
        "thomas@example.org",
        "Noah Beutz",
        "Bella",
        "Dog9",
    ):
        assert text in page
    assert "Guardian of Noah Beutz" in page


def test_the_owners_page_takes_few_queries_however_many_animals(crowded, today):
    assert queries_of(crowded.client(crowded.clerk), crowded.thomas.get_absolute_url()) <= 15
    assert queries_of(crowded.client(crowded.officer), crowded.thomas.get_absolute_url()) <= 15


def test_the_animals_page_takes_few_queries(crowded, today):
    for n in range(8):
        VaccinationFactory(animal=crowded.bella, given=dt.date(2024, 1, 1 + n))
        ownership_begin(animal=crowded.bella, person=PersonFactory(), role="harborer", today=today)
    assert queries_of(crowded.client(crowded.clerk), crowded.bella.get_absolute_url()) <= 15


@pytest.mark.parametrize(
    "path",
    [
        "/owners/",
        "/animals/",
        "/premises/",
        "/veterinarians/",
        "/owners/?q=beutz",
        "/animals/?q=dog&kind=dog",
        "/animals/?status=no-owner",
    ],
)
def test_the_lists_take_few_queries_and_are_paged(crowded, today, path):
    for n in range(30):
        AnimalFactory(name=f"Extra{n:02}", owner=PersonFactory(given_name=f"Extra{n:02}"))
    assert queries_of(crowded.client(crowded.clerk), path) <= 12


def test_the_premises_page_takes_few_queries(crowded, today):
    assert queries_of(crowded.client(crowded.officer), crowded.main_street.get_absolute_url()) <= 15


def test_a_list_shows_25_and_leads_on(cast, today):
    for n in range(30):
        PersonFactory(given_name="Nr", family_name=f"Lenz{n:02}")
    client = cast.client(cast.clerk)
    first = text_of(client.get("/owners/"))
    assert "Lenz00" in first and "Lenz25" not in first
    assert "Page 1 of 2" in first
    assert "Lenz29" in text_of(client.get("/owners/?page=2"))
    assert "Lenz29" in text_of(client.get("/owners/?page=99"))
    assert "Lenz00" in text_of(client.get("/owners/?page=x"))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?kind=firm", {"Kramer Dairy LLC"}),
        ("?status=moved-away", {"Mai Xiong"}),
        ("?q=beutz", {"Thomas Beutz"}),
        ("?q=0143", {"Thomas Beutz"}),
        ("?q=qqqqqq", set()),
        ("?kind=nonsense", None),
        ("?q=%27%29%3B", None),
    ],
)
def test_owners_narrowed(cast, today, query, names):
    cast.thomas, cast.dairy
    Person.objects.filter(pk=cast.mai.pk).update(status="moved-away", status_on=today)
    page = cast.client(cast.clerk).get(f"/owners/{query}")
    assert page.status_code == 200
    if names is not None:
        assert {person.name for person in page.context["page"].object_list} == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?kind=cat", {"Max"}),
        ("?kind=other", {"Heidi"}),
        ("?status=died", {"Waldi"}),
        ("?status=no-owner", {"Stray"}),
        ("?q=985112004567890", {"Bella"}),
        ("?q=tabby", {"Max"}),
    ],
)
def test_animals_narrowed(cast, today, query, names):
    cast.bella, cast.max
    AnimalFactory(name="Heidi", species="goat", owner=cast.thomas)
    AnimalFactory(name="Waldi", owner=cast.thomas, status="died", status_on=today)
    AnimalFactory(name="Stray")
    page = cast.client(cast.clerk).get(f"/animals/{query}")
    assert {str(animal) for animal in page.context["page"].object_list} == names


def test_empty_pages_say_what_to_do(cast, today):
    client = cast.client(cast.clerk)
    assert "Add the first owner" in text_of(client.get("/owners/"))
    assert "Add the owner first" in text_of(client.get("/animals/"))
    assert "They are added with their owners." in text_of(client.get("/premises/"))
    assert "first vaccination" in text_of(client.get("/veterinarians/"))
    bare = PersonFactory(given_name="Bare", premises=None)
    page = text_of(client.get(bare.get_absolute_url()))
    assert "No animal on record" in page and "Keeps house alone" in page


def test_an_animal_that_was_handed_on_stays_on_the_page_as_earlier(cast, today):
    from freeport_animals.registry.services import ownership_transfer

    ownership_transfer(animal=cast.bella, to=cast.mai, on=dt.date(2026, 5, 1), today=today)
    page = text_of(cast.client(cast.clerk).get(cast.thomas.get_absolute_url()))
    assert "Until 1 May 2026" in page


def test_an_animal_without_anything_has_a_page(cast, today):
    bare = AnimalFactory(
        name="", breed="", color="", sex="unknown", altered="unknown", born=None, born_precision="unknown"
    )
    page = text_of(cast.client(cast.clerk).get(bare.get_absolute_url()))
    assert "unnamed dog" in page
    assert "Nobody is on record as having this animal" in page
    assert "would also lack an owner, the owner's address, its name, its breed, its color and its sex" in page


def test_keys_of_the_pages(cast, today):
    client = cast.client(cast.clerk)
    animal = client.get(cast.bella.get_absolute_url()).content.decode()
    for key in ("d", "m", "g", "e", "v", "o"):
        assert f'data-key="{key}"' in animal
    owner = client.get(cast.thomas.get_absolute_url()).content.decode()
    for key in ("d", "m", "e", "a"):
        assert f'data-key="{key}"' in owner


def test_history_leads_from_the_page(cast, today):
    client = cast.client(cast.clerk)
    page = client.get(cast.bella.get_absolute_url()).content.decode()
    url = f"/history/registry.animal/{cast.bella.pk}/"
    assert url in page
    Animal.objects.filter(pk=cast.bella.pk).update(color="chocolate")
    history = text_of(client.get(url))
    assert "yellow" in history and "chocolate" in history


@pytest.mark.parametrize(
    "path", ["/owners/999999/", "/animals/999999/", "/premises/999999/", "/owners/99999999999999999999999/"]
)
def test_what_is_not_there_is_404(cast, today, path):
    assert cast.client(cast.clerk).get(path).status_code == 404
