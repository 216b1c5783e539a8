"""What is owed, and when it no longer is."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction

from freeport_animals.ledger.errors import AlreadyReversed, MoneyHeld
from freeport_animals.ledger.models import Charge, ChargeReversal
from freeport_animals.ledger.selectors import standing_payments
from freeport_animals.ledger.services.common import dollars, lock_charges, reasoned
from freeport_animals.registry.models import Animal, Person
from freeport_animals.rules import Answer


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
    """Record that `person` owes `amount` dollars under the clause `cite`, with the rule's whole answer.

    `description` is the line on the receipt, `on` the date that the amount is about. Raises AmountWrong for
    zero, less, or a fraction of a cent: what is free is not charged.
    """
    return Charge.objects.create(
        person=person,
        animal=animal,
        kind=Charge.Kind(kind),
        amount=dollars(amount),
        cite=cite,
        description=description,
        answer=answer.as_json() if isinstance(answer, Answer) else dict(answer),
        on=on,
        created_by=by,
    )


@transaction.atomic
def charge_reverse(*, charge: Charge, reason: str, by: Any) -> ChargeReversal:
    """End a charge: it is no longer owed.

    Raises AlreadyReversed, and MoneyHeld while money paid for it is kept: refund that or void its payment
    first, or use `charge_cancel`.
    """
    reason = reasoned(reason)
    locked = lock_charges([charge.pk])[0]
    if locked.is_reversed:
        raise AlreadyReversed(Charge.objects.select_related("reversal__done_by").get(pk=charge.pk))
    if locked.paid > locked.refunded:
        receipts = [payment.receipt.number for payment in standing_payments(locked)]
        raise MoneyHeld(locked, locked.paid - locked.refunded, receipts)
    return ChargeReversal.objects.create(charge=locked, reason=reason, done_by=by)
