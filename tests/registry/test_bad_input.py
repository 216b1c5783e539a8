"""What people and machines send: never a 500, never half saved, always a sentence."""

import uuid

import pytest

from freeport_animals.registry.models import Animal, Person, StatusChange, Vaccination
from tests.registry.pages import ANIMAL, OWNER, errors_of, press, text_of

NASTY = [
    "\x00",
    "a\x1b[31mb",
    "<script>alert(1)</script>{{ 7*7 }}",
    "'; DROP TABLE registry_person; --",
    "💥" * 50 + "Zoë" + "\u0301" * 100 + "العربية",
    "x" * 5_000,
    "-1",
    "99999999999999999999",
    "1e400",
    "\u202e\u200b",
]


@pytest.mark.parametrize("text", NASTY)
def test_every_box_of_an_owner(cast, today, text):
    client = cast.client(cast.clerk)
    names = (
        "kind", "given_name", "family_name", "organization", "other_names", "birth_date", "email", "note",
        "mailing_street", "mailing_city", "mailing_state", "mailing_zip", "phone_1", "phone_1_kind", "street",
        "unit", "city", "state", "zip_code", "zoning", "place", "household", "not_these", "guardian",
        "guardian_typed", "token",
    )  # fmt: skip
    for name in names:
        before = Person.objects.count()
        boxes = OWNER | {
            "given_name": f"Nr {uuid.uuid4()}"[:30],
            "family_name": "Lenz",
            "token": str(uuid.uuid4()),
        }
        response = client.post("/owners/add/", boxes | {name: text})
        assert response.status_code in (200, 302), name
        assert Person.objects.count() - before == (1 if response.status_code == 302 else 0)


@pytest.mark.parametrize("text", NASTY)
def test_every_box_of_an_animal_and_a_vaccination(cast, today, text):
    client = cast.client(cast.clerk)
    for name in (
        *ANIMAL,
        "name",
        "breed",
        "color",
        "born",
        "weight",
        "marks",
        "microchips",
        "note",
        "owned_since",
        "not_these",
        "token",
    ):
        boxes = ANIMAL | {"name": f"N{uuid.uuid4()}"[:20], "token": str(uuid.uuid4())}
        assert client.post(f"/owners/{cast.thomas.pk}/animals/add/", boxes | {name: text}).status_code in (
            200,
            302,
        ), name
    shot = {"disease": "rabies", "given": "5/1/2026", "token": str(uuid.uuid4())}
    for name in (
        "disease",
        "given",
        "expires",
        "veterinarian",
        "clinic",
        "product",
        "product_name",
        "certificate_number",
        "token",
    ):
        url = f"/animals/{cast.rex.pk}/vaccinations/add/"
        boxes = shot | {"token": str(uuid.uuid4())} | {name: text}
        assert client.post(url, boxes).status_code in (200, 302), name


@pytest.mark.parametrize("text", NASTY)
def test_every_other_form(cast, today, text):
    client = cast.client(cast.clerk)
    bella, thomas = cast.bella, cast.thomas
    part = bella.ownerships.get()
    forms = {
        f"/animals/{bella.pk}/died/": ("on", "note"),
        f"/animals/{bella.pk}/given-away/": ("on", "note"),
        f"/animals/{bella.pk}/new-owner/": ("to", "to_typed", "on", "reason"),
        f"/animals/{bella.pk}/people/add/": ("person", "person_typed", "role", "on"),
        f"/owners/{thomas.pk}/moved-away/": ("on", "note", f"animal_{bella.pk}"),
        f"/owners/{thomas.pk}/household/": ("into", "into_typed", "on"),
        f"/ownerships/{part.pk}/end/": ("on", "reason", "successor"),
        f"/ownerships/{part.pk}/since/": ("on",),
        f"/merge/person/{thomas.pk}/with/{cast.mai.pk}/": ("keep", "reason"),
        f"/premises/{cast.main_street.pk}/edit/": ("street", "zoning", "version", "safety_note"),
        f"/veterinarians/{cast.veterinarian.pk}/edit/": ("veterinarian", "clinic", "phone"),
    }
    for url, names in forms.items():
        for name in names:
            answer = client.post(url, {"token": str(uuid.uuid4()), "on": "", name: text})
            assert answer.status_code in (200, 302, 409), (url, name)
    bella.refresh_from_db()
    assert bella.status == "here"


def test_a_note_of_ten_thousand_letters_is_kept_and_one_more_is_not(cast, today):
    client = cast.client(cast.clerk)
    press(client, "/owners/add/", **OWNER | {"family_name": "Lenz"}, note="n" * 10_000)
    assert len(Person.objects.get().note) == 10_000
    response = press(client, "/owners/add/", **OWNER | {"family_name": "Huber"}, note="n" * 10_001)
    assert "10000" in errors_of(response)["note"][0].replace(",", "")
    assert Person.objects.count() == 1


def test_script_and_template_words_are_shown_as_they_are(cast, today):
    client = cast.client(cast.clerk)
    evil = "<script>alert(1)</script>{{ 7*7 }}"
    press(client, "/owners/add/", **OWNER | {"family_name": evil})
    page = client.get(Person.objects.get().get_absolute_url()).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7*7 }}" in page


def test_two_and_three_presses_make_one(cast, today):
    client, token = cast.client(cast.clerk), str(uuid.uuid4())
    boxes = OWNER | {"given_name": "Rosa", "family_name": "Lenz"}
    urls = {press(client, "/owners/add/", token=token, **boxes).url for _ in range(3)}
    assert urls == {Person.objects.get().get_absolute_url()}


def test_the_same_token_with_other_content_is_told(cast, today):
    client, token = cast.client(cast.clerk), str(uuid.uuid4())
    press(
        client, f"/animals/{cast.bella.pk}/vaccinations/add/", token=token, disease="rabies", given="5/1/2026"
    )
    response = press(
        client, f"/animals/{cast.bella.pk}/vaccinations/add/", token=token, disease="rabies", given="5/2/2026"
    )
    assert "already saved once with other content" in text_of(response)
    assert Vaccination.objects.filter(animal=cast.bella, given__month=5).count() == 1


def test_somebody_elses_token_is_no_key(cast, today):
    token = str(uuid.uuid4())
    boxes = {"on": "6/1/2026", "note": ""}
    press(cast.client(cast.clerk), f"/animals/{cast.bella.pk}/died/", token=token, **boxes)
    response = press(cast.client(cast.second_clerk), f"/animals/{cast.bella.pk}/died/", token=token, **boxes)
    assert response.status_code == 200
    assert StatusChange.objects.count() == 1


def test_back_and_press_again_after_it_was_done(cast, today):
    """The page before is still in the browser: the second press leads where the first one led."""
    client, token = cast.client(cast.clerk), str(uuid.uuid4())
    first = press(client, f"/animals/{cast.bella.pk}/died/", token=token, on="6/1/2026")
    again = press(client, f"/animals/{cast.bella.pk}/died/", token=token, on="6/1/2026")
    assert first.url == again.url == cast.bella.get_absolute_url()
    assert StatusChange.objects.count() == 1


@pytest.mark.parametrize(
    "path",
    [
        "/owners/999999/edit/", "/owners/999999/died/", "/owners/999999/animals/add/", "/animals/999999/edit/",
        "/animals/999999/new-owner/", "/ownerships/999999/end/", "/vaccinations/999999/void/",
        "/departures/999999/undo/", "/merges/999999/undo/", "/merge/person/999999/", "/merge/nothing/1/",
        "/merge/person/999999/with/999998/", "/veterinarians/999999/edit/", "/premises/999999/edit/",
    ],
)  # fmt: skip
def test_forged_addresses(cast, today, path):
    client = cast.client(cast.clerk)
    assert client.get(path).status_code == 404
    assert press(client, path, reason="x", on="6/1/2026").status_code == 404


def test_a_foreign_version_is_a_conflict_not_a_save(cast, today):
    response = press(
        cast.client(cast.clerk), f"/animals/{cast.bella.pk}/edit/", **ANIMAL, name="Hacked", version="77"
    )
    assert response.status_code == 409
    assert Animal.objects.get(pk=cast.bella.pk).name == "Bella"


def test_a_form_that_is_not_multipart_or_has_no_fields(cast, today):
    client = cast.client(cast.clerk)
    answer = client.post(f"/owners/{cast.thomas.pk}/animals/add/", data="{}", content_type="application/json")
    assert answer.status_code == 200  # the form, once more
    assert not Animal.objects.exists()
