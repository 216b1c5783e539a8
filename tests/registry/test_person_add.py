"""The clerk adds an owner."""

import datetime as dt

import pytest

from freeport_animals.registry.models import HouseholdMembership, Person, Phone, Premises
from freeport_animals.registry.selectors import household_of, household_people, phones_of
from freeport_animals.registry.services import RegistryError, person_add
from tests.registry.pages import OWNER, errors_of, press, text_of

ADD = "/owners/add/"


def test_an_owner_with_premises_and_two_telephones(cast, today):
    response = press(
        cast.client(cast.clerk), ADD, **OWNER | {"given_name": "Rosa", "family_name": "Lenz"},
        phone_1="(320) 555-0144", phone_1_kind="home", phone_2="320 555 0145", phone_2_kind="mobile",
        street="12 Elm Street N", zoning="residential", in_city="on", email="rosa@example.org",
    )  # fmt: skip
    rosa = Person.objects.get()
    assert response.status_code == 302
    assert response.url == rosa.get_absolute_url()
    assert rosa.name == "Rosa Lenz"
    assert [(phone.digits, phone.kind) for phone in phones_of(rosa)] == [
        ("3205550144", "home"),
        ("3205550145", "mobile"),
    ]
    assert rosa.premises.street == "12 Elm Street N"
    assert rosa.premises.in_city
    assert rosa.address_lines == ["12 Elm Street N", "Freeport, MN 56331"]


@pytest.mark.parametrize("box", ["given_name", "family_name"])
def test_one_word_is_a_whole_name(cast, today, box):
    press(cast.client(cast.clerk), ADD, **OWNER | {box: "Deqo"})
    deqo = Person.objects.get()
    assert (deqo.name, deqo.family_name, deqo.given_name) == ("Deqo", "Deqo", "")


def test_a_firm_needs_its_name_and_no_given_name(cast, today):
    client = cast.client(cast.clerk)
    response = press(client, ADD, **OWNER | {"kind": "firm", "family_name": "Kramer"})
    assert errors_of(response)["organization"] == ["Type the name of the firm, association or corporation."]
    press(client, ADD, **OWNER | {"kind": "corporation", "organization": "Kramer Dairy, Inc."})
    assert Person.objects.get().name == "Kramer Dairy, Inc."


def test_everybody_gets_a_household_and_a_firm_is_its_own(db, today):
    anna = person_add(given_name="Anna", family_name="Lenz", today=today)
    firm = person_add(kind="firm", organization="Lenz & Sons", today=today)
    first, second = household_of(anna, today), household_of(firm, today)
    assert first is not None and second is not None and first.pk != second.pk
    # Also for days before she was entered: an incident may be older than its record.
    assert household_of(anna, dt.date(2019, 1, 1)) == first


def test_somebody_is_added_to_a_household_with_its_address(cast, today):
    client = cast.client(cast.clerk)
    household = cast.beutz_household
    cast.thomas
    page = client.get(f"{ADD}?household={household.pk}")
    assert page.context["form"]["street"].value() == "414 Main Street E"
    press(
        client, ADD, **OWNER | {"given_name": "Clara", "family_name": "Beutz"}, household=household.pk,
        street="414 Main Street E",
    )  # fmt: skip
    clara = Person.objects.get(given_name="Clara")
    assert {person.name for person in household_people(household, today)} == {"Thomas Beutz", "Clara Beutz"}
    assert clara.premises == cast.main_street


def test_the_address_of_a_protected_household_is_not_proposed(cast, today):
    household = HouseholdMembership.objects.create(
        household=cast.beutz_household, person=cast.halima, period=(None, None)
    ).household
    page = cast.client(cast.clerk).get(f"{ADD}?household={household.pk}")
    assert "Secret Lane" not in page.content.decode()


def test_a_minor_has_a_guardian_who_is_grown_up(cast, today):
    client = cast.client(cast.clerk)
    child = OWNER | {"given_name": "Emma", "family_name": "Beutz", "birth_date": "5/1/2014"}
    response = press(client, ADD, **child, guardian_typed="Noah Beutz", guardian=cast.noah.pk)
    assert errors_of(response)["guardian"] == ["Noah Beutz is under 18 too. Choose an adult."]
    press(client, ADD, **child, guardian_typed="Thomas Beutz", guardian=cast.thomas.pk)
    assert Person.objects.get(given_name="Emma").guardian == cast.thomas


def test_a_guardian_is_chosen_from_a_list_never_by_a_name_alone(cast, today):
    cast.thomas
    client = cast.client(cast.clerk)
    child = OWNER | {"given_name": "Emma", "family_name": "Huber"}
    response = press(client, ADD, **child, guardian_typed="thomas beuz")
    assert errors_of(response)["guardian"] == ["Choose the person you mean from the list below."]
    assert "Thomas Beutz" in text_of(response)
    response = press(client, ADD, **child, guardian_typed="Nobody Here")
    assert "Nobody on record is called “Nobody Here”" in errors_of(response)["guardian"][0]
    assert not Person.objects.filter(given_name="Emma").exists()


def test_a_mailing_address_is_whole_or_not_there(cast, today):
    client = cast.client(cast.clerk)
    who = OWNER | {"family_name": "Lenz"}
    response = press(client, ADD, **who, mailing_street="PO Box 44")
    assert set(errors_of(response)) == {"mailing_city", "mailing_zip"}
    response = press(client, ADD, **who, mailing_city="Melrose")
    assert list(errors_of(response)) == ["mailing_street"]
    press(client, ADD, **who, mailing_street="PO Box 44", mailing_city="Freeport", mailing_zip="563310044")
    lenz = Person.objects.get()
    assert lenz.address_lines == ["PO Box 44", "Freeport, MN 56331-0044"]


def test_nobody_lives_in_a_po_box(cast, today):
    response = press(cast.client(cast.clerk), ADD, **OWNER | {"family_name": "Lenz"}, street="P.O. Box 44")
    assert "Nobody lives in a PO box" in errors_of(response)["street"][0]
    assert not Person.objects.exists()


def test_every_fault_is_named_at_once_and_what_was_typed_stays(cast, today):
    response = press(
        cast.client(cast.clerk), ADD, **OWNER | {"given_name": "Rosa"}, email="rosa at home", phone_1="12",
        birth_date="2/30/2020", mailing_zip="abc",
    )  # fmt: skip
    assert set(errors_of(response)) == {"email", "phone_1", "birth_date", "mailing_zip"}
    assert "There is no February 30 in 2020" in text_of(response)
    assert 'value="rosa at home"' in response.content.decode()
    assert not Person.objects.exists()


def test_a_telephone_said_twice_is_kept_once(db, today):
    rosa = person_add(
        family_name="Lenz", phones=["320-555-0144", "(320) 555 0144", "1 320 555 0144"], today=today
    )
    assert [phone.number for phone in phones_of(rosa)] == ["320-555-0144"]


@pytest.mark.parametrize("number", ["320-555-0144 x12", "+49 171 1234567", "836-2112"])
def test_telephones_as_people_say_them(db, today, number):
    rosa = person_add(family_name="Lenz", phones=[number], today=today)
    assert Phone.objects.get(person=rosa).number == number


def test_a_birth_date_in_the_future_is_refused(db, today):
    with pytest.raises(RegistryError) as refused:
        person_add(family_name="Lenz", birth_date=dt.date(2026, 6, 4), today=today)
    assert "is in the future" in refused.value.message_dict["birth_date"][0]


def test_the_same_address_in_other_words_is_not_added_again(cast, today):
    cast.main_street
    press(cast.client(cast.clerk), ADD, **OWNER | {"family_name": "Lenz"}, street="414 E. Main St")
    assert Person.objects.get().premises == cast.main_street
    assert Premises.objects.count() == 1


def test_a_similar_address_must_be_decided(cast, today):
    cast.main_street
    client, who = cast.client(cast.clerk), OWNER | {"family_name": "Lenz"}
    response = press(client, ADD, **who, street="414 Main Street")
    assert response.context["ask_place"]
    assert not Person.objects.exists()
    press(client, ADD, **who, street="414 Main Street", place=str(cast.main_street.pk))
    assert Person.objects.get().premises == cast.main_street


def test_another_place_may_have_a_similar_address(cast, today):
    cast.main_street
    press(
        cast.client(cast.clerk), ADD, **OWNER | {"family_name": "Lenz"}, street="414 Main Street", place="new"
    )
    assert Person.objects.get().premises != cast.main_street
