"""Locks for a role that may not change what it locks.

Postgres lets nobody lock a row without the right to update it, and the application has no such right in the ledger.
These functions lock as the owner, in the order of the keys, and can do nothing else.
"""

from django.db import migrations

LOCKS = """
CREATE FUNCTION public.ledger_lock_charges(ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM 1 FROM ledger_charge WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION public.ledger_lock_payment(wanted bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM 1 FROM ledger_payment WHERE id = wanted FOR NO KEY UPDATE;
END $$;
"""
UNDO = """
DROP FUNCTION public.ledger_lock_charges(bigint[]);
DROP FUNCTION public.ledger_lock_payment(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [migrations.RunSQL(LOCKS, UNDO)]
