"""The main job in a browser without scripts: plain forms all the way."""

import datetime as dt

import pytest
from playwright.sync_api import Page, expect

from licensing.models import License, Tag, Visit
from tests.cast import Cast
from tests.licensing.counter import resolve


@pytest.fixture
def browser_context_args(browser_context_args):
    return browser_context_args | {"java_script_enabled": False}


@pytest.fixture
def city(cast: Cast, live_server, sign_in, page: Page) -> Cast:
    resolve(cast, on=dt.date.today() - dt.timedelta(days=400), license_term="twelve-months")
    sign_in(page, cast.clerk)
    return cast


def test_from_the_search_to_the_printed_sheet(page: Page, city: Cast) -> None:
    cast = city
    cast.max, cast.bella
    today = dt.date.today()
    given = f"{today.month}/{today.day}/{today.year}"
    page.goto("/counter/")
    page.keyboard.type("beutz")
    page.keyboard.press("Enter")
    expect(page.locator("#found button")).to_have_count(1)
    page.keyboard.press("Enter")  # the cursor is on the only owner found
    expect(page.get_by_role("heading", level=1)).to_have_text("Thomas Beutz")

    # Enter in a box keeps and checks, and takes no money.
    page.locator("[name=tender-cash_given]").fill("50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was taken or issued.")
    assert not License.objects.exists()

    page.get_by_role("button", name="Park").click()
    expect(page.get_by_text("Visit parked")).to_be_visible()
    page.get_by_role("link", name="Thomas Beutz").click()
    page.get_by_role("button", name="Add an animal").click()
    expect(page.locator("[name=tender-cash_given]")).to_have_value("50")
    page.locator("[name=n1-name]").fill("Zoe")
    page.locator("[name=n1-breed]").fill("Mixed")
    page.locator("[name=n1-color]").fill("white")
    page.locator("[name=n1-sex]").select_option("female")
    for key in ("n1", f"a{cast.max.pk}", f"a{cast.bella.pk}"):
        for disease in ("rabies", "distemper"):
            box = page.locator(f"[name={key}-{disease}_given]")
            if not box.is_visible():
                page.locator(f"#shot-{key}-{disease} > details > summary").click()
            box.fill(given)
            page.locator(f"[name={key}-{disease}_certificate]").check()
            page.locator(f"[name={key}-{disease}_veterinarian]").fill("Dr. Kay")
    page.get_by_role("button", name="Take $15.00 and issue 3 licenses").click()
    expect(page.locator(".done__change")).to_have_text("$35.00")
    assert License.objects.count() == 3
    assert Tag.objects.count() == 3
    assert Visit.objects.get().state == "issued"
    link = page.get_by_role("link", name="Licenses and receipt (PDF)")
    expect(link).to_be_focused()
    response = page.request.get(link.get_attribute("href"))
    assert response.headers["content-type"] == "application/pdf"
    page.get_by_role("link", name="Next owner").click()
    expect(page.locator("#q")).to_be_focused()
