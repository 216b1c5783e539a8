"""A visit is parked in one key with a slip of what to bring, and taken up exactly as it was typed."""

import datetime as dt

import pytest
from django.urls import reverse

from licensing.models import License, Visit
from tests.documents.cast import text_of
from tests.licensing.counter import Desk, words


@pytest.fixture
def parked(cast, today):
    cast.bella
    cast.max
    desk = Desk(cast, cast.thomas)
    desk.fill(
        cast.max,
        distemper_given="13/45/2026",
        distemper_expires="soon",
        tag="x9",
        exemption_reason="<b>&amp;",
    )
    desk.fill(cast.bella, license=None)
    desk.press("check")  # the number proposed for Bella goes away with her tick
    desk.typed = dict(desk.boxes)
    desk.press("park")
    return desk


def test_one_key_parks_and_the_next_owner_can_be_served(parked):
    assert parked.response.redirect_chain[-1][0] == f"{reverse('counter')}?parked={parked.visit.pk}"
    assert parked.visit.state == "parked"
    assert parked.visit.parked_at is not None
    assert "Thomas Beutz's visit is kept just as it was typed" in words(parked.response)
    assert "1 thing to bring: Max, a new distemper vaccination and its certificate" in words(parked.response)
    assert 'id="q"' in parked.response.content.decode()


def test_it_is_taken_up_exactly_as_it_was_typed(parked):
    parked.open()
    ours = {name: value for name, value in parked.typed.items() if name not in ("token", "version")}
    theirs = {name: value for name, value in parked.boxes.items() if name not in ("token", "version")}
    assert theirs == ours
    assert 'aria-invalid="true"' not in parked.response.content.decode()


def test_looking_at_it_leaves_it_parked_and_typing_takes_it_up(parked):
    parked.open()
    parked.visit.refresh_from_db()
    assert parked.visit.state == "parked"
    parked.fill("tender", cash_given="5").press("check")
    assert parked.visit.state == "open"
    assert parked.visit.parked_at is None


def test_choosing_the_owner_again_goes_on_with_the_parked_visit(parked, cast):
    response = parked.client.post(reverse("counter-start"), {"owner": cast.thomas.pk}, follow=True)
    assert response.redirect_chain[-1][0] == parked.url
    assert Visit.objects.count() == 1


def test_the_slip_says_what_to_bring_in_the_rules_own_words(parked):
    response = parked.client.get(reverse("visit-slip", args=[parked.visit.pk]))
    assert response["Content-Type"] == "application/pdf"
    text = " ".join(text_of(response.content).split())
    assert "Thomas Beutz" in text
    assert "Max" in text
    assert "Bella" not in text  # she lacks nothing and is not asked for
    assert "ended 3 May 2026 (2.D.1)" in text
    assert f"visit {parked.visit.pk}" in text


def test_a_parked_visit_is_issued_when_the_paper_comes(parked, cast):
    parked.open()
    parked.fill(
        cast.max, distemper_given="6/1/2026", distemper_expires="", distemper_certificate=True, tag="1",
        exemption_reason="",
    )  # fmt: skip
    parked.press("issue")
    assert parked.visit.state == "issued"
    assert License.objects.get().animal == cast.max
    assert "Nobody is parked." in words(parked.client.get(reverse("counter")))


def test_a_visit_is_dropped_and_taken_up_again(parked):
    parked.open()
    response = parked.press("drop")
    assert parked.visit.state == "dropped"
    assert "Thomas Beutz's visit ended without a license." in words(response)
    response = parked.client.get(parked.url)
    assert response.status_code == 302 and response["Location"] == reverse("counter")
    response = parked.client.post(reverse("visit-take-up", args=[parked.visit.pk]), follow=True)
    parked.visit.refresh_from_db()
    assert parked.visit.state == "open"
    assert response.redirect_chain[-1][0] == parked.url


def test_a_dropped_visit_gives_way_to_the_one_begun_since(parked, cast):
    parked.open()
    parked.press("drop")
    other = Desk(cast, cast.thomas)
    response = parked.client.post(reverse("visit-take-up", args=[parked.visit.pk]), follow=True)
    assert response.redirect_chain[-1][0] == other.url


def test_a_visit_merely_looked_at_waits_nowhere(cast, today):
    cast.bella
    Desk(cast, cast.thomas)
    assert "Nobody is parked." in words(cast.client(cast.clerk).get(reverse("counter")))


def test_the_owners_page_keeps_what_was_typed(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    response = desk.press("owner", follow=False, **{f"a{cast.bella.pk}-tag": "77"})
    assert response["Location"] == cast.thomas.get_absolute_url()
    desk.open()
    assert desk.boxes[f"a{cast.bella.pk}-tag"] == "77"


def test_a_parked_visit_shows_on_the_clerks_home_page(parked, cast):
    text = words(cast.client(cast.clerk).get("/"))
    assert "Parked visits" in text
    assert "Since 3 Jun 2026" in text
    assert dt.date(2026, 6, 3) == parked.visit.parked_at.date()
