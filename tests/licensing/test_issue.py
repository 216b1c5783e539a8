"""The clerk takes the money and issues licenses."""

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from freeport_animals.documents.models import Document
from freeport_animals.ledger.models import Charge, Payment, Receipt
from freeport_animals.registry.models import Vaccination
from licensing.models import License, Tag
from tests.licensing.counter import Desk, resolve


def test_a_dog_in_order_is_licensed_in_one_press(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    desk = Desk(cast, cast.thomas)
    response = desk.press("issue", **{"tender-cash_given": "20"})
    license = License.objects.get()
    assert license.number == "L-2026-0001"
    assert (license.valid_from, license.valid_to) == (dt.date(2026, 6, 3), dt.date(2026, 12, 31))
    assert license.animal == cast.bella
    assert license.owner == cast.thomas
    assert license.issued_by == cast.clerk
    charge = Charge.objects.get()
    assert charge == license.charge
    assert (charge.amount, charge.cite, charge.kind) == (Decimal("5.00"), "2.B.2", "license")
    assert charge.answer["value"] == {"total": "5.00"}
    payment = Payment.objects.get()
    assert (payment.amount, payment.tender, payment.cash_given) == (
        Decimal("5.00"),
        "cash",
        Decimal("20.00"),
    )
    assert payment.change == Decimal("15.00")
    assert Receipt.objects.get() == license.receipt
    assert license.receipt.number == "000001"
    tag = Tag.objects.get()
    assert (tag.series, tag.number, tag.state, tag.license) == (2026, 1, "worn", license)
    assert response.redirect_chain[-1][0] == reverse("visit-done", args=[desk.visit.pk])
    assert "Hand back" in desk.text()
    assert "$15.00" in desk.text()
    assert desk.visit.state == "issued"
    assert set(Document.objects.values_list("kind", "number")) == {
        ("license", "L-2026-0001"),
        ("receipt", "000001"),
    }


def test_nothing_typed_is_the_exact_amount(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    desk.press("issue")
    assert Payment.objects.get().change == Decimal("0.00")
    assert "Exact amount, nothing to hand back" in desk.text()


def test_a_check_is_taken_with_its_number_and_a_card_with_its_slip(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    desk.press("issue", **{"tender-kind": "check"})
    assert "Type the number printed on the check." in desk.text()
    assert not Payment.objects.exists()
    desk.press("issue", **{"tender-kind": "check", "tender-check_number": "1044"})
    payment = Payment.objects.get()
    assert (payment.tender, payment.check_number, payment.cash_given) == ("check", "1044", None)
    assert "Taken by check no. 1044" in desk.text()


def test_a_card_is_recorded_from_the_citys_own_terminal(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    desk.press("issue", **{"tender-kind": "card", "tender-card_reference": "A-77190"})
    assert Payment.objects.get().card_reference == "A-77190"


def test_too_little_cash_is_said_and_nothing_is_saved(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    response = desk.press("issue", **{"tender-cash_given": "4.99"})
    assert response.status_code == 422
    assert "$4.99 is $0.01 short of $5.00" in desk.text()
    assert not (License.objects.exists() or Charge.objects.exists() or Tag.objects.exists())
    assert desk.boxes["tender-cash_given"] == "4.99"


def test_several_animals_get_a_license_and_tag_each_and_one_receipt(cast, today):
    cast.bella
    cast.max
    desk = Desk(cast, cast.thomas)
    assert "Take $10.00 and issue 2 licenses" in desk.text()
    desk.fill(cast.max, distemper_given="5/20/2026", distemper_certificate=True)
    desk.press("issue", **{"tender-cash_given": "20"})
    licenses = {license.animal: license for license in License.objects.all()}
    assert set(licenses) == {cast.bella, cast.max}
    assert {license.number for license in licenses.values()} == {"L-2026-0001", "L-2026-0002"}
    assert {str(tag) for tag in Tag.objects.all()} == {"2026-1", "2026-2"}
    receipt = Receipt.objects.get()
    assert all(license.receipt == receipt for license in licenses.values())
    assert receipt.payment.amount == Decimal("10.00")
    assert receipt.payment.allocations.count() == 2
    assert "Hand back" in desk.text() and "$10.00" in desk.text()


def test_an_animal_that_is_not_ticked_gets_nothing(cast, today):
    cast.bella
    cast.max
    desk = Desk(cast, cast.thomas)
    desk.fill(cast.max, license=None)
    desk.press("issue")
    assert License.objects.get().animal == cast.bella


def test_the_vaccinations_typed_are_recorded_with_last_years_veterinarian(cast, today):
    cast.max
    desk = Desk(cast, cast.thomas)
    assert desk.boxes[f"a{cast.max.pk}-distemper_veterinarian"] == "Dr. Anna Meyer, Albany Clinic"
    desk.fill(cast.max, distemper_given="5-20-26", distemper_expires="5/20/2027", distemper_certificate=True)
    desk.press("issue")
    shot = Vaccination.objects.get(animal=cast.max, disease="distemper", given=dt.date(2026, 5, 20))
    assert shot.expires == dt.date(2027, 5, 20)
    assert shot.certificate_shown
    assert shot.veterinarian == cast.veterinarian
    assert shot.recorded_by == cast.clerk


def test_a_veterinarian_named_for_the_first_time_is_kept(cast, today):
    cast.max
    desk = Desk(cast, cast.thomas)
    desk.fill(
        cast.max,
        distemper_given="5/20/2026",
        distemper_certificate=True,
        distemper_veterinarian="Dr. Lena Voss, DVM, Melrose Veterinary",
        distemper_product="modified-live",
        distemper_number="D-119",
    )
    desk.press("issue")
    shot = Vaccination.objects.get(animal=cast.max, disease="distemper", given=dt.date(2026, 5, 20))
    assert (shot.veterinarian.name, shot.veterinarian.clinic) == ("Dr. Lena Voss, DVM", "Melrose Veterinary")
    assert (shot.product, shot.certificate_number) == ("modified-live", "D-119")


def test_what_the_rules_answered_is_kept_with_the_license(cast, today):
    resolve(cast, license_term="calendar-year", license_fee="7.50")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    license = License.objects.get()
    assert license.check_answer["value"] == {"issuable": True, "missing": []}
    says = license.fee_answer["steps"][-1]["says"]
    assert "$7.50" in says and "Resolution 2026-01" in says
    assert license.term_answer["value"] == {"valid_from": "2026-06-03", "valid_to": "2026-12-31"}
    assert license.term_answer["readings"] == {"license-term": "calendar-year"}


def test_the_fee_is_that_of_the_resolution_in_force_that_day(cast, today):
    resolve(cast, "2026-01", license_fee="7.50")
    resolve(cast, "2026-02", dt.date(2026, 6, 4), license_fee="9.00")  # from tomorrow
    cast.bella
    desk = Desk(cast, cast.thomas)
    assert "Take $7.50 and issue 1 license" in desk.text()
    desk.press("issue")
    assert Charge.objects.get().amount == Decimal("7.50")


def test_without_a_resolution_a_license_has_no_end(cast, today):
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    license = License.objects.get()
    assert (license.valid_from, license.valid_to) == (dt.date(2026, 6, 3), None)
    assert license.status(dt.date(2090, 1, 1)) == "valid"


@pytest.mark.parametrize(
    ("term", "last"),
    [
        ("calendar-year", dt.date(2026, 12, 31)),
        ("twelve-months", dt.date(2027, 6, 2)),
        ("vaccination-linked", dt.date(2027, 1, 20)),  # Bella's distemper of 20 January 2026, twelve months
    ],
)
def test_the_term_is_the_councils(cast, today, term, last):
    resolve(cast, license_term=term)
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    assert License.objects.get().valid_to == last


def test_an_animal_that_came_to_the_owner_by_merging_is_licensed_once(cast, today):
    """A license on a record that became an alias is the kept animal's license."""
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    from tests.cast import AnimalFactory

    kept = AnimalFactory(name="Bella", owner=cast.thomas)
    type(kept).objects.filter(pk=cast.bella.pk).update(merged_into=kept)
    desk = Desk(cast, cast.thomas)
    assert f"a{kept.pk}-license" not in desk.boxes
    assert "License L-2026-0001 runs through 31 Dec 2026" in desk.text()
