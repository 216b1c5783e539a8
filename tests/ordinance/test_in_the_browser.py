"""The ordinance's pages in a real browser: no barrier, no sideways scrolling, also without scripts."""

import re

import pytest
from playwright.sync_api import expect

from freeport_animals.base.access import Role

RELEASE = (
    "species=dog&animal=Bella&owner=o&household=h&event=now&impounded_at=6/1/2026+4:30+pm"
    "&released_at=6/2/2026+9:00+am&reasons=at-large&shelter=city&priors-0-event=then&priors-0-animal=Max"
    "&priors-0-owner=o&priors-0-household=h&priors-0-impounded_on=9/10/2025&priors-0-reasons=at-large&ask=1"
)
PAGES = [
    "/ordinance/",
    "/ordinance/?q=rabies",
    "/ordinance/ask/",
    "/ordinance/ask/designate/",
    f"/ordinance/ask/release-fee/?{RELEASE}",
    "/ordinance/ask/license-check/?species=goat&on=2/30/2026&vaccinations-0-given=1/1/2026&ask=1",
    "/ordinance/readings/",
    "/ordinance/in-force/",
]


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 900, "light"), (800, 1280, "dark")])
def test_no_page_has_a_barrier_or_scrolls_sideways(page, sign_in, axe, width, height, scheme):
    sign_in(page, Role.ADMINISTRATOR)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for address in PAGES:
        page.goto(address)
        axe(page)
        assert not page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        ), address


def test_the_public_page_on_a_telephone(page, axe):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/ordinance/#5.C")
    axe(page)
    expect(page.locator('[id="5.C"]')).to_be_in_viewport()
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_a_case_is_put_together_asked_and_tried_otherwise_without_scripts(browser, live_server, sign_in):
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    page = context.new_page()
    sign_in(page, Role.ATTORNEY)
    page.goto("/ordinance/ask/")
    page.get_by_role("link", name="Are these animals a kennel?").click()
    page.get_by_label("The day asked about").fill("6/1/2026")
    kept = page.get_by_role("group", name=re.compile(r"^Animal \d"))
    for number in range(5):
        if number:
            page.get_by_role("button", name="Add another animal").click()
        kept.nth(number).get_by_label("What the animal is").fill("dog" if number < 3 else "cat")
    page.locator("form").get_by_role("button", name="Ask").last.click()
    expect(page.locator("#answer")).to_contain_text("Animals that count")
    expect(page.locator(".ask__main")).to_have_text("5")
    assert page.url.endswith("#answer"), "the answer is in sight"
    page.get_by_role("link", name=re.compile("Try it.*Each species counts for itself")).click()
    expect(page.locator("#answer")).to_contain_text("Tried here; in force: Dogs and cats count together.")
    page.get_by_role("button", name=re.compile("Leave out.*animal 5")).click()
    expect(kept).to_have_count(4)
    expect(kept.nth(3).get_by_label("What the animal is")).to_have_value("cat")
    context.close()


def test_enter_asks_and_takes_no_row_away(page, sign_in):
    sign_in(page, Role.CLERK)
    page.goto(
        "/ordinance/ask/license-term/?issued_on=6/1/2026&vaccinations-0-disease=rabies&vaccinations-0-given=9/15/2025"
    )
    page.get_by_label("The day the license is issued").press("Enter")
    expect(page).to_have_url(re.compile("ask=1"))
    expect(page.get_by_role("group", name="Vaccination 1")).to_be_visible()


def test_a_chip_anywhere_leads_to_its_clause(page, sign_in):
    sign_in(page, Role.OFFICER)
    page.goto(f"/ordinance/ask/release-fee/?{RELEASE}")
    page.locator("#answer a.clause", has_text="5.C.A.2").first.click()
    expect(page).to_have_url(re.compile(r"/ordinance/#5\.C\.A\.2$"))
    expect(page.locator('[id="5.C.A.2"]')).to_be_in_viewport()
