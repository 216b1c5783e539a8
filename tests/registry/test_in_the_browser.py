"""The registry in a real browser: search, owner, animal, merge; by keyboard, without scripts, for everybody."""

import pytest
from playwright.sync_api import Page, expect

from freeport_animals.base.access import Role
from freeport_animals.registry.models import Animal, Person
from tests.cast import PersonFactory


@pytest.fixture
def city(cast, page, sign_in):
    """A clerk at the desk, and Thomas with Bella on record."""
    cast.bella, cast.noah
    sign_in(page)
    return cast


def test_from_the_search_box_to_a_new_animal_by_keyboard(city, page: Page, axe) -> None:
    page.goto("/owners/")
    axe(page)
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("tomas beuts")
    expect(page.locator("#find-results")).to_contain_text("Thomas Beutz")
    axe(page, within="#find-results")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thomas Beutz")
    axe(page)
    page.keyboard.press("a")
    expect(page.get_by_role("heading", level=1)).to_have_text("Add an animal")
    page.get_by_label("Name", exact=True).fill("Bela")
    expect(page.locator("#likely")).to_contain_text("Name sounds alike: Bella")
    axe(page)
    page.get_by_label("Name", exact=True).fill("Rocky")
    expect(page.locator("#likely")).not_to_contain_text("Bella")
    page.get_by_label("Color", exact=True).fill("fawn")
    page.keyboard.press("Alt+s")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rocky")
    axe(page)
    assert Animal.objects.get(name="Rocky").color == "fawn"


def test_escape_puts_the_list_away_and_keeps_what_was_typed(city, page: Page) -> None:
    page.goto("/animals/")
    page.locator("#find").fill("bella")
    expect(page.locator("#find-results a").first).to_be_visible()
    page.locator("#find").press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#find-results a")).to_have_count(0)
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("bella")


def test_one_key_for_died_and_it_is_undone(city, page: Page, axe) -> None:
    page.goto(city.bella.get_absolute_url())
    page.keyboard.press("d")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bella died")
    axe(page)
    page.keyboard.press("Alt+Enter")
    expect(page.locator("main")).to_contain_text("Died on record")
    page.get_by_role("link", name="Undo").first.click()
    page.get_by_label("What was the mistake?").fill("Wrong dog")
    axe(page)
    page.keyboard.press("Alt+Enter")
    expect(page.locator("#notices")).to_contain_text("Bella is here again, as before.")


def test_the_keys_do_nothing_while_typing(city, page: Page) -> None:
    page.goto(city.bella.get_absolute_url())
    page.locator("#find").fill("")
    page.locator("#find").press_sequentially("dmg")
    assert page.url.endswith(city.bella.get_absolute_url())


def test_a_new_owner_with_likely_people_and_places_shown_while_typing(city, page: Page, axe) -> None:
    page.goto("/owners/add/")
    expect(page.get_by_label("Name of the firm, association or corporation")).to_be_hidden()
    page.get_by_role("radio", name="Corporation").check()
    expect(page.get_by_label("Given name")).to_be_hidden()
    page.get_by_role("radio", name="Person").check()
    page.get_by_label("Given name").fill("Tomas")
    page.get_by_label("Family name").fill("Beutz")
    expect(page.locator("#likely")).to_contain_text("Thomas Beutz")
    page.get_by_label("House number and street").fill("414 E Main")
    expect(page.locator("#likely-premises")).to_contain_text("414 Main Street E, Freeport")
    axe(page)
    page.get_by_label("This is somebody else: add a new record").check()
    page.locator("#likely-premises").get_by_role("radio").first.check()
    page.keyboard.press("Alt+s")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tomas Beutz")
    assert Person.objects.get(given_name="Tomas").premises == city.main_street


def test_merging_side_by_side(city, page: Page, axe) -> None:
    other = PersonFactory(given_name="Tom", family_name="Beutz", birth_date=None, email="tom@example.org")
    page.goto(city.thomas.get_absolute_url())
    page.get_by_role("link", name="Same as another record").click()
    axe(page)
    page.get_by_label("Search for the other record").fill("tom beutz")
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_role("link", name="Tom Beutz").click()
    expect(page.get_by_role("table")).to_contain_text("tom@example.org")
    axe(page)
    page.get_by_label("How do you know that they are one?").fill("Same man, said so")
    page.keyboard.press("Alt+Enter")
    expect(page.locator("#notices")).to_contain_text("are one record now")
    page.goto(other.get_absolute_url())
    expect(page).to_have_url(page.url.split("/owners/")[0] + city.thomas.get_absolute_url())


def test_choosing_a_person_by_arrow_keys(city, page: Page, axe) -> None:
    city.mai
    page.goto(f"/animals/{city.bella.pk}/new-owner/")
    box = page.get_by_label("New owner")
    box.press_sequentially("xyooj")
    expect(page.locator("#id_to_found")).to_contain_text("Mai Xiong")
    axe(page)
    box.press("ArrowDown")
    page.keyboard.press("Space")
    box.fill("Mai Xiong")
    page.locator("#id_to_found").get_by_role("radio").first.check()
    page.get_by_role("button", name="Hand over").click()
    expect(page.locator("#owners")).to_contain_text("Mai Xiong")


def test_no_scripts_and_everything_still_works(
    cast, browser, live_server, sign_in, browser_context_args
) -> None:
    cast.bella
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    sign_in(page)
    page.goto("/owners/add/")
    page.get_by_label("Given name").fill("Tomas")
    page.get_by_label("Family name").fill("Beutz")
    page.get_by_label("House number and street").fill("414 E Main")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("Nothing was saved yet.")
    page.get_by_label("This is somebody else: add a new record").check()
    page.get_by_label("None of these: it is another place").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tomas Beutz")
    page.locator("#find").fill("bella")
    page.locator("#find").press("Enter")
    page.get_by_role("link", name="Bella").click()
    page.get_by_role("link", name="Given away").click()
    page.get_by_role("button", name="Record that it was given away").click()
    expect(page.locator("main")).to_contain_text("Given away on record")
    assert Animal.objects.get(pk=cast.bella.pk).status == "given-away"
    context.close()


def test_the_pages_fit_a_tablet_and_a_telephone(city, page: Page) -> None:
    paths = [
        "/owners/", "/owners/add/", city.thomas.get_absolute_url(), f"/owners/{city.thomas.pk}/edit/",
        "/animals/", city.bella.get_absolute_url(), f"/animals/{city.bella.pk}/edit/",
        f"/animals/{city.bella.pk}/vaccinations/add/",
        city.main_street.get_absolute_url(), "/veterinarians/", "/search/?q=beutz",
        f"/merge/person/{city.thomas.pk}/with/{city.noah.pk}/",
    ]  # fmt: skip
    for width in (820, 390):
        page.set_viewport_size({"width": width, "height": 1100})
        for path in paths:
            page.goto(path)
            wider = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wider <= 0, f"{path} is {wider} px too wide at {width} px"


def test_every_page_is_open_to_everybody(city, page: Page, axe, sign_in) -> None:
    for role, paths in {
        Role.CLERK: [
            "/owners/?q=beutz", "/search/?q=be", "/premises/", "/premises/add/", "/veterinarians/",
            f"/owners/{city.thomas.pk}/edit/", f"/owners/{city.thomas.pk}/household/",
            f"/owners/{city.thomas.pk}/moved-away/", f"/animals/{city.bella.pk}/edit/",
            f"/animals/{city.bella.pk}/vaccinations/add/", f"/merges/person/{city.thomas.pk}/",
            city.main_street.get_absolute_url(), f"/owners/{city.halima.pk}/premises/",
        ],
        Role.OFFICER: [city.main_street.get_absolute_url(), city.bella.get_absolute_url()],
    }.items():  # fmt: skip
        sign_in(page, role)
        for path in paths:
            page.goto(path)
            axe(page)
