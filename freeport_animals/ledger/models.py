"""What is owed, how it was paid, and how a mistake is put right: nothing here is ever changed or deleted.

    Charge ← Allocation → Payment ← Receipt
      ↑ ChargeReversal      ↑ PaymentVoid, or Refund ← RefundLine → Charge

A refund gives money back; it does not make the charge owed again. A void does: the payment never stood.
"""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, GeneratedField, Q
from django.urls import reverse

from freeport_animals.ledger import triggers
from freeport_animals.registry.models import Animal, Person

STAFF: dict[str, Any] = {"to": settings.AUTH_USER_MODEL, "on_delete": models.PROTECT, "related_name": "+"}


class Charge(models.Model):
    """An amount owed, with the rule's whole answer, so that it can be explained years later."""

    class Kind(models.TextChoices):
        LICENSE = "license", "License"
        RELEASE = "release", "Impound release"
        BOARDING = "boarding", "Boarding"
        CAPTURE = "capture", "Capture"
        DISPOSAL = "disposal", "Disposal"
        OTHER = "other", "Other"

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="charges")
    animal = models.ForeignKey(
        Animal, null=True, blank=True, on_delete=models.PROTECT, related_name="charges"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    cite = models.CharField(max_length=20)  # the clause, such as 2.B.2
    description = models.CharField(max_length=300)  # the line on the receipt
    answer = models.JSONField()  # Answer.as_json()
    on = models.DateField()
    created_by = models.ForeignKey(**STAFF)
    created_at = models.DateTimeField(auto_now_add=True)
    # Reckoned by selectors.with_balance.
    paid: Decimal
    refunded: Decimal
    is_reversed: bool
    balance: Decimal

    append_only = True

    class Meta:
        triggers = triggers.KEEP
        indexes = [models.Index(fields=["person", "-on"], name="charge_of_person")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="charge_positive"),
            models.CheckConstraint(condition=~Q(cite="") & ~Q(description=""), name="charge_explained"),
        ]

    def __str__(self) -> str:
        return f"{self.description}: ${self.amount}"


class ChargeReversal(models.Model):
    """The charge is no longer owed. What had been paid for it was voided or refunded before."""

    charge = models.OneToOneField(Charge, on_delete=models.PROTECT, related_name="reversal")
    reason = models.CharField(max_length=300)
    done_by = models.ForeignKey(**STAFF)
    done_at = models.DateTimeField(auto_now_add=True)

    append_only = True

    class Meta:
        triggers = [*triggers.KEEP, *triggers.REVERSAL]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="charge_reversal_reasoned")]

    def __str__(self) -> str:
        return f"Reversal of charge {self.charge_id}"


class Payment(models.Model):
    class Tender(models.TextChoices):
        CASH = "cash", "Cash"
        CHECK = "check", "Check"
        CARD = "card", "Card"

    payer = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="payments"
    )
    payer_name = models.CharField(max_length=200)  # as printed on the receipt
    tender = models.CharField(max_length=6, choices=Tender.choices)
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    cash_given = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    check_number = models.CharField(max_length=20, blank=True)
    card_reference = models.CharField(max_length=40, blank=True)  # what the city's own terminal printed
    taken_by = models.ForeignKey(**STAFF)
    taken_at = models.DateTimeField()
    payer_text = GeneratedField(
        expression=Func(F("payer_name"), function="plain"), output_field=models.TextField(), db_persist=True
    )

    append_only = True

    class Meta:
        triggers = [*triggers.KEEP, *triggers.PAYMENT]
        indexes = [
            models.Index(fields=["-taken_at"], name="payment_newest"),
            GinIndex(name="payment_payer_search", fields=["payer_text"], opclasses=["gin_trgm_ops"]),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_positive"),
            models.CheckConstraint(condition=~Q(payer_name=""), name="payment_payer_named"),
            models.CheckConstraint(
                condition=(
                    Q(tender="cash")
                    & Q(cash_given__isnull=False)
                    & Q(cash_given__gte=F("amount"))
                    & Q(check_number="")
                    & Q(card_reference="")
                )
                | (
                    Q(tender="check")
                    & Q(cash_given__isnull=True)
                    & ~Q(check_number="")
                    & Q(card_reference="")
                )
                | (Q(tender="card") & Q(cash_given__isnull=True) & Q(check_number="")),
                name="payment_tender_fits",
            ),
        ]

    def __str__(self) -> str:
        return f"${self.amount} by {self.tender}"

    @property
    def change(self) -> Decimal:
        """Dollars handed back from the cash given; zero for other tenders."""
        return Decimal("0.00") if self.cash_given is None else self.cash_given - self.amount

    @property
    def is_void(self) -> bool:
        """Whether it was voided. Select `void` with the payment in lists."""
        return getattr(self, "void", None) is not None


class Allocation(models.Model):
    """The part of a payment that pays a charge."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="allocations")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="allocations")
    amount = models.DecimalField(max_digits=9, decimal_places=2)

    append_only = True

    class Meta:
        triggers = [*triggers.KEEP, *triggers.ALLOCATION]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="allocation_positive"),
            models.UniqueConstraint(fields=["payment", "charge"], name="allocation_once"),
        ]

    def __str__(self) -> str:
        return f"${self.amount} of payment {self.payment_id} to charge {self.charge_id}"


class Receipt(models.Model):
    """One series without end and without a gap: 000123."""

    number = models.CharField(max_length=12, unique=True)
    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="receipt")
    issued_at = models.DateTimeField()
    refunded: Decimal  # of its payment, reckoned by selectors.receipts

    append_only = True

    class Meta:
        triggers = triggers.KEEP
        constraints = [
            models.CheckConstraint(condition=Q(number__regex=r"^[0-9]{6,12}$"), name="receipt_numbered")
        ]

    def __str__(self) -> str:
        return self.number

    def get_absolute_url(self) -> str:
        return reverse("receipt", args=[self.number])


class PaymentVoid(models.Model):
    """The payment never stood: a wrong amount keyed, a check returned. Its charges are owed again."""

    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="void")
    reason = models.CharField(max_length=300)
    done_by = models.ForeignKey(**STAFF)
    done_at = models.DateTimeField()

    append_only = True

    class Meta:
        triggers = [*triggers.KEEP, *triggers.VOID]
        indexes = [models.Index(fields=["-done_at"], name="payment_void_newest")]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="payment_void_reasoned")]

    def __str__(self) -> str:
        return f"Void of payment {self.payment_id}"


class Refund(models.Model):
    """Money handed back from a payment that stood. All refunds together never exceed what was paid."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    number = models.CharField(max_length=20, unique=True)  # the receipt's and which one: 000123-R1
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    tender = models.CharField(max_length=6, choices=Payment.Tender.choices)
    check_number = models.CharField(max_length=20, blank=True)  # blank until the check is written
    card_reference = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=300)
    done_by = models.ForeignKey(**STAFF)
    done_at = models.DateTimeField()

    append_only = True

    class Meta:
        ordering = ["pk"]
        triggers = [*triggers.KEEP, *triggers.REFUND]
        indexes = [models.Index(fields=["-done_at"], name="refund_newest")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="refund_positive"),
            models.CheckConstraint(condition=~Q(reason=""), name="refund_reasoned"),
            models.CheckConstraint(
                condition=(Q(check_number="") | Q(tender="check"))
                & (Q(card_reference="") | Q(tender="card")),
                name="refund_tender_fits",
            ),
        ]

    def __str__(self) -> str:
        return f"Refund {self.number} of ${self.amount}"


class RefundLine(models.Model):
    """The part of a refund that gives back what was paid for a charge."""

    refund = models.ForeignKey(Refund, on_delete=models.PROTECT, related_name="lines")
    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="refund_lines")
    amount = models.DecimalField(max_digits=9, decimal_places=2)

    append_only = True

    class Meta:
        ordering = ["pk"]
        triggers = [*triggers.KEEP, *triggers.REFUND_LINE]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="refund_line_positive"),
            models.UniqueConstraint(fields=["refund", "charge"], name="refund_line_once"),
        ]

    def __str__(self) -> str:
        return f"${self.amount} of refund {self.refund_id} for charge {self.charge_id}"
