"""The main job with the keyboard alone, counted: a known owner and animal in under twenty keys beside the data."""

import datetime as dt
import re

import pytest
from playwright.sync_api import Page, expect

from freeport_animals.documents.models import DocumentPrint
from freeport_animals.ledger.models import Payment
from licensing.models import License, Tag
from tests.cast import Cast
from tests.licensing.counter import resolve

VISIT = re.compile(r"/counter/\d+/$")


class Keyboard:
    """Counts the keys pressed beside the data that is typed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def press(self, *keys: str) -> "Keyboard":
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1
        return self

    def type(self, text: str) -> "Keyboard":
        """Data: a name, a date, an amount."""
        self.page.keyboard.type(text)
        return self


@pytest.fixture
def keys(page: Page) -> Keyboard:
    return Keyboard(page)


@pytest.fixture
def city(cast: Cast, live_server, sign_in, page: Page) -> Cast:
    today = dt.date.today()
    resolve(cast, on=today - dt.timedelta(days=400), license_term="twelve-months")
    sign_in(page, cast.clerk)
    return cast


def vaccinated(cast: Cast, animal, *, rabies: int, distemper: int) -> None:
    """Set the days since each shot."""
    from freeport_animals.registry.models import Vaccination

    for disease, days in (("rabies", rabies), ("distemper", distemper)):
        Vaccination.objects.filter(animal=animal, disease=disease).update(
            given=dt.date.today() - dt.timedelta(days=days), veterinarian=cast.veterinarian
        )


def focused(page: Page, box: str) -> None:
    """The cursor is in the box of this name, or on the element of this id or button of this value."""
    places = (f"[id='{box}']", f"#visit-form [name='{box}']", f".renew [name='{box}']", f"[value='{box}']")
    expect(page.locator(", ".join(places))).to_be_focused()


def typed_day(days_ago: int) -> str:
    day = dt.date.today() - dt.timedelta(days=days_ago)
    return f"{day.month}/{day.day}/{day.year}"


def to_the_visit(page: Page, keys: Keyboard, text: str) -> None:
    """Find the only owner that `text` means, and begin the visit with Enter."""
    page.goto("/counter/")
    focused(page, "q")
    keys.type(text)
    expect(page.locator("#found button")).to_have_count(1)
    keys.press("Enter")
    page.wait_for_url(VISIT)


def test_a_known_owner_and_animal_with_two_new_certificates(page: Page, keys: Keyboard, city: Cast) -> None:
    """The longest common case: both vaccinations ran out, both certificates are typed, the exact amount in cash."""
    vaccinated(city, city.bella, rabies=900, distemper=500)
    to_the_visit(page, keys, "beutz")
    key = f"a{city.bella.pk}"
    focused(page, f"{key}-rabies_given")
    keys.type(typed_day(10)).press("Enter")
    keys.type(typed_day(-355)).press("Enter")
    focused(page, f"{key}-rabies_certificate")
    keys.press("Space", "Enter", "Enter")
    focused(page, f"{key}-distemper_given")
    keys.type(typed_day(10)).press("Enter")
    keys.type(typed_day(-355)).press("Enter", "Space")
    focused(page, f"{key}-distemper_certificate")
    keys.press("Alt+Enter")
    page.wait_for_url("**/done/")
    assert License.objects.get().animal == city.bella
    assert Payment.objects.get().change == 0
    assert keys.count == 10  # fewer than twenty beside the data typed


def test_all_in_order_takes_two_keys_the_sheet_one_and_the_next_owner_one(
    page: Page, keys: Keyboard, city: Cast
) -> None:
    vaccinated(city, city.bella, rabies=10, distemper=10)
    to_the_visit(page, keys, "beutz")
    focused(page, "issue")
    keys.press("Enter")
    page.wait_for_url("**/done/")
    assert keys.count == 2
    focused(page, "sheet")
    expect(page.locator("[data-sheet-preview] iframe")).to_be_visible()
    with page.expect_popup() as popup:
        keys.press("Enter")
    assert popup.value.url.startswith("blob:")
    assert DocumentPrint.objects.count() == 2  # license and receipt, each fetched once
    assert not DocumentPrint.objects.filter(is_duplicate=True).exists()
    popup.value.close()
    page.go_back()  # Back after paying: what was done, not the form
    page.wait_for_url("**/done/")
    expect(page.locator(".done__change")).to_be_visible()
    assert License.objects.count() == 1
    keys.press("n")
    page.wait_for_url("**/counter/")
    focused(page, "q")


def test_stale_parked_taken_up_and_paid_with_change(page: Page, keys: Keyboard, city: Cast) -> None:
    vaccinated(city, city.bella, rabies=10, distemper=500)
    box = f"a{city.bella.pk}-distemper_given"
    state = page.locator(f"#shot-state-a{city.bella.pk}-distemper")
    to_the_visit(page, keys, "bella")
    focused(page, box)
    expect(state).to_contain_text("Ran out")
    keys.press("Alt+Enter")
    expect(page.get_by_role("alert")).to_contain_text(
        "One thing stands in the way. Nothing was taken or issued."
    )
    focused(page, box)
    expect(page.locator(f"#id_{box}")).to_have_attribute("aria-invalid", "true")
    keys.type("5/3/20").press("Alt+p")
    page.wait_for_url(re.compile(r"/counter/\?parked=\d+"))
    focused(page, "q")
    expect(page.locator("[data-key='alt+s']")).to_be_visible()
    page.get_by_role("link", name=re.compile("Thomas Beutz")).click()
    page.wait_for_url(VISIT)
    expect(page.locator(f"#id_{box}")).to_have_value("5/3/20")
    page.locator(f"#id_{box}").fill("")
    keys.type(typed_day(5))
    expect(state).to_contain_text("counts through")  # answered while typing, and the cursor stays
    focused(page, box)
    tick = page.locator(f"#id_a{city.bella.pk}-license")
    tick.uncheck()
    expect(page.locator("#issue-label")).to_have_text("Issue licenses")
    expect(page.locator("#till")).to_contain_text("$0.00")
    tick.check()
    expect(page.locator("#issue-label")).to_have_text("Take $5.00 and issue 1 license")
    expect(page.locator(f"#id_a{city.bella.pk}-tag")).to_have_value("1")
    page.locator(f"#id_a{city.bella.pk}-distemper_certificate").check()
    page.locator("[name=tender-cash_given]").focus()
    keys.type("20")
    expect(page.locator("[data-tender-change]")).to_have_text("$15.00")
    keys.press("Enter")
    page.wait_for_url("**/done/")
    expect(page.locator(".done__change")).to_have_text("$15.00")


def test_owners_of_one_name_are_chosen_with_the_arrows_and_enter_waits_for_the_answer(
    page: Page, keys: Keyboard, city: Cast
) -> None:
    city.bella, city.noah, city.rex
    page.goto("/counter/")
    focused(page, "q")
    keys.type("beutz")
    expect(page.locator("#found button")).to_have_count(2)
    keys.press("ArrowDown", "ArrowDown", "Enter")
    page.wait_for_url(VISIT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thomas Beutz")
    page.goto("/counter/")
    focused(page, "q")
    keys.type("xiong").press("Enter")  # at once, before the answer can be there
    page.wait_for_url(VISIT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Mai Xiong")


def test_a_new_animal_and_a_skipped_tag_with_the_keyboard(page: Page, keys: Keyboard, city: Cast) -> None:
    city.thomas, city.veterinarian
    today = dt.date.today()
    Tag.objects.create(
        series=today.year, number=4, state="skipped", reason="x", given_on=today, recorded_by=city.clerk
    )
    to_the_visit(page, keys, "beutz")
    keys.press("Alt+a")
    focused(page, "n1-name")
    keys.type("Ya'qub").press("Enter")
    focused(page, "n1-species")
    keys.press("Tab").type("Beagle").press("Enter").type("brown").press("Enter")
    focused(page, "n1-sex")
    keys.type("m")
    for disease in ("rabies", "distemper"):
        page.locator(f"#id_n1-{disease}_given").focus()
        keys.type(typed_day(9)).press("Enter", "Enter", "Space", "Enter").type("Dr. Kay")
    tag = page.locator("#id_n1-tag")
    expect(tag).to_have_value("5")
    tag.fill("7")
    reason = page.locator("#id_n1-skip_reason")
    expect(reason).to_be_visible()  # asked for while typing
    reason.fill("Bent")
    keys.press("Alt+Enter")
    page.wait_for_url("**/done/")
    assert License.objects.get().animal.name == "Ya'qub"
    assert sorted(Tag.objects.filter(state="skipped").values_list("number", flat=True)) == [4, 5, 6]


def test_renewal_in_two_keys_from_the_owners_page(page: Page, keys: Keyboard, city: Cast) -> None:
    vaccinated(city, city.bella, rabies=10, distemper=10)
    page.goto(city.thomas.get_absolute_url())
    expect(page.locator("#renew-cash")).to_be_visible()
    keys.press("r")
    focused(page, "tender-cash_given")
    keys.press("Enter")
    page.wait_for_url("**/done/")
    assert keys.count == 2
    assert License.objects.get().animal == city.bella


def test_three_clicks_issue_one_license(page: Page, keys: Keyboard, city: Cast) -> None:
    vaccinated(city, city.bella, rabies=10, distemper=10)
    to_the_visit(page, keys, "beutz")
    page.locator("[data-issue]").click(click_count=3)
    page.wait_for_url("**/done/")
    assert License.objects.count() == 1
    assert Payment.objects.count() == 1
