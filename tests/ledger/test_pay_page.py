"""Taking payment for what an owner owes, on its page."""

import re
from decimal import Decimal

import pytest

from freeport_animals.base.once import new_token
from freeport_animals.ledger.models import Payment, Receipt
from freeport_animals.ledger.selectors import balance, open_balance
from freeport_animals.ledger.services import charge_reverse
from freeport_animals.registry.models import Person
from tests.ledger.cast import charge, maria, pay, staff


def sent(*charges, **fields):
    values = {
        "token": new_token(),
        "charges": [each.pk for each in charges],
        "payer_name": "Maria Nguyễn",
        "tender-kind": "cash",
        "tender-cash_given": "",
        "tender-check_number": "",
        "tender-card_reference": "",
    }
    return values | fields


@pytest.fixture
def owed(db):
    person = maria()
    return charge(person), charge(
        person, "75.00", "Impound release, second for this household", cite="5.C.A.1"
    )


def test_everything_owed_is_ticked_with_its_clause_and_why(at_the_counter, owed):
    page = at_the_counter.get(f"/owners/{owed[0].person_id}/pay/").content.decode()
    assert page.count(" checked>") >= 2
    assert "$80.00" in page
    assert 'href="/ordinance/#5.C.A.1"' in page
    assert "License fee for" in page or "$5.00" in page


def test_only_the_lines_asked_for_are_ticked(at_the_counter, owed):
    response = at_the_counter.get(f"/owners/{owed[0].person_id}/pay/?charge={owed[1].pk}")
    assert [row["ticked"] for row in response.context["rows"]] == [False, True]
    assert response.context["total"] == Decimal("75.00")


def test_a_payment_leads_to_its_receipt_and_the_change(at_the_counter, owed):
    response = at_the_counter.post(
        f"/owners/{owed[0].person_id}/pay/", sent(*owed, **{"tender-cash_given": "$100"}), follow=True
    )
    receipt = Receipt.objects.get()
    assert response.redirect_chain == [(f"/receipts/{receipt.number}/?paid", 302)]
    page = response.content.decode()
    assert re.search(r"Give back.*\$20\.00", page, re.S)
    assert receipt.payment.taken_by == staff()


def test_one_line_of_two(at_the_counter, owed):
    at_the_counter.post(f"/owners/{owed[0].person_id}/pay/", sent(owed[1]))
    assert (balance(owed[0]), balance(owed[1])) == (Decimal("5.00"), Decimal("0.00"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tender-cash_given": "60"}, "$60.00 is $20.00 short of $80.00. Count the cash again."),
        ({"tender-cash_given": "ten dollars"}, "“ten dollars” is not an amount."),
        ({"tender-kind": "check"}, "Type the number printed on the check."),
        ({"tender-kind": "card", "tender-card_reference": "4111111111111111"}, "the city never keeps"),
        ({"tender-kind": "gold"}, "Choose cash, check or card."),
        ({"tender-kind": ""}, "Choose cash, check or card."),
        ({"payer_name": " "}, "Say who pays. The name stands on the receipt."),
        ({"payer_name": "Maria\x00"}, "invisible character (U+0000)"),
        ({"payer_name": "M" * 201}, "at most 200 characters"),
        ({"charges": []}, "Tick at least one line to pay."),
        ({"charges": ["x"]}, "One of these lines is no longer open."),
        ({"charges": ["99999999999999999999999"]}, "One of these lines is no longer open."),
        ({"token": "x"}, ""),
    ],
)
def test_what_is_wrong_stands_beside_the_box_and_nothing_is_taken(at_the_counter, owed, fields, sentence):
    response = at_the_counter.post(
        f"/owners/{owed[0].person_id}/pay/", sent(*owed) | {"payer_name": "Tou Vang"} | fields
    )
    assert response.status_code == 200
    page = response.content.decode()
    assert sentence in page
    assert "Tou Vang" in page or "payer_name" in fields
    assert not Payment.objects.exists()


def test_a_charge_of_somebody_else_is_not_paid_here(at_the_counter, owed):
    foreign = charge(Person.objects.create(family_name="Abdi"))
    response = at_the_counter.post(f"/owners/{owed[0].person_id}/pay/", sent(*owed, foreign))
    assert "One of these lines is no longer open." in response.content.decode()
    assert not Payment.objects.exists()


def test_the_second_clerk_is_told_who_took_it_and_sees_what_is_left(at_the_counter, owed):
    receipt = pay(owed[0], by=staff("Rosa Diaz"))
    page = at_the_counter.post(f"/owners/{owed[0].person_id}/pay/", sent(*owed)).content.decode()
    assert (
        f"is already paid: Rosa Diaz took it Tue 13 January 2026, 2:14 pm, receipt {receipt.number}" in page
    )
    assert "Impound release, second for this household" in page
    assert Payment.objects.count() == 1


def test_a_charge_reversed_meanwhile_is_not_taken(at_the_counter, owed):
    charge_reverse(charge=owed[0], reason="Guide dog", by=staff("Rosa Diaz"))
    page = at_the_counter.post(f"/owners/{owed[0].person_id}/pay/", sent(*owed)).content.decode()
    assert "is no longer owed: Rosa Diaz reversed it" in page
    assert not Payment.objects.exists()


def test_a_second_press_and_back_after_paying_give_the_same_receipt(at_the_counter, owed):
    form = sent(*owed)
    url = f"/owners/{owed[0].person_id}/pay/"
    first, second, third = (at_the_counter.post(url, form) for _ in range(3))
    assert first.url == second.url == third.url
    assert Payment.objects.count() == 1
    changed = at_the_counter.post(url, form | {"payer_name": "Somebody else"})
    assert "already saved once with other content" in changed.content.decode()
    assert Payment.objects.count() == 1


def test_without_scripts_the_total_can_be_worked_out_first(at_the_counter, owed):
    response = at_the_counter.post(
        f"/owners/{owed[0].person_id}/pay/", sent(owed[0], recount="1", **{"tender-cash_given": "20"})
    )
    assert response.context["total"] == Decimal("5.00")
    assert response.context["change"] == Decimal("15.00")
    assert not Payment.objects.exists()


def test_nothing_owed_says_so(at_the_counter):
    assert "has paid everything" in at_the_counter.get(f"/owners/{maria().pk}/pay/").content.decode()


def test_a_merged_record_pays_as_the_one_kept(at_the_counter, owed):
    kept = Person.objects.create(family_name="Nguyen")
    Person.objects.filter(pk=owed[0].person_id).update(merged_into=kept)
    at_the_counter.post(f"/owners/{owed[0].person_id}/pay/", sent(*owed))
    assert open_balance(kept) == Decimal("0.00")
    assert Payment.objects.get().payer == kept


def test_nobody_unknown_pays(at_the_counter):
    assert at_the_counter.get("/owners/999999/pay/").status_code == 404


@pytest.mark.parametrize("name", ["Jo Stang", "Pat Maile"])
def test_only_the_counter_takes_money(signed_in_as, owed, name):
    url = f"/owners/{owed[0].person_id}/pay/"
    browser = signed_in_as(name)
    assert browser.get(url).status_code == 403
    assert browser.post(url, sent(*owed)).status_code == 403
    assert not Payment.objects.exists()


def test_the_page_asks_a_bounded_number_of_questions(at_the_counter, owed, django_assert_max_num_queries):
    for _ in range(30):
        charge(owed[0].person)
    with django_assert_max_num_queries(4):
        at_the_counter.get(f"/owners/{owed[0].person_id}/pay/")
