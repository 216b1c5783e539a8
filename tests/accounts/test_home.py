"""The home page and the navigation of every role."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from playwright.sync_api import Page, expect

from freeport_animals.accounts import services
from freeport_animals.accounts.views.home import greeting
from freeport_animals.base import extend
from freeport_animals.base.access import Role
from tests.cast import NOON

EVERYBODY = list(Role.values)


def home(cast, user):
    return cast.client(user).get("/")


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_home_with_its_name_its_day_and_something_to_do(role, cast, today):
    user = cast.by_role(role)
    answer = home(cast, user)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f"Good afternoon, {user.first_name}" in page
    assert "Wednesday, 3 June 2026" in page
    assert role.label in page
    assert answer.context["sections"] or answer.context["doors"] or answer.context["looks_up"]


@pytest.mark.parametrize("role", Role)
def test_no_link_of_the_navigation_or_of_the_home_page_leads_to_a_closed_door(role, cast, today):
    cast.everybody()
    client = cast.client(cast.by_role(role))
    answer = client.get("/")
    urls = [item["url"] for item in answer.context["nav"]] + [item["url"] for item in answer.context["doors"]]
    for section in answer.context["sections"]:
        items = section["context"].get("items") or []
        urls += [item["url"] for item in items if item.get("url")]
        urls += [section["context"]["url"]] if section["context"].get("url") else []
    assert urls
    for url in urls:
        assert client.get(url, follow=True).status_code == 200, url


def test_every_entry_that_an_app_registered_has_a_page():
    for item in extend.navigation_items(EVERYBODY):
        assert resolve(reverse(item.url_name)).func.access.admits(item.roles), item.label


def test_no_two_entries_share_a_key():
    keys = [item.key for item in extend.navigation_items(EVERYBODY) if item.key]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("role", [*Role, "everything"])
def test_the_queries_are_bounded(role, cast, today):
    cast.everybody()
    client = cast.client(cast.everything if role == "everything" else cast.by_role(role))
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/").status_code == 200
    assert len(queries) <= (40 if role == "everything" else 15)


@pytest.mark.parametrize(
    ("hour", "said"),
    [
        (0, "Good morning"),
        (11, "Good morning"),
        (12, "Good afternoon"),
        (17, "Good afternoon"),
        (18, "Good evening"),
    ],
)
def test_what_is_said_at_which_hour(hour, said):
    assert greeting(hour) == said


def test_the_hour_is_the_city_s(cast):
    with time_machine.travel(
        dt.datetime(2026, 6, 3, 23, 30, tzinfo=dt.UTC), tick=False
    ):  # 6:30 pm in Freeport
        page = home(cast, cast.clerk).content.decode()
    assert "Good evening, Anna" in page and "Wednesday, 3 June 2026" in page


def test_where_one_is_is_marked(cast):
    client = cast.client(cast.administrator)

    def marked(url):
        return [item["label"] for item in client.get(url).context["nav"] if item["active"]]

    assert marked("/") == ["Today"]
    assert marked("/staff/") == marked(f"/staff/{cast.clerk.pk}/edit/") == ["Staff"]
    assert marked("/password/") == []
    assert 'aria-current="page"' in client.get("/staff/").content.decode()


def test_each_sees_the_doors_of_their_roles_only(cast):
    labels = {
        role: {item["label"] for item in home(cast, cast.by_role(role)).context["nav"]} for role in Role
    }
    assert all("Today" in each for each in labels.values())
    assert [role for role in Role if "Staff" in labels[role]] == [Role.ADMINISTRATOR]
    both = home(cast, cast.hire(Role.CLERK, Role.ADMINISTRATOR))
    assert {"Staff", *labels[Role.CLERK]} <= {item["label"] for item in both.context["nav"]}


def test_those_who_look_things_up_have_the_search_large(cast):
    assert "Look up an animal, a tag or a person" in home(cast, cast.officer).content.decode()
    assert "Look up an animal, a tag or a person" not in home(cast, cast.clerk).content.decode()


def test_nobody_is_offered_a_search_that_finds_nothing(cast, monkeypatch):
    monkeypatch.setattr(extend._extensions, "search", [])
    client = cast.client(cast.officer)
    page = client.get("/").content.decode()
    assert 'role="search"' not in page and "Look up an animal" not in page
    missing = client.get("/nothing-here/").content.decode()
    assert "There is nothing at this address." in missing and "merged" not in missing
    assert 'role="search"' not in missing


class TestTheAdministrator:
    def test_everything_in_order_is_said_too(self, cast, today):
        page = home(cast, cast.administrator).content.decode()
        assert "Nobody is locked out." in page
        assert "Everybody on the staff has signed in." in page

    def test_accounts_that_were_never_used(self, cast, today):
        for days, name in ((1, "nora"), (9, "olaf")):
            services.user_add(
                username=name, first_name=name.title(), last_name="New", email="", roles=["clerk"],
                password="abcd-efgh-jkmn-pqrt", at=NOON - dt.timedelta(days=days),
            )  # fmt: skip
        page = home(cast, cast.administrator).content.decode()
        assert page.index("Olaf New") < page.index("Nora New"), "who waits longest comes first"
        assert "Password ended" in page


def test_in_the_browser_by_keys(page: Page, cast, sign_in, axe):
    sign_in(page, cast.everything)
    page.goto("/staff/")
    page.keyboard.press("Alt+t")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Jack")
    axe(page)
    for size in ((800, 1280), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        axe(page)
