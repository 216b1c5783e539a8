"""Whatever is charged, paid, voided, refunded and reversed, in whatever order, the sums tie out."""

from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from freeport_animals.ledger.errors import (
    AlreadyPaid,
    AlreadyReversed,
    AlreadyVoid,
    MoneyHeld,
    NotOwed,
    Refunded,
    RefundTooMuch,
)
from freeport_animals.ledger.models import Allocation, Charge, Payment, Receipt, Refund
from freeport_animals.ledger.selectors import open_balance, takings, with_balance
from freeport_animals.ledger.services import charge_reverse, payment_void, refund_make
from tests.ledger.cast import AT_TWO, JANUARY_13, charge, maria, pay, staff

CENTS = st.integers(1, 20_000).map(lambda cents: Decimal(cents) / 100)


class Ledger(RuleBasedStateMachine):
    """The books as a clerk would keep them by hand, beside the real ones."""

    charges = Bundle("charges")
    payments = Bundle("payments")

    @initialize()
    def open_the_office(self):
        self.around = transaction.atomic()
        self.around.__enter__()
        self.person, self.clerk = maria(), staff()
        self.amount: dict[int, Decimal] = {}
        self.held: dict[int, Decimal] = {}  # by charge: taken and not given back
        self.settled: set[int] = set()
        self.reversed: set[int] = set()
        self.paid: dict[int, list[int]] = {}  # charges of each payment
        self.back: dict[int, Decimal] = {}
        self.voided: set[int] = set()
        self.till = Decimal(0)
        self.frozen: dict[str, str] = {}

    def teardown(self):
        if hasattr(self, "around"):
            transaction.set_rollback(True)
            self.around.__exit__(None, None, None)

    @rule(target=charges, amount=CENTS)
    def charge(self, amount):
        made = charge(self.person, str(amount), by=self.clerk)
        self.amount[made.pk], self.held[made.pk] = amount, Decimal(0)
        return made

    @rule(target=payments, chosen=st.lists(charges, min_size=1, max_size=3, unique_by=lambda each: each.pk))
    def pay(self, chosen):
        keys = [each.pk for each in chosen]
        if self.reversed & set(keys) or self.settled & set(keys):
            with pytest.raises((NotOwed, AlreadyPaid)):
                pay(*chosen, by=self.clerk)
            return None
        payment = pay(*chosen, by=self.clerk).payment
        assert payment.amount == sum(self.amount[key] for key in keys)
        self.settled |= set(keys)
        self.paid[payment.pk], self.back[payment.pk] = keys, Decimal(0)
        for key in keys:
            self.held[key] = self.amount[key]
        self.till += payment.amount
        return payment

    @rule(payment=payments)
    def void(self, payment):
        if payment is None:
            return
        work = {"payment": payment, "reason": "x", "by": self.clerk, "at": AT_TWO}
        if payment.pk in self.voided or self.back[payment.pk]:
            with pytest.raises(AlreadyVoid if payment.pk in self.voided else Refunded):
                payment_void(**work)
            return
        payment_void(**work)
        self.voided.add(payment.pk)
        self.settled -= set(self.paid[payment.pk])
        for key in self.paid[payment.pk]:
            self.held[key] = Decimal(0)
        self.till -= payment.amount

    @rule(payment=payments, amount=CENTS, line=st.integers(0, 2))
    def refund(self, payment, amount, line):
        if payment is None:
            return
        key = self.paid[payment.pk][line % len(self.paid[payment.pk])]
        work = {
            "payment": payment,
            "amount": amount,
            "tender": "cash",
            "reason": "x",
            "by": self.clerk,
            "at": AT_TWO,
            "charge": Charge.objects.get(pk=key),
        }
        if payment.pk in self.voided or amount > self.held[key]:
            with pytest.raises(AlreadyVoid if payment.pk in self.voided else RefundTooMuch):
                refund_make(**work)
            return
        refund_make(**work)
        self.back[payment.pk] += amount
        self.held[key] -= amount
        self.till -= amount

    @rule(chosen=charges)
    def reverse(self, chosen):
        work = {"charge": chosen, "reason": "x", "by": self.clerk}
        if chosen.pk in self.reversed or self.held[chosen.pk]:
            with pytest.raises(AlreadyReversed if chosen.pk in self.reversed else MoneyHeld):
                charge_reverse(**work)
            return
        charge_reverse(**work)
        self.reversed.add(chosen.pk)

    @invariant()
    def the_database_agrees(self):
        if not hasattr(self, "around"):
            return
        connection.check_constraints()
        rows = {row.pk: row for row in with_balance()}
        assert {key: row.paid - row.refunded for key, row in rows.items()} == self.held
        owed = {
            key: Decimal(0) if key in self.reversed | self.settled else amount
            for key, amount in self.amount.items()
        }
        assert {key: row.balance for key, row in rows.items()} == owed
        assert open_balance(self.person) == sum(owed.values())
        assert takings(JANUARY_13).total == self.till == sum(self.held.values())

    @invariant()
    def nothing_changes_in_place(self):
        if not hasattr(self, "around"):
            return
        now = {
            f"{model.__name__} {row['id']}": repr(row)
            for model in (Charge, Payment, Allocation, Receipt, Refund)
            for row in model.objects.values()
        }
        assert self.frozen.items() <= now.items()
        self.frozen = now
        per_payment = Allocation.objects.values_list("payment").annotate(Sum("amount"))
        assert dict(per_payment) == dict(Payment.objects.values_list("pk", "amount"))


@pytest.mark.django_db
def test_the_books_always_tie_out():
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
