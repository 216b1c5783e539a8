"""Every write of the ledger. Each is one transaction, locks what it decides on, and only ever adds rows."""

from freeport_animals.ledger.services.charges import charge_create, charge_reverse
from freeport_animals.ledger.services.corrections import charge_cancel, payment_void, refund_make
from freeport_animals.ledger.services.payments import payment_take

__all__ = [
    "charge_cancel",
    "charge_create",
    "charge_reverse",
    "payment_take",
    "payment_void",
    "refund_make",
]
