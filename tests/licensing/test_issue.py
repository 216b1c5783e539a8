"""The clerk takes the money and issues a license."""

import datetime as dt
from decimal import Decimal

from django.urls import reverse

from freeport_animals.documents.models import Document
from freeport_animals.ledger.models import Charge, Payment, Receipt
from licensing.models import License, Tag
from tests.licensing.counter import Desk, resolve, words


def test_a_dog_in_order_is_licensed_in_one_press(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    desk = Desk(cast, cast.thomas)
    response = desk.press("issue", **{"tender-cash_given": "20"})
    license = License.objects.get()
    assert license.number == "L-2026-0001"
    assert (license.valid_from, license.valid_to) == (dt.date(2026, 6, 3), dt.date(2026, 12, 31))
    assert license.animal == cast.bella
    assert license.owner == cast.thomas
    assert license.issued_by == cast.clerk
    charge = Charge.objects.get()
    assert charge == license.charge
    assert (charge.amount, charge.cite, charge.kind) == (Decimal("5.00"), "2.B.2", "license")
    assert charge.answer["value"] == {"total": "5.00"}
    payment = Payment.objects.get()
    assert (payment.amount, payment.tender, payment.cash_given) == (Decimal("5.00"), "cash", Decimal("20.00"))
    assert payment.change == Decimal("15.00")
    assert Receipt.objects.get() == license.receipt
    assert license.receipt.number == "000001"
    tag = Tag.objects.get()
    assert (tag.series, tag.number, tag.state, tag.license) == (2026, 1, "worn", license)
    assert response.redirect_chain[-1][0] == reverse("visit-done", args=[desk.visit.pk])
    assert "Hand back" in desk.text()
    assert "$15.00" in desk.text()
    assert desk.visit.state == "issued"
    assert set(Document.objects.values_list("kind", "number")) == {
        ("license", "L-2026-0001"),
        ("receipt", "000001"),
    }
