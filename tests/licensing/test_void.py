"""A license is voided with a reason, on its day or later; it is never shown as valid, and its tag is ended."""

import datetime as dt
from decimal import Decimal

import pytest
import time_machine
from django.db import InternalError, transaction
from django.urls import reverse
from django.utils import timezone

from freeport_animals.documents.models import Document
from freeport_animals.ledger.models import ChargeReversal, PaymentVoid, Refund
from freeport_animals.ledger.selectors import balance
from licensing.models import License, Tag
from tests.documents.cast import text_of
from tests.licensing.counter import Desk, new_token, resolve, words


@pytest.fixture
def license(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    return License.objects.get()


def void(cast, license, *, token=None, by=None, **boxes):
    client = cast.client(by or cast.clerk)
    page = {"token": token or new_token(), "reason": "Wrong animal", "money": "keep", "tender": "cash"}
    return client.post(reverse("license-void", args=[license.pk]), page | boxes, follow=True)


def test_a_reason_is_needed(cast, license):
    response = void(cast, license, reason="  ")
    assert response.status_code == 422
    assert "Say why. The reason stays with the license." in words(response)
    license.refresh_from_db()
    assert license.voided_at is None


def test_void_and_the_fee_is_kept(cast, license):
    response = void(cast, license)
    license.refresh_from_db()
    assert license.status(dt.date(2026, 6, 3)) == "void"
    assert (license.void_reason, license.voided_by) == ("Wrong animal", cast.clerk)
    tag = Tag.objects.get()
    assert (tag.state, tag.ended_on) == ("void", dt.date(2026, 6, 3))
    assert not (Refund.objects.exists() or PaymentVoid.objects.exists() or ChargeReversal.objects.exists())
    assert "Void: this license does not count" in words(response)


def test_void_and_the_fee_goes_back(cast, license):
    void(cast, license, money="refund")
    refund = Refund.objects.get()
    assert (refund.amount, refund.tender) == (Decimal("5.00"), "cash")
    assert "Wrong animal" in refund.reason
    assert ChargeReversal.objects.get().charge == license.charge
    assert balance(license.charge) == Decimal("0.00")


def test_void_and_the_payment_never_stood(cast, license):
    void(cast, license, money="void-payment")
    assert PaymentVoid.objects.get().payment == license.receipt.payment
    assert ChargeReversal.objects.exists()
    assert balance(license.charge) == Decimal("0.00")


def test_a_receipt_for_two_licenses_is_not_voided_with_one(cast, today):
    cast.bella
    cast.max
    desk = Desk(cast, cast.thomas)
    desk.fill(cast.max, distemper_given="5/20/2026", distemper_certificate=True).press("issue")
    one = License.objects.get(animal=cast.bella)
    assert "void the receipt too" not in words(
        cast.client(cast.clerk).get(reverse("license-void", args=[one.pk]))
    )
    response = void(cast, one, money="void-payment")
    assert response.status_code == 422
    one.refresh_from_db()
    assert one.voided_at is None and not PaymentVoid.objects.exists()
    void(cast, one, money="refund")
    assert Refund.objects.get().amount == Decimal("5.00")
    assert License.objects.get(animal=cast.max).voided_at is None


def test_weeks_later_it_is_void_all_the_same(cast, license):
    with time_machine.travel(dt.datetime(2026, 9, 1, 17, tzinfo=dt.UTC), tick=False):
        void(cast, license, reason="Certificate was forged")
        license.refresh_from_db()
        assert timezone.localtime(license.voided_at).date() == dt.date(2026, 9, 1)
        assert Tag.objects.get().ended_on == dt.date(2026, 9, 1)


def test_pressed_twice_it_is_void_once(cast, license):
    token = new_token()
    void(cast, license, token=token, money="refund")
    void(cast, license, token=token, money="refund")
    assert Refund.objects.count() == 1


def test_void_already_is_said(cast, license):
    void(cast, license)
    response = void(cast, license, reason="Again", by=cast.second_clerk)
    assert "License L-2026-0001 was already voided" in words(response)
    assert "Anna Kramer: Wrong animal" in words(response)
    license.refresh_from_db()
    assert license.void_reason == "Wrong animal"


def test_the_animal_can_be_licensed_anew_at_once(cast, license):
    void(cast, license)
    desk = Desk(cast, cast.thomas)
    assert desk.boxes[f"a{cast.bella.pk}-tag"] == "2"
    response = desk.fill(cast.bella, tag="1").press("issue")
    assert (
        "Tag 2026-1 went with a license that is void: Bella of Thomas Beutz (license L-2026-0001)."
        in words(response)
    )
    desk.fill(cast.bella, tag="2").press("issue")
    new = License.objects.get(voided_at__isnull=True)
    assert (new.valid_from, new.renewal_of) == (dt.date(2026, 6, 3), None)


def test_nowhere_is_it_shown_as_valid(cast, license):
    void(cast, license)
    client = cast.client(cast.clerk)
    public = words(cast.client().get(reverse("validity", args=[license.code])))
    assert "Void" in public and "does not count" in public
    assert "L-2026-0001" not in words(client.get(reverse("license-list") + "?state=valid"))
    assert "L-2026-0001" in words(client.get(reverse("license-list") + "?state=void"))
    for url in (cast.thomas.get_absolute_url(), cast.bella.get_absolute_url(), license.get_absolute_url()):
        text = words(client.get(url))
        assert "Void" in text and "Valid" not in text.replace("Validity", "")
    paper = Document.objects.get(kind="license")
    pdf = client.get(reverse("documents:open", args=[paper.pk]))
    assert "VOID" in text_of(pdf.content)


def test_the_schema_lets_nothing_void_become_valid_again(cast, license):
    void(cast, license)
    with pytest.raises(InternalError), transaction.atomic():
        License.objects.update(voided_at=None, void_reason="", voided_by=None)


@pytest.mark.parametrize(
    "change",
    [{"number": "L-2026-0099"}, {"valid_to": dt.date(2099, 1, 1)}, {"owner_id": 1}, {"code": "z" * 16}],
)
def test_the_schema_lets_nobody_change_what_a_license_says(license, change):
    with pytest.raises(InternalError), transaction.atomic():
        License.objects.update(**change)


def test_the_schema_lets_nobody_delete_one(license):
    from django.db import connection

    with pytest.raises(Exception, match=r"permission denied|Cannot delete"), transaction.atomic():
        connection.cursor().execute("DELETE FROM licensing_tag; DELETE FROM licensing_license")
