"""Clerks at the same moment."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

from django.db import connection, transaction

from freeport_animals.ledger.errors import (
    AlreadyPaid,
    AlreadyVoid,
    LedgerError,
    MoneyHeld,
    Refunded,
    RefundTooMuch,
)
from freeport_animals.ledger.models import ChargeReversal, Payment, PaymentVoid, Receipt, Refund
from freeport_animals.ledger.services import charge_reverse, payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff


def at_once(*works):
    """Run the works in threads that start together; what each returned, or the error it was refused with."""
    gate = threading.Barrier(len(works))

    def run(work):
        try:
            gate.wait(timeout=30)
            return work()
        except LedgerError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_two_clerks_pay_one_charge(committed_db):
    ann, rosa, person = staff(), staff("Rosa Diaz"), maria()
    for _ in range(10):
        owed, other = charge(person), charge(person)
        results = at_once(lambda c=(owed, other): pay(*c, by=ann), lambda c=(other, owed): pay(*c, by=rosa))
        receipt = next(each for each in results if isinstance(each, Receipt))
        refused = next(each for each in results if isinstance(each, AlreadyPaid))
        assert refused.receipt == receipt.number
        assert refused.taken_by == receipt.payment.taken_by
        assert refused.taken_at == AT_TWO
    assert Payment.objects.count() == 10


def test_eighty_payments_from_eight_threads_and_some_that_roll_back(committed_db):
    ann, person = staff(), maria()
    charges = [charge(person) for _ in range(80)]
    spoiled = [charge(person) for _ in range(16)]

    class Stumble(Exception):
        pass

    def work(mine, failing):
        for number, owed in enumerate(mine):
            pay(owed, by=ann)
            if number % 5 == 0:
                try:
                    with transaction.atomic():
                        pay(failing.pop(), by=ann)
                        raise Stumble
                except Stumble:
                    pass

    at_once(*(lambda n=n: work(charges[n::8], spoiled[n::8]) for n in range(8)))
    numbers = sorted(int(number) for number in Receipt.objects.values_list("number", flat=True))
    assert numbers == list(range(1, 81))
    assert Payment.objects.count() == 80


def test_two_tabs_refund_one_payment(committed_db):
    ann, person = staff(), maria()
    for _ in range(5):
        payment = pay(charge(person, "80.00", "Impound release")).payment
        work = lambda p=payment: refund_make(  # noqa: E731
            payment=p,
            amount=Decimal("50.00"),
            tender="cash",
            reason="Reversed by the council",
            by=ann,
            at=AT_TWO,
        )
        results = at_once(work, work)
        assert Counter(type(each) for each in results) == {Refund: 1, RefundTooMuch: 1}
        assert next(each for each in results if isinstance(each, RefundTooMuch)).left == Decimal("30.00")


def test_one_tab_voids_what_the_other_refunds(committed_db):
    ann, person = staff(), maria()
    for _ in range(5):
        payment = pay(charge(person)).payment
        results = at_once(
            lambda p=payment: payment_void(payment=p, reason="Wrong owner", by=ann, at=AT_TWO),
            lambda p=payment: refund_make(
                payment=p, amount=Decimal("5.00"), tender="cash", reason="Wrong owner", by=ann, at=AT_TWO
            ),
        )
        assert tuple(type(each) for each in results) in {(PaymentVoid, AlreadyVoid), (Refunded, Refund)}


def test_one_clerk_reverses_what_the_other_takes_the_money_for(committed_db):
    ann, person = staff(), maria()
    for _ in range(5):
        owed = charge(person)
        results = at_once(
            lambda c=owed: charge_reverse(charge=c, reason="Guide dog", by=ann), lambda c=owed: pay(c, by=ann)
        )
        kinds = [type(each) for each in results]
        assert kinds[0] in {ChargeReversal, MoneyHeld}
        assert (kinds[0] is ChargeReversal) != (kinds[1] is Receipt)
