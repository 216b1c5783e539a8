"""Taking money at the counter."""

from decimal import Decimal

import pytest

from freeport_animals.documents.selectors import document_for
from freeport_animals.ledger.errors import AlreadyPaid, NothingToPay, NotOwed, TenderWrong
from freeport_animals.ledger.models import Payment, Receipt
from freeport_animals.ledger.selectors import balance
from freeport_animals.ledger.services import charge_reverse
from freeport_animals.ledger.tender import is_card_number
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db


def test_cash_with_change():
    receipt = pay(charge(maria(), "83.00"), cash_given=Decimal("100.00"))
    payment = receipt.payment
    assert (payment.amount, payment.cash_given, payment.change) == (
        Decimal("83.00"),
        Decimal("100.00"),
        Decimal("17.00"),
    )
    assert payment.taken_at == receipt.issued_at == AT_TWO


def test_nothing_typed_means_the_exact_amount():
    payment = pay(charge(maria(), "83.00")).payment
    assert payment.cash_given == Decimal("83.00")
    assert payment.change == Decimal("0.00")


def test_too_little_cash_says_how_much_is_short_and_takes_nothing():
    owed = charge(maria(), "83.00")
    with pytest.raises(TenderWrong, match=r"\$80\.00 is \$3\.00 short of \$83\.00") as refused:
        pay(owed, cash_given=Decimal("80.00"))
    assert refused.value.field == "cash_given"
    assert balance(owed) == Decimal("83.00")
    assert not Receipt.objects.exists()


def test_an_absurd_amount_of_cash_is_questioned():
    with pytest.raises(TenderWrong, match="cannot be right"):
        pay(charge(maria()), cash_given=Decimal("500000.00"))


def test_a_check_has_its_number():
    assert pay(charge(maria()), tender="check", check_number=" 1042 ").payment.check_number == "1042"
    with pytest.raises(TenderWrong) as refused:
        pay(charge(maria()), tender="check", check_number=" ")
    assert refused.value.field == "check_number"


def test_a_card_keeps_what_the_terminal_printed():
    payment = pay(charge(maria()), tender="card", card_reference="AUTH 041177").payment
    assert payment.card_reference == "AUTH 041177"
    assert (payment.cash_given, payment.change) == (None, Decimal("0.00"))


@pytest.mark.parametrize("number", ["4111 1111 1111 1111", "4111-1111-1111-1111", "378282246310005"])
def test_a_card_number_is_never_stored(number):
    with pytest.raises(TenderWrong, match="never keeps") as refused:
        pay(charge(maria()), tender="card", card_reference=number)
    assert refused.value.field == "card_reference"
    assert not Payment.objects.exists()


@pytest.mark.parametrize(
    "reference", ["", "041177", "4111 1111 1111 1112", "REF4111111111111111", "20260113141400"]
)
def test_a_terminal_reference_is_not_mistaken_for_a_card(reference):
    assert not is_card_number(reference)


def test_what_belongs_to_another_tender_is_dropped():
    payment = pay(
        charge(maria()), tender="cash", cash_given=Decimal("10.00"), check_number="1042", card_reference="x"
    ).payment
    assert (payment.check_number, payment.card_reference) == ("", "")


def test_an_unknown_tender_is_refused():
    with pytest.raises(TenderWrong) as refused:
        pay(charge(maria()), tender="gold")
    assert refused.value.field == "tender"


def test_several_charges_give_one_receipt():
    person = maria()
    bella, max_, fee = charge(person), charge(person), charge(person, "75.00", "Impound release, second")
    receipt = pay(fee, bella, max_, bella)
    assert receipt.payment.amount == Decimal("85.00")
    assert list(receipt.payment.allocations.order_by("pk").values_list("charge_id", "amount")) == [
        (bella.pk, Decimal("5.00")),
        (max_.pk, Decimal("5.00")),
        (fee.pk, Decimal("75.00")),
    ]


def test_receipts_are_numbered_one_after_the_other():
    person = maria()
    first, second = pay(charge(person)), pay(charge(person))
    assert int(second.number) == int(first.number) + 1
    assert first.number == f"{int(first.number):06d}"


def test_a_refused_payment_leaves_no_gap():
    person = maria()
    paid = charge(person)
    before = int(pay(paid).number)
    with pytest.raises(AlreadyPaid):
        pay(charge(person), paid)
    assert int(pay(charge(person)).number) == before + 1


def test_paying_twice_says_who_took_it_when_and_which_receipt():
    owed = charge(maria())
    receipt = pay(owed)
    with pytest.raises(AlreadyPaid) as refused:
        pay(owed, by=staff("Rosa Diaz"))
    assert str(refused.value) == (
        f"“Dog license: Bella” is already paid: Ann Weber took it Tue 13 January 2026, 2:14 pm, "
        f"receipt {receipt.number}. Nothing was taken now."
    )
    assert (refused.value.receipt, refused.value.taken_by, refused.value.taken_at) == (
        receipt.number,
        staff(),
        AT_TWO,
    )


def test_a_reversed_charge_cannot_be_paid():
    owed = charge(maria())
    charge_reverse(charge=owed, reason="Guide dog", by=staff("Rosa Diaz"))
    with pytest.raises(NotOwed, match=r"Rosa Diaz reversed it .* \(Guide dog\)"):
        pay(owed)


def test_nothing_is_no_payment():
    from freeport_animals.ledger.services import payment_take

    with pytest.raises(NothingToPay):
        payment_take(charges=[], tender="cash", payer_name="Maria", by=staff(), at=AT_TWO)


def test_somebody_pays():
    with pytest.raises(TenderWrong) as refused:
        pay(charge(maria()), payer=None, payer_name="  ")
    assert refused.value.field == "payer_name"


def test_the_receipt_on_paper_says_what_was_paid_how_and_under_which_clause():
    person = maria(
        mailing_street="PO Box 12", mailing_city="Freeport", mailing_state="MN", mailing_zip="56331"
    )
    receipt = pay(
        charge(person), charge(person, "8.00", "Boarding", cite="5.C.A.2"), cash_given=Decimal("20")
    )
    paper = document_for(kind="receipt", number=receipt.number).context
    assert paper["payer"]["name"] == "Maria Nguyễn"
    assert paper["payer"]["address_lines"] == ["PO Box 12", "Freeport, MN 56331"]
    assert [(line["what"], line["cite"], line["amount"]) for line in paper["lines"]] == [
        ("Dog license: Bella", "2.B.2", "5.00"),
        ("Boarding", "5.C.A.2", "8.00"),
    ]
    assert paper["total"] == "13.00"
    (tender,) = paper["tenders"]
    assert (tender["given"], tender["change"]) == ("20.00", "7.00")
    assert paper["clerk"] == "Ann Weber"


def test_somebody_else_may_pay_and_the_owners_address_is_not_printed_under_their_name():
    person = maria(
        mailing_street="PO Box 12", mailing_city="Freeport", mailing_state="MN", mailing_zip="56331"
    )
    receipt = pay(charge(person), payer_name="Tou Vang")
    paper = document_for(kind="receipt", number=receipt.number).context
    assert paper["payer"] == {
        "name": "Tou Vang", "address_lines": [], "mailing_lines": [], "phone": "", "email": "",
    }  # fmt: skip
    assert paper["lines"][0]["detail"] == "for Maria Nguyễn"
