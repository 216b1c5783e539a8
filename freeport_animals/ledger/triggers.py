"""What the database itself refuses, whoever asks: the ledger's sums tie out at every commit.

Each function first locks the charge or payment that it decides on, so that no two transactions are right
alone and wrong together.
The services explain the same refusals in sentences.
"""

import pgtrigger

KEEP = [
    pgtrigger.Protect(name="keep", operation=pgtrigger.Update | pgtrigger.Delete),
    pgtrigger.Trigger(
        name="keep_all",
        operation=pgtrigger.Truncate,
        when=pgtrigger.Before,
        level=pgtrigger.Statement,
        func="RAISE EXCEPTION 'the ledger is never emptied out';",
    ),
]


def _refusing(condition: str, says: str, name: str) -> str:
    return f"""
        IF {condition} THEN
            RAISE EXCEPTION '{says}' USING ERRCODE = 'check_violation', CONSTRAINT = '{name}';
        END IF;
    """


def _before_insert(name: str, *parts: str) -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name=name, when=pgtrigger.Before, operation=pgtrigger.Insert, func="".join(parts) + "RETURN NEW;"
    )


def _at_commit(name: str, *parts: str) -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.After,
        operation=pgtrigger.Insert,
        timing=pgtrigger.Deferred,
        func="".join(parts) + "RETURN NULL;",
    )


LOCK_CHARGE = "PERFORM 1 FROM ledger_charge WHERE id = NEW.charge_id FOR NO KEY UPDATE;"
LOCK_PAYMENT = "PERFORM 1 FROM ledger_payment WHERE id = {} FOR NO KEY UPDATE;"

# What payments that stand have brought for a charge, and what of it went back.
STANDING = """
    (SELECT COALESCE(SUM(a.amount), 0) FROM ledger_allocation a
     WHERE a.charge_id = {charge}
     AND NOT EXISTS (SELECT 1 FROM ledger_paymentvoid v WHERE v.payment_id = a.payment_id))
"""
GONE_BACK = "(SELECT COALESCE(SUM(l.amount), 0) FROM ledger_refundline l WHERE l.charge_id = {charge})"

ALLOCATION = [
    _before_insert(
        "within_charge",
        LOCK_CHARGE,
        _refusing(
            "EXISTS (SELECT 1 FROM ledger_chargereversal r WHERE r.charge_id = NEW.charge_id)",
            "a reversed charge is not owed",
            "allocation_not_of_reversed",
        ),
        _refusing(
            f"{STANDING.format(charge='NEW.charge_id')} + NEW.amount"
            " > (SELECT c.amount FROM ledger_charge c WHERE c.id = NEW.charge_id)",
            "more than the charge would be paid",
            "allocation_within_charge",
        ),
    ),
    _at_commit(
        "adds_up",
        _refusing(
            "(SELECT SUM(a.amount) FROM ledger_allocation a WHERE a.payment_id = NEW.payment_id)"
            " <> (SELECT p.amount FROM ledger_payment p WHERE p.id = NEW.payment_id)",
            "the allocations of a payment add up to its amount",
            "allocation_adds_up",
        ),
    ),
]

PAYMENT = [
    _at_commit(
        "whole",
        _refusing(
            "(SELECT COALESCE(SUM(a.amount), 0) FROM ledger_allocation a WHERE a.payment_id = NEW.id)"
            " <> NEW.amount",
            "the allocations of a payment add up to its amount",
            "payment_allocated",
        ),
        _refusing(
            "NOT EXISTS (SELECT 1 FROM ledger_receipt r WHERE r.payment_id = NEW.id)",
            "a payment has a receipt",
            "payment_receipted",
        ),
    )
]

REVERSAL = [
    _before_insert(
        "nothing_held",
        LOCK_CHARGE,
        _refusing(
            f"{STANDING.format(charge='NEW.charge_id')} > {GONE_BACK.format(charge='NEW.charge_id')}",
            "money paid for a charge goes back before the charge is reversed",
            "charge_reversal_nothing_held",
        ),
    )
]

VOID = [
    _before_insert(
        "not_refunded",
        LOCK_PAYMENT.format("NEW.payment_id"),
        _refusing(
            "EXISTS (SELECT 1 FROM ledger_refund f WHERE f.payment_id = NEW.payment_id)",
            "a payment of which something was refunded is not voided",
            "payment_void_not_refunded",
        ),
    )
]

REFUND = [
    _before_insert(
        "within_payment",
        LOCK_PAYMENT.format("NEW.payment_id"),
        _refusing(
            "EXISTS (SELECT 1 FROM ledger_paymentvoid v WHERE v.payment_id = NEW.payment_id)",
            "nothing is refunded of a voided payment",
            "refund_not_of_void",
        ),
        _refusing(
            "(SELECT COALESCE(SUM(f.amount), 0) FROM ledger_refund f WHERE f.payment_id = NEW.payment_id)"
            " + NEW.amount > (SELECT p.amount FROM ledger_payment p WHERE p.id = NEW.payment_id)",
            "more than the payment would be refunded",
            "refund_within_payment",
        ),
    ),
    _at_commit(
        "whole",
        _refusing(
            "(SELECT COALESCE(SUM(l.amount), 0) FROM ledger_refundline l WHERE l.refund_id = NEW.id)"
            " <> NEW.amount",
            "the lines of a refund add up to its amount",
            "refund_lines",
        ),
    ),
]

OF_PAYMENT = "(SELECT f.payment_id FROM ledger_refund f WHERE f.id = NEW.refund_id)"
REFUND_LINE = [
    _before_insert(
        "within_allocation",
        LOCK_PAYMENT.format(OF_PAYMENT),
        _refusing(
            "(SELECT COALESCE(SUM(l.amount), 0)"
            " FROM ledger_refundline l JOIN ledger_refund f ON f.id = l.refund_id"
            f" WHERE l.charge_id = NEW.charge_id AND f.payment_id = {OF_PAYMENT})"
            " + NEW.amount > COALESCE((SELECT a.amount FROM ledger_allocation a"
            f" WHERE a.charge_id = NEW.charge_id AND a.payment_id = {OF_PAYMENT}), 0)",
            "more than the payment brought for this charge would be refunded",
            "refund_line_within_allocation",
        ),
    ),
    _at_commit(
        "adds_up",
        _refusing(
            "(SELECT SUM(l.amount) FROM ledger_refundline l WHERE l.refund_id = NEW.refund_id)"
            " <> (SELECT f.amount FROM ledger_refund f WHERE f.id = NEW.refund_id)",
            "the lines of a refund add up to its amount",
            "refund_line_adds_up",
        ),
    ),
]
