import datetime as dt
import hashlib
import threading
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction

from freeport_animals.accounts.models import User
from freeport_animals.documents import services
from freeport_animals.documents.kinds import UnknownKind
from freeport_animals.documents.models import Document, DocumentFile
from freeport_animals.documents.render import template_version
from freeport_animals.documents.selectors import document_for, documents_of
from freeport_animals.documents.services import (
    DocumentError,
    NotPlain,
    NumberTaken,
    document_issue,
    document_render,
    freeze,
    is_intact,
)
from tests.documents.cast import AT, LATER, license_context, text_of

Issue = Callable[..., Document]


def test_freezes_number_facts_and_template_and_makes_no_pdf(issue: Issue, clerk: User) -> None:
    document = issue()
    document.refresh_from_db()
    assert (document.kind, document.number, document.title) == (
        "license",
        "L-2026-0042",
        "Dog license L-2026-0042: Bella",
    )
    assert document.context == license_context()
    assert document.template == "documents/license.html"
    assert document.template_version == template_version("documents/license.html")
    assert (document.subject_type, document.subject_id) == ("accounts.user", clerk.pk)
    assert (document.language, document.issued_by, document.issued_at) == ("en", clerk, AT)
    assert not DocumentFile.objects.exists()


def test_issuing_needs_few_queries(issue: Issue, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(5):  # the insert and its savepoints
        issue()


def test_a_number_is_given_once_for_each_kind(issue: Issue) -> None:
    issue(kind="receipt", number="000123")
    issue(kind="receipt-void", number="000123")
    with pytest.raises(NumberTaken, match="Receipt 000123 has already been issued"):
        issue(kind="receipt", number="000123")
    assert Document.objects.filter(number="000123").count() == 2


def test_a_rollback_takes_the_paper_with_it(issue: Issue) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        issue()
        raise ZeroDivisionError
    assert not Document.objects.exists()


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"fee": Decimal("5.00")}, "context.fee is Decimal"),
        ({"fee": 5.0}, "context.fee is float"),
        ({"on": dt.date(2026, 1, 13)}, "context.on is date"),
        ({"lines": [{"at": AT}]}, r"context.lines\[0\].at is datetime"),
        ({1: "one"}, "has the key 1, which is not text"),
        ({"names": {"Bella"}}, "context.names is set"),
        ({"raw": b"x"}, "context.raw is bytes"),
    ],
)
def test_refuses_what_json_cannot_keep(value: Any, where: str) -> None:
    with pytest.raises(NotPlain, match=where):
        freeze(value)


def test_refuses_a_context_without_end() -> None:
    value: dict[str, Any] = {}
    value["self"] = value
    with pytest.raises(NotPlain, match="nested too deeply"):
        freeze(value)


def test_later_changes_of_the_callers_facts_do_not_reach_the_paper(issue: Issue) -> None:
    context = license_context()
    document = issue(context=context)
    context["animal"]["name"] = "Rex"
    assert document.context["animal"]["name"] == "Bella"


def test_a_nul_in_a_fact_is_no_server_error(issue: Issue) -> None:
    context = license_context()
    context["owner"]["name"] = "Mar\x00ia \ud800"
    document = issue(context=context)
    document.refresh_from_db()
    assert document.context["owner"]["name"] == "Mar ia \ufffd"


def test_refuses_an_unknown_kind_an_unsaved_subject_a_naive_time_and_no_number(
    issue: Issue, clerk: User
) -> None:
    with pytest.raises(UnknownKind):
        issue(kind="diploma")
    with pytest.raises(DocumentError, match="has been saved"):
        issue(subject=User(username="nobody"))
    with pytest.raises(DocumentError, match="time zone"):
        issue(issued_at=dt.datetime(2026, 1, 13))
    with pytest.raises(DocumentError, match="needs a number"):
        issue(number="\x00", context=license_context())
    with pytest.raises(DocumentError, match="at most 30 characters"):
        issue(number="9" * 31, context=license_context())


def test_the_original_is_made_once_and_hashed(issue: Issue) -> None:
    document = issue()
    first = document_render(document=document, at=LATER)
    second = document_render(document=document, at=AT)
    assert first == second and second.rendered_at == LATER
    assert bytes(first.content) == bytes(second.content)
    assert first.sha256 == hashlib.sha256(bytes(first.content)).hexdigest()
    assert first.page_count == 1
    assert first.template_version == document.template_version
    assert is_intact(first)
    assert "Bella" in text_of(bytes(first.content))


def test_a_changed_byte_is_noticed(issue: Issue) -> None:
    file = document_render(document=issue(), at=AT)
    file.content = bytes(file.content)[:-1] + b"x"
    assert not is_intact(file)


def test_two_at_once_keep_one_original(committed_db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = User.objects.create(username="ann", roles=["clerk"])
    document = document_issue(
        kind="license",
        number="L-2026-0001",
        subject=ann,
        context=license_context(),
        issued_by=ann,
        issued_at=AT,
    )
    # Each thread finds nothing kept, and comes out of the press only when both have.
    together = threading.Barrier(2, timeout=30)
    real = services.render_pdf

    def render_pdf(*args: Any, **kwargs: Any) -> bytes:
        content = real(*args, **kwargs)
        together.wait()
        return content

    monkeypatch.setattr(services, "render_pdf", render_pdf)
    results: list[Any] = []

    def work() -> None:
        try:
            results.append(document_render(document=document, at=AT).sha256)
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(results) == 2 and results[0] == results[1] and isinstance(results[0], str)
    assert DocumentFile.objects.count() == 1


def test_papers_are_found_by_their_subject_and_by_their_number(issue: Issue, clerk: User) -> None:
    license = issue()
    receipt = issue(kind="receipt", number="000123")
    assert set(documents_of(clerk)) == {license, receipt}
    assert document_for(kind="receipt", number="000123") == receipt
    assert document_for(kind="receipt", number="000999") is None
