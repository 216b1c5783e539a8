"""The account on the owner's page, the statement, the day's takings, receipts in the search."""

import datetime as dt
from decimal import Decimal
from types import SimpleNamespace

import pytest
import time_machine

from freeport_animals.base.access import Role
from freeport_animals.ledger.pages import find_receipts, owner_panel
from freeport_animals.ledger.selectors import takings
from freeport_animals.ledger.services import payment_void, refund_make
from tests.ledger.cast import AT_TWO, CHICAGO, JANUARY_13, charge, maria, pay, staff

pytestmark = pytest.mark.django_db
COUNTER = frozenset({Role.CLERK})


def asked_by(name):
    return SimpleNamespace(user=staff(name))


def test_the_owners_page_shows_what_is_open_and_the_last_receipts(django_assert_max_num_queries):
    person = maria()
    pay(charge(person))
    open_one = charge(person, "75.00", "Impound release, second")
    for _ in range(40):
        pay(charge(person))
    staff()
    with django_assert_max_num_queries(4):
        panel = owner_panel(asked_by("Ann Weber"), person)
    assert [each.pk for each in panel["unpaid"]] == [open_one.pk]
    assert panel["balance"] == Decimal("75.00")
    assert len(panel["receipts"]) == 5
    assert panel["may_take"]


def test_the_officer_sees_what_is_owed_and_takes_nothing():
    person = maria()
    pay(charge(person))
    panel = owner_panel(asked_by("Jo Stang"), person)
    assert (panel["balance"], panel["receipts"], panel["may_take"]) == (Decimal("0.00"), [], False)


def test_the_council_does_not_see_accounts():
    assert owner_panel(asked_by("Pat Maile"), maria()) is None


def test_the_statement_is_paged_and_bounded(at_the_counter, django_assert_max_num_queries):
    person = maria()
    for _ in range(28):
        pay(charge(person))
    with django_assert_max_num_queries(8):
        response = at_the_counter.get(f"/owners/{person.pk}/account/")
    assert len(response.context["charges"]) == len(response.context["receipts"]) == 25
    later = at_the_counter.get(f"/owners/{person.pk}/account/?charges=2")
    assert len(later.context["charges"]) == 3
    assert len(later.context["receipts"]) == 25


def test_the_statement_of_somebody_without_charges(at_the_counter):
    assert "Nothing was ever charged" in at_the_counter.get(f"/owners/{maria().pk}/account/").content.decode()


def test_a_days_takings_lose_what_was_voided_and_paid_back_on_it():
    person = maria()
    yesterday = pay(
        charge(person, "10.00"), at=AT_TWO - dt.timedelta(days=1), tender="check", check_number="1"
    )
    cash = pay(charge(person, "83.00"), cash_given=Decimal("100"))
    pay(charge(person, "7.00"), tender="card")
    payment_void(payment=yesterday.payment, reason="Check returned", by=staff(), at=AT_TWO)
    refund_make(
        payment=cash.payment, amount=Decimal("8.00"), tender="cash", reason="x", by=staff(), at=AT_TWO
    )
    day = takings(JANUARY_13)
    assert (day.cash, day.check, day.card, day.total) == (
        Decimal("75.00"),
        Decimal("-10.00"),
        Decimal("7.00"),
        Decimal("72.00"),
    )
    assert (day.receipts, day.voids, day.refunds) == (2, 1, 1)
    assert takings(JANUARY_13 - dt.timedelta(days=1)).total == Decimal("10.00")


@time_machine.travel(dt.datetime(2026, 1, 13, 16, 55, tzinfo=CHICAGO), tick=False)
def test_the_clerks_home_page_counts_today(at_the_counter):
    pay(charge(maria(), "83.00"))
    page = at_the_counter.get("/").content.decode()
    assert "Today&#x27;s takings" in page or "Today's takings" in page
    assert "1 receipt" in page and "$83.00" in page
    assert "first=1/13/2026&amp;last=1/13/2026" in page


@time_machine.travel(dt.datetime(2026, 1, 13, 16, 55, tzinfo=CHICAGO), tick=False)
def test_the_officers_home_page_counts_nothing(signed_in_as):
    pay(charge(maria(), "83.00"))
    assert "takings" not in signed_in_as("Jo Stang").get("/").content.decode()


def test_the_search_finds_a_receipt_by_its_number():
    receipt = pay(charge(maria()))
    for typed in (receipt.number, str(int(receipt.number)), f"#{int(receipt.number)}"):
        (hit,) = find_receipts(typed, 5, COUNTER)
        assert (hit.kind, hit.title, hit.url, hit.badge) == (
            "Receipt",
            f"Receipt {receipt.number}",
            f"/receipts/{receipt.number}/",
            "paid",
        )
    payment_void(payment=receipt.payment, reason="x", by=staff(), at=AT_TWO)
    assert [hit.badge for hit in find_receipts(receipt.number, 5, COUNTER)] == ["void"]


@pytest.mark.parametrize("typed", ["", "Bella", "L-2026-0001", "3208362112345", "12a", "²"])
def test_the_search_finds_none_by_anything_else(typed, django_assert_num_queries):
    pay(charge(maria()))
    with django_assert_num_queries(0):
        assert list(find_receipts(typed, 5, COUNTER)) == []
