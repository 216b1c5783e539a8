"""Everything that 2.B.1 and 2.D ask and that is missing is named at once, beside its box; nothing is half-saved."""

import datetime as dt
import re

import pytest

from freeport_animals.ledger.models import Charge
from freeport_animals.registry.models import Animal, Person, Premises, Vaccination, Veterinarian
from licensing.models import License, Tag
from tests.cast import AnimalFactory, PersonFactory, VaccinationFactory
from tests.licensing.counter import Desk, resolve, words


def fault_at(response, box: str) -> str:
    """The sentence that stands beside a box, tied to it for a reader."""
    html = response.content.decode()
    tag = re.search(rf'<(?:input|select)[^>]*name="{box}"[^>]*>', html)
    assert tag, f"there is no box {box}"
    assert 'aria-invalid="true"' in tag[0], f"{box} is not marked"
    described = re.search(r'aria-describedby="([^"]+)"', tag[0])[1].split()
    place = next(each for each in described if each.endswith("_error"))
    found = re.search(rf'(?s)id="{place}">(.*?)</div>', html)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])).strip().replace("&#x27;", "'")


def focused(response) -> str:
    """The name of the first box with the cursor."""
    tags = re.findall(r"<(?:input|select|textarea|button)[^>]*\bautofocus\b[^>]*>", response.content.decode())
    return re.search(r'name="([^"]*)"', tags[0])[1] if tags else ""


def nothing_saved() -> bool:
    return not (License.objects.exists() or Charge.objects.exists() or Tag.objects.exists())


def test_the_stale_date_is_said_in_one_sentence_and_the_cursor_is_there(cast, today):
    cast.bella
    cast.max
    VaccinationFactory(
        animal=cast.bella, disease="distemper", given=dt.date(2026, 2, 1), veterinarian=cast.veterinarian
    )
    Vaccination.objects.filter(animal=cast.max, disease="distemper").update(expires=dt.date(2027, 5, 3))
    desk = Desk(cast, cast.thomas)
    response = desk.press("issue")
    assert response.status_code == 422
    box = f"a{cast.max.pk}-distemper_given"
    assert "Certificate runs to 3 May 2027; the city's limit ended 3 May 2026 (2.D.1)." in fault_at(
        response, box
    )
    assert focused(response) == box
    assert "One thing stands in the way. Nothing was taken or issued." in desk.text()
    assert nothing_saved()


def test_all_that_is_missing_is_named_at_once(cast, today):
    owner = PersonFactory(given_name="", family_name="Sukarno", premises=None)
    animal = AnimalFactory(name="", breed="", color="", sex=Animal.Sex.UNKNOWN, owner=owner)
    desk = Desk(cast, owner)
    response = desk.press("issue")
    key = f"a{animal.pk}"
    assert "must state the owner's address (2.B.1)" in fault_at(response, "owner-street")
    assert "must state the animal's name (2.B.1)" in fault_at(response, f"{key}-name")
    assert "must state the breed (2.B.1)" in fault_at(response, f"{key}-breed")
    assert "must state the color (2.B.1)" in fault_at(response, f"{key}-color")
    assert "must state the sex (2.B.1)" in fault_at(response, f"{key}-sex")
    assert "No rabies vaccination is recorded" in fault_at(response, f"{key}-rabies_given")
    assert "No distemper vaccination is recorded" in fault_at(response, f"{key}-distemper_given")
    assert "7 things stand in the way. Nothing was taken or issued." in desk.text()
    assert focused(response) == "owner-street"
    assert nothing_saved()


def test_what_was_missing_is_saved_with_the_license_and_only_with_it(cast, today):
    owner = PersonFactory(given_name="", family_name="Sukarno", premises=None)
    animal = AnimalFactory(name="", breed="", color="", sex=Animal.Sex.UNKNOWN, owner=owner)
    desk = Desk(cast, owner)
    desk.boxes |= {"owner-street": "9 Oak Street", "owner-city": "Freeport"}
    desk.fill(animal, name="Żółw", breed="Mixed", color="black", sex="male")
    for disease in ("rabies", "distemper"):
        desk.fill(
            animal,
            **{
                f"{disease}_given": "4/1/2026",
                f"{disease}_certificate": True,
                f"{disease}_veterinarian": "Dr. New",
            },
        )
    short = dict(desk.boxes)
    desk.fill(animal, rabies_certificate=None)
    response = desk.press("issue")
    assert "certificate of the rabies vaccination" in fault_at(response, f"a{animal.pk}-rabies_certificate")
    animal.refresh_from_db()
    assert (animal.name, Person.objects.get(pk=owner.pk).premises) == ("", None)
    assert not Vaccination.objects.exists() and not Veterinarian.objects.exists()
    assert not Premises.objects.filter(street="9 Oak Street").exists()
    desk.boxes |= {name: value for name, value in short.items() if name.endswith("rabies_certificate")}
    desk.press("issue")
    license = License.objects.get()
    animal.refresh_from_db()
    assert (animal.name, animal.breed, animal.color, animal.sex) == ("Żółw", "Mixed", "black", "male")
    assert license.owner.address_lines == ["9 Oak Street", "Freeport, MN 56331"]
    assert Vaccination.objects.count() == 2 and Veterinarian.objects.count() == 1


def test_a_po_box_typed_for_a_missing_address_is_where_the_mail_goes(cast, today):
    owner = PersonFactory(premises=None)
    animal = AnimalFactory(owner=owner)
    for disease in ("rabies", "distemper"):
        VaccinationFactory(
            animal=animal, disease=disease, given=dt.date(2026, 4, 1), veterinarian=cast.veterinarian
        )
    desk = Desk(cast, owner)
    desk.boxes["owner-street"] = "P.O. Box 12"
    desk.press("issue")
    owner.refresh_from_db()
    assert (owner.mailing_street, owner.premises) == ("P.O. Box 12", None)
    assert License.objects.exists()


def test_a_certificate_shown_later_needs_one_tick(cast, today):
    cast.bella
    Vaccination.objects.filter(animal=cast.bella, disease="rabies").update(certificate_shown=False)
    desk = Desk(cast, cast.thomas)
    box = f"a{cast.bella.pk}-rabies_certificate"
    assert "has not been handed in (2.B.1)" in fault_at(desk.press("issue"), box)
    desk.fill(cast.bella, rabies_certificate=True).press("issue")
    assert License.objects.exists()
    assert Vaccination.objects.get(animal=cast.bella, disease="rabies").certificate_shown


def test_the_veterinarian_missing_on_record_is_asked_and_kept(cast, today):
    cast.coco  # vaccinated, by nobody named
    desk = Desk(cast, cast.halima)
    response = desk.press("issue")
    key = f"a{cast.coco.pk}"
    assert fault_at(response, f"{key}-rabies_veterinarian").endswith(
        "Name the veterinarian who gave the rabies vaccination of 15 September 2025 (2.B.1)."
    )
    desk.fill(cast.coco, rabies_veterinarian="Dr. Kay", distemper_veterinarian="Dr. Kay").press("issue")
    assert License.objects.exists()
    standing = Vaccination.objects.filter(animal=cast.coco, voided_at__isnull=True)
    assert {shot.veterinarian.name for shot in standing} == {"Dr. Kay"}
    assert standing.get(disease="rabies").given == dt.date(2025, 9, 15)
    void = Vaccination.objects.filter(animal=cast.coco, voided_at__isnull=False)
    assert {shot.void_reason for shot in void} == {"Entered again from its certificate"}


def test_a_veterinarian_known_as_not_licensed_does_not_count(cast, today):
    cast.max
    Veterinarian.objects.create(name="Quack", licensed=False)
    desk = Desk(cast, cast.thomas)
    desk.fill(
        cast.max, distemper_given="5/20/2026", distemper_certificate=True, distemper_veterinarian="quack"
    )
    response = desk.press("issue")
    assert "was not given by a licensed veterinarian (2.B.1)" in fault_at(
        response, f"a{cast.max.pk}-distemper_veterinarian"
    )


def test_the_councils_reading_on_the_vaccine_asks_for_the_product(cast, today):
    resolve(cast, rabies_vaccine="live-modified-only")
    cast.bella
    Vaccination.objects.filter(animal=cast.bella, disease="rabies").update(product="")
    desk = Desk(cast, cast.thomas)
    box = f"a{cast.bella.pk}-rabies_product"
    assert "live modified" in fault_at(desk.press("issue"), box)
    desk.fill(cast.bella, rabies_product="modified-live").press("issue")
    assert License.objects.exists()


def test_before_anything_is_pressed_the_page_says_calmly_what_is_missing(cast, today):
    cast.max
    desk = Desk(cast, cast.thomas)
    assert desk.response.status_code == 200
    assert "the city's limit of twelve months ended 3 May 2026 (2.D.1)" in desk.text()
    assert 'aria-invalid="true"' not in desk.response.content.decode()
    assert focused(desk.response) == f"a{cast.max.pk}-distemper_given"


def test_when_all_is_in_order_the_cursor_is_on_the_button(cast, today):
    cast.bella
    response = Desk(cast, cast.thomas).response
    assert re.search(r'<button[^>]*value="issue"[^>]*\bautofocus\b', response.content.decode())


def test_enter_in_a_box_without_scripts_checks_and_takes_no_money(cast, today):
    """The first button of the form is what Enter presses: it must be the harmless one."""
    cast.bella
    desk = Desk(cast, cast.thomas)
    first = re.search(r'<form[^>]*id="visit-form".*?(<button[^>]*>)', desk.response.content.decode(), re.S)[1]
    assert 'value="check"' in first
    response = desk.press("check")
    assert response.status_code == 200
    assert nothing_saved()


def test_nobody_ticked_is_said(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas).fill(cast.bella, license=None)
    response = desk.press("issue")
    assert response.status_code == 422
    assert "Tick at least one animal to license." in words(response)


@pytest.mark.parametrize("gone", ["given", "died"])
def test_an_animal_that_went_away_meanwhile_is_left_out_and_said(cast, today, gone):
    cast.bella
    cast.max
    desk = Desk(cast, cast.thomas)
    if gone == "died":
        Animal.objects.filter(pk=cast.bella.pk).update(status="died", status_on=dt.date(2026, 6, 2))
    else:
        from freeport_animals.registry.services import ownership_transfer

        ownership_transfer(animal=cast.bella, to=cast.mai, on=dt.date(2026, 6, 3), today=today)
    response = desk.press("issue")
    assert response.status_code == 422
    assert "An animal that stood on this page is no longer this owner's and was left out." in words(response)
    assert nothing_saved()
