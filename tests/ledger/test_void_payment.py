"""A payment that never stood."""

import datetime as dt
from decimal import Decimal

import pytest

from freeport_animals.documents import kinds
from freeport_animals.documents.selectors import document_for
from freeport_animals.ledger.errors import AlreadyVoid, ReasonMissing, Refunded
from freeport_animals.ledger.models import PaymentVoid
from freeport_animals.ledger.selectors import balance, open_charges
from freeport_animals.ledger.services import payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db
LATER = AT_TWO + dt.timedelta(days=9)


def test_the_charges_are_owed_again_and_can_be_paid_anew():
    person = maria()
    owed = charge(person)
    first = pay(owed, tender="check", check_number="1042")
    payment_void(payment=first.payment, reason="Check returned by the bank", by=staff("Rosa Diaz"), at=LATER)
    assert balance(owed) == Decimal("5.00")
    assert [row.pk for row in open_charges(person)] == [owed.pk]
    second = pay(owed)
    assert balance(owed) == Decimal("0.00")
    assert int(second.number) == int(first.number) + 1


def test_the_receipt_stays_and_says_void_when_it_is_printed_again():
    receipt = pay(charge(maria()))
    paper = document_for(kind="receipt", number=receipt.number)
    assert kinds.stamps_of(paper) == []
    payment_void(payment=receipt.payment, reason="Wrong owner", by=staff("Rosa Diaz"), at=LATER)
    (stamp,) = kinds.stamps_of(paper)
    assert stamp.word == "VOID"
    assert stamp.says == "Voided Thu 22 January 2026, 2:14 pm by Rosa Diaz: Wrong owner"
    assert document_for(kind="receipt", number=receipt.number).context == paper.context


def test_the_void_notice_names_the_receipt_its_day_and_the_reason():
    receipt = pay(charge(maria()))
    payment_void(payment=receipt.payment, reason="Wrong owner", by=staff("Rosa Diaz"), at=LATER)
    notice = document_for(kind="receipt-void", number=receipt.number).context
    assert (notice["variant"], notice["number"], notice["refers_to"], notice["reason"], notice["clerk"]) == (
        "void",
        receipt.number,
        "Tue 13 January 2026, 2:14 pm",
        "Wrong owner",
        "Rosa Diaz",
    )


def test_a_payment_is_voided_once():
    receipt = pay(charge(maria()))
    payment_void(payment=receipt.payment, reason="Wrong owner", by=staff(), at=LATER)
    with pytest.raises(
        AlreadyVoid, match=rf"{receipt.number} was already voided .* by Ann Weber \(Wrong owner\)"
    ):
        payment_void(payment=receipt.payment, reason="Again", by=staff("Rosa Diaz"), at=LATER)
    assert PaymentVoid.objects.count() == 1


def test_a_void_has_a_reason():
    with pytest.raises(ReasonMissing):
        payment_void(payment=pay(charge(maria())).payment, reason="", by=staff(), at=LATER)


def test_nothing_is_voided_after_a_refund():
    receipt = pay(charge(maria()))
    refund_make(
        payment=receipt.payment, amount=Decimal("2.00"), tender="cash", reason="Half", by=staff(), at=LATER
    )
    with pytest.raises(Refunded, match=r"\$2\.00 of receipt .* was refunded.*Refund the rest instead"):
        payment_void(payment=receipt.payment, reason="Wrong", by=staff(), at=LATER)
