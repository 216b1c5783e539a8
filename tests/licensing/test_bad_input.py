"""Whatever is typed or forged: a plain sentence, nothing half-saved, and never a broken page."""

import datetime as dt

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freeport_animals.ledger.models import Charge
from freeport_animals.registry.models import Animal, Person, Vaccination
from licensing.models import License, Tag, Visit
from licensing.services import draft_of
from tests.licensing.counter import Desk, new_token, words

NASTY = [
    "\x00",
    "a\x00b",
    "\x1b[31m",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "'; DROP TABLE licensing_license; --",
    "x" * 10_000,
    "🐕" * 500,
    "Ŕ̷̨̛̗̖",
    "‮gnol",
]


@pytest.fixture
def desk(cast, today):
    cast.max
    return Desk(cast, cast.thomas)


def nothing_saved():
    return not (License.objects.exists() or Charge.objects.exists() or Tag.objects.exists())


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("2/30/2026", "There is no February 30 in 2026: it has 28 days."),
        ("2/29/2026", "There is no February 29 in 2026: it has 28 days."),
        ("13/1/2026", "There is no month 13."),
        ("6/4/2026", "6/4/2026 is in the future."),
        ("1/1/1850", "The year 1850 is too long ago."),
        ("yesterday", "“yesterday” is not a date."),
        ("3/4/2022", "Fri 4 March 2022 is before Max was born (Sat 5 March 2022). Check both dates."),
        ("4/1/2025", "A newer distemper vaccination, of Sat 3 May 2025, is on record. Check the date."),
    ],
)
def test_dates_that_cannot_be(desk, cast, typed, says):
    response = desk.fill(cast.max, distemper_given=typed, distemper_certificate=True).press("issue")
    assert response.status_code == 422
    assert says in words(response)
    assert desk.boxes[f"a{cast.max.pk}-distemper_given"] == typed
    assert nothing_saved()
    assert Vaccination.objects.filter(animal=cast.max).count() == 2


def test_the_29th_of_february_of_a_leap_year_is_a_day(desk, cast):
    Vaccination.objects.filter(animal=cast.max, disease="rabies").update(given=dt.date(2024, 2, 1))
    response = desk.fill(cast.max, rabies_given="2/29/2024", rabies_certificate=True).press("issue")
    # Twenty-four months from 29 February 2024 end on 28 February 2026.
    assert "ended 28 February 2026 (2.D.1)" in words(response)


@pytest.mark.parametrize(
    ("boxes", "says"),
    [
        ({"distemper_expires": "5/20/2026"}, "A certificate cannot end on or before the day it was given, Wed 20 May 2026."),
        ({"distemper_expires": "5/20/2076"}, "more than ten years after it was given. Check the year."),
        ({"distemper_given": "", "distemper_expires": "5/20/2027"}, "Type the day it was given: the city counts from that day (2.D.1)."),
        ({"distemper_veterinarian": "."}, "“.” is no name. Type letters."),
        ({"distemper_product": "rum"}, "Select a valid choice."),
        ({"distemper_number": "n" * 61}, "at most 60 characters"),
    ],
)  # fmt: skip
def test_certificates_that_cannot_be(desk, cast, boxes, says):
    facts = {"distemper_given": "5/20/2026", "distemper_certificate": True} | boxes
    response = desk.fill(cast.max, **facts).press("issue")
    assert response.status_code == 422
    assert says in words(response)
    assert nothing_saved()
    assert Vaccination.objects.filter(animal=cast.max).count() == 2


@pytest.mark.parametrize(
    ("boxes", "says"),
    [
        ({"tender-cash_given": "ten dollars"}, "“ten dollars” is not an amount."),
        ({"tender-cash_given": "-5"}, "“-5” is not an amount."),
        ({"tender-cash_given": "1e9"}, "“1e9” is not an amount."),
        ({"tender-cash_given": "999999999"}, "Check the amount."),
        ({"tender-cash_given": "5.005"}, "“5.005” is not an amount."),
        ({"tender-kind": "gold"}, "Choose cash, check or card."),
        ({"tender-kind": ""}, "Choose cash, check or card."),
        ({"tender-kind": "check", "tender-check_number": "9" * 21}, "at most 20 characters"),
        ({"tender-kind": "card", "tender-card_reference": "4111 1111 1111 1111"}, "the city never keeps"),
    ],
)
def test_money_that_is_none(desk, cast, boxes, says):
    desk.fill(cast.max, distemper_given="5/20/2026", distemper_certificate=True)
    response = desk.press("issue", **boxes)
    assert response.status_code == 422
    assert says in words(response)
    assert nothing_saved()


@pytest.mark.parametrize("action", ["check", "issue", "park"])
def test_any_text_in_every_box_at_once(desk, action):
    names = [name for name in desk.boxes if name not in ("token", "version")]
    for text in NASTY:
        boxes = desk.boxes | dict.fromkeys(names, text)
        response = desk.client.post(desk.url, {**boxes, "action": action}, follow=True)
        assert response.status_code in (200, 409, 422), text
        assert nothing_saved()
        assert "<script>alert" not in response.content.decode()
        assert "49" not in words(response) or "{{" not in text
        assert desk.client.get(desk.url).status_code == 200
    assert desk.client.get(reverse("counter")).status_code == 200


def test_any_text_as_a_new_animal(desk):
    desk.press("add-animal")
    for text in NASTY:
        facts = dict.fromkeys(
            ("name", "species", "breed", "color", "sex", "altered", "born", "exemption"), text
        )
        response = desk.fill("n1", **facts).press("issue")
        assert response.status_code == 422, text
    assert not Animal.objects.exclude(pk__in=[desk.cast.max.pk]).exists()


def test_any_text_in_the_search_box(desk):
    for text in NASTY:
        for url in (reverse("counter"), reverse("counter-find"), "/search/"):
            assert desk.client.get(url, {"q": text}).status_code in (200, 400), text


def test_any_text_as_a_new_owner(desk):
    before = Person.objects.count()
    names = (
        "given_name",
        "family_name",
        "organization",
        "phone",
        "street",
        "mailing_street",
        "city",
        "state",
        "zip_code",
    )
    for text in (*NASTY, ""):
        boxes = {f"new-{name}": text for name in names} | {"new-token": new_token()}
        response = desk.client.post(reverse("counter-new-owner"), boxes)
        assert response.status_code == 422, text
    assert Person.objects.count() == before


@pytest.mark.parametrize("name", ["token", "version", "cards", "action"])
def test_the_marks_of_the_page_may_be_forged(desk, name):
    for value in ("", "x", "-1", "9" * 40, "\x00", "n1,n1,n0,nx,a5,n99999,,", "1.5", "é" * 300):
        response = desk.client.post(desk.url, {**desk.boxes, "action": "check", name: value}, follow=True)
        assert response.status_code in (200, 409, 422), value
        live = desk.client.post(reverse("visit-live", args=[desk.visit.pk]), {**desk.boxes, name: value})
        assert live.status_code in (200, 409), value
    assert nothing_saved()


def test_an_animal_of_somebody_else_cannot_be_slipped_in(desk, cast):
    cast.rex
    cast.bella
    key = f"a{cast.rex.pk}"
    forged = {f"{key}-license": "on", f"{key}-tag": "7", f"{key}-name": "Mine now"}
    response = desk.press("issue", **forged)
    assert response.status_code == 422
    assert "no longer this owner's and was left out" in words(response)
    assert nothing_saved()
    cast.rex.refresh_from_db()
    assert cast.rex.name == "Rex"


def test_the_service_itself_refuses_a_foreign_animal(desk, cast):
    from django.utils import timezone

    from licensing.entries import Entry
    from licensing.services import VisitForeign, visit_issue
    from licensing.tags import TagNumber

    entry = Entry(key="x", animal_id=cast.rex.pk, license=True, tag=TagNumber(2026, 1))
    with pytest.raises(VisitForeign):
        visit_issue(
            visit_id=desk.visit.pk,
            entries=[entry],
            tender={"tender": "cash"},
            by=cast.clerk,
            at=timezone.now(),
            token=new_token(),
            content={},
        )
    assert nothing_saved()


def test_an_owner_who_does_not_exist(cast, today):
    client = cast.client(cast.clerk)
    for owner in ("", "0", "999999999", "-1", "x", "9" * 30, "1.5"):
        assert client.post(reverse("counter-start"), {"owner": owner}).status_code == 404, owner
    assert not Visit.objects.exists()


def test_a_record_that_does_not_exist(cast, today):
    client = cast.client(cast.clerk)
    names = (
        "visit", "visit-live", "visit-done", "visit-slip", "visit-application", "visit-take-up", "license",
        "license-void", "license-tag", "exemption-void", "renew",
    )  # fmt: skip
    for name in names:
        for pk in (0, 999_999_999, 9_223_372_036_854_775_807):
            url = reverse(name, args=[pk])
            assert client.get(url).status_code in (404, 405), url
            assert client.post(url, {"token": new_token()}).status_code in (404, 405), url


def test_a_number_too_large_for_any_record(cast, today):
    client = cast.client(cast.clerk)
    for path in ("/counter/99999999999999999999/", "/licenses/99999999999999999999/"):
        assert client.get(path).status_code == 404


def test_the_list_and_the_counter_with_any_address(cast, today):
    client = cast.client(cast.clerk)
    for query in (
        "page=0", "page=-3", "page=zzz", "state=<b>", "year=99999", "year=0", "year=²", "species=%00",
    ):  # fmt: skip
        assert client.get(f"{reverse('license-list')}?{query}").status_code in (200, 400), query
    for pk in ("x", "-1", "9" * 40, ""):
        assert client.get(reverse("counter"), {"parked": pk, "dropped": pk}).status_code == 200, pk


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.dictionaries(st.text(max_size=30), st.text(max_size=50), max_size=20))
def test_a_draft_keeps_boxes_and_nothing_else(posted):
    draft = draft_of(posted)
    assert set(draft) <= set(posted)
    assert all("\0" not in value for value in draft.values())
    assert draft_of({"n1-name": "a\ud800b"}) == {"n1-name": "a\ufffdb"}
    assert "csrfmiddlewaretoken" not in draft_of({"csrfmiddlewaretoken": "x", "token": "y", "version": "1"})


def test_a_form_of_a_thousand_boxes_is_cut_and_not_broken(desk):
    boxes = {f"n{n}-name": "x" for n in range(1, 900)} | {"cards": ",".join(f"n{n}" for n in range(1, 900))}
    response = desk.client.post(desk.url, {**desk.boxes, **boxes, "action": "check"})
    assert response.status_code == 422
    desk.visit.refresh_from_db()
    assert response.content.decode().count('name="n') < 20 * 30
