"""What somebody owes, and when it no longer is owed."""

from decimal import Decimal

import pytest

from freeport_animals.ledger.errors import AlreadyReversed, AmountWrong, MoneyHeld, ReasonMissing
from freeport_animals.ledger.selectors import balance, balances, open_balance, open_charges
from freeport_animals.ledger.services import charge_cancel, charge_reverse, payment_void, refund_make
from freeport_animals.registry.models import Person
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db


def test_a_charge_keeps_the_whole_answer_of_the_rule():
    owed = charge(maria())
    owed.refresh_from_db()
    assert owed.answer["rule"] == "license-fee"
    assert owed.answer["value"] == {"total": "5.00"}
    assert [step["cite"] for step in owed.answer["steps"]] == ["2.B.2"]
    assert owed.amount == Decimal("5.00")


@pytest.mark.parametrize("amount", ["0.00", "-5.00", "5.001", "10000000.00", "NaN", "Infinity"])
def test_an_amount_that_cannot_be_owed_is_refused(amount):
    with pytest.raises(AmountWrong):
        charge(maria(), amount)


def test_a_float_is_no_amount():
    from freeport_animals.ledger.services import charge_create
    from freeport_animals.rules import license_fee
    from tests.ledger.cast import JANUARY_13

    with pytest.raises(AmountWrong):
        charge_create(
            person=maria(), kind="license", amount=5.0, cite="2.B.2", description="Dog license",
            answer=license_fee(species="dog", on=JANUARY_13), on=JANUARY_13, by=staff(),
        )  # fmt: skip


def test_open_charges_are_listed_oldest_first_with_their_balance():
    person = maria()
    first, second = charge(person), charge(person, "75.00", "Impound release, second")
    charge(Person.objects.create(family_name="Abdi"), "9.00")
    assert [(row.pk, row.balance) for row in open_charges(person)] == [
        (first.pk, Decimal("5.00")),
        (second.pk, Decimal("75.00")),
    ]
    assert open_balance(person) == Decimal("80.00")
    pay(first)
    assert [row.pk for row in open_charges(person)] == [second.pk]
    assert balances([first, second]) == {first.pk: Decimal("0.00"), second.pk: Decimal("75.00")}


def test_charges_of_a_merged_record_are_owed_by_the_one_kept():
    kept, double = maria(), maria()
    charge(double)
    Person.objects.filter(pk=double.pk).update(merged_into=kept)
    assert open_balance(Person.objects.get(pk=kept.pk)) == Decimal("5.00")
    assert open_balance(Person.objects.get(pk=double.pk)) == Decimal("5.00")


def test_a_reversed_charge_is_not_owed():
    person = maria()
    owed = charge(person)
    charge_reverse(charge=owed, reason="Charged to the wrong owner", by=staff())
    assert balance(owed) == Decimal("0.00")
    assert open_charges(person) == []


def test_a_charge_is_reversed_once():
    owed = charge(maria())
    charge_reverse(charge=owed, reason="Charged twice", by=staff())
    with pytest.raises(AlreadyReversed, match=r"already reversed .* by Ann Weber"):
        charge_reverse(charge=owed, reason="Charged twice", by=staff("Rosa Diaz"))


def test_a_reversal_has_a_reason():
    with pytest.raises(ReasonMissing):
        charge_reverse(charge=charge(maria()), reason="  ", by=staff())


def test_a_paid_charge_is_reversed_only_after_the_money_went_back():
    owed = charge(maria())
    receipt = pay(owed)
    with pytest.raises(MoneyHeld, match=rf"\$5\.00 was paid .* with receipt {receipt.number}"):
        charge_reverse(charge=owed, reason="Guide dog", by=staff())
    refund_make(
        payment=receipt.payment,
        amount=Decimal("5.00"),
        tender="cash",
        reason="Guide dog",
        by=staff(),
        at=AT_TWO,
    )
    charge_reverse(charge=owed, reason="Guide dog", by=staff())
    assert balance(owed) == Decimal("0.00")


def test_a_charge_whose_payment_was_voided_can_be_reversed():
    owed = charge(maria())
    payment_void(payment=pay(owed).payment, reason="Check returned", by=staff(), at=AT_TWO)
    charge_reverse(charge=owed, reason="Owner moved before the year began", by=staff())
    assert balance(owed) == Decimal("0.00")


def test_cancelling_gives_the_money_back_and_ends_the_charge():
    owed, other = charge(person := maria()), charge(maria(), "8.00", "Boarding")
    receipt = pay(owed, other)
    (refund,) = charge_cancel(charge=owed, reason="Issued in error", by=staff(), at=AT_TWO, tender="cash")
    assert (refund.amount, refund.number) == (Decimal("5.00"), f"{receipt.number}-R1")
    assert open_charges(person) == []
    assert (
        charge_cancel(charge=charge(person), reason="Entered twice", by=staff(), at=AT_TWO, tender="cash")
        == []
    )
