"""A lost tag is replaced: the old number stays in the history, the license and its term stay, its paper is made anew."""

import datetime as dt

import pytest
import time_machine
from django.urls import reverse

from freeport_animals.documents.models import Document
from licensing.models import License, Tag
from tests.documents.cast import text_of
from tests.licensing.counter import Desk, new_token, resolve, words


@pytest.fixture
def license(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    return License.objects.get()


def replace(cast, license, **boxes):
    page = {"token": new_token(), "tag": "2", "reason": "Lost in the river", "skip_reason": ""}
    return cast.client(cast.clerk).post(reverse("license-tag", args=[license.pk]), page | boxes, follow=True)


def test_the_next_number_is_proposed(cast, license):
    page = cast.client(cast.clerk).get(reverse("license-tag", args=[license.pk]))
    html = page.content.decode()
    assert 'name="tag"' in html and 'value="2"' in html
    assert "Bella wears tag 2026-1 now." in words(page)


def test_the_old_one_stays_in_the_history(cast, license):
    response = replace(cast, license)
    old, new = Tag.objects.order_by("number")
    assert (old.state, old.reason, old.ended_on, old.license) == (
        "lost", "Lost in the river", dt.date(2026, 6, 3), license,
    )  # fmt: skip
    assert (str(new), new.state, new.license) == ("2026-2", "worn", license)
    text = words(response)
    assert "Bella wears tag 2026-2 now." in text
    assert "2026-1 Replaced 3 Jun 2026 3 Jun 2026 Lost in the river" in text
    license.refresh_from_db()
    assert license.number == "L-2026-0001"


def test_the_paper_is_made_anew_and_the_old_one_says_so(cast, license):
    replace(cast, license)
    old, new = Document.objects.filter(kind="license").order_by("pk")
    assert (old.number, new.number) == ("L-2026-0001", "L-2026-0001-2")
    assert (old.context["tag_number"], new.context["tag_number"]) == ("2026-1", "2026-2")
    client = cast.client(cast.clerk)
    assert "REPLACED" in text_of(client.get(reverse("documents:open", args=[old.pk])).content)
    text = text_of(client.get(reverse("documents:open", args=[new.pk])).content)
    assert "REPLACED" not in text and "L-2026-0001" in text


def test_both_numbers_find_the_animal(cast, license):
    replace(cast, license)
    client = cast.client(cast.clerk)
    for number in ("2026-1", "2026-2"):
        assert "Bella" in words(client.get("/search/", {"q": number}))
        assert "Thomas Beutz" in words(client.get(reverse("counter"), {"q": number}))


@pytest.mark.parametrize(
    ("boxes", "says"),
    [
        ({"reason": ""}, "Say what happened to the old tag, for example: lost."),
        ({"tag": ""}, "Type the number stamped on the new tag."),
        ({"tag": "1"}, "Tag 2026-1 is worn by Bella of Thomas Beutz"),
        ({"tag": "5"}, "Tags 2026-2 to 2026-4 are skipped. Say why"),
        ({"tag": "x"}, "“x” is not a tag number"),
    ],
)
def test_what_is_missing_is_said_and_nothing_changed(cast, license, boxes, says):
    response = replace(cast, license, **boxes)
    assert response.status_code == 422
    assert says in words(response)
    assert Tag.objects.get().state == "worn"


def test_skipped_ones_are_recorded(cast, license):
    replace(cast, license, tag="4", skip_reason="Bent or broken")
    assert sorted(map(str, Tag.objects.filter(state="skipped"))) == ["2026-2", "2026-3"]


def test_a_lost_number_is_never_given_out_again(cast, license):
    replace(cast, license)
    response = replace(cast, license, tag="1")
    assert (
        "Tag 2026-1 was Bella of Thomas Beutz (license L-2026-0001) and was reported lost Wed 3 June 2026."
        in words(response)
    )


def test_pressed_twice_one_tag_is_used(cast, license):
    token = new_token()
    replace(cast, license, token=token)
    replace(cast, license, token=token)
    assert Tag.objects.count() == 2


def test_no_tag_for_a_license_that_ended(cast, license):
    with time_machine.travel(dt.datetime(2027, 1, 5, 18, tzinfo=dt.UTC), tick=False):
        response = replace(cast, license, tag="2026-2")
    assert "License L-2026-0001 ended Thu 31 December 2026" in words(response)
    assert Tag.objects.get().state == "worn"
