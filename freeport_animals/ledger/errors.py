"""Why the ledger refuses. `str()` is the sentence for the person at the counter."""

import datetime as dt
from decimal import Decimal

from freeport_animals.base.formats import day, moment, money
from freeport_animals.ledger.models import Charge, Payment


class LedgerError(Exception):
    """The ledger refuses; nothing was written."""


class AmountWrong(LedgerError):
    """An amount that is not positive dollars and whole cents."""


class ReasonMissing(LedgerError):
    """A void, refund or reversal without its reason."""


class NothingToPay(LedgerError):
    """A payment for no charge at all."""


class TenderWrong(LedgerError):
    """The tender does not pay the amount. `field` is the box at fault: tender, cash_given, check_number,
    card_reference or payer_name."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class AlreadyPaid(LedgerError):
    """Somebody else was quicker: `receipt` is the receipt number, `taken_by` the clerk, `taken_at` when."""

    def __init__(self, charge: Charge, payment: Payment) -> None:
        self.charge = charge
        self.payment = payment
        self.receipt = payment.receipt.number
        self.taken_at: dt.datetime = payment.taken_at
        self.taken_by = payment.taken_by
        super().__init__(
            f"“{charge.description}” is already paid: {self.taken_by} took it {moment(self.taken_at)}, "
            f"receipt {self.receipt}. Nothing was taken now."
        )


class NotOwed(LedgerError):
    """The charge was reversed."""

    def __init__(self, charge: Charge) -> None:
        self.charge = charge
        reversal = charge.reversal
        super().__init__(
            f"“{charge.description}” is no longer owed: {reversal.done_by} reversed it "
            f"{day(reversal.done_at)} ({reversal.reason}). Nothing was taken now."
        )


class AlreadyReversed(LedgerError):
    """The charge is reversed once only."""

    def __init__(self, charge: Charge) -> None:
        self.charge = charge
        reversal = charge.reversal
        super().__init__(
            f"“{charge.description}” was already reversed {day(reversal.done_at)} by {reversal.done_by}."
        )


class MoneyHeld(LedgerError):
    """A charge cannot be reversed while money paid for it is kept."""

    def __init__(self, charge: Charge, held: Decimal, receipts: list[str]) -> None:
        self.charge = charge
        self.held = held
        self.receipts = receipts
        many = len(receipts) > 1
        super().__init__(
            f"{money(held)} was paid for “{charge.description}” with receipt{'s' if many else ''} "
            f"{', '.join(receipts)}. Refund it, or void the payment, before the charge is reversed."
        )


class AlreadyVoid(LedgerError):
    """The payment was voided: it is not voided again, and nothing of it is refunded."""

    def __init__(self, payment: Payment) -> None:
        self.payment = payment
        void = payment.void
        super().__init__(
            f"Receipt {payment.receipt.number} was already voided {moment(void.done_at)} "
            f"by {void.done_by} ({void.reason})."
        )


class Refunded(LedgerError):
    """A payment of which something was refunded stood, so it is not voided."""

    def __init__(self, payment: Payment, refunded: Decimal) -> None:
        self.payment = payment
        self.refunded = refunded
        super().__init__(
            f"{money(refunded)} of receipt {payment.receipt.number} was refunded, so it can no longer be "
            "voided. Refund the rest instead."
        )


class RefundTooMuch(LedgerError):
    """More than is left of the payment, or of what it brought for one charge. `left` is in dollars."""

    def __init__(self, left: Decimal, of: str) -> None:
        self.left = left
        rest = f"Only {money(left)} is left" if left else "Nothing is left"
        super().__init__(f"{rest} to refund of {of}.")


class RefundUnclear(LedgerError):
    """Part of a payment for several charges is refunded without saying of which."""
