"""Issued papers stay as they are: the database refuses, whoever asks."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from freeport_animals.accounts.models import User
from freeport_animals.documents.models import Document, DocumentFile, DocumentPrint
from freeport_animals.documents.services import document_print
from tests.documents.cast import AT

TABLES = ("documents_document", "documents_documentfile", "documents_documentprint")


@pytest.fixture
def paper(issue: Callable[..., Document], clerk: User) -> Document:
    document = issue()
    document_print(document=document, by=clerk, at=AT)
    return document


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_no_row_is_deleted(paper: Document, table: str, statement: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))
    assert Document.objects.count() == DocumentFile.objects.count() == DocumentPrint.objects.count() == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE documents_document SET number = 'L-2026-9999'",
        "UPDATE documents_document SET context = '{}'",
        "UPDATE documents_documentfile SET content = ''",
        "UPDATE documents_documentfile SET sha256 = ''",
        "UPDATE documents_documentprint SET is_duplicate = true",
        "UPDATE documents_documentprint SET reason = 'never happened'",
    ],
)
def test_no_row_is_changed(paper: Document, statement: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("table", TABLES)
def test_the_triggers_refuse_even_the_owner_of_the_tables(table: str) -> None:
    """The application's role may not ask in the first place; the owner's is stopped by these."""
    model = next(
        model for model in apps.get_app_config("documents").get_models() if model._meta.db_table == table
    )
    names = {trigger.name: trigger for trigger in model._meta.triggers}
    assert {"keep", "keep_all"} <= names.keys()
    assert model.append_only is True


def test_triggers_stand_in_the_database(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "WHERE c.relname LIKE 'documents_%%' AND NOT t.tgisinternal AND t.tgenabled <> 'D'"
        )
        found = {
            (table, name.removeprefix("pgtrigger_").rsplit("_", 1)[0]) for table, name in cursor.fetchall()
        }
    assert {(table, name) for table in TABLES for name in ("keep", "keep_all")} <= found
    assert {("documents_counter", name) for name in ("keep", "keep_all", "one_up")} <= found


def test_two_originals_of_one_paper_are_refused(paper: Document, clerk: User) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        DocumentPrint.objects.create(document=paper, at=AT, by=clerk, is_duplicate=False)
