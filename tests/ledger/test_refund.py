"""Money that goes back."""

from decimal import Decimal

import pytest

from freeport_animals.documents import kinds
from freeport_animals.documents.selectors import document_for
from freeport_animals.ledger.errors import (
    AlreadyVoid,
    AmountWrong,
    ReasonMissing,
    RefundTooMuch,
    RefundUnclear,
    TenderWrong,
)
from freeport_animals.ledger.models import Refund
from freeport_animals.ledger.selectors import balance, refundable_lines
from freeport_animals.ledger.services import payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db


def back(receipt, amount="5.00", **fields):
    fields.setdefault("tender", "cash")
    fields.setdefault("reason", "Boarded two days, not three")
    fields.setdefault("by", staff())
    return refund_make(payment=receipt.payment, amount=Decimal(amount), at=AT_TWO, **fields)


def test_the_whole_goes_back_line_by_line():
    person = maria()
    license, boarding = charge(person), charge(person, "24.00", "Boarding, 3 days")
    refund = back(pay(license, boarding), "29.00")
    assert list(refund.lines.values_list("charge_id", "amount")) == [
        (license.pk, Decimal("5.00")),
        (boarding.pk, Decimal("24.00")),
    ]


def test_a_part_of_one_charge_goes_back_and_it_is_not_owed_again():
    person = maria()
    license, boarding = charge(person), charge(person, "24.00", "Boarding, 3 days")
    receipt = pay(license, boarding)
    refund = back(receipt, "8.00", charge=boarding)
    assert refund.number == f"{receipt.number}-R1"
    assert balance(boarding) == Decimal("0.00")
    assert [(line.paid, line.refunded, line.left) for line in refundable_lines(receipt.payment)] == [
        (Decimal("5.00"), Decimal("0.00"), Decimal("5.00")),
        (Decimal("24.00"), Decimal("8.00"), Decimal("16.00")),
    ]
    assert back(receipt, "1.00", charge=license).number == f"{receipt.number}-R2"


def test_of_several_charges_the_clerk_says_which():
    receipt = pay(charge(person := maria()), charge(person, "24.00", "Boarding"))
    with pytest.raises(RefundUnclear, match="pays several things"):
        back(receipt, "3.00")
    with pytest.raises(RefundUnclear, match="did not pay that charge"):
        back(receipt, "3.00", charge=charge(person))
    with pytest.raises(RefundUnclear, match=r"come to \$2\.00, the refund to \$3\.00"):
        back(receipt, "3.00", lines={refundable_lines(receipt.payment)[0].charge.pk: Decimal("2.00")})


def test_never_more_than_was_paid():
    person = maria()
    license, boarding = charge(person), charge(person, "24.00", "Boarding")
    receipt = pay(license, boarding)
    with pytest.raises(RefundTooMuch, match=r"Only \$29\.00 is left"):
        back(receipt, "29.01")
    with pytest.raises(RefundTooMuch, match=r"Only \$5\.00 is left to refund of “Dog license: Bella”"):
        back(receipt, "5.01", charge=license)
    back(receipt, "29.00")
    with pytest.raises(RefundTooMuch, match="Nothing is left"):
        back(receipt, "0.01")


@pytest.mark.parametrize("amount", ["0.00", "-1.00", "0.001"])
def test_an_amount_that_cannot_go_back(amount):
    with pytest.raises(AmountWrong):
        back(pay(charge(maria())), amount)


def test_nothing_goes_back_from_a_voided_payment():
    receipt = pay(charge(maria()))
    payment_void(payment=receipt.payment, reason="Check returned", by=staff(), at=AT_TWO)
    with pytest.raises(AlreadyVoid):
        back(receipt)


def test_a_refund_has_a_reason_and_a_tender():
    receipt = pay(charge(maria()))
    with pytest.raises(ReasonMissing):
        back(receipt, reason=" ")
    with pytest.raises(TenderWrong):
        back(receipt, tender="gold")
    with pytest.raises(TenderWrong):
        back(receipt, tender="card", card_reference="4111 1111 1111 1111")
    assert not Refund.objects.exists()


def test_the_refund_has_a_paper_of_its_own_and_the_receipt_says_so():
    receipt = pay(charge(maria()))
    paper = document_for(kind="receipt", number=receipt.number)
    refund = back(receipt, "2.00", tender="check", check_number="8812")
    issued = document_for(kind="refund", number=refund.number).context
    assert (issued["variant"], issued["refers_to"], issued["total"]) == ("refund", receipt.number, "2.00")
    assert issued["tenders"][0]["label"] == "Check no. 8812"
    assert [stamp.word for stamp in kinds.stamps_of(paper)] == ["PARTLY REFUNDED"]
    back(receipt, "3.00")
    assert [stamp.word for stamp in kinds.stamps_of(paper)] == ["REFUNDED"]
