"""Money in a real browser: with the keyboard alone, with the change shown while typing, for everybody."""

import re
from decimal import Decimal

from playwright.sync_api import Page, expect

from freeport_animals.base.access import Role
from freeport_animals.ledger.models import Payment
from freeport_animals.ledger.services import payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff


def test_cash_by_keyboard_with_the_change_shown(page: Page, sign_in, axe):
    person = maria()
    charge(person)
    charge(person, "75.00", "Impound release, second for this household", cite="5.C.A.1")
    sign_in(page, Role.CLERK)
    page.goto(f"/owners/{person.pk}/pay/")
    axe(page)
    till = page.locator(".till__amount[data-pay-total]")
    expect(till).to_have_text("$80.00")
    page.get_by_label("Dog license: Bella").uncheck()
    expect(till).to_have_text("$75.00")
    expect(page.get_by_label("Check number")).to_be_hidden()
    cash = page.get_by_label("Cash given")
    cash.fill("50")
    expect(page.get_by_text("Still missing")).to_be_visible()
    cash.fill("100")
    expect(page.locator("[data-tender-change]")).to_have_text("$25.00")
    page.keyboard.press("Alt+Enter")
    expect(page).to_have_url(re.compile(r"/receipts/\d{6}/\?paid$"))
    expect(page.get_by_text("Give back")).to_be_visible()
    axe(page)
    assert Payment.objects.get().amount == Decimal("75.00")


def test_a_check_that_is_refused_keeps_what_was_typed(page: Page, sign_in, axe):
    person = maria()
    charge(person)
    sign_in(page, Role.CLERK)
    page.goto(f"/owners/{person.pk}/pay/")
    page.get_by_label("Check", exact=True).check()
    page.get_by_label("Received from").fill("Tou Vang")
    page.get_by_role("button", name="Take $5.00").click()
    number = page.get_by_label("Check number")
    expect(number).to_be_focused()
    expect(page.get_by_label("Received from")).to_have_value("Tou Vang")
    axe(page)
    number.fill("1042")
    page.get_by_role("button", name="Take $5.00").click()
    expect(page.get_by_text("$5.00 by check.")).to_be_visible()


def test_every_page_about_money_is_for_everybody(page: Page, sign_in, axe):
    person = maria()
    receipt = pay(charge(person), charge(person, "24.00", "Boarding, 3 days", cite="5.C.A.2"))
    refund_make(
        payment=receipt.payment, amount=Decimal("5.00"), tender="cash", reason="x", by=staff(), at=AT_TWO,
        charge=receipt.payment.allocations.first().charge,
    )  # fmt: skip
    voided = pay(charge(person))
    payment_void(payment=voided.payment, reason="Check returned", by=staff(), at=AT_TWO)
    owed = charge(person)
    whole = pay(charge(person))
    sign_in(page, Role.CLERK)
    for path in (
        "/receipts/?first=1/13/2026&last=1/13/2026",
        f"/receipts/{receipt.number}/",
        f"/receipts/{voided.number}/",
        f"/receipts/{whole.number}/void/",
        f"/receipts/{receipt.number}/refund/?all",
        f"/owners/{person.pk}/account/",
        f"/charges/{owed.pk}/reverse/",
        "/receipts/?number=999999",
    ):
        page.goto(path)
        axe(page)
    page.goto(f"/receipts/{receipt.number}/refund/?all")
    expect(page.locator("[data-refund-total]")).to_have_text("$24.00")
