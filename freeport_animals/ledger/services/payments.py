"""Taking money."""

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.db import transaction

from freeport_animals.documents.numbers import Series, next_number
from freeport_animals.documents.services import document_issue
from freeport_animals.ledger.errors import AlreadyPaid, NothingToPay, NotOwed, TenderWrong
from freeport_animals.ledger.models import Allocation, Charge, Payment, Receipt
from freeport_animals.ledger.selectors import standing_payments
from freeport_animals.ledger.services.common import ZERO, lock_charges, paper
from freeport_animals.ledger.tender import tender_columns
from freeport_animals.registry.models import Person


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

    Of two clerks who take the same charge at once, one gets the receipt and the other AlreadyPaid, which
    names it. `cash_given` is what was put on the counter, None for the exact amount; without `payer_name` the
    name of `payer` is printed. The receipt's number is taken last, so call this last in a transaction. Raises
    NothingToPay, AlreadyPaid, NotOwed, and TenderWrong naming the field.
    """
    keys = [charge.pk for charge in charges]
    if not keys:
        raise NothingToPay("There is nothing to pay.")
    locked = lock_charges(keys)
    _refuse_settled(locked)
    total = sum((charge.balance for charge in locked), ZERO)
    name = payer_name.strip() or (payer.name if payer else "")
    if not name:
        raise TenderWrong("payer_name", "Say who pays. The name stands on the receipt.")
    columns = tender_columns(
        tender=tender,
        total=total,
        cash_given=cash_given,
        check_number=check_number,
        card_reference=card_reference,
    )
    payment = Payment.objects.create(
        payer=payer, payer_name=name, amount=total, taken_by=by, taken_at=at, **columns
    )
    Allocation.objects.bulk_create(
        [Allocation(payment=payment, charge=charge, amount=charge.balance) for charge in locked]
    )
    receipt = Receipt.objects.create(number=next_number(Series.RECEIPT), payment=payment, issued_at=at)
    document_issue(
        kind="receipt",
        number=receipt.number,
        subject=receipt,
        context=paper(
            payment, [(charge, charge.balance) for charge in locked], number=receipt.number, by=by, at=at
        ),
        issued_by=by,
        issued_at=at,
    )
    return receipt


def _refuse_settled(charges: list[Charge]) -> None:
    for charge in charges:
        if charge.is_reversed:
            raise NotOwed(Charge.objects.select_related("reversal__done_by").get(pk=charge.pk))
        if charge.balance <= 0:
            raise AlreadyPaid(charge, standing_payments(charge)[-1])
