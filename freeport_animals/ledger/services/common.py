"""What the ledger's writes share: locks, checks, and how a payment reads on paper."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, cast

from django.conf import settings

from freeport_animals.base.formats import money
from freeport_animals.documents import papers
from freeport_animals.ledger.errors import AmountWrong, ReasonMissing
from freeport_animals.ledger.models import Charge, Payment
from freeport_animals.ledger.selectors import with_balance

ZERO = Decimal("0.00")
CENT = Decimal("0.01")
MOST = Decimal("9999999.99")


def lock_charges(keys: Iterable[int]) -> list[Charge]:
    """The charges in the order of their keys, locked until the transaction ends, with their balance now."""
    rows = Charge.objects.filter(pk__in=set(keys)).order_by("pk")
    # Locked first and read after: what a payment did while we waited is then seen.
    locked = list(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    return list(with_balance().filter(pk__in=locked).select_related("person").order_by("pk"))


def lock_payment(payment: Payment) -> Payment:
    """The payment, locked until the transaction ends, with what decides whether it may be corrected."""
    Payment.objects.select_for_update(no_key=True).get(pk=payment.pk)
    rows = Payment.objects.select_related("receipt", "payer__premises", "void__done_by")
    return rows.prefetch_related("refunds").get(pk=payment.pk)


def dollars(amount: Decimal) -> Decimal:
    """`amount` when it is more than zero, in whole cents and can be stored. Raises AmountWrong."""
    if not isinstance(amount, Decimal) or not amount.is_finite() or amount != amount.quantize(CENT):
        raise AmountWrong(f"{amount} is not an amount in dollars and cents.")
    if amount <= ZERO:
        raise AmountWrong(f"{money(amount)} is not more than $0.00.")
    if amount > MOST:
        raise AmountWrong(f"{money(amount)} is more than {money(MOST)}.")
    return amount.quantize(CENT)


def reasoned(reason: str) -> str:
    """The reason without blanks at its ends. Raises ReasonMissing."""
    text = reason.strip()
    if not text:
        raise ReasonMissing("Say why. The reason stays with the record.")
    return text


def paper(
    payment: Payment,
    lines: Iterable[tuple[Charge, Decimal]],
    *,
    number: str,
    by: Any,
    at: Any,
    tender: papers.Tender | None = None,
    **variant: Any,
) -> dict[str, Any]:
    """The frozen context of a receipt, void notice or refund of `payment`."""
    return papers.receipt_context(
        city=settings.CITY,
        number=number,
        payer=_party(payment),
        lines=[_line(charge, amount, payment) for charge, amount in lines],
        tenders=[tender or _tender(payment)],
        at=at,
        clerk=str(by),
        **variant,
    )


def _party(payment: Payment) -> papers.Party:
    """The payer. The address is printed only with the payer's own name, never under somebody else's."""
    payer = payment.payer
    lines = payer.address_lines if payer is not None and payment.payer_name == payer.name else ()
    return papers.Party(name=payment.payer_name, address_lines=lines)


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
        kind=cast(Any, payment.tender),
        amount=payment.amount,
        given=payment.cash_given,
        reference=payment.check_number or payment.card_reference,
    )
