"""Putting a mistake right: a void, a refund, a cancelled charge. The original always stays."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast

from django.db import transaction

from freeport_animals.base.formats import moment, money
from freeport_animals.documents import papers
from freeport_animals.documents.services import document_issue
from freeport_animals.ledger.errors import AlreadyVoid, Refunded, RefundTooMuch, RefundUnclear
from freeport_animals.ledger.models import Charge, Payment, PaymentVoid, Refund, RefundLine
from freeport_animals.ledger.selectors import refundable_lines, standing_payments
from freeport_animals.ledger.services.charges import charge_reverse
from freeport_animals.ledger.services.common import ZERO, dollars, lock_payment, paper, reasoned
from freeport_animals.ledger.tender import known_tender, safe_reference


@transaction.atomic
def payment_void(*, payment: Payment, reason: str, by: Any, at: dt.datetime) -> PaymentVoid:
    """Void a payment, on its day or later: it never stood, and its charges are owed again.

    Its receipt stays, says VOID whenever it is printed, and a void notice is issued. What becomes of a
    license or permit that was paid is for its own department to say, whose service calls this one. Raises
    AlreadyVoid, and Refunded after a refund.
    """
    reason = reasoned(reason)
    locked = _standing(lock_payment(payment))
    refunded = sum((refund.amount for refund in locked.refunds.all()), ZERO)
    if refunded:
        raise Refunded(locked, refunded)
    void = PaymentVoid.objects.create(payment=locked, reason=reason, done_by=by, done_at=at)
    rows = locked.allocations.select_related("charge__person").order_by("charge_id")
    number = locked.receipt.number
    document_issue(
        kind="receipt-void",
        number=number,
        subject=void,
        context=paper(
            locked,
            [(row.charge, row.amount) for row in rows],
            number=number,
            by=by,
            at=at,
            variant="void",
            refers_to=moment(locked.taken_at),
            reason=reason,
        ),
        issued_by=by,
        issued_at=at,
    )
    return void


@transaction.atomic
def refund_make(
    *,
    payment: Payment,
    amount: Decimal,
    tender: Payment.Tender | str,
    reason: str,
    by: Any,
    at: dt.datetime,
    charge: Charge | None = None,
    lines: Mapping[int, Decimal] | None = None,
    check_number: str = "",
    card_reference: str = "",
) -> Refund:
    """Give back `amount` dollars of a payment that stands, and issue the refund's paper, numbered 000123-R1.

    The charges stay settled: a refund does not make them owed again. Say of which charge the money goes back
    with `charge`, or with `lines` {charge key: dollars} of several; without either the whole rest goes back,
    or part of a payment that has one line left. Raises AlreadyVoid, RefundTooMuch, RefundUnclear,
    AmountWrong, TenderWrong.
    """
    reason = reasoned(reason)
    amount = dollars(amount)
    tender = known_tender(tender)
    reference = safe_reference(card_reference) if tender == Payment.Tender.CARD else ""
    check = check_number.strip() if tender == Payment.Tender.CHECK else ""
    locked = _standing(lock_payment(payment))
    parts = _parts(locked, amount, charge, lines)
    refund = Refund.objects.create(
        payment=locked,
        number=f"{locked.receipt.number}-R{len(locked.refunds.all()) + 1}",
        amount=amount,
        tender=tender,
        check_number=check,
        card_reference=reference,
        reason=reason,
        done_by=by,
        done_at=at,
    )
    RefundLine.objects.bulk_create([RefundLine(refund=refund, charge=of, amount=part) for of, part in parts])
    document_issue(
        kind="refund",
        number=refund.number,
        subject=refund,
        context=paper(
            locked,
            parts,
            number=refund.number,
            by=by,
            at=at,
            tender=papers.Tender(kind=cast(Any, tender), amount=amount, reference=check or reference),
            variant="refund",
            refers_to=locked.receipt.number,
            reason=reason,
        ),
        issued_by=by,
        issued_at=at,
    )
    return refund


@transaction.atomic
def charge_cancel(
    *, charge: Charge, reason: str, by: Any, at: dt.datetime, tender: Payment.Tender | str
) -> list[Refund]:
    """Give back everything paid for `charge` and reverse it; the refunds made, none when nothing was paid.

    `tender` is how the money goes back. Raises what `refund_make` and `charge_reverse` raise.
    """
    refunds = []
    for payment in standing_payments(charge):
        left = next(line.left for line in refundable_lines(payment) if line.charge.pk == charge.pk)
        if left:
            refunds.append(
                refund_make(
                    payment=payment, amount=left, tender=tender, reason=reason, by=by, at=at, charge=charge
                )
            )
    charge_reverse(charge=charge, reason=reason, by=by)
    return refunds


def _standing(payment: Payment) -> Payment:
    if payment.is_void:
        raise AlreadyVoid(payment)
    return payment


def _parts(
    payment: Payment, amount: Decimal, charge: Charge | None, lines: Mapping[int, Decimal] | None
) -> list[tuple[Charge, Decimal]]:
    """Which charge gets how much of the refund back, in the receipt's order."""
    known = refundable_lines(payment)
    left = sum((line.left for line in known), ZERO)
    receipt = f"eceipt {payment.receipt.number}"
    if amount > left:
        raise RefundTooMuch(left, f"r{receipt}")
    if charge is not None:
        lines = {charge.pk: amount}
    elif lines is None:
        remaining = [line for line in known if line.left]
        if amount == left:
            lines = {line.charge.pk: line.left for line in remaining}
        elif len(remaining) == 1:
            lines = {remaining[0].charge.pk: amount}
        else:
            raise RefundUnclear(f"R{receipt} pays several things. Say of which the money goes back.")
    asked = {key: dollars(part) for key, part in lines.items()}
    if set(asked) - {line.charge.pk for line in known}:
        raise RefundUnclear(f"R{receipt} did not pay that charge.")
    total = sum(asked.values(), ZERO)
    if total != amount:
        raise RefundUnclear(f"The parts come to {money(total)}, the refund to {money(amount)}.")
    for line in known:
        if asked.get(line.charge.pk, ZERO) > line.left:
            raise RefundTooMuch(line.left, f"“{line.charge.description}”")
    return [(line.charge, asked[line.charge.pk]) for line in known if line.charge.pk in asked]
