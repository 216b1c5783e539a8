"""Double and triple presses, Back after paying, two tabs, another clerk: never two licenses, never two receipts."""

import pytest
from django.urls import reverse

from freeport_animals.ledger.models import Receipt
from licensing.models import License, Visit
from tests.licensing.counter import Desk, boxes_of, new_token, words


@pytest.fixture
def desk(cast, today):
    cast.bella
    return Desk(cast, cast.thomas)


def done(response) -> bool:
    return response.redirect_chain[-1][0].endswith("/done/")


def test_three_presses_of_one_page_issue_one_license_and_one_receipt(desk):
    boxes = {**desk.boxes, "action": "issue"}
    for _ in range(3):
        response = desk.client.post(desk.url, boxes, follow=True)
        assert done(response)
        assert "already" not in words(response)
    assert License.objects.count() == 1
    assert Receipt.objects.count() == 1


def test_back_after_paying_shows_what_was_done_and_not_the_form(desk):
    desk.press("issue")
    response = desk.client.get(desk.url, follow=True)
    assert done(response)
    assert 'id="visit-form"' not in response.content.decode()
    assert "no-store" in desk.client.get(desk.url)["Cache-Control"]


def test_the_page_is_kept_by_no_cache_so_that_back_asks_the_server(desk):
    assert "no-store" in desk.client.get(desk.url)["Cache-Control"]


def test_the_same_page_with_other_content_is_told_and_not_swallowed(desk):
    boxes = {**desk.boxes, "action": "issue"}
    desk.client.post(desk.url, boxes)
    response = desk.client.post(desk.url, {**boxes, "tender-cash_given": "50"}, follow=True)
    assert done(response)
    assert "already saved once with other content" in words(response)
    assert Receipt.objects.count() == 1


def test_another_page_of_the_same_visit_is_told_that_it_is_finished(desk, cast):
    second = boxes_of(desk.client.get(desk.url))
    desk.press("issue")
    response = desk.client.post(desk.url, {**second, "action": "issue"}, follow=True)
    assert done(response)
    assert "This visit was already finished" in words(response)
    assert License.objects.count() == 1


@pytest.mark.parametrize("action", ["check", "park", "drop", "add-animal", "owner", "remove-n1"])
def test_no_press_changes_a_visit_that_is_over(desk, action):
    desk.press("issue")
    before = Visit.objects.values().get()
    response = desk.client.post(desk.url, {**desk.boxes, "token": new_token(), "action": action}, follow=True)
    assert done(response)
    assert "This visit was already finished" in words(response)
    assert Visit.objects.values().get() == before


def test_a_second_tab_is_shown_the_conflict_and_keeps_what_was_typed(desk, cast):
    key = f"a{cast.bella.pk}"
    first, second = boxes_of(desk.client.get(desk.url)), boxes_of(desk.client.get(desk.url))
    one = desk.client.post(desk.url, {**first, f"{key}-tag": "31", "action": "check"})
    assert one.status_code == 200
    two = desk.client.post(desk.url, {**second, f"{key}-tag": "44", "action": "issue"})
    assert two.status_code == 409
    text = words(two)
    assert "This visit was changed in another window or by another clerk" in text
    assert "Bella, tag 31 44" in text
    assert boxes_of(two)[f"{key}-tag"] == "44"
    assert not License.objects.exists()
    again = desk.client.post(desk.url, {**boxes_of(two), "action": "issue"}, follow=True)
    assert done(again)
    assert str(License.objects.get().tags.get()) == "2026-44"


def test_one_tab_never_conflicts_with_itself(desk):
    for action in ("check", "add-animal", "check", "remove-n1"):
        assert desk.press(action).status_code in (200, 422)
    assert done(desk.press("issue"))


def test_typing_is_kept_as_it_goes_and_conflicts_with_nobody(desk, cast):
    live = reverse("visit-live", args=[desk.visit.pk])
    for tag in ("1", "12", "123"):
        response = desk.client.post(live, {**desk.boxes, f"a{cast.bella.pk}-tag": tag})
        assert response.status_code == 200
    desk.visit.refresh_from_db()
    assert desk.visit.draft[f"a{cast.bella.pk}-tag"] == "123"
    assert done(desk.press("issue", **{f"a{cast.bella.pk}-tag": "123"}))


def test_typing_in_a_second_tab_is_told_of_the_first(desk):
    second = boxes_of(desk.client.get(desk.url))
    live = reverse("visit-live", args=[desk.visit.pk])
    desk.client.post(live, desk.boxes)
    response = desk.client.post(live, second)
    assert response.status_code == 409
    assert "Changed in another window" in words(response)


def test_typing_when_the_visit_is_over_leads_to_what_was_done(desk):
    live = reverse("visit-live", args=[desk.visit.pk])
    boxes = dict(desk.boxes)
    desk.press("issue")
    response = desk.client.post(live, {**boxes, "token": new_token()})
    assert response["HX-Redirect"] == reverse("visit-done", args=[desk.visit.pk])


def test_typing_changes_the_till_and_the_state_of_a_vaccination(cast, today):
    cast.max
    desk = Desk(cast, cast.thomas)
    live = reverse("visit-live", args=[desk.visit.pk])
    text = words(desk.client.post(live, desk.boxes))
    assert "Ran out" in text and "Take $5.00 and issue 1 license" in text
    desk.fill(cast.max, distemper_given="5/20/2026", distemper_certificate=True)
    text = words(desk.client.post(live, desk.boxes))
    assert "counts through 20 May 2027" in text and "Ran out" not in text
    desk.fill(cast.max, license=None)
    assert "Tick the animals to license." in words(desk.client.post(live, desk.boxes))


def test_a_visit_begun_by_one_clerk_is_gone_on_with_by_another(desk, cast):
    other = Desk(cast, cast.thomas, cast.client(cast.second_clerk))
    assert other.visit == desk.visit
    assert done(other.press("issue"))
    assert License.objects.get().issued_by == cast.second_clerk
