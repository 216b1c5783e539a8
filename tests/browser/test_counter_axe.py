"""The counter's pages by WCAG 2.1 A and AA, at the clerk's window and on a ten-inch tablet."""

import datetime as dt
import re

import pytest
from playwright.sync_api import Page

from licensing.models import License
from tests.cast import AnimalFactory, Cast
from tests.licensing.counter import resolve


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (800, 1280)])
def test_no_barrier_on_the_way_from_search_to_sheet(
    cast: Cast, page: Page, sign_in, axe, width: int, height: int
) -> None:
    resolve(cast, on=dt.date.today() - dt.timedelta(days=400), license_term="twelve-months")
    sign_in(page, cast.clerk)
    page.set_viewport_size({"width": width, "height": height})
    cast.bella, cast.max
    for name in ("Fritz", "Mina", "Lumpi"):
        AnimalFactory(name=name, owner=cast.noah)
    page.goto("/counter/?q=beutz")
    axe(page)
    page.keyboard.press("Alt+n")
    axe(page)
    page.locator("#found button").last.click()
    page.wait_for_url(re.compile(r"/counter/\d+/$"))
    axe(page)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    page.keyboard.press("Alt+a")
    page.wait_for_selector("#id_n1-name")
    page.keyboard.press("Alt+Enter")
    page.wait_for_selector(".error-summary")
    axe(page)
    page.get_by_role("button", name="Take away").click()
    page.wait_for_selector("#id_n1-name", state="detached")
    today = dt.date.today()
    for key in (f"a{cast.max.pk}", f"a{cast.bella.pk}"):
        for disease in ("rabies", "distemper"):
            box = page.locator(f"#id_{key}-{disease}_given")
            if not box.is_visible():
                page.locator(f"#shot-{key}-{disease} > details > summary").click()
            box.fill(f"{today.month}/{today.day}/{today.year}")
            page.locator(f"#id_{key}-{disease}_certificate").check()
    page.keyboard.press("Alt+Enter")
    page.wait_for_url("**/done/")
    axe(page)
    license = License.objects.first()
    for url in (
        license.get_absolute_url(),
        f"{license.get_absolute_url()}tag/",
        f"{license.get_absolute_url()}void/",
        "/licenses/",
        f"/v/{license.code}/",
        cast.thomas.get_absolute_url(),
        f"/counter/renew/{cast.thomas.pk}/",
    ):
        page.goto(url)
        axe(page)
