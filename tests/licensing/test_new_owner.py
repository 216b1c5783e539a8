"""An owner new to the city is added at the counter, and the visit begins."""

import pytest
from django.urls import reverse

from freeport_animals.registry.models import Household, Person, Premises
from licensing.models import Visit
from tests.licensing.counter import new_token, words


def add(cast, token=None, **typed):
    boxes = {f"new-{name}": value for name, value in typed.items()}
    boxes["new-token"] = token or new_token()
    return cast.client(cast.clerk).post(reverse("counter-new-owner"), boxes, follow=True)


WARSAME = {
    "given_name": "Ayaan",
    "family_name": "Xasan",
    "phone": "320 555 0199",
    "street": "12 Cedar Lane",
    "city": "Freeport",
    "state": "MN",
    "zip_code": "56331",
}


def test_the_owner_is_kept_and_the_visit_begins(cast, today):
    response = add(cast, **WARSAME)
    owner = Person.objects.get()
    assert owner.name == "Ayaan Xasan"
    assert owner.premises.street == "12 Cedar Lane"
    assert [phone.number for phone in owner.phones.all()] == ["320 555 0199"]
    assert Household.objects.filter(memberships__person=owner).exists()
    visit = Visit.objects.get(owner=owner)
    assert response.redirect_chain[-1][0] == reverse("visit", args=[visit.pk])
    assert "No dog or cat on record" in words(response)


def test_known_premises_are_found_again_however_they_are_written(cast, today):
    add(cast, **WARSAME)
    add(cast, **(WARSAME | {"given_name": "Ilhan", "street": "12 cedar ln."}))
    assert Premises.objects.count() == 1


def test_a_one_word_name_is_a_name(cast, today):
    add(cast, given_name="Sukarno", street="12 Cedar Lane", city="Freeport", state="MN", zip_code="56331")
    assert Person.objects.get().name == "Sukarno"


def test_a_firm(cast, today):
    add(
        cast,
        organization="Beaver Lake Kennels LLC",
        street="12 Cedar Lane",
        city="Freeport",
        state="MN",
        zip_code="56331",
    )
    owner = Person.objects.get()
    assert (owner.kind, owner.organization) == ("firm", "Beaver Lake Kennels LLC")


def test_a_po_box_beside_the_street(cast, today):
    add(cast, **WARSAME, mailing_street="PO Box 9")
    owner = Person.objects.get()
    assert (owner.mailing_street, owner.mailing_city, owner.mailing_zip) == ("PO Box 9", "Freeport", "56331")
    assert owner.premises.street == "12 Cedar Lane"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"given_name": "", "family_name": ""}, "Type the name."),
        ({"phone": "call me"}, "“call me” is not a telephone number."),
        ({"zip_code": "563"}, "“563” is not a ZIP code."),
        ({"street": "PO Box 12"}, "Nobody lives in a PO box"),
    ],
)
def test_what_is_wrong_is_said_beside_its_box_and_nothing_is_kept(cast, today, typed, says):
    response = add(cast, **(WARSAME | typed))
    assert response.status_code == 422
    assert says in words(response)
    html = response.content.decode()
    assert 'aria-invalid="true"' in html
    assert 'value="12 Cedar Lane"' in html or "PO box" in says
    assert not (Person.objects.exists() or Premises.objects.exists() or Visit.objects.exists())


def test_pressed_twice_there_is_one_owner(cast, today):
    token = new_token()
    first, second = add(cast, token, **WARSAME), add(cast, token, **WARSAME)
    assert Person.objects.count() == 1
    assert first.redirect_chain[-1] == second.redirect_chain[-1]


def test_the_name_searched_in_vain_stands_in_the_box(cast, today):
    html = cast.client(cast.clerk).get(reverse("counter-new-owner"), {"q": "Xasan"}).content.decode()
    assert 'name="new-family_name" value="Xasan"' in html


def test_who_may_be_on_record_already_is_shown_while_typing(cast, today):
    cast.bella
    response = cast.client(cast.clerk).get(
        reverse("counter-like"),
        {"new-given_name": "Tomas", "new-family_name": "Boitz", "new-phone": "320-555-0143"},
    )
    text = words(response)
    assert "Thomas Beutz" in text
    assert "Same telephone number" in text
    assert f'name="owner" value="{cast.thomas.pk}"' in response.content.decode()


def test_without_scripts_the_first_press_shows_the_likeness_and_the_second_adds(cast, today):
    cast.thomas
    typed = {
        "given_name": "Thomas",
        "family_name": "Beutz",
        "phone": "320-555-0143",
        "street": "9 Elm",
        "city": "Freeport",
        "state": "MN",
        "zip_code": "56331",
    }
    response = add(cast, **typed)
    assert response.status_code == 422
    assert "may be on record already" in words(response)
    assert Person.objects.count() == 1
    add(cast, **typed, seen="1")
    assert Person.objects.count() == 2
