"""What is stamped across a receipt that no longer counts, or of which money went back."""

from decimal import Decimal

from freeport_animals.base.formats import moment, money
from freeport_animals.documents.kinds import Stamp
from freeport_animals.documents.models import Document
from freeport_animals.ledger.models import Payment


def receipt_stamp(document: Document) -> Stamp | None:
    """VOID on the receipt of a voided payment, REFUNDED where something was paid back."""
    payment = (
        Payment.objects.select_related("void__done_by")
        .prefetch_related("refunds")
        .filter(receipt=document.subject_id)
        .first()
    )
    if payment is None:
        return None
    if payment.is_void:
        void = payment.void
        return Stamp("VOID", f"Voided {moment(void.done_at)} by {void.done_by}: {void.reason}")
    refunded = sum((refund.amount for refund in payment.refunds.all()), Decimal("0.00"))
    if not refunded:
        return None
    whole = refunded == payment.amount
    return Stamp(
        "REFUNDED" if whole else "PARTLY REFUNDED",
        f"{money(refunded)} of {money(payment.amount)} was refunded",
    )
