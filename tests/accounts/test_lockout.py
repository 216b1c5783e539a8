"""Too many wrong passwords."""

import datetime as dt

import pytest
import time_machine
from django.core import mail
from django.test import Client

from freeport_animals.accounts.addresses import client_address
from freeport_animals.accounts.locks import locks, unlock
from tests.cast import PASSWORD

START = dt.datetime(2026, 6, 3, 19, 0, tzinfo=dt.UTC)  # 2:00 pm in Freeport


def attempt(client, user, password="wrong", **more):
    """Type the name of `user`, or the one given, and a password."""
    name = getattr(user, "username", user)
    return client.post("/sign-in/", {"username": name, "password": password}, **more)


def at(minutes):
    return time_machine.travel(START + dt.timedelta(minutes=minutes), tick=False)


@pytest.fixture
def locked(cast, client):
    """Anna typed a wrong password five times at 2:00 pm."""
    with at(0):
        answers = [attempt(client, cast.clerk) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 422, 429]
    return answers[-1]


def test_the_fifth_wrong_password_locks_and_says_until_when_and_whom_to_ask(locked):
    page = " ".join(locked.content.decode().split())
    assert "cannot sign in from here before 2:15 pm, 15 minutes from now" in page
    assert "an administrator can unlock it at once (city office 320-836-2112)" in page
    assert locked["Retry-After"] == "900"


def test_then_the_right_password_does_not_help(locked, client, cast):
    with at(14):
        answer = attempt(client, cast.clerk, password=PASSWORD)
    assert answer.status_code == 429
    assert "2:15 pm, 1 minute from now" in answer.content.decode()


def test_trying_again_does_not_lengthen_it(locked, client, cast):
    with at(10):
        assert "before 2:15 pm" in attempt(client, cast.clerk).content.decode()
    with at(15.1):
        assert attempt(client, cast.clerk, password=PASSWORD).status_code == 302


def test_in_other_letters_it_is_the_same_name(locked, client, cast):
    with at(1):
        assert cast.clerk.username == "anna"
        assert attempt(client, "  ANNA ", PASSWORD).status_code == 429


def test_others_are_not_locked(locked, client, cast):
    with at(1):
        assert attempt(client, cast.second_clerk, PASSWORD).status_code == 302


def test_from_another_machine_the_owner_still_gets_in(locked, client, cast):
    """A stranger at home cannot shut the clerk out of the office."""
    with at(1):
        assert attempt(client, cast.clerk, password=PASSWORD, REMOTE_ADDR="10.0.0.7").status_code == 302


def test_an_invented_name_is_locked_in_the_same_words(cast, client):
    with at(0):
        real = [attempt(Client(), cast.clerk) for _ in range(5)][-1]
        invented = [attempt(Client(), "nobody") for _ in range(5)][-1]
    assert real.status_code == invented.status_code == 429
    assert real.content == invented.content


def test_a_right_password_forgets_the_wrong_ones(cast, client):
    for _ in range(2):
        assert [attempt(client, cast.clerk).status_code for _ in range(4)] == [422] * 4
        assert attempt(client, cast.clerk, password=PASSWORD).status_code == 302
        client.post("/sign-out/")


def test_four_wrong_ones_a_day_are_forgotten(cast, client):
    with at(0):
        for _ in range(4):
            attempt(client, cast.clerk)
    with at(16):
        assert attempt(client, cast.clerk).status_code == 422
        assert attempt(client, cast.clerk, password=PASSWORD).status_code == 302


def test_an_administrator_sees_the_lock_and_opens_it(locked, client, cast):
    with at(3):
        admin = cast.client(cast.administrator)
        home = admin.get("/").content.decode()
        assert "Anna Kramer" in home and "Until 2:15 pm" in home
        assert "Locked" in admin.get("/staff/").content.decode()
        page = admin.get(f"/staff/{cast.clerk.pk}/").content.decode()
        assert "Locked out until 2:15 pm" in page
        done = admin.post(f"/staff/{cast.clerk.pk}/unlock/", follow=True)
        assert "Anna Kramer can sign in again." in done.content.decode()
        assert "Locked out until" not in done.content.decode()
        assert attempt(client, cast.clerk, password=PASSWORD).status_code == 302


def test_opening_what_is_not_locked_says_so(cast):
    admin = cast.client(cast.administrator)
    done = admin.post(f"/staff/{cast.clerk.pk}/unlock/", follow=True)
    assert "Anna Kramer was not locked any more." in done.content.decode()


def test_the_administrator_hears_of_invented_names_too(cast):
    with at(0):
        for _ in range(5):
            attempt(Client(), "root")
        page = cast.client(cast.administrator).get("/").content.decode()
    assert "root" in page
    assert "there is no such account" in page


def test_locks_are_read_with_two_queries(locked, cast, django_assert_num_queries):
    moment = START + dt.timedelta(minutes=1)
    with django_assert_num_queries(2):
        found = locks(moment)
    assert [(lock.user, lock.address, lock.until) for lock in found] == [
        (cast.clerk, "127.0.0.1", START + dt.timedelta(minutes=15))
    ]
    assert locks(START + dt.timedelta(minutes=16)) == []
    assert unlock(cast.clerk) and not unlock(cast.clerk)


def test_no_password_is_written_into_the_books(locked):
    from axes.models import AccessAttempt, AccessFailureLog

    for model in (AccessAttempt, AccessFailureLog):
        for row in model.objects.values():
            assert "wrong" not in str(row)
    assert not mail.outbox


class TestWhereARequestComesFrom:
    def test_straight_from_the_browser_nothing_it_says_counts(self, rf):
        request = rf.get("/", REMOTE_ADDR="192.0.2.5", HTTP_X_FORWARDED_FOR="10.0.0.1")
        assert client_address(request) == "192.0.2.5"

    def test_behind_the_city_s_web_server_its_own_entry_counts(self, rf, settings):
        settings.BEHIND_HTTPS = True
        request = rf.get("/", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="6.6.6.6, 192.0.2.5")
        assert client_address(request) == "192.0.2.5"
        assert client_address(rf.get("/", REMOTE_ADDR="127.0.0.1")) == "127.0.0.1"

    @pytest.mark.parametrize("address", ["", "not-an-address", "\x00", "999.1.1.1"])
    def test_nonsense_is_no_address(self, rf, address):
        assert client_address(rf.get("/", REMOTE_ADDR=address)) is None
