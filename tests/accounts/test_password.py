"""Choosing one's own password."""

import datetime as dt

import pytest
import time_machine
from django.test import Client
from playwright.sync_api import Page, expect

from freeport_animals.accounts import services
from freeport_animals.accounts.models import User
from freeport_animals.accounts.passwords import LETTERS, one_time_password
from tests.cast import NOON, PASSWORD

NEW = "four quiet river stones"
ONE_TIME = "k7qm-2xrt-4b9w-hn3c"


def change(client, old=PASSWORD, new=NEW, again=None):
    return client.post(
        "/password/",
        {"old_password": old, "new_password": new, "new_password_again": new if again is None else again},
    )


def test_the_new_one_counts_and_the_old_one_does_not(cast):
    client = cast.client(cast.clerk)
    elsewhere = cast.client(cast.clerk)
    assert change(client)["Location"] == "/"
    assert "Your new password counts from now on." in client.get("/").content.decode()
    assert elsewhere.get("/").status_code == 302, "other sessions have ended"
    assert Client().post("/sign-in/", {"username": "anna", "password": PASSWORD}).status_code == 422
    assert Client().post("/sign-in/", {"username": "anna", "password": NEW}).status_code == 302


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        (
            {"old": "wrong"},
            "old_password",
            "This is not your password. Type the one with which you signed in.",
        ),
        ({"new": "short"}, "new_password", "This password is too short. Use at least 12 characters"),
        ({"new": "password1234"}, "new_password", "one of those that everybody tries first. Choose another."),
        ({"new": "anna-kramer-12"}, "new_password", "too much like your name, user name or e-mail address"),
        ({"new": PASSWORD}, "new_password", "This is the password that you have now. Choose another."),
        ({"again": "something else"}, "new_password_again", "The two new passwords differ."),
        ({"new": "x" * 201}, "new_password", "A password has at most 200 characters."),
        ({"new": "twelve\x00letters"}, "new_password", "Null characters are not allowed"),
        ({"new": ""}, "new_password", "“New password” is empty. Fill it in."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(cast, typed, field, sentence):
    answer = change(cast.client(cast.clerk), **typed)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert answer.context["form"].errors[field]
    assert User.objects.get(username="anna").check_password(PASSWORD)


def test_the_rules_stand_on_the_page_in_sentences(cast):
    page = cast.client(cast.clerk).get("/password/").content.decode()
    for rule in ("At least 12 characters", "Not your name", "Not one of the passwords that everybody tries"):
        assert rule in page


class TestAfterAOneTimePassword:
    @pytest.fixture
    def nora(self, db):
        return services.user_add(
            username="nora",
            first_name="Nora",
            last_name="Lang",
            email="",
            roles=["clerk"],
            password=ONE_TIME,
            at=NOON,
        )

    @pytest.fixture
    def client(self, nora, today):
        client = Client()
        assert client.post("/sign-in/", {"username": "nora", "password": ONE_TIME}).status_code == 302
        return client

    @pytest.mark.parametrize("url", ["/", "/counter/", "/search/?q=bella", "/history/accounts.user/1/"])
    def test_nothing_else_is_open(self, client, url):
        assert client.get(url)["Location"] == "/password/"
        assert client.get(url, headers={"hx-request": "true"})["HX-Redirect"] == "/password/"

    def test_the_page_says_why_and_shows_no_other_door(self, client):
        page = client.get("/password/").content.decode()
        assert "First choose a password of your own" in page
        assert "The one-time password that you were given" in page
        assert 'aria-label="Main"' not in page

    def test_then_everything_is(self, client):
        assert change(client, old=ONE_TIME)["Location"] == "/"
        assert client.get("/").status_code == 200
        user = User.objects.get(username="nora")
        assert (user.must_change_password, user.one_time_until, user.password_changed_at) == (
            False,
            None,
            NOON,
        )

    def test_the_same_again_is_no_choice(self, client):
        assert change(client, old=ONE_TIME, new=ONE_TIME).status_code == 422

    def test_signing_out_is_possible(self, client):
        assert client.post("/sign-out/")["Location"] == "/sign-in/"

    def test_after_seven_days_it_lets_nobody_in(self, nora):
        with time_machine.travel(NOON + dt.timedelta(days=7, seconds=-1), tick=False):
            assert Client().post("/sign-in/", {"username": "nora", "password": ONE_TIME}).status_code == 302
        with time_machine.travel(NOON + dt.timedelta(days=7, seconds=1), tick=False):
            answer = Client().post("/sign-in/", {"username": "nora", "password": ONE_TIME})
        assert answer.status_code == 422
        assert (
            "was good until Wed 10 June 2026, 12:00 pm. Ask the administrator for a new one."
            in answer.content.decode()
        )

    def test_only_who_knows_it_learns_that_it_ended(self, nora):
        with time_machine.travel(NOON + dt.timedelta(days=8), tick=False):
            answer = Client().post("/sign-in/", {"username": "nora", "password": "guess"})
        assert "was good until" not in answer.content.decode()


def test_one_time_passwords_follow_from_their_token_and_look_alike_nowhere():
    first, second = one_time_password("a"), one_time_password("b")
    assert first == one_time_password("a") != second
    assert len(first) == 19 and set(first) <= set(LETTERS + "-")
    assert not set(LETTERS) & set("0o1liuv5s")


def test_another_site_secret_makes_other_passwords(settings):
    before = one_time_password("a")
    settings.SECRET_KEY = "another"
    assert one_time_password("a") != before


def test_passwords_are_in_no_history(cast):
    change(cast.client(cast.clerk))
    for event in User.pgh_event_model.objects.values():
        assert "password" not in event and NEW not in str(event)
    assert not {"password", "last_login"} & {each.name for each in User.pgh_event_model._meta.fields}


def test_in_the_browser(page: Page, cast, sign_in, axe):
    sign_in(page, cast.clerk)
    page.goto("/password/")
    axe(page)
    page.get_by_label("Your password now").fill(PASSWORD)
    page.get_by_label("New password", exact=True).fill("short")
    page.keyboard.press("Alt+s")
    expect(page.get_by_label("Your password now")).to_have_value("")
    expect(page.get_by_role("alert")).to_contain_text("too short")
    axe(page)
