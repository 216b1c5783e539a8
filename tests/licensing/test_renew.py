"""A license is renewed: dated the day after the one that still runs, never twice; in two keys from the owner's page."""

import datetime as dt

import pytest
import time_machine
from django.db import IntegrityError
from django.urls import reverse

from freeport_animals.ledger.models import Payment
from freeport_animals.registry.models import Vaccination
from licensing.models import License, Visit
from licensing.selectors import expiring
from tests.cast import VaccinationFactory
from tests.documents.cast import text_of
from tests.licensing.counter import Desk, boxes_of, resolve, words

DECEMBER = dt.datetime(2026, 12, 15, 18, 0, tzinfo=dt.UTC)


@pytest.fixture
def licensed(cast, today):
    """Bella, licensed for 2026 on 3 June; the clock then stands on 15 December."""
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    with time_machine.travel(DECEMBER, tick=False):
        yield cast


def test_a_renewal_begins_the_day_after(licensed):
    desk = Desk(licensed, licensed.thomas)
    assert (
        "License L-2026-0001 runs through 31 Dec 2026. The next: 1 Jan 2027 through 31 Dec 2027."
        in desk.text()
    )
    desk.press("issue")
    old, new = License.objects.order_by("valid_from")
    assert (new.valid_from, new.valid_to) == (dt.date(2027, 1, 1), dt.date(2027, 12, 31))
    assert new.renewal_of == old
    assert str(new.tags.get()) == "2027-1"
    assert new.status(dt.date(2026, 12, 31)) == "upcoming"
    assert old.status(dt.date(2026, 12, 31)) == "valid"
    assert new.status(dt.date(2027, 1, 1)) == "valid"
    assert old.status(dt.date(2027, 1, 1)) == "expired"


def test_a_license_not_ending_soon_is_not_ticked_but_may_be_renewed(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    desk = Desk(cast, cast.thomas)
    assert f"a{cast.bella.pk}-license" not in desk.boxes
    desk.fill(cast.bella, license=True).press("check")
    assert desk.boxes[f"a{cast.bella.pk}-tag"] == "1"  # of the box of 2027
    desk.press("issue")
    assert License.objects.get(renewal_of__isnull=False).valid_from == dt.date(2027, 1, 1)


@pytest.mark.parametrize(("day", "ticked"), [(dt.date(2026, 11, 30), False), (dt.date(2026, 12, 1), True)])
def test_thirty_days_before_its_end_a_license_is_due(licensed, day, ticked):
    with time_machine.travel(dt.datetime.combine(day, dt.time(18), tzinfo=dt.UTC), tick=False):
        desk = Desk(licensed, licensed.thomas)
    assert (f"a{licensed.bella.pk}-license" in desk.boxes) is ticked


def test_no_second_license_while_the_next_is_issued_already(licensed):
    Desk(licensed, licensed.thomas).press("issue")
    desk = Desk(licensed, licensed.thomas)
    assert f"a{licensed.bella.pk}-license" not in desk.boxes
    response = desk.fill(licensed.bella, license=True, tag="9").press("issue")
    assert "Bella already has license L-2026-0002, from 1 January 2027." in words(response)
    assert License.objects.count() == 2


def test_a_license_without_end_is_never_renewed(cast, today):
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    desk = Desk(cast, cast.thomas)
    assert "does not expire" in desk.text()
    response = desk.fill(cast.bella, license=True, tag="9").press("issue")
    assert "Bella already has license L-2026-0001, and it does not expire." in words(response)


def test_the_schema_itself_refuses_two_licenses_at_once(licensed):
    first = License.objects.get()
    with pytest.raises(IntegrityError, match="license_one_per_animal_and_period"):
        License.objects.create(
            number="L-2026-9999",
            code="x" * 16,
            animal=first.animal,
            owner=first.owner,
            issued_on=first.issued_on,
            issued_by=first.issued_by,
            valid_from=dt.date(2026, 12, 31),
            valid_to=dt.date(2027, 12, 31),
            check_answer={},
            fee_answer={},
            term_answer={},
        )


def test_an_expired_license_is_followed_by_one_from_today(licensed):
    with time_machine.travel(dt.datetime(2027, 2, 2, 18, tzinfo=dt.UTC), tick=False):
        VaccinationFactory(
            animal=licensed.bella,
            disease="distemper",
            given=dt.date(2027, 1, 20),
            veterinarian=licensed.veterinarian,
        )
        desk = Desk(licensed, licensed.thomas)
        assert "License L-2026-0001 ended 31 Dec 2026." in desk.text()
        desk.press("issue")
        new = License.objects.order_by("-pk")[0]
        assert (new.valid_from, new.renewal_of) == (dt.date(2027, 2, 2), None)


class OwnerPage:
    """The renewal on the owner's page, as a browser sends it."""

    def __init__(self, cast, owner):
        self.client = cast.client(cast.clerk)
        self.url = reverse("renew", args=[owner.pk])
        page = self.client.get(owner.get_absolute_url()).content.decode()
        assert f'hx-get="{self.url}" hx-trigger="load"' in page  # and without scripts a link
        self.response = self.client.get(self.url, headers={"HX-Request": "true"})
        html = self.response.content.decode()
        assert "<html" not in html
        self.offered = f'action="{self.url}"' in html
        self.boxes = boxes_of(self.response, action=self.url)

    def enter(self, **boxes):
        return self.client.post(self.url, {**self.boxes, **boxes}, follow=True)


def test_two_keys_on_the_owners_page_renew_what_is_in_order(licensed):
    page = OwnerPage(licensed, licensed.thomas)
    assert page.offered
    html = page.response.content.decode()
    assert 'data-key="r"' in html
    assert "Take $5.00 and renew 1 license" in words(page.response)
    response = page.enter()
    assert response.redirect_chain[-1][0] == reverse(
        "visit-done", args=[Visit.objects.get(state="issued", closed_at=DECEMBER).pk]
    )
    new = License.objects.get(renewal_of__isnull=False)
    assert (new.valid_from, str(new.tags.get())) == (dt.date(2027, 1, 1), "2027-1")
    assert Payment.objects.count() == 2


def test_without_scripts_it_is_a_page_with_the_cursor_in_the_cash_box(licensed):
    client = licensed.client(licensed.clerk)
    html = client.get(reverse("renew", args=[licensed.thomas.pk])).content.decode()
    assert "<html" in html
    assert (
        'id="renew-cash" name="tender-cash_given"' in html
        and "autofocus" in html.split('id="renew-cash"')[1][:200]
    )


def test_pressed_twice_the_renewal_is_one(licensed):
    page = OwnerPage(licensed, licensed.thomas)
    first, second = page.enter(), page.enter()
    assert first.redirect_chain[-1] == second.redirect_chain[-1]
    assert License.objects.count() == 2
    assert not Visit.objects.filter(state="open").exists()


def test_a_renewal_with_something_missing_goes_to_the_counter(licensed):
    page = OwnerPage(licensed, licensed.thomas)
    Vaccination.objects.filter(disease="rabies").update(expires=dt.date(2026, 12, 1))
    response = page.enter(**{f"a{licensed.bella.pk}-tag": "12"})
    visit = Visit.objects.get(state="open")
    assert response.redirect_chain[-1][0] == reverse("visit", args=[visit.pk])
    assert "what is missing is named below" in words(response)
    assert visit.draft[f"a{licensed.bella.pk}-tag"] == "12"
    assert License.objects.count() == 1


def test_it_is_not_offered_when_something_is_missing(licensed):
    Vaccination.objects.filter(disease="rabies").update(expires=dt.date(2026, 12, 1))
    page = OwnerPage(licensed, licensed.thomas)
    assert not page.offered
    assert "At the counter now" in words(page.response)


def test_with_too_little_cash_nothing_is_renewed_and_the_counter_says_so(licensed):
    response = OwnerPage(licensed, licensed.thomas).enter(**{"tender-cash_given": "2"})
    assert License.objects.count() == 1
    assert response.redirect_chain[-1][0].startswith("/counter/")


def test_a_token_that_is_none_does_no_harm(licensed):
    response = OwnerPage(licensed, licensed.thomas).enter(token="forged")
    assert response.status_code == 200
    assert License.objects.count() == 2


def test_a_visit_under_way_is_gone_on_with(licensed):
    desk = Desk(licensed, licensed.thomas)
    desk.press("check")
    page = OwnerPage(licensed, licensed.thomas)
    assert not page.offered
    assert "Go on with it" in words(page.response)


def test_licenses_ending_soon_leave_out_who_is_gone(licensed):
    on = dt.date(2026, 12, 15)
    assert [row.number for row in expiring(License.objects.all(), on)] == ["L-2026-0001"]
    Desk(licensed, licensed.thomas).press("issue")
    assert not expiring(License.objects.all(), on).exists()
    License.objects.filter(renewal_of__isnull=False).update(
        voided_at=DECEMBER, voided_by=licensed.clerk, void_reason="Mistake"
    )
    assert expiring(License.objects.all(), on).exists()
    from freeport_animals.registry.services import animal_died

    animal_died(animal=licensed.bella, on=on, by=licensed.clerk, today=on)
    assert not expiring(License.objects.all(), on).exists()
    assert License.objects.filter(voided_at__isnull=True).exists()  # it stays in the history


def test_the_application_for_the_next_year_names_the_tag_worn_now(licensed):
    """The tag proposed for the new year is not last year's; the heading is the year that is applied for."""
    desk = Desk(licensed, licensed.thomas)
    text = text_of(desk.client.get(reverse("visit-application", args=[desk.visit.pk])).content)
    worn = License.objects.get().tags.get()
    assert str(worn) in text
    assert "2027-" not in text
    assert "application 2027" in " ".join(text.split()).lower()


def test_what_is_in_order_is_renewed_though_another_animal_is_not(licensed):
    licensed.max
    page = OwnerPage(licensed, licensed.thomas)
    assert page.offered
    text = words(page.response)
    assert "Take $5.00 and renew 1 license" in text
    assert "Something is missing for Max" in text
    page.enter()
    assert License.objects.get(renewal_of__isnull=False).animal == licensed.bella
    assert not License.objects.filter(animal=licensed.max).exists()
