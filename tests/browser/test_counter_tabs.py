"""Two tabs on one visit: the second is told before it overwrites the first."""

import datetime as dt
import re

from playwright.sync_api import Page, expect

from licensing.models import License
from tests.cast import Cast
from tests.licensing.counter import resolve


def test_the_second_tab_is_shown_the_conflict_and_keeps_what_was_typed(
    cast: Cast, page: Page, sign_in
) -> None:
    resolve(cast, on=dt.date.today() - dt.timedelta(days=400), license_term="twelve-months")
    sign_in(page, cast.clerk)
    key = f"a{cast.max.pk}"
    page.goto("/counter/?q=beutz")
    page.locator("#found button").click()
    page.wait_for_url(re.compile(r"/counter/\d+/$"))
    second = page.context.new_page()
    second.goto(page.url)
    page.locator(f"#id_{key}-distemper_given").fill("5/3/2020")
    page.locator(f"#id_{key}-tag").fill("31")
    expect(page.locator(f"#shot-state-{key}-distemper")).to_contain_text("3 May 2025")  # kept, and answered
    page.get_by_role("button", name="Keep and check what is missing").dispatch_event("click")
    expect(page.get_by_role("alert")).to_be_visible()
    second.locator(f"#id_{key}-tag").fill("44")
    expect(second.locator("#visit-notice")).to_contain_text("Changed in another window")
    second.keyboard.press("Alt+Enter")
    expect(second.get_by_role("alert").first).to_contain_text("Changed in another window")
    expect(second.locator(".conflict__table")).to_contain_text("31")
    expect(second.locator(f"#id_{key}-tag")).to_have_value("44")
    assert not License.objects.exists()
