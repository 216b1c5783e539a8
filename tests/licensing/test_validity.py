"""The page behind the QR code: valid, expired, void or not begun; for everybody, and about nobody."""

import datetime as dt

import pytest
import time_machine
from django.urls import reverse

from licensing.models import License
from licensing.papers import validity_url
from licensing.services.issuing import CODE_LENGTH, CODE_LETTERS
from tests.licensing.counter import Desk, resolve, words


@pytest.fixture
def license(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    return License.objects.get()


def look(cast, license):
    return cast.client().get(reverse("validity", args=[license.code]))


def test_valid(cast, license):
    response = look(cast, license)
    assert response.status_code == 200
    text = words(response)
    assert "Valid" in text and "Thu 31 December 2026" in text and "L-2026-0001" in text


@pytest.mark.parametrize(
    ("moment", "word"),
    [
        (dt.datetime(2026, 12, 31, 23, 59, tzinfo=dt.timezone(dt.timedelta(hours=-6))), "Valid"),
        (dt.datetime(2027, 1, 1, 0, 0, tzinfo=dt.timezone(dt.timedelta(hours=-6))), "Expired"),
    ],
)
def test_valid_through_the_last_minute_of_its_last_day(cast, license, moment, word):
    with time_machine.travel(moment, tick=False):
        assert word in words(look(cast, license))


def test_not_begun(cast, license):
    with time_machine.travel(dt.datetime(2026, 12, 15, 18, tzinfo=dt.UTC), tick=False):
        Desk(cast, cast.thomas).press("issue")
        response = look(cast, License.objects.get(renewal_of__isnull=False))
        assert response.status_code == 200
        text = words(response)
        assert "Fri 1 January 2027" in text
        assert "Void" not in text and "Expired" not in text


def test_nothing_personal_stands_there(cast, license):
    html = look(cast, license).content.decode()
    for private in (
        "Bella",
        "Thomas",
        "Beutz",
        "414 Main",
        "0143",
        "985112004567890",
        "Meyer",
        "yellow",
        "5.00",
    ):
        assert private not in html


def test_it_needs_no_sign_in_sets_no_cookie_and_may_be_kept_for_a_minute(cast, license):
    response = look(cast, license)
    assert response["Cache-Control"] == "public, max-age=60"
    assert not response.cookies
    assert "noindex" in response["X-Robots-Tag"]


@pytest.mark.parametrize("code", ["x", "abcdefgh23456789", "a" * 200, "L-2026-0001"])
def test_a_code_that_is_none(cast, license, code):
    response = cast.client().get(f"/v/{code}/")
    assert response.status_code == 404
    assert "Not known" in words(response)


def test_only_looking_is_possible(cast, license):
    assert cast.client().post(reverse("validity", args=[license.code])).status_code == 405
    assert cast.client().head(reverse("validity", args=[license.code])).status_code == 200


def test_the_code_cannot_be_guessed(license):
    assert len(license.code) == CODE_LENGTH == 16
    assert set(license.code) <= set(CODE_LETTERS)
    assert len(CODE_LETTERS) ** CODE_LENGTH > 2**78


def test_the_address_printed_is_the_citys_public_one(license, settings):
    settings.PUBLIC_URL = "https://animals.example.org"
    assert validity_url(license) == f"https://animals.example.org/v/{license.code}/"
