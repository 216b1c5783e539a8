"""Looking a receipt up."""

import datetime as dt
from decimal import Decimal

import pytest

from freeport_animals.ledger.services import payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db


def numbers(response):
    return [receipt.number for receipt in response.context["page"]]


@pytest.fixture
def three():
    person = maria()
    return [
        pay(charge(person), at=AT_TWO - dt.timedelta(days=1)),
        pay(charge(person), payer_name="Tou Vang", tender="check", check_number="1042"),
        pay(charge(person), tender="card"),
    ]


def test_receipts_are_listed_newest_first(at_the_counter, three):
    assert numbers(at_the_counter.get("/receipts/")) == [three[2].number, three[1].number, three[0].number]


@pytest.mark.parametrize("typed", ["{}", "0{}", "000000{}", "#{}", " {} "])
def test_a_number_is_found_with_or_without_zeros(at_the_counter, three, typed):
    response = at_the_counter.get("/receipts/", {"number": typed.format(int(three[1].number))})
    assert numbers(response) == [three[1].number]


@pytest.mark.parametrize("typed", ["nguyen", "NGUYỄN maria", "Mari"])
def test_the_payer_is_found_by_any_words_without_accents(at_the_counter, three, typed):
    assert numbers(at_the_counter.get("/receipts/", {"payer": typed})) == [three[2].number, three[0].number]


def test_days_narrow_the_list_and_one_day_shows_its_takings(at_the_counter, three):
    response = at_the_counter.get("/receipts/", {"first": "1/13/2026", "last": "1/13/2026"})
    assert numbers(response) == [three[2].number, three[1].number]
    takings = response.context["takings"]
    assert (takings.cash, takings.check, takings.card, takings.total, takings.receipts) == (
        Decimal("0.00"),
        Decimal("5.00"),
        Decimal("5.00"),
        Decimal("10.00"),
        2,
    )
    assert numbers(at_the_counter.get("/receipts/", {"last": "1/12/2026"})) == [three[0].number]


@pytest.mark.parametrize(
    "query",
    [
        {"first": "2/30/2026"},
        {"number": "abc"},
        {"number": "9" * 40},
        {"payer": "%"},
        {"page": "999999"},
        {"page": "x"},
    ],
)
def test_a_filter_that_cannot_be_meant_never_breaks_the_page(at_the_counter, three, query):
    assert at_the_counter.get("/receipts/", query).status_code == 200


def test_a_day_just_past_midnight_in_winter_belongs_to_the_citys_date(at_the_counter):
    late = dt.datetime(2026, 1, 14, 5, 59, tzinfo=dt.UTC)  # 23:59 on the 13th in Freeport
    early = dt.datetime(2026, 1, 14, 6, 0, tzinfo=dt.UTC)
    before, after = pay(charge(maria()), at=late), pay(charge(maria()), at=early)
    day = {"first": "1/13/2026", "last": "1/13/2026"}
    assert numbers(at_the_counter.get("/receipts/", day)) == [before.number]
    assert numbers(at_the_counter.get("/receipts/", {"first": "1/14/2026"})) == [after.number]


def test_a_receipt_shows_its_lines_why_and_tender(at_the_counter):
    person = maria()
    receipt = pay(
        charge(person), charge(person, "24.00", "Boarding, 3 days", cite="5.C.A.2"), cash_given=Decimal("40")
    )
    page = at_the_counter.get(f"/receipts/{receipt.number}/").content.decode()
    for text in (
        "Dog license: Bella",
        "Boarding, 3 days",
        "5.C.A.2",
        "$29.00",
        "$40.00",
        "$11.00",
        "Ann Weber",
    ):
        assert text in page
    assert page.count('class="why') >= 2
    assert "Not printed yet" in page


def test_zeros_left_out_lead_to_the_receipt(at_the_counter, three):
    number = three[0].number
    assert at_the_counter.get(f"/receipts/{int(number)}/").url == f"/receipts/{number}/"


@pytest.mark.parametrize("number", ["999999", "abc", "-1", "0", "١٢٣"])
def test_an_unknown_number_is_not_found(at_the_counter, number):
    assert at_the_counter.get(f"/receipts/{number}/").status_code == 404


def test_a_void_and_a_refund_show_on_the_list_and_the_receipt(at_the_counter, three):
    payment_void(payment=three[0].payment, reason="Check returned", by=staff("Rosa Diaz"), at=AT_TWO)
    refund_make(
        payment=three[1].payment, amount=Decimal("2.00"), tender="cash", reason="Half", by=staff(), at=AT_TWO
    )
    listed = at_the_counter.get("/receipts/").content.decode()
    assert "Void" in listed and "Partly refunded" in listed
    void = at_the_counter.get(f"/receipts/{three[0].number}/").content.decode()
    assert "Rosa Diaz voided it Tue 13 January 2026, 2:14 pm: Check returned" in void
    assert "Voided receipt" in void
    refund = at_the_counter.get(f"/receipts/{three[1].number}/").content.decode()
    assert f"{three[1].number}-R1" in refund and "$2.00" in refund


def test_a_printed_receipt_says_that_it_now_prints_as_a_duplicate(at_the_counter, three):
    from freeport_animals.documents.models import DocumentPrint
    from freeport_animals.documents.selectors import documents_of

    (paper,) = documents_of(three[0])
    DocumentPrint.objects.create(document=paper, at=AT_TWO, by=staff(), is_duplicate=False)
    page = at_the_counter.get(f"/receipts/{three[0].number}/").content.decode()
    assert "Opened 1 time; now it prints as a DUPLICATE" in page


@pytest.mark.parametrize("name", ["Jo Stang", "Pat Maile"])
def test_receipts_are_for_the_counter(signed_in_as, three, name):
    browser = signed_in_as(name)
    for path in ("", f"{three[0].number}/", f"{three[0].number}/void/", f"{three[0].number}/refund/"):
        assert browser.get(f"/receipts/{path}").status_code == 403


def test_nobody_looks_without_signing_in(client, three):
    assert client.get(f"/receipts/{three[0].number}/").url.startswith("/sign-in/")


def test_pages_ask_a_bounded_number_of_questions(at_the_counter, three, django_assert_max_num_queries):
    person = maria()
    many = pay(*(charge(person) for _ in range(12)))
    for _ in range(12):
        pay(charge(person))
    with django_assert_max_num_queries(4):
        at_the_counter.get("/receipts/")
    with django_assert_max_num_queries(8):
        at_the_counter.get(f"/receipts/{many.number}/")


def test_the_empty_list_says_what_comes_first(at_the_counter):
    assert "receipt 000001" in at_the_counter.get("/receipts/").content.decode()
