"""Opening a paper: the first time it is the original, later a marked copy; each time is logged."""

import threading
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from django.db import connection

from freeport_animals.accounts.models import User
from freeport_animals.documents import kinds
from freeport_animals.documents.models import Document, DocumentFile, DocumentPrint
from freeport_animals.documents.services import document_issue, document_print, document_render
from tests.documents.cast import AT, LATER, check_accessible, receipt_context, spoken, text_of

Issue = Callable[..., Document]


def test_the_first_opening_is_the_original_and_makes_it(issue: Issue, clerk: User) -> None:
    document = issue(kind="receipt", number="000123")
    printed = document_print(document=document, by=clerk, at=LATER)
    assert not printed.is_duplicate
    assert printed.filename == "receipt-000123.pdf"
    assert printed.content == bytes(DocumentFile.objects.get(document=document).content)
    assert "DUPLICATE" not in text_of(printed.content)
    (line,) = document.prints.all()
    assert (line.at, line.by, line.is_duplicate) == (LATER, clerk, False)


def test_a_receipt_opened_again_says_duplicate_when_and_by_whom(issue: Issue, clerk: User) -> None:
    document = issue(kind="receipt", number="000123")
    original = document_print(document=document, by=clerk, at=AT).content
    again = document_print(document=document, by=clerk, at=LATER, reason="Owner\x00lost it")
    assert again.is_duplicate
    text = text_of(again.content)
    assert "DUPLICATE" in text
    assert "Duplicate of Receipt 000123. Printed 3 March 2026, 9:05 am by Ann Weber" in text
    assert "Total paid $10.00" in text
    assert bytes(DocumentFile.objects.get(document=document).content) == original
    assert [(line.is_duplicate, line.reason) for line in document.prints.all()] == [
        (True, "Owner lost it"),
        (False, ""),
    ]


def test_a_duplicate_is_as_accessible_as_its_original(issue: Issue, clerk: User) -> None:
    document = issue(kind="receipt", number="000123")
    original = document_print(document=document, by=clerk, at=AT).content
    copy = document_print(document=document, by=clerk, at=LATER).content
    check_accessible(copy, title="Receipt 000123 (DUPLICATE)")
    assert spoken(copy) == spoken(original)


def test_the_stamp_is_an_artifact_on_every_page(issue: Issue, clerk: User) -> None:
    context = receipt_context(note="\n".join(["A line of a long note."] * 60))
    document = issue(kind="receipt", number="000123", context=context)
    document_print(document=document, by=clerk, at=AT)
    with pikepdf.open(BytesIO(document_print(document=document, by=clerk, at=LATER).content)) as pdf:
        assert len(pdf.pages) > 1
        for page in pdf.pages:
            inside = None
            drawn = []
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "BDC":
                    inside = str(operands[0])
                elif str(operator) == "Do" and str(operands[0]).startswith("/Stamp"):
                    drawn.append(inside)
            assert drawn == ["/Artifact"]


def test_a_license_is_not_about_money_and_is_never_a_duplicate(issue: Issue, clerk: User) -> None:
    document = issue()
    first = document_print(document=document, by=clerk, at=AT)
    second = document_print(document=document, by=clerk, at=LATER)
    assert second.is_duplicate, "the log tells the first opening from later ones"
    assert first.content == second.content


def test_a_void_license_says_void_even_the_first_time(
    issue: Issue, clerk: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "_stampers", {})
    void_numbers: set[str] = set()

    def stamper(document: Document) -> kinds.Stamp | None:
        return kinds.Stamp("VOID", "Void since 2 March 2026") if document.number in void_numbers else None

    kinds.stamp("license", stamper)
    kinds.stamp("license", stamper)
    document = issue()
    assert "VOID" not in text_of(document_print(document=document, by=clerk, at=AT).content)
    void_numbers.add("L-2026-0042")
    copy = document_print(document=document, by=clerk, at=LATER).content
    text = text_of(copy)
    assert text.count("VOID") == 1
    assert "Void since 2 March 2026. Printed 3 March 2026, 9:05 am by Ann Weber" in text
    check_accessible(copy, title="Dog license L-2026-0042: Bella (VOID)")


def test_two_at_once_get_one_original(committed_db: str) -> None:
    ann = User.objects.create(username="ann", roles=["clerk"])
    document = document_issue(
        kind="receipt", number="000001", subject=ann, context=receipt_context(), issued_by=ann, issued_at=AT
    )
    document_render(document=document, at=AT)
    start = threading.Barrier(4, timeout=30)
    results: list[Any] = []

    def work() -> None:
        try:
            start.wait()
            results.append(document_print(document=document, by=ann, at=AT).is_duplicate)
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(map(str, results)) == ["False", "True", "True", "True"]
    assert DocumentPrint.objects.filter(document=document, is_duplicate=False).count() == 1
    assert DocumentPrint.objects.filter(document=document).count() == 4
