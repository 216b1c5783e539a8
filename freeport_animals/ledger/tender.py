"""Whether cash, a check or a card pays an amount: asked by forms and by the payment itself."""

from decimal import Decimal
from typing import Any

from freeport_animals.base.formats import money
from freeport_animals.base.text import digits
from freeport_animals.ledger.errors import TenderWrong
from freeport_animals.ledger.models import Payment

MOST_CASH = Decimal("99999.99")


def tender_columns(
    *,
    tender: Payment.Tender | str,
    total: Decimal,
    cash_given: Decimal | None = None,
    check_number: str = "",
    card_reference: str = "",
) -> dict[str, Any]:
    """The columns of a payment of `total` dollars by this tender; what belongs to another tender is dropped.

    `cash_given` None means the exact amount. Raises TenderWrong with the box at fault and its sentence.
    """
    columns: dict[str, Any] = {
        "tender": known_tender(tender),
        "cash_given": None,
        "check_number": "",
        "card_reference": "",
    }
    if tender == Payment.Tender.CASH:
        columns["cash_given"] = _cash(total if cash_given is None else cash_given, total)
    elif tender == Payment.Tender.CHECK:
        columns["check_number"] = check_number.strip()
        if not columns["check_number"]:
            raise TenderWrong("check_number", "Type the number printed on the check.")
    else:
        columns["card_reference"] = safe_reference(card_reference)
    return columns


def known_tender(tender: Payment.Tender | str) -> str:
    """The tender's value. Raises TenderWrong for any other word."""
    if tender not in Payment.Tender.values:
        raise TenderWrong("tender", "Choose cash, check or card.")
    return str(tender)


def _cash(given: Decimal, total: Decimal) -> Decimal:
    if given < total:
        short = money(total - given)
        raise TenderWrong(
            "cash_given", f"{money(given)} is {short} short of {money(total)}. Count the cash again."
        )
    if given > MOST_CASH:
        raise TenderWrong("cash_given", f"{money(given)} cannot be right. Type what was put on the counter.")
    return given


def safe_reference(text: str) -> str:
    """What the terminal printed. Raises TenderWrong for a card's own number, which is never stored."""
    reference = text.strip()
    if is_card_number(reference):
        raise TenderWrong(
            "card_reference",
            "This looks like the card's own number, which the city never keeps. "
            "Type the reference printed on the terminal's slip, or leave the box empty.",
        )
    return reference


def is_card_number(text: str) -> bool:
    """Whether `text` is a payment card's number, by its length, first digit and check digit."""
    number = text.replace(" ", "").replace("-", "")
    if number != digits(number) or not 13 <= len(number) <= 19 or number[0] not in "3456":
        return False
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
