"""Voiding, refunding and reversing, each on its page."""

from decimal import Decimal

import pytest

from freeport_animals.base.once import new_token
from freeport_animals.ledger.models import ChargeReversal, PaymentVoid, Refund
from freeport_animals.ledger.selectors import balance
from freeport_animals.ledger.services import payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def receipt():
    person = maria()
    return pay(charge(person), charge(person, "24.00", "Boarding, 3 days", cite="5.C.A.2"))


def test_the_void_page_says_what_will_be_owed_again(at_the_counter, receipt):
    page = at_the_counter.get(f"/receipts/{receipt.number}/void/").content.decode()
    assert "Boarding, 3 days, $24.00" in page
    assert not PaymentVoid.objects.exists()


def test_a_void_with_its_reason(at_the_counter, receipt):
    form = {"token": new_token(), "reason": "Check returned by the bank"}
    for _ in range(2):
        response = at_the_counter.post(f"/receipts/{receipt.number}/void/", form)
        assert response.url == f"/receipts/{receipt.number}/"
    void = PaymentVoid.objects.get()
    assert (void.reason, void.done_by) == ("Check returned by the bank", staff())


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("", "Say why."),
        ("  ", "Say why."),
        ("x\x07", "invisible character"),
        ("x" * 301, "at most 300 characters"),
    ],
)
def test_a_void_without_a_reason_is_refused(at_the_counter, receipt, reason, sentence):
    response = at_the_counter.post(
        f"/receipts/{receipt.number}/void/", {"token": new_token(), "reason": reason}
    )
    assert sentence in response.content.decode()
    assert not PaymentVoid.objects.exists()


def test_in_two_tabs_the_second_hears_who_voided_it(at_the_counter, receipt):
    payment_void(payment=receipt.payment, reason="Wrong owner", by=staff("Rosa Diaz"), at=AT_TWO)
    response = at_the_counter.post(
        f"/receipts/{receipt.number}/void/", {"token": new_token(), "reason": "Keyed twice"}
    )
    assert f"Receipt {receipt.number} was already voided" in response.content.decode()
    assert "Keyed twice" in response.content.decode()
    assert at_the_counter.get(f"/receipts/{receipt.number}/void/").url == f"/receipts/{receipt.number}/"


def back(receipt, **amounts):
    lines = list(receipt.payment.allocations.order_by("charge_id"))
    return {
        "token": new_token(),
        "tender": "cash",
        "reason": "Boarded two days, not three",
        f"line_{lines[0].charge_id}": amounts.get("license", ""),
        f"line_{lines[1].charge_id}": amounts.get("boarding", ""),
    }


def test_a_part_of_one_line_goes_back(at_the_counter, receipt):
    form = back(receipt, boarding="8")
    for _ in range(2):
        assert at_the_counter.post(f"/receipts/{receipt.number}/refund/", form).status_code == 302
    refund = Refund.objects.get()
    assert (refund.amount, [line.charge.description for line in refund.lines.all()]) == (
        Decimal("8.00"),
        ["Boarding, 3 days"],
    )


def test_everything_that_is_left_is_filled_in_on_request(at_the_counter, receipt):
    refund_make(
        payment=receipt.payment,
        amount=Decimal("8.00"),
        tender="cash",
        reason="x",
        by=staff(),
        at=AT_TWO,
        charge=receipt.payment.allocations.get(amount="24.00").charge,
    )
    form = at_the_counter.get(f"/receipts/{receipt.number}/refund/?all").context["form"]
    assert [bound.value() for _, bound in form.rows()] == ["5.00", "16.00"]


@pytest.mark.parametrize(
    ("amounts", "fields", "sentence"),
    [
        ({"boarding": "24.01"}, {}, "Only $24.00 of this line is left to pay back."),
        ({"boarding": "ten dollars"}, {}, "“ten dollars” is not an amount."),
        ({"boarding": "-5"}, {}, "“-5” is not an amount."),
        ({}, {}, "Type how much goes back."),
        ({"boarding": "0.00"}, {}, "Type how much goes back."),
        ({"boarding": "8"}, {"reason": ""}, "Say why."),
        ({"boarding": "8"}, {"tender": "gold"}, "Choose cash, check or card."),
        ({"boarding": "8"}, {"tender": "card", "card_reference": "4111111111111111"}, "the city never keeps"),
    ],
)
def test_a_refund_that_cannot_be_is_refused_beside_its_box(
    at_the_counter, receipt, amounts, fields, sentence
):
    response = at_the_counter.post(f"/receipts/{receipt.number}/refund/", back(receipt, **amounts) | fields)
    assert sentence in response.content.decode()
    assert not Refund.objects.exists()


def test_what_another_tab_paid_back_is_not_paid_back_again(at_the_counter, receipt):
    form = back(receipt, license="5", boarding="24")
    assert (
        at_the_counter.post(f"/receipts/{receipt.number}/refund/", back(receipt, boarding="8")).status_code
        == 302
    )
    response = at_the_counter.post(f"/receipts/{receipt.number}/refund/", form)
    assert "Only $16.00 of this line is left to pay back." in response.content.decode()
    assert Refund.objects.count() == 1


def test_a_void_receipt_has_nothing_to_refund(at_the_counter, receipt):
    payment_void(payment=receipt.payment, reason="x", by=staff(), at=AT_TWO)
    assert at_the_counter.get(f"/receipts/{receipt.number}/refund/").url == f"/receipts/{receipt.number}/"


def test_an_open_charge_is_reversed_from_the_statement(at_the_counter):
    owed = charge(maria())
    statement = f"/owners/{owed.person_id}/account/"
    assert f"/charges/{owed.pk}/reverse/" in at_the_counter.get(statement).content.decode()
    form = {"token": new_token(), "reason": "Guide dog"}
    for _ in range(2):
        assert at_the_counter.post(f"/charges/{owed.pk}/reverse/", form).url == statement
    assert ChargeReversal.objects.get().reason == "Guide dog"
    page = at_the_counter.get(statement).content.decode()
    assert "Reversed" in page and "Guide dog" in page and "Nothing is owed" in page


def test_a_paid_charge_is_not_reversed(at_the_counter, receipt):
    paid = receipt.payment.allocations.first().charge
    response = at_the_counter.post(
        f"/charges/{paid.pk}/reverse/", {"token": new_token(), "reason": "Guide dog"}
    )
    assert "Refund it, or void the payment" in response.content.decode()
    assert not ChargeReversal.objects.exists()
    assert balance(paid) == Decimal("0.00")


def test_only_the_counter_puts_things_right(signed_in_as, receipt):
    browser = signed_in_as("Jo Stang")
    form = {"token": new_token(), "reason": "x"}
    assert browser.post(f"/receipts/{receipt.number}/void/", form).status_code == 403
    assert browser.post(f"/receipts/{receipt.number}/refund/", form).status_code == 403
    assert browser.post(f"/charges/{charge(maria()).pk}/reverse/", form).status_code == 403
    assert not PaymentVoid.objects.exists()
