"""Every write of the ledger. Each is one transaction, locks what it decides on, and only ever adds rows."""

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from freeport_animals.base.formats import money, moment
from freeport_animals.base.text import digits
from freeport_animals.documents import papers
from freeport_animals.documents.numbers import Series, next_number
from freeport_animals.documents.services import document_issue
from freeport_animals.ledger.errors import (
    AlreadyPaid,
    AlreadyReversed,
    AlreadyVoid,
    AmountWrong,
    LedgerError,
    MoneyHeld,
    NothingToPay,
    NotOwed,
    ReasonMissing,
    Refunded,
    RefundTooMuch,
    RefundUnclear,
    TenderWrong,
)
from freeport_animals.ledger.models import (
    Allocation,
    Charge,
    ChargeReversal,
    Payment,
    PaymentVoid,
    Receipt,
    Refund,
    RefundLine,
)
from freeport_animals.ledger.selectors import refundable_lines, standing_payments, with_balance
from freeport_animals.registry.models import Animal, Person
from freeport_animals.rules import Answer

ZERO = Decimal("0.00")
CENT = Decimal("0.01")
MOST = Decimal("9999999.99")


# --- charges ----------------------------------------------------------------------------------------------


@transaction.atomic
def charge_create(
    *,
    person: Person,
    kind: Charge.Kind | str,
    amount: Decimal,
    cite: str,
    description: str,
    answer: Answer | Mapping[str, Any],
    on: dt.date,
    by: Any,
    animal: Animal | None = None,
) -> Charge:
    """Record that `person` owes `amount` dollars under the clause `cite`, with the whole answer of the rule.

    `description` is the line on the receipt, `on` the date the amount is about. Raises AmountWrong for zero,
    less, or a fraction of a cent: what is free is not charged.
    """
    return Charge.objects.create(
        person=person,
        animal=animal,
        kind=Charge.Kind(kind),
        amount=_dollars(amount),
        cite=cite,
        description=description,
        answer=answer.as_json() if isinstance(answer, Answer) else dict(answer),
        on=on,
        created_by=by,
    )


@transaction.atomic
def charge_reverse(*, charge: Charge, reason: str, by: Any) -> ChargeReversal:
    """End a charge: it is no longer owed. Raises AlreadyReversed, and MoneyHeld while money paid for it is kept
    (refund it or void the payment first)."""
    reason = _reason(reason)
    locked = _locked_charges([charge.pk])[0]
    if locked.is_reversed:
        raise AlreadyReversed(Charge.objects.select_related("reversal__done_by").get(pk=charge.pk))
    if locked.paid > locked.refunded:
        receipts = [payment.receipt.number for payment in standing_payments(locked)]
        raise MoneyHeld(locked, locked.paid - locked.refunded, receipts)
    return ChargeReversal.objects.create(charge=charge, reason=reason, done_by=by)


def _locked_charges(keys: Iterable[int]) -> list[Charge]:
    """The charges in the order of their keys, locked until the transaction ends, with balances as they are now."""
    wanted = sorted(set(keys))
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_lock_charges(%s)", [wanted])
    return list(with_balance().filter(pk__in=wanted).select_related("person", "animal").order_by("pk"))


def _dollars(amount: Decimal) -> Decimal:
    if not isinstance(amount, Decimal) or not amount.is_finite() or amount != amount.quantize(CENT):
        raise AmountWrong(f"{amount} is not an amount in dollars and cents.")
    if not ZERO < amount <= MOST:
        raise AmountWrong(f"{money(amount)} cannot be charged or paid. The amount is more than $0.00.")
    return amount.quantize(CENT)


def _reason(reason: str) -> str:
    text = reason.strip()
    if not text:
        raise ReasonMissing("Say why. The reason stays with the record.")
    return text


# --- payments ---------------------------------------------------------------------------------------------


@transaction.atomic
def payment_take(
    *,
    charges: Iterable[Charge],
    tender: Payment.Tender | str,
    payer_name: str,
    by: Any,
    at: dt.datetime,
    cash_given: Decimal | None = None,
    check_number: str = "",
    card_reference: str = "",
    payer: Person | None = None,
) -> Receipt:
    """Take a payment of everything still owed of `charges`, and issue its receipt, number and paper included.

    Of two clerks who take the same charge at once, one gets the receipt and the other AlreadyPaid, which names it.
    `cash_given` is what was put on the counter, None for the exact amount. The receipt's number is taken last, so
    call this last in a transaction. Raises NothingToPay, AlreadyPaid, NotOwed, and TenderWrong naming the field.
    """
    keys = [charge.pk for charge in charges]
    if not keys:
        raise NothingToPay("There is nothing to pay.")
    locked = _locked_charges(keys)
    _refuse_settled(locked)
    total = sum((charge.balance for charge in locked), ZERO)
    name = payer_name.strip() or (payer.name if payer else "")
    if not name:
        raise TenderWrong("payer_name", "Say who pays. The name stands on the receipt.")
    payment = Payment.objects.create(
        payer=payer,
        payer_name=name[:200],
        amount=total,
        taken_by=by,
        taken_at=at,
        **tender_columns(
            tender=tender,
            total=total,
            cash_given=cash_given,
            check_number=check_number,
            card_reference=card_reference,
        ),
    )
    Allocation.objects.bulk_create(
        [Allocation(payment=payment, charge=charge, amount=charge.balance) for charge in locked]
    )
    receipt = Receipt.objects.create(number=next_number(Series.RECEIPT), payment=payment, issued_at=at)
    document_issue(
        kind="receipt",
        number=receipt.number,
        subject=receipt,
        context=papers.receipt_context(
            city=settings.CITY,
            number=receipt.number,
            payer=_party(payment),
            lines=[_line(charge, charge.balance, payment) for charge in locked],
            tenders=[_tender(payment)],
            at=at,
            clerk=str(by),
        ),
        issued_by=by,
        issued_at=at,
    )
    return receipt


def tender_columns(
    *,
    tender: Payment.Tender | str,
    total: Decimal,
    cash_given: Decimal | None = None,
    check_number: str = "",
    card_reference: str = "",
) -> dict[str, Any]:
    """The columns of a payment of `total` dollars by this tender; what belongs to another tender is dropped.

    Raises TenderWrong with the box at fault and the sentence for it. Forms ask it too, before they save.
    """
    if tender not in Payment.Tender.values:
        raise TenderWrong("tender", "Choose cash, check or card.")
    columns: dict[str, Any] = {"tender": tender, "cash_given": None, "check_number": "", "card_reference": ""}
    if tender == Payment.Tender.CASH:
        given = total if cash_given is None else cash_given
        if given < total:
            raise TenderWrong(
                "cash_given",
                f"{money(given)} is {money(total - given)} short of {money(total)}. Count it again.",
            )
        if given > MOST:
            raise TenderWrong("cash_given", f"{money(given)} is too much to be right. Check the amount.")
        columns["cash_given"] = given
    elif tender == Payment.Tender.CHECK:
        columns["check_number"] = check_number.strip()
        if not columns["check_number"]:
            raise TenderWrong("check_number", "Type the number printed on the check.")
    else:
        columns["card_reference"] = card_reference.strip()
        if is_card_number(columns["card_reference"]):
            raise TenderWrong(
                "card_reference",
                "This looks like the card's own number, which the city never keeps. Type the reference from the "
                "terminal's slip, or leave the box empty.",
            )
    return columns


def is_card_number(text: str) -> bool:
    """Whether `text` is a payment card's number by its length, first digit and check digit."""
    number = digits(text)
    if (
        not 13 <= len(number) <= 19
        or number[0] not in "3456"
        or len(number) < len(text.replace(" ", "").replace("-", ""))
    ):
        return False
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _refuse_settled(charges: list[Charge]) -> None:
    for charge in charges:
        if charge.is_reversed:
            raise NotOwed(Charge.objects.select_related("reversal__done_by").get(pk=charge.pk))
        if charge.balance <= 0:
            raise AlreadyPaid(charge, standing_payments(charge)[-1])


def _party(payment: Payment) -> papers.Party:
    """The payer on paper. The address is printed only with the payer's own name, never with a stranger's."""
    payer = payment.payer
    known = payer is not None and payment.payer_name == payer.name
    return papers.Party(name=payment.payer_name, address_lines=payer.address_lines if known else ())


def _line(charge: Charge, amount: Decimal, payment: Payment) -> papers.Line:
    owner = charge.person.name
    return papers.Line(
        what=charge.description,
        amount=amount,
        detail="" if owner == payment.payer_name else f"for {owner}",
        cite=charge.cite,
    )


def _tender(payment: Payment) -> papers.Tender:
    return papers.Tender(
        kind=payment.tender,
        amount=payment.amount,
        given=payment.cash_given,
        reference=payment.check_number or payment.card_reference,
    )


# --- corrections ------------------------------------------------------------------------------------------


def _locked_payment(payment: Payment) -> Payment:
    """The payment, locked until the transaction ends, with what decides whether it may be corrected."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_lock_payment(%s)", [payment.pk])
    rows = Payment.objects.select_related("receipt", "payer", "void__done_by").prefetch_related("refunds")
    locked = rows.get(pk=payment.pk)
    if getattr(locked, "void", None) is not None:
        raise AlreadyVoid(locked)
    return locked


@transaction.atomic
def payment_void(*, payment: Payment, reason: str, by: Any, at: dt.datetime) -> PaymentVoid:
    """Void a payment, on its day or later: it never stood, and its charges are owed again. Its receipt stays, says
    VOID when it is printed, and a void notice is issued. Raises AlreadyVoid, and Refunded after a refund."""
    reason = _reason(reason)
    locked = _locked_payment(payment)
    refunded = sum((refund.amount for refund in locked.refunds.all()), ZERO)
    if refunded:
        raise Refunded(locked, refunded)
    void = PaymentVoid.objects.create(payment=locked, reason=reason, done_by=by, done_at=at)
    allocations = locked.allocations.select_related("charge__person").order_by("charge_id")
    document_issue(
        kind="receipt-void",
        number=locked.receipt.number,
        subject=void,
        context=papers.receipt_context(
            city=settings.CITY,
            number=locked.receipt.number,
            payer=_party(locked),
            lines=[_line(row.charge, row.amount, locked) for row in allocations],
            tenders=[_tender(locked)],
            at=at,
            clerk=str(by),
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

    The charges stay settled: a refund does not make them owed again. Say of which charge the money goes back with
    `charge`, or with `lines` {charge key: dollars} of several; without either the whole rest goes back, or part of
    a payment that has one line left. Raises AlreadyVoid, RefundTooMuch, RefundUnclear, AmountWrong, TenderWrong.
    """
    reason = _reason(reason)
    amount = _dollars(amount)
    locked = _locked_payment(payment)
    parts = _refund_lines(locked, amount, charge, lines)
    if tender not in Payment.Tender.values:
        raise TenderWrong("tender", "Choose cash, check or card.")
    if tender == Payment.Tender.CARD and is_card_number(card_reference):
        raise TenderWrong(
            "card_reference", "This looks like the card's own number, which the city never keeps."
        )
    refund = Refund.objects.create(
        payment=locked,
        number=f"{locked.receipt.number}-R{len(locked.refunds.all()) + 1}",
        amount=amount,
        tender=tender,
        check_number=check_number.strip() if tender == Payment.Tender.CHECK else "",
        card_reference=card_reference.strip() if tender == Payment.Tender.CARD else "",
        reason=reason,
        done_by=by,
        done_at=at,
    )
    RefundLine.objects.bulk_create(
        [RefundLine(refund=refund, charge=part, amount=dollars) for part, dollars in parts]
    )
    document_issue(
        kind="refund",
        number=refund.number,
        subject=refund,
        context=papers.receipt_context(
            city=settings.CITY,
            number=refund.number,
            payer=_party(locked),
            lines=[_line(part, dollars, locked) for part, dollars in parts],
            tenders=[
                papers.Tender(
                    kind=refund.tender, amount=amount, reference=refund.check_number or refund.card_reference
                )
            ],
            at=at,
            clerk=str(by),
            variant="refund",
            refers_to=locked.receipt.number,
            reason=reason,
        ),
        issued_by=by,
        issued_at=at,
    )
    return refund


def _refund_lines(
    payment: Payment, amount: Decimal, charge: Charge | None, lines: Mapping[int, Decimal] | None
) -> list[tuple[Charge, Decimal]]:
    """Which charge gets how much of the refund back, in the receipt's order."""
    known = refundable_lines(payment)
    left = sum((line.left for line in known), ZERO)
    receipt = f"receipt {payment.receipt.number}"
    if amount > left:
        raise RefundTooMuch(left, receipt)
    if charge is not None:
        lines = {charge.pk: amount}
    elif lines is None:
        remaining = [line for line in known if line.left]
        if amount == left:
            lines = {line.charge.pk: line.left for line in remaining}
        elif len(remaining) == 1:
            lines = {remaining[0].charge.pk: amount}
        else:
            raise RefundUnclear(
                f"{receipt.capitalize()} pays several things. Say of which the money goes back."
            )
    asked = {key: _dollars(dollars) for key, dollars in lines.items()}
    if set(asked) - {line.charge.pk for line in known}:
        raise RefundUnclear(f"{receipt.capitalize()} did not pay that charge.")
    if sum(asked.values(), ZERO) != amount:
        raise RefundUnclear(
            f"The parts come to {money(sum(asked.values(), ZERO))}, the refund to {money(amount)}."
        )
    for line in known:
        if asked.get(line.charge.pk, ZERO) > line.left:
            raise RefundTooMuch(line.left, f"“{line.charge.description}”")
    return [(line.charge, asked[line.charge.pk]) for line in known if line.charge.pk in asked]


@transaction.atomic
def charge_cancel(
    *, charge: Charge, reason: str, by: Any, at: dt.datetime, tender: Payment.Tender | str
) -> list[Refund]:
    """Give back everything paid for `charge` and reverse it: the refunds made, none when nothing had been paid.

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


__all__ = [
    "LedgerError",
    "charge_cancel",
    "charge_create",
    "charge_reverse",
    "is_card_number",
    "payment_take",
    "payment_void",
    "refund_make",
    "tender_columns",
]
