"""One search from any page: by name, telephone, address, animal and microchip."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from freeport_animals.base.access import Role
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors.everywhere import search
from freeport_animals.registry.services import person_add
from tests.cast import AnimalFactory, PersonFactory
from tests.registry.pages import text_of

CLERK = ["clerk"]


def found(text: str, roles=CLERK, limit: int = 10) -> dict[str, list[str]]:
    return {group.kind: [hit.title for hit in group.hits] for group in search(text, roles, limit=limit)}


@pytest.mark.parametrize(
    ("typed", "kind", "title"),
    [
        ("Beutz", "Owner", "Thomas Beutz"),
        ("thomas beu", "Owner", "Thomas Beutz"),
        ("BEUTZ THOMAS", "Owner", "Thomas Beutz"),
        ("Beuts", "Owner", "Thomas Beutz"),
        ("Xyooj", "Owner", "Mai Xiong"),
        ("320-555-0143", "Owner", "Thomas Beutz"),
        ("(320) 555 0143", "Owner", "Thomas Beutz"),
        ("5550143", "Owner", "Thomas Beutz"),
        ("0143", "Owner", "Thomas Beutz"),
        ("PO Box 77", "Owner", "Mai Xiong"),
        ("Kramer Dairy", "Owner", "Kramer Dairy LLC"),
        ("dairy", "Owner", "Kramer Dairy LLC"),
        ("Bella", "Animal", "Bella"),
        ("bella yellow", "Animal", "Bella"),
        ("labrador", "Animal", "Bella"),
        ("Bela", "Animal", "Bella"),
        ("Bella Beutz", "Animal", "Bella"),
        ("beutz bella", "Animal", "Bella"),
        ("414 Main", "Premises", "414 Main Street E"),
        ("414 E. Main St", "Premises", "414 Main Street E"),
        ("main street", "Premises", "414 Main Street E"),
        ("co rd 11", "Premises", "38912 County Road 11"),
        ("985112004567890", "Microchip", "985112004567890"),
        ("985 112 004", "Microchip", "985112004567890"),
        ("4567890", "Microchip", "985112004567890"),
    ],
)
def test_everything_is_found_by_what_one_knows(cast, today, typed, kind, title):
    cast.bella, cast.mai, cast.dairy, cast.farm
    assert title in found(typed).get(kind, [])


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\x00", "'", "%", "_", "\\", "qwxyz", "💥", "((((", ":*&|!", "a" * 10_000, "9" * 300, "\u202e"],
)
def test_whatever_is_typed_nothing_breaks_and_nothing_wrong_is_found(cast, today, typed):
    cast.bella
    assert found(typed) == {}


def test_names_of_two_letters_and_one(db, today):
    person_add(given_name="Ia", family_name="Xiong", today=today)
    person_add(given_name="Bee", family_name="Ly", today=today)
    person_add(given_name="Anna", family_name="Iaquinta", today=today)
    assert set(found("Ia")["Owner"]) == {"Ia Xiong", "Anna Iaquinta"}
    assert found("Ly")["Owner"] == ["Bee Ly"]
    assert found("Ia X")["Owner"] == ["Ia Xiong"]
    assert found("X")["Owner"] == ["Ia Xiong"]


def test_the_exact_name_comes_first(db, today):
    for given, family in (("Anna", "Meier"), ("Anna", "Meyer"), ("Hanna", "Maier"), ("Anna", "Meyerhofer")):
        person_add(given_name=given, family_name=family, today=today)
    assert found("Anna Meyer")["Owner"][0] == "Anna Meyer"
    assert set(found("Anna Meyer")["Owner"]) >= {"Anna Meyer", "Anna Meier", "Anna Meyerhofer"}


def test_other_names_are_found_and_the_present_one_is_shown(db, today):
    PersonFactory(given_name="Clara", family_name="Huber", other_names="born Lindemann")
    assert found("Lindemann")["Owner"] == ["Clara Huber"]


def test_the_dead_and_the_gone_are_found_with_a_badge(cast, today):
    AnimalFactory(name="Waldi", owner=cast.thomas, status="died", status_on=today)
    Person.objects.filter(pk=cast.mai.pk).update(status="moved-away", status_on=today)
    hits = {
        hit.title: hit.badge
        for text in ("Waldi", "Xiong")
        for group in search(text, CLERK, limit=5)
        for hit in group.hits
    }
    assert hits == {"Waldi": "died", "Mai Xiong": "moved"}


def test_an_owner_found_twice_stands_once(cast, today):
    cast.thomas
    Person.objects.filter(pk=cast.thomas.pk).update(other_names="Thomas Beutz senior")
    assert found("thomas beutz")["Owner"] == ["Thomas Beutz"]


@pytest.mark.parametrize("role", [role for role in Role if role != Role.COUNCIL])
def test_who_may_search_the_registry(cast, today, role):
    cast.bella
    page = text_of(cast.client(cast.by_role(role)).get("/search/?q=bella"))
    assert "yellow Labrador retriever, of Thomas Beutz" in page


def test_the_council_sees_no_people(cast, today):
    cast.bella
    client = cast.client(cast.mayor)
    for text in ("beutz", "bella", "414 main", "3205550143", "985112004567890", "bela"):
        page = text_of(client.get("/search/", {"q": text}))
        assert "Nothing found" in page
        assert "Thomas" not in page


def test_the_page_groups_by_kind_and_pages_one_kind(cast, today):
    for n in range(30):
        PersonFactory(given_name=f"Nr{n:02}", family_name="Lenz")
    AnimalFactory(name="Lenz", owner=cast.thomas)
    client = cast.client(cast.clerk)
    page = client.get("/search/?q=lenz")
    assert [group["kind"] for group in page.context["groups"]] == ["Animal", "Owner"]
    assert "All owners found" in text_of(page)
    first = client.get("/search/?q=lenz&kind=Owner")
    second = client.get("/search/?q=lenz&kind=Owner&page=2")
    names = [[row["title"] for row in page.context["groups"][0]["rows"]] for page in (first, second)]
    assert [len(part) for part in names] == [25, 5]
    assert len(set(names[0]) | set(names[1])) == 30
    assert second.context["next"] is None


@pytest.mark.parametrize("page", ["0", "-1", "abc", "99", "999999999999", ""])
def test_a_page_that_does_not_exist_is_one_that_does(cast, today, page):
    cast.thomas
    answer = cast.client(cast.clerk).get("/search/", {"q": "beutz", "kind": "Owner", "page": page})
    assert answer.status_code == 200
    assert "Thomas Beutz" in text_of(answer)


def test_under_the_box_a_short_list(cast, today):
    cast.bella
    client = cast.client(cast.clerk)
    answer = client.get("/search/?q=bel", HTTP_HX_REQUEST="true", HTTP_HX_TARGET="find-results")
    assert "<html" not in answer.content.decode()
    assert "Animal · yellow Labrador retriever, of Thomas Beutz" in text_of(answer)
    assert answer["Vary"].find("HX-Request") >= 0
    nothing = client.get("/search/?q=qqqq", HTTP_HX_REQUEST="true", HTTP_HX_TARGET="find-results")
    assert "Nothing found" in text_of(nothing)


def test_merely_an_address_never_gives_a_protected_person(cast, today):
    cast.coco
    assert found("77 secret lane") == {"Premises": ["77 Secret Lane"]}
    assert found("PO Box 17370")["Owner"] == ["Halima Warsame"]


@pytest.mark.parametrize(
    "typed",
    [
        "beutz",
        "bella",
        "qwxyzq",
        "jonsen",
        "bella beutz",
        "414 main",
        "0143",
        "12 qwx street",
        "anna",
        "ia",
        "985112",
    ],
)
def test_a_bounded_number_of_queries(cast, today, typed):
    cast.bella, cast.mai
    for n in range(15):
        AnimalFactory(name=f"Bella{n}", owner=PersonFactory(family_name=f"Beutz{n}"))
    client = cast.client(cast.clerk)
    client.get("/search/?q=warm")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get("/search/", {"q": typed}).status_code == 200
    assert len(queries) <= 15
