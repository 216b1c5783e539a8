"""A Safe at Home participant's designated address stands everywhere; the real premises never show."""

import pytest
from django.db import IntegrityError, transaction

from freeport_animals.audit.models import AccessLog
from freeport_animals.base.access import Role
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors.duplicates import person_duplicates
from tests.registry.pages import press, text_of
from tests.registry.test_person_edit import boxes

SECRET = "Secret Lane"


@pytest.fixture
def known(cast):
    """Halima, her dog and everybody else."""
    cast.everybody()
    return cast


@pytest.mark.parametrize(
    "path",
    [
        "/owners/",
        "/owners/?q=warsame",
        "/owners/{halima}/",
        "/owners/{halima}/edit/",
        "/owners/{halima}/household/",
        "/owners/{halima}/moved-away/",
        "/animals/",
        "/animals/{coco}/",
        "/animals/{coco}/edit/",
        "/animals/{coco}/new-owner/",
        "/search/?q=warsame",
        "/search/?q=coco",
        "/merge/person/{halima}/",
        "/merge/person/{halima}/with/{thomas}/",
        "/merge/animal/{coco}/with/{bella}/",
        "/history/registry.person/{halima}/",
        "/history/registry.animal/{coco}/",
    ],
)
@pytest.mark.parametrize("role", [Role.CLERK, Role.ADMINISTRATOR])
def test_no_page_about_her_shows_where_she_lives(known, today, path, role):
    url = path.format(
        halima=known.halima.pk, coco=known.coco.pk, thomas=known.thomas.pk, bella=known.bella.pk
    )
    response = known.client(known.by_role(role)).get(url)
    assert response.status_code == 200
    assert SECRET not in response.content.decode()


def test_the_designated_address_stands_in_its_place(known, today):
    page = text_of(known.client(known.clerk).get(known.halima.get_absolute_url()))
    assert "PO Box 17370, Saint Paul, MN 55117" in page
    assert "Protected" in page


def test_the_premises_do_not_name_her_but_count_her_dog(known, today):
    page = text_of(known.client(known.clerk).get(known.hidden_house.get_absolute_url()))
    assert "Halima" not in page and "Coco" not in page
    assert "1 more is counted here and not named." in page
    assert "One dog and no cats" in page or "One dog and zero cats" in page or "1 dog" in page


def test_her_address_finds_the_house_and_not_her(known, today):
    page = text_of(known.client(known.clerk).get("/search/?q=77+Secret+Lane"))
    assert "77 Secret Lane" in page
    assert "Halima" not in page


def test_a_new_owner_at_her_address_does_not_find_her_by_it(known, today):
    found = person_duplicates(given_name="Halima", family_name="Warsame", street="77 Secret Lane")
    assert [one.record for one in found] == [known.halima]
    assert all(SECRET not in why for one in found for why in one.why)


@pytest.mark.parametrize("role", [Role.CLERK, Role.OFFICER, Role.ATTORNEY])
def test_who_must_know_says_why_and_it_is_kept(known, today, role):
    user = known.by_role(role)
    client = known.client(user)
    url = f"/owners/{known.halima.pk}/premises/"
    assert SECRET not in client.get(url).content.decode()
    response = press(client, url, reason="Bite on Elm Street, dog must be held")
    assert "77 Secret Lane" in text_of(response)
    assert response["Cache-Control"] == "no-store"
    look = AccessLog.objects.get()
    assert (look.user, look.subject_id) == (user, known.halima.pk)
    assert "Bite on Elm Street" in look.what


def test_without_a_reason_nothing_shows_and_nothing_is_kept(known, today):
    response = press(known.client(known.clerk), f"/owners/{known.halima.pk}/premises/", reason="  ")
    assert SECRET not in response.content.decode()
    assert "Say why you must know where this person lives." in text_of(response)
    assert not AccessLog.objects.exists()


@pytest.mark.parametrize("role", [Role.PEACE_OFFICER, Role.COUNCIL, Role.ADMINISTRATOR])
def test_others_may_not_ask(known, today, role):
    client = known.client(known.by_role(role))
    url = f"/owners/{known.halima.pk}/premises/"
    assert client.get(url).status_code == 403
    assert press(client, url, reason="I am curious").status_code == 403
    assert not AccessLog.objects.exists()


def test_without_a_designated_address_nobody_can_take_part(cast, today):
    thomas = cast.thomas
    response = press(
        cast.client(cast.clerk), f"/owners/{thomas.pk}/edit/", **boxes(thomas, safe_at_home="on")
    )
    assert "Type the designated address on the Safe at Home card." in text_of(response)
    thomas.refresh_from_db()
    assert not thomas.safe_at_home


def test_the_household_is_protected_along_with_her(cast, today):
    thomas, noah = cast.thomas, cast.noah
    designated = {
        "safe_at_home": "on",
        "mailing_street": "PO Box 17370",
        "mailing_city": "Saint Paul",
        "mailing_zip": "55117",
    }
    press(
        cast.client(cast.clerk),
        f"/owners/{thomas.pk}/edit/",
        **boxes(thomas, **designated, household_too="on"),
    )
    noah.refresh_from_db()
    assert noah.safe_at_home
    assert noah.address_lines == ["PO Box 17370", "Saint Paul, MN 55117"]


def test_editing_her_leaves_the_hidden_premises_alone(cast, today):
    halima = cast.halima
    press(cast.client(cast.clerk), f"/owners/{halima.pk}/edit/", **boxes(halima, given_name="Xaliimo"))
    halima.refresh_from_db()
    assert halima.given_name == "Xaliimo"
    assert halima.premises == cast.hidden_house


def test_the_schema_itself_wants_an_address_for_a_participant(cast):
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=cast.thomas.pk).update(safe_at_home=True)


def test_the_form_names_whom_else_the_address_would_give_away(cast, today):
    cast.noah
    page = text_of(cast.client(cast.clerk).get(f"/owners/{cast.thomas.pk}/edit/"))
    assert "Protect everybody of this household who lives there too" in page
    assert "Noah Beutz" in page
