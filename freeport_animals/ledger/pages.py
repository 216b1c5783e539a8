"""What the ledger adds to earlier pages: the owner's account, the day's takings, receipts in the search."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.http import HttpRequest

from freeport_animals.base.clock import today
from freeport_animals.base.extend import Hit
from freeport_animals.base.formats import money, shortday
from freeport_animals.ledger.access import COUNTER, SEE_WHAT_IS_OWED, may
from freeport_animals.ledger.models import Receipt
from freeport_animals.ledger.selectors import (
    charges_of,
    open_charges,
    receipt_number,
    receipts,
    receipts_of,
    takings,
)
from freeport_animals.registry.models import Person

SHOWN = 20


def owner_panel(request: HttpRequest, person: Person) -> dict[str, Any] | None:
    """The account on the owner's page: what is open, and the last charges and receipts. Three queries."""
    if not may(request, SEE_WHAT_IS_OWED):
        return None
    unpaid = open_charges(person)
    may_take = may(request, COUNTER)
    return {
        "owner": person,
        "unpaid": unpaid[:SHOWN],
        "more": max(len(unpaid) - SHOWN, 0),
        "balance": sum((charge.balance for charge in unpaid), Decimal("0.00")),
        "settled": list(charges_of(person).filter(balance=0)[:5]),
        "receipts": list(receipts_of(person)[:5]) if may_take else [],
        "may_take": may_take,
    }


def home_takings(request: HttpRequest) -> dict[str, Any]:
    """Today's takings for the clerk. Three queries."""
    on = today()
    return {"takings": takings(on), "on": on}


def find_receipts(query: str, limit: int, roles: frozenset[str]) -> Iterator[Hit]:
    """The receipt whose number was typed, with or without leading zeros. One query, or none."""
    if not receipt_number(query):
        return
    for receipt in receipts(number=query)[:limit]:
        payment = receipt.payment
        yield Hit(
            kind="Receipt",
            title=f"Receipt {receipt.number}",
            url=receipt.get_absolute_url(),
            detail=f"{payment.payer_name}, {money(payment.amount)}, {shortday(receipt.issued_at)}",
            badge=state_of(receipt),
            score=1.0,
        )


def state_of(receipt: Receipt) -> str:
    """`void`, `refunded` when something was paid back, or `paid`."""
    if receipt.payment.is_void:
        return "void"
    return "refunded" if receipt.refunded else "paid"
