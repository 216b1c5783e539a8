"""Reads of the ledger. Amounts are dollars; a payment that was voided counts nowhere."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import (
    Case,
    Count,
    DecimalField,
    Exists,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from freeport_animals.base.text import digits
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
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors.aliases import one_with

MONEY = DecimalField(max_digits=11, decimal_places=2)
ZERO = Decimal("0.00")


def _total(rows: QuerySet, of: str) -> Coalesce:
    """The sum of `amount` over the rows that belong to the outer row, by their column `of`."""
    summed = rows.order_by().values(of).annotate(total=Sum("amount")).values("total")
    return Coalesce(Subquery(summed, output_field=MONEY), Value(ZERO), output_field=MONEY)


def with_balance(charges: QuerySet[Charge] | None = None) -> QuerySet[Any]:
    """Charges with `paid` (by payments that stand), `refunded`, `is_reversed`, `balance` (still owed).

    A refund does not make a charge owed again; a void does, and a reversal ends it.
    """
    rows: Any = Charge.objects.all() if charges is None else charges
    return rows.annotate(
        paid=_total(Allocation.objects.filter(charge=OuterRef("pk"), payment__void__isnull=True), "charge"),
        refunded=_total(RefundLine.objects.filter(charge=OuterRef("pk")), "charge"),
        is_reversed=Exists(ChargeReversal.objects.filter(charge=OuterRef("pk"))),
    ).annotate(
        balance=Case(
            When(is_reversed=True, then=Value(ZERO)),
            default=F("amount") - F("paid"),
            output_field=MONEY,
        )
    )


def balance(charge: Charge) -> Decimal:
    """What is still owed of `charge` now, in dollars."""
    owed: Decimal = with_balance().get(pk=charge.pk).balance
    return owed


def balances(charges: Iterable[Charge | int]) -> dict[int, Decimal]:
    """What is still owed of each charge, by its key. One query."""
    keys: list[int] = [charge if isinstance(charge, int) else charge.pk for charge in charges]
    return dict(with_balance().filter(pk__in=keys).values_list("pk", "balance"))


def open_charges(person: Person) -> list[Charge]:
    """What `person` owes, oldest first, each with its `balance`; charges of merged records are among them."""
    rows = with_balance(Charge.objects.filter(one_with("person", person)))
    return list(rows.filter(balance__gt=0).select_related("animal", "person").order_by("on", "pk"))


def open_balance(person: Person) -> Decimal:
    """The sum of what `person` owes, in dollars."""
    rows = with_balance(Charge.objects.filter(one_with("person", person)))
    return rows.aggregate(total=Coalesce(Sum("balance"), Value(ZERO), output_field=MONEY))["total"]


def standing_payments(charge: Charge) -> list[Payment]:
    """The payments that stand and pay something of `charge`, oldest first, with receipt and clerk."""
    rows = Payment.objects.filter(allocations__charge=charge, void__isnull=True)
    return list(rows.select_related("receipt", "taken_by").order_by("pk"))


@dataclass(frozen=True)
class RefundableLine:
    """A line of a payment: what it brought for a charge, what of it went back, what may still go back."""

    charge: Charge
    paid: Decimal
    refunded: Decimal

    @property
    def left(self) -> Decimal:
        return self.paid - self.refunded


def refundable_lines(payment: Payment) -> list[RefundableLine]:
    """The lines of `payment` in their order, also those of which nothing is left. One query."""
    back = RefundLine.objects.filter(refund__payment=OuterRef("payment"), charge=OuterRef("charge"))
    rows = payment.allocations.select_related("charge__animal", "charge__person").order_by("charge_id")
    return [
        RefundableLine(charge=row.charge, paid=row.amount, refunded=row.refunded)
        for row in rows.annotate(refunded=_total(back, "charge"))
    ]


def receipt_number(typed: str) -> str:
    """The receipt number that was typed, with or without leading zeros or #; empty when it is none."""
    text = typed.strip().lstrip("#").strip()
    return text.lstrip("0").zfill(6) if text == digits(text) and 0 < len(text) <= 12 else ""


def local_bounds(first: dt.date, last: dt.date) -> tuple[dt.datetime, dt.datetime]:
    """The moments between which the city's calendar shows a date from `first` through `last`."""
    zone = timezone.get_default_timezone()
    start = dt.datetime.combine(first, dt.time(), tzinfo=zone)
    return start, dt.datetime.combine(last + dt.timedelta(days=1), dt.time(), tzinfo=zone)


def receipts(
    *,
    first: dt.date | None = None,
    last: dt.date | None = None,
    number: str = "",
    payer: str = "",
    person: Person | None = None,
) -> QuerySet[Receipt]:
    """Receipts, newest first, with payment, clerk, whether void, and `refunded` dollars.

    `first` and `last` are days of issue, both included; `payer` is any words of the payer's name, without
    regard to accents and capitals.
    """
    every: Any = Receipt.objects.select_related("payment__taken_by", "payment__void")
    rows = every.annotate(refunded=_total(Refund.objects.filter(payment=OuterRef("payment")), "payment"))
    if first or last:
        start, end = local_bounds(first or dt.date(2000, 1, 1), last or dt.date(2999, 12, 30))
        rows = rows.filter(issued_at__gte=start, issued_at__lt=end)
    if number:
        rows = rows.filter(number=receipt_number(number))
    for word in payer.split()[:6]:
        rows = rows.filter(
            payment__payer_text__contains=Func(Value(word), function="plain", output_field=TextField())
        )
    if person is not None:
        rows = rows.filter(one_with("payment__payer", person))
    return rows.order_by("-issued_at", "-pk")


@dataclass(frozen=True)
class Takings:
    """What came in on one day less what went back on it, in dollars, and how many receipts were issued."""

    cash: Decimal
    check: Decimal
    card: Decimal
    receipts: int
    voids: int
    refunds: int

    @property
    def total(self) -> Decimal:
        return self.cash + self.check + self.card


def takings(on: dt.date) -> Takings:
    """The takings of a day: payments taken on it, less voids made and refunds paid on it, each by its tender.

    A void or refund counts on the day it was made, whenever the payment was taken. Three queries.
    """
    start, end = local_bounds(on, on)
    taken = Payment.objects.filter(taken_at__gte=start, taken_at__lt=end)
    voided = PaymentVoid.objects.filter(done_at__gte=start, done_at__lt=end)
    refunded = Refund.objects.filter(done_at__gte=start, done_at__lt=end)
    money = {str(tender): ZERO for tender in Payment.Tender.values}
    counts = []
    for sign, rows, tender, amount in (
        (1, taken, "tender", "amount"),
        (-1, voided, "payment__tender", "payment__amount"),
        (-1, refunded, "tender", "amount"),
    ):
        sums = list(rows.order_by().values_list(tender).annotate(Sum(amount), Count("pk")))
        for kind, total, _ in sums:
            money[kind] += sign * total
        counts.append(sum(count for _, _, count in sums))
    return Takings(**money, receipts=counts[0], voids=counts[1], refunds=counts[2])


def charges_of(person: Person) -> QuerySet[Any]:
    """All charges of `person`, newest first, with balance, animal and reversal."""
    rows = with_balance(Charge.objects.filter(one_with("person", person)))
    return rows.select_related("animal", "person", "reversal__done_by").order_by("-on", "-pk")


def receipts_of(person: Person) -> QuerySet[Receipt]:
    """Receipts made out to `person` or paying a charge of theirs, newest first."""
    of_charges = Allocation.objects.filter(one_with("charge__person", person)).values("payment")
    return receipts().filter(one_with("payment__payer", person) | Q(payment__in=of_charges))
