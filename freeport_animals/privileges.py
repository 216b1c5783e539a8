"""What the application's role may do in the database: everything but change what is kept for good.

A model says `append_only = True`; every table of history is append-only by itself. The triggers on those
tables stop everybody; the privileges stop the application even where a trigger were switched off.
"""

from collections.abc import Iterator

import pghistory.trigger
import pgtrigger
from django.apps import apps
from django.db import connection, models, transaction
from pghistory.models import Context, Event


def append_only_models() -> list[type[models.Model]]:
    """The models whose rows the application adds and never changes or deletes, history excepted."""
    return [
        model for model in _tables() if getattr(model, "append_only", False) and not issubclass(model, Event)
    ]


def history_models() -> list[type[models.Model]]:
    """The tables that only the database's own triggers write."""
    return [Context, *(model for model in _tables() if issubclass(model, Event))]


def _tables() -> Iterator[type[models.Model]]:
    for model in apps.get_models():
        if model._meta.managed and not model._meta.proxy:
            yield model


def _there(query: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name for (name,) in cursor.fetchall()}


def _refuses_updates(model: type[models.Model]) -> bool:
    return any(
        isinstance(trigger, pgtrigger.Protect) and "UPDATE" in str(trigger.operation)
        for trigger in model._meta.triggers  # type: ignore[attr-defined]
    )


def is_restricted(role: str) -> bool:
    """Whether privileges can hold `role` back: it exists, is no superuser, and does not own the tables."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT NOT rolsuper AND NOT pg_has_role(oid, current_user, 'USAGE') "
            "FROM pg_roles WHERE rolname = %s",
            [role],
        )
        row = cursor.fetchone()
    return bool(row and row[0])


def statements(role: str) -> list[str]:
    """The SQL that gives `role` its rights, in order. Run by the owner of the tables, in one transaction."""
    name = connection.ops.quote_name
    quoted = name(role)
    sql = [
        f"GRANT USAGE ON SCHEMA public TO {quoted}",
        f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {quoted}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {quoted}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {quoted}",
        f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {quoted}",
    ]
    # A model written a moment ago has no table yet: its migration brings the grants along.
    tables = _there(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
    )
    functions = _there("SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace")
    for model in append_only_models():
        if model._meta.db_table not in tables:
            continue
        table = name(model._meta.db_table)
        sql.append(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {quoted}")
        if _refuses_updates(model):
            # Postgres asks for UPDATE on one column before it lets a row be locked (SELECT … FOR UPDATE). The
            # key serves: the table's trigger refuses the change itself.
            sql.append(f"GRANT UPDATE ({name(model._meta.pk.column)}) ON {table} TO {quoted}")
    # History is written under the owner's rights by the database's own functions, so that the application can
    # neither forge nor mend it.
    sql += [
        f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {name(model._meta.db_table)} FROM {quoted}"
        for model in history_models()
        if model._meta.db_table in tables
    ]
    writers = {
        trigger.get_pgid(model)
        for model, trigger in pgtrigger.registered()
        if isinstance(trigger, pghistory.trigger.Event)
    }
    sql += [
        f"ALTER FUNCTION public.{name(function)}() SECURITY DEFINER SET search_path = public, pg_temp"
        for function in sorted({"_pgh_attach_context", *writers} & functions)
    ]
    return sql


@transaction.atomic
def grant(role: str) -> None:
    """Give `role` its rights, and take away what it had beyond them."""
    with connection.cursor() as cursor:
        for statement in statements(role):
            cursor.execute(statement)
