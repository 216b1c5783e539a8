"""Signing in and out."""

import datetime as dt
import re

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from freeport_animals.accounts.forms import SignInForm
from tests.cast import PASSWORD

WRONG = "User name and password do not belong together."


def sign_in(client, user, password=PASSWORD, **more):
    """Type the name of `user`, or the one given, and the password."""
    return client.post(
        "/sign-in/", {"username": getattr(user, "username", user), "password": password, **more}
    )


def test_the_page_asks_the_database_nothing(client):
    """Nor does it open a session: no `db` fixture, so that a query would fail."""
    answer = client.get("/sign-in/")
    assert answer.status_code == 200
    assert "sessionid" not in answer.cookies
    page = answer.content.decode()
    assert "Ask the administrator at the city office, 320-836-2112" in page
    assert 'autocomplete="current-password"' in page


def test_the_right_password_leads_home(cast, client):
    answer = sign_in(client, cast.clerk)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "Good" in client.get("/").content.decode()


@pytest.mark.parametrize("typed", ["ANNA", " Anna ", "aNNa"])
def test_capital_letters_do_not_matter_in_the_user_name(cast, client, typed):
    assert cast.clerk.username == "anna"
    assert sign_in(client, typed).status_code == 302


def test_a_wrong_password_an_unknown_name_and_a_closed_account_look_alike(cast, client):
    cast.hire(username="gone", is_active=False)
    pages = {}
    assert cast.clerk.username == "anna"
    for username in ("anna", "mallory", "gone"):
        password = PASSWORD if username == "gone" else "something else"
        answer = sign_in(client, username, password)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert WRONG in page
        assert password not in page
        pages[username] = re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1", page.replace(username, "NAME"))
    assert pages["anna"] == pages["mallory"] == pages["gone"]


def test_what_is_left_empty_is_named(client, db):
    page = sign_in(client, "", "").content.decode()
    assert "“User name” is empty" in page
    assert "“Password” is empty" in page


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("\x00anna", "x"),
        ("anna", "x\x00y"),
        ("x" * 10_000, "x"),
        ("anna", "x" * 10_000),
        ("' OR 1=1 --", "x"),
        ("🐕", "🐕"),
    ],
)
def test_nonsense_is_refused_in_sentences(cast, client, username, password):
    assert sign_in(client, username, password).status_code == 422


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/staff/?page=2", "/staff/?page=2"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("http:///evil.example", "/"),
        ("/sign-in/", "/"),
        ("?", "/"),
        ("staff", "/"),
        ("/staff/\r\nSet-Cookie: a=b", "/staff/%0D%0ASet-Cookie:%20a=b"),
        ("", "/"),
    ],
)
def test_it_leads_back_to_a_page_of_this_site_only(cast, client, wanted, reached):
    assert sign_in(client, cast.administrator, next=wanted)["Location"] == reached
    assert client.get("/sign-in/", {"next": wanted})["Location"] == reached, (
        "and so for somebody who is in already"
    )


def test_a_page_asked_for_by_nobody_is_reached_after_the_sign_in(cast, client):
    asked = client.get("/staff/?page=1")
    assert asked["Location"] == "/sign-in/?next=%2Fstaff%2F%3Fpage%3D1"
    page = client.get(asked["Location"])
    assert page.context["next"] == "/staff/?page=1"
    assert sign_in(client, cast.administrator, next=page.context["next"])["Location"] == "/staff/?page=1"


def test_the_session_s_key_changes_so_that_nobody_can_prepare_one(cast, client):
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    sign_in(client, cast.clerk)
    assert client.session.session_key != before


def test_signing_out_ends_the_session(cast):
    client = cast.client(cast.clerk)
    key = client.session.session_key
    answer = client.post("/sign-out/", follow=True)
    assert answer.redirect_chain[-1][0] == "/sign-in/"
    assert "You are signed out." in answer.content.decode()
    assert not Session.objects.filter(session_key=key).exists()
    assert client.get("/").status_code == 302


def test_signing_out_twice_is_no_fault(cast):
    client = cast.client(cast.clerk)
    client.post("/sign-out/")
    assert client.post("/sign-out/")["Location"] == "/sign-in/"


def test_signing_out_needs_the_form_s_token(cast):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.clerk, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post("/sign-out/").status_code == 403
    assert client.get("/").status_code == 200


def test_a_closed_account_is_out_at_once(cast):
    client = cast.client(cast.clerk)
    assert client.get("/").status_code == 200
    type(cast.clerk).objects.filter(pk=cast.clerk.pk).update(is_active=False)
    assert client.get("/")["Location"] == "/sign-in/"


class TestEightHours:
    """A session lasts a working day from the last work, and is not saved at every request."""

    def test_it_ends_eight_hours_after_the_last_work(self, cast, client):
        start = dt.datetime(2026, 6, 3, 13, 0, tzinfo=dt.UTC)
        with time_machine.travel(start, tick=False):
            sign_in(client, cast.clerk)
        for hours in (7, 14, 21):
            with time_machine.travel(start + dt.timedelta(hours=hours), tick=False):
                assert client.get("/").status_code == 200
        with time_machine.travel(start + dt.timedelta(hours=29, minutes=1), tick=False):
            assert client.get("/").status_code == 302

    def test_it_is_saved_once_in_a_quarter_of_an_hour(self, cast, client):
        start = dt.datetime(2026, 6, 3, 13, 0, tzinfo=dt.UTC)
        saves = []
        with time_machine.travel(start, tick=False):
            sign_in(client, cast.clerk)
        for minutes in (1, 5, 14, 16, 20, 30, 32):
            with (
                time_machine.travel(start + dt.timedelta(minutes=minutes), tick=False),
                CaptureQueriesContext(
                    connection,
                ) as queries,
            ):
                assert client.get("/password/").status_code == 200
            if any('UPDATE "django_session"' in query["sql"] for query in queries):
                saves.append(minutes)
            assert len(queries) <= 5
        assert saves == [16, 32]

    def test_the_cookie_says_so_too(self, cast, client):
        cookie = sign_in(client, cast.clerk).cookies["sessionid"]
        assert cookie["max-age"] == settings.SESSION_COOKIE_AGE == 8 * 60 * 60
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"

    def test_ended_sessions_are_cleared_away_at_a_sign_in(self, cast, client):
        Session.objects.create(
            session_key="old" * 10, session_data="", expire_date=dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
        )
        sign_in(client, cast.clerk)
        assert Session.objects.count() == 1


def test_pages_of_the_staff_are_kept_by_no_shared_cache(cast):
    assert cast.client(cast.clerk).get("/")["Cache-Control"] == "private, no-cache"


def test_a_forged_request_to_sign_in_is_refused_with_a_page(cast):
    client = Client(enforce_csrf_checks=True)
    answer = sign_in(client, cast.clerk)
    assert answer.status_code == 403
    assert "This form had grown too old" in answer.content.decode()


def test_the_second_sign_in_page_of_somebody_who_is_in_already_leads_home(cast):
    """Two tabs with the sign-in page: the first sign-in changes the token of the second."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.clerk, backend="django.contrib.auth.backends.ModelBackend")
    answer = sign_in(client, cast.clerk, next="/password/")
    assert (answer.status_code, answer["Location"]) == (302, "/password/")


def test_the_form_never_shows_the_password_again():
    assert "secret" not in str(SignInForm(None, {"username": "", "password": "secret"}))
