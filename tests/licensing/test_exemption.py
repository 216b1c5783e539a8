"""Who needs no license (2.B.4): visitor, show, guide dog; recorded with the reason."""

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from freeport_animals.ledger.models import Charge, Receipt
from freeport_animals.registry.models import Vaccination
from licensing.models import Exemption, License, Tag
from tests.licensing.counter import Desk, new_token, resolve, words


def exempt(desk, animal, kind, reason="Shown the papers", until="", **more):
    facts = {"exemption": kind, "exemption_reason": reason, "exemption_until": until}
    return desk.fill(animal, license=None, **facts).fill(animal, **more)


@pytest.mark.parametrize("kind", ["visitor", "show"])
def test_a_visitor_or_a_show_animal_is_recorded_for_a_time(cast, today, kind):
    cast.bella
    desk = exempt(Desk(cast, cast.thomas), cast.bella, kind, "Here with her aunt", "6/20/2026")
    response = desk.press("issue")
    exemption = Exemption.objects.get()
    assert (exemption.kind, exemption.reason) == (kind, "Here with her aunt")
    assert (exemption.period.lower, exemption.period.upper) == (dt.date(2026, 6, 3), dt.date(2026, 6, 21))
    assert exemption.answer["value"]["required"] is False
    assert exemption.answer["steps"][-1]["cite"] == "2.B.4"
    assert exemption.recorded_by == cast.clerk
    assert not (License.objects.exists() or Receipt.objects.exists())
    assert desk.visit.state == "issued"
    assert "Nothing to pay" in words(response)


def test_the_button_says_what_it_does(cast, today):
    cast.bella
    desk = exempt(Desk(cast, cast.thomas), cast.bella, "visitor", "x", "6/20/2026")
    assert "Record 1 exemption" in words(desk.press("check"))


@pytest.mark.parametrize(
    ("boxes", "says"),
    [
        ({"exemption_reason": ""}, "Say why, and what was shown: it is recorded with the exemption (2.B.4)."),
        ({"exemption_until": ""}, "Type the last day: a visitor or show animal is exempt for a time only."),
        ({"exemption_until": "6/2/2026"}, "Tue 2 June 2026 is past."),
        ({"license": True}, "It needs no license (2.B.4). Take the tick away, or the exemption."),
    ],
)
def test_what_does_not_fit_is_said(cast, today, boxes, says):
    cast.bella
    desk = exempt(Desk(cast, cast.thomas), cast.bella, "visitor", "Aunt", "6/20/2026", **boxes)
    response = desk.press("issue")
    assert response.status_code == 422
    assert says in words(response)
    assert not Exemption.objects.exists()


def test_a_guide_dog_gets_a_license_free_when_asked(cast, today):
    resolve(cast, license_term="calendar-year", license_fee="7.50")
    cast.bella
    desk = exempt(Desk(cast, cast.thomas), cast.bella, "guide", "Leader Dogs card 4471").fill(
        cast.bella, license=True, tag="1"
    )
    assert "Issue 1 license, free" in words(desk.press("check"))
    response = desk.press("issue")
    license = License.objects.get()
    assert license.charge is None and license.receipt is None
    assert license.exemption == Exemption.objects.get()
    assert license.exemption.period.upper is None
    assert license.fee_answer["value"] == {"total": "0.00"}
    assert not Charge.objects.exists()
    assert str(Tag.objects.get()) == "2026-1"
    assert "Nothing to pay" in words(response)
    text = words(cast.client(cast.clerk).get(license.get_absolute_url()))
    assert "$0.00" in text and "Nothing was paid" in text


def test_a_guide_dog_must_be_vaccinated_all_the_same(cast, today):
    cast.bella
    Vaccination.objects.filter(disease="rabies").update(given=dt.date(2020, 1, 1))
    desk = exempt(Desk(cast, cast.thomas), cast.bella, "guide").fill(cast.bella, license=True, tag="1")
    response = desk.press("issue")
    assert response.status_code == 422
    assert "ended 1 January 2022 (2.D.1)" in words(response)
    assert not (License.objects.exists() or Exemption.objects.exists())


def test_another_service_dog_pays_unless_the_council_reads_it_otherwise(cast, today):
    cast.bella
    desk = exempt(Desk(cast, cast.thomas), cast.bella, "service")
    response = desk.press("issue")
    assert "only guide dogs for the blind need no license; license this dog as any other." in words(response)
    assert not Exemption.objects.exists()


def test_the_councils_reading_takes_in_all_service_dogs(cast, today):
    resolve(cast, guide_dogs="all-service-dogs")
    cast.bella
    desk = exempt(Desk(cast, cast.thomas), cast.bella, "service").fill(cast.bella, license=True, tag="1")
    desk.press("issue")
    assert License.objects.get().charge is None


def test_a_cat_is_no_guide_dog(cast, today):
    cast.max
    response = exempt(Desk(cast, cast.thomas), cast.max, "guide").press("issue")
    assert "2.B.4 speaks of dogs; a cat cannot be exempt in this way." in words(response)


def test_once_recorded_it_is_shown_and_a_free_license_can_follow(cast, today):
    cast.bella
    exempt(Desk(cast, cast.thomas), cast.bella, "guide").press("issue")
    desk = Desk(cast, cast.thomas)
    assert f"a{cast.bella.pk}-license" not in desk.boxes
    assert "Exempt: Guide dog for a blind person" in desk.text()
    desk.fill(cast.bella, license=True, tag="1").press("issue")
    license = License.objects.get()
    assert license.charge is None and license.exemption == Exemption.objects.get()


def test_an_exemption_entered_by_mistake_is_voided(cast, today):
    cast.bella
    exempt(Desk(cast, cast.thomas), cast.bella, "guide").press("issue")
    exemption = Exemption.objects.get()
    client = cast.client(cast.clerk)
    url = reverse("exemption-void", args=[exemption.pk])
    assert "The animal needs a license again as any other (2.B.1)." in words(client.get(url))
    assert client.post(url, {"token": new_token(), "reason": ""}).status_code == 422
    client.post(url, {"token": new_token(), "reason": "Papers were of another dog"})
    exemption.refresh_from_db()
    assert (exemption.void_reason, exemption.voided_by) == ("Papers were of another dog", cast.clerk)
    desk = Desk(cast, cast.thomas)
    assert f"a{cast.bella.pk}-license" in desk.boxes
    desk.press("issue")
    assert Charge.objects.get().amount == Decimal("5.00")


def test_cats_need_none_where_the_council_reads_it_so(cast, today):
    resolve(cast, cats_licensed="no")
    cast.max
    Vaccination.objects.filter(disease="distemper").update(given=dt.date(2026, 1, 1))
    desk = Desk(cast, cast.thomas)
    assert f"a{cast.max.pk}-license" not in desk.boxes
    response = desk.fill(cast.max, license=True, tag="1").press("issue")
    assert "cats need no license. Take the tick away." in words(response)
    assert not License.objects.exists()


def test_a_pup_of_four_months_is_not_ticked_but_may_be_licensed(cast, today):
    from tests.cast import VaccinationFactory

    cast.pup
    for disease in ("rabies", "distemper"):
        VaccinationFactory(
            animal=cast.pup, disease=disease, given=dt.date(2026, 5, 1), veterinarian=cast.veterinarian
        )
    desk = Desk(cast, cast.mai)
    assert f"a{cast.pup.pk}-license" not in desk.boxes
    assert "it needs a license from Tuesday 4 August 2026" in desk.text()
    desk.fill(cast.pup, license=True, tag="1").press("issue")
    assert License.objects.get().animal == cast.pup
