"""Licenses and their receipt as one PDF: two half sheets on a page, everything still tagged."""

from collections.abc import Callable
from io import BytesIO

import pikepdf
import pytest

from freeport_animals.accounts.models import User
from freeport_animals.documents import compose
from freeport_animals.documents.models import Document, DocumentFile
from freeport_animals.documents.services import DocumentError, document_print, paper_pdf, sheet_print
from tests.documents.cast import (
    AT,
    LATER,
    MAX,
    check_accessible,
    elements,
    license_context,
    license_pdf,
    missing_glyphs,
    pages_of,
    receipt_pdf,
    spoken,
    tags_of,
    text_of,
)

Issue = Callable[..., Document]
LETTER = (612.0, 792.0)


def test_license_and_receipt_share_one_page() -> None:
    license, receipt = license_pdf(), receipt_pdf()
    content = compose.sheet([license, receipt], title="License and receipt", lang="en")
    assert pages_of(content) == [LETTER]
    text = text_of(content)
    assert text.index("Dog license L-2026-0042") < text.index("Receipt 000123")
    assert text_of(license) in text and text_of(receipt) in text
    assert not missing_glyphs(content)


def test_a_sheet_is_read_aloud_as_its_papers_are() -> None:
    license, receipt = license_pdf(), receipt_pdf()
    content = compose.sheet([license, receipt], title="License and receipt", lang="en")
    check_accessible(content, title="License and receipt")
    assert spoken(content) == spoken(license) + spoken(receipt)
    assert tags_of(content) == ["Document", "Sect", *tags_of(license)[1:], "Sect", *tags_of(receipt)[1:]]


def test_three_licenses_and_a_receipt_make_two_pages_and_four_one_more() -> None:
    cats = [license_pdf(animal=MAX, number=f"L-2026-000{number}") for number in (1, 2, 3)]
    receipt = receipt_pdf()
    content = compose.sheet([*cats, receipt], title="Sheet", lang="en")
    assert pages_of(content) == [LETTER] * 2
    assert pages_of(compose.sheet([*cats, cats[0], receipt], title="Sheet", lang="en")) == [LETTER] * 3
    check_accessible(content, title="Sheet")
    text = text_of(content)
    assert [
        text.index(words) for words in ("L-2026-0001", "L-2026-0002", "L-2026-0003", "Receipt 000123")
    ] == sorted(
        text.index(words) for words in ("L-2026-0001", "L-2026-0002", "L-2026-0003", "Receipt 000123")
    )


def test_figures_stay_where_they_are_drawn() -> None:
    content = compose.sheet([license_pdf(), license_pdf()], title="Sheet", lang="en")
    with pikepdf.open(BytesIO(content)) as pdf:
        upper, lower = [element for element in elements(pdf) if str(element.S) == "/Figure"]
        assert float(upper.A.BBox[1]) == pytest.approx(float(lower.A.BBox[1]) + 396)
        assert float(upper.A.BBox[3]) < 792


def test_a_whole_page_stands_by_itself() -> None:
    from freeport_animals.documents import papers
    from tests.documents.cast import CITY, FIVE

    form = paper_pdf(kind="application", context=papers.application_context(city=CITY, at=AT, fee=FIVE))
    content = compose.sheet([license_pdf(), form, receipt_pdf()], title="Sheet", lang="en")
    # The half left free beside the license stays free: papers keep their order.
    assert pages_of(content) == [LETTER] * 3
    check_accessible(content, title="Sheet")


def test_bookmarks_lead_to_each_paper() -> None:
    content = compose.sheet(
        [license_pdf(), receipt_pdf(), receipt_pdf(number="000124")], title="Sheet", lang="en"
    )
    with pikepdf.open(BytesIO(content)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == [
            "Dog license L-2026-0042: Bella",
            "Receipt 000123",
            "Receipt 000124",
        ]
        places = {page.objgen: number for number, page in enumerate(pdf.pages)}
        assert [places[item.destination[0].objgen] for item in outline.root] == [0, 0, 1]


def test_a_paper_with_links_is_refused_not_spoiled() -> None:
    with pikepdf.open(BytesIO(license_pdf())) as pdf:
        pdf.pages[0].Annots = pikepdf.Array([])
        target = BytesIO()
        pdf.save(target)
    with pytest.raises(compose.ComposeError, match="links or form fields"):
        compose.sheet([target.getvalue()], title="Sheet", lang="en")


def test_printing_a_sheet_logs_each_paper_and_marks_the_receipt_the_second_time(
    issue: Issue, clerk: User
) -> None:
    documents = [issue(), issue(kind="receipt", number="000123")]
    first = sheet_print(documents=documents, by=clerk, at=AT)
    assert not first.is_duplicate
    assert first.filename == "license-L-2026-0042-and-receipt-000123.pdf"
    assert "DUPLICATE" not in text_of(first.content)
    again = sheet_print(documents=documents, by=clerk, at=LATER)
    assert again.is_duplicate
    assert text_of(again.content).count("DUPLICATE") == 1
    check_accessible(again.content, title="Dog license L-2026-0042: Bella; Receipt 000123")
    assert [document.prints.count() for document in documents] == [2, 2]


def test_a_receipt_printed_on_a_sheet_is_a_duplicate_alone(issue: Issue, clerk: User) -> None:
    receipt = issue(kind="receipt", number="000123")
    sheet_print(documents=[issue(), receipt], by=clerk, at=AT)
    assert document_print(document=receipt, by=clerk, at=LATER).is_duplicate


def test_one_paper_that_cannot_be_made_leaves_no_line_in_any_log(issue: Issue, clerk: User) -> None:
    good = issue()
    bad = issue(
        number="L-2026-0043",
        template="documents/base.html",
        context={"title": "x", "created": "not a moment"},
    )
    with pytest.raises(ValueError, match="not a moment"):
        sheet_print(documents=[good, bad], by=clerk, at=AT)
    assert good.prints.count() == 0
    assert DocumentFile.objects.filter(document=good).exists()


def test_an_empty_sheet_is_refused(clerk: User) -> None:
    with pytest.raises(DocumentError, match="at least one paper"):
        sheet_print(documents=[], by=clerk, at=AT)


def test_same_papers_same_sheet() -> None:
    papers_ = [license_pdf(), receipt_pdf()]
    assert compose.sheet(papers_, title="S", lang="en") == compose.sheet(papers_, title="S", lang="en")
    assert license_context()["number"] in text_of(papers_[0])
