"""The application's role may add to what is kept for good, and cannot change or delete it."""

import io

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from freeport_animals import privileges
from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role

pytestmark = pytest.mark.django_db


def may(privilege: str, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(%s, %s)", [table, privilege])
        return cursor.fetchone()[0]


def refused(statement: str) -> str:
    with pytest.raises(ProgrammingError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    return str(caught.value)


def test_the_ledger_and_the_issued_papers_are_among_what_is_kept():
    kept = {model._meta.label for model in privileges.append_only_models()}
    assert {
        "ledger.Charge",
        "ledger.Payment",
        "ledger.Receipt",
        "ledger.Refund",
        "documents.Document",
    } <= kept


def test_what_is_kept_can_be_added_to_and_not_changed():
    for model in privileges.append_only_models():
        table = model._meta.db_table
        assert may("INSERT", table), table
        for privilege in ("UPDATE", "DELETE", "TRUNCATE"):
            assert not may(privilege, table), f"{privilege} on {table}"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_charge SET amount = 1",
        "DELETE FROM ledger_receipt",
        "TRUNCATE ledger_payment CASCADE",
        "UPDATE accounts_userevent SET username = 'nobody'",
        "DELETE FROM accounts_userevent",
        "UPDATE pghistory_context SET metadata = '{}'",
        "INSERT INTO pghistory_context (id, created_at, updated_at, metadata) "
        "VALUES (gen_random_uuid(), now(), now(), '{}')",
        "DELETE FROM django_migrations",
        "ALTER TABLE ledger_charge DISABLE TRIGGER ALL",
        "DROP TABLE ledger_charge",
    ],
)
def test_the_database_refuses(statement):
    message = refused(statement)
    assert "permission denied" in message or "must be owner" in message


def test_rows_that_are_kept_can_be_locked():
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM ledger_charge ORDER BY id FOR UPDATE")
        assert cursor.fetchall() == []


def test_a_key_that_may_be_locked_is_guarded_by_a_trigger():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace "
            "AND has_any_column_privilege(c.oid, 'UPDATE') AND NOT has_table_privilege(c.oid, 'UPDATE')"
        )
        lockable = {name for (name,) in cursor.fetchall()}
        cursor.execute(
            "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger "
            "WHERE tgname LIKE 'pgtrigger%%' AND tgtype & 16 = 16"  # fires on UPDATE
        )
        guarded = {name for (name,) in cursor.fetchall()}
    assert "ledger_charge" in lockable
    assert lockable <= guarded


def test_history_is_written_by_the_database_alone():
    for model in privileges.history_models():
        for privilege in ("INSERT", "UPDATE", "DELETE", "TRUNCATE"):
            assert not may(privilege, model._meta.db_table), f"{privilege} on {model._meta.db_table}"
    user = User.objects.create_user("anna", roles=[Role.CLERK])
    User.objects.filter(pk=user.pk).update(first_name="Anna")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_userevent WHERE pgh_obj_id = %s", [user.pk])
        assert cursor.fetchone() == (2,)


def test_an_owner_cannot_be_held_back_and_is_told_so():
    said = io.StringIO()
    call_command("grant_application_role", role=connection.settings_dict["USER"], stdout=said)
    assert "better give DATABASE_OWNER_URL a role of its own" in said.getvalue()
