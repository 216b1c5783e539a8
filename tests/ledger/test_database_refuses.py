"""Nothing in the ledger is changed, deleted or made not to add up, whoever asks the database."""

import threading
from decimal import Decimal

import psycopg2
import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction

from freeport_animals.ledger.models import (
    Allocation,
    ChargeReversal,
    Payment,
    PaymentVoid,
    Receipt,
    Refund,
    RefundLine,
)
from freeport_animals.ledger.services import charge_reverse, payment_void, refund_make
from tests.ledger.cast import AT_TWO, charge, maria, pay, staff

pytestmark = pytest.mark.django_db
MODELS = list(apps.get_app_config("ledger").get_models())


def refused(name, work):
    """The work breaks the constraint of that name, at the latest at the commit."""
    connection.check_constraints()
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        work()
        connection.check_constraints()
    assert error.value.__cause__.diag.constraint_name == name


@pytest.fixture
def ledger():
    """One row of every table."""
    person = maria()
    first, second, third = charge(person), charge(person, "24.00", "Boarding"), charge(person)
    receipt = pay(first, second)
    refund_make(
        payment=receipt.payment,
        amount=Decimal("5.00"),
        tender="cash",
        reason="x",
        charge=first,
        by=staff(),
        at=AT_TWO,
    )
    charge_reverse(charge=first, reason="x", by=staff())
    payment_void(payment=pay(third).payment, reason="x", by=staff(), at=AT_TWO)
    connection.check_constraints()
    return receipt


@pytest.mark.parametrize("model", MODELS)
def test_the_application_may_not_change_what_was_written(ledger, model):
    table, column = model._meta.db_table, model._meta.fields[1].column
    for statement in (
        f"UPDATE {table} SET {column} = {column}",
        f"DELETE FROM {table}",
        f"TRUNCATE {table} CASCADE",
    ):
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            execute(statement)
    # The key may be updated so that rows can be locked, but for the trigger.
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
        execute(f"UPDATE {table} SET id = id")


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_even_the_owner_is_stopped_by_the_triggers(committed_db, databases):
    person = maria()
    first, third = charge(person), charge(person)
    refund_make(
        payment=pay(first).payment, amount=Decimal("5.00"), tender="cash", reason="x", by=staff(), at=AT_TWO
    )
    charge_reverse(charge=first, reason="x", by=staff())
    payment_void(payment=pay(third).payment, reason="x", by=staff(), at=AT_TWO)
    owner = databases._connect(committed_db)
    try:
        for model in MODELS:
            for statement in ("UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE"):
                with (
                    pytest.raises(psycopg2.Error, match=r"Cannot update or delete|never emptied"),
                    owner.cursor() as cursor,
                ):
                    cursor.execute(statement.format(model._meta.db_table))
                owner.rollback()
    finally:
        owner.close()


def payment(**fields):
    values = {
        "payer_name": "Maria",
        "tender": "card",
        "amount": Decimal("5.00"),
        "taken_by": staff(),
        "taken_at": AT_TWO,
    }
    return Payment.objects.create(**(values | fields))


def receipted(**fields):
    made = payment(**fields)
    Receipt.objects.create(number="900001", payment=made, issued_at=AT_TWO)
    return made


def test_a_charge_is_never_paid_beyond_its_amount():
    owed = charge(maria())
    refused("allocation_within_charge", lambda: Allocation.objects.create(
        payment=payment(), charge=owed, amount=Decimal("5.01")
    ))  # fmt: skip
    pay(owed)
    refused("allocation_within_charge", lambda: Allocation.objects.create(
        payment=payment(), charge=owed, amount=Decimal("0.01")
    ))  # fmt: skip


def test_a_reversed_charge_is_never_paid():
    owed = charge(maria())
    charge_reverse(charge=owed, reason="x", by=staff())
    refused("allocation_not_of_reversed", lambda: Allocation.objects.create(
        payment=payment(), charge=owed, amount=Decimal("5.00")
    ))  # fmt: skip


def test_a_payment_is_spent_to_the_cent_and_has_a_receipt():
    owed = charge(maria(), "24.00")
    refused("payment_allocated", receipted)
    refused("payment_allocated", lambda: Allocation.objects.create(
        payment=receipted(), charge=owed, amount=Decimal("4.99")
    ))  # fmt: skip
    refused("payment_receipted", lambda: Allocation.objects.create(
        payment=payment(), charge=owed, amount=Decimal("5.00")
    ))  # fmt: skip
    taken = pay(charge(maria())).payment
    refused(
        "allocation_adds_up",
        lambda: Allocation.objects.create(payment=taken, charge=owed, amount=Decimal("1")),
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"tender": "cash", "cash_given": Decimal("4.99")},
        {"tender": "cash"},
        {"tender": "check"},
        {"tender": "card", "check_number": "1042"},
        {"tender": "card", "cash_given": Decimal("5.00")},
        {"tender": "check", "check_number": "1", "card_reference": "2"},
    ],
)
def test_a_tender_fits(fields):
    refused("payment_tender_fits", lambda: payment(**fields))


def test_money_held_for_a_charge_keeps_it_from_being_reversed():
    owed = charge(maria())
    pay(owed)
    refused("charge_reversal_nothing_held", lambda: ChargeReversal.objects.create(
        charge=owed, reason="x", done_by=staff()
    ))  # fmt: skip


def refund(of, amount="5.00", number="900001-R1"):
    return Refund.objects.create(
        payment=of,
        number=number,
        amount=Decimal(amount),
        tender="cash",
        reason="x",
        done_by=staff(),
        done_at=AT_TWO,
    )


def test_refunds_stay_within_the_payment_and_its_lines():
    owed, other = charge(maria()), charge(maria(), "24.00")
    taken = pay(owed, other).payment
    refused("refund_within_payment", lambda: refund(taken, "29.01"))
    refused("refund_lines", lambda: refund(taken, "5.00"))
    refused("refund_line_within_allocation", lambda: RefundLine.objects.create(
        refund=refund(taken, "6.00"), charge=owed, amount=Decimal("6.00")
    ))  # fmt: skip
    refused("refund_line_within_allocation", lambda: RefundLine.objects.create(
        refund=refund(taken), charge=charge(maria()), amount=Decimal("5.00")
    ))  # fmt: skip
    made = refund_make(
        payment=taken, amount=Decimal("5.00"), tender="cash", reason="x", by=staff(), at=AT_TWO, charge=owed
    )
    refused(
        "refund_line_adds_up",
        lambda: RefundLine.objects.create(refund=made, charge=other, amount=Decimal("1.00")),
    )


def test_a_void_and_a_refund_exclude_each_other():
    voided = pay(charge(maria())).payment
    payment_void(payment=voided, reason="x", by=staff(), at=AT_TWO)
    refused("refund_not_of_void", lambda: refund(voided))
    refunded = pay(charge(maria())).payment
    refund_make(payment=refunded, amount=Decimal("1.00"), tender="cash", reason="x", by=staff(), at=AT_TWO)
    refused("payment_void_not_refunded", lambda: PaymentVoid.objects.create(
        payment=refunded, reason="x", done_by=staff(), done_at=AT_TWO
    ))  # fmt: skip


@pytest.mark.parametrize("number", ["123", "00012a", "", "R00123"])
def test_a_receipt_number_has_six_figures(number):
    refused(
        "receipt_numbered",
        lambda: Receipt.objects.create(number=number, payment=payment(), issued_at=AT_TWO),
    )


def test_the_lock_holds_against_writers_who_skip_the_services(committed_db):
    """Two connections pay one charge: the second waits, looks again, and is refused."""
    owed = charge(maria())
    ann = staff()
    entered, results = threading.Event(), []

    def second():
        entered.wait(timeout=30)
        try:
            with transaction.atomic():
                made = Payment.objects.create(
                    payer_name="Second", tender="card", amount=Decimal("5.00"), taken_by=ann, taken_at=AT_TWO
                )
                Allocation.objects.create(payment=made, charge=owed, amount=Decimal("5.00"))
        except IntegrityError as error:
            results.append(error.__cause__.diag.constraint_name)
        finally:
            connection.close()

    other = threading.Thread(target=second)
    other.start()
    with transaction.atomic():
        pay(owed)
        entered.set()
        other.join(timeout=1)
        assert other.is_alive()
    other.join(timeout=30)
    assert results == ["allocation_within_charge"]
