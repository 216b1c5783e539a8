from decimal import Decimal

import pytest

from freeport_animals.documents import papers
from freeport_animals.documents.services import paper_pdf
from tests.documents.cast import (
    FIVE,
    check_accessible,
    pages_of,
    receipt_context,
    receipt_pdf,
    tags_of,
    text_of,
)

TEN = Decimal("10.00")


def test_holds_every_fact_of_a_receipt() -> None:
    text = text_of(receipt_pdf())
    for fact in (
        "Receipt 000123",
        "13 January 2026, 2:41 pm",
        "Received from Maria Nguyen, 214 2nd Avenue SW, Freeport, MN 56331",
        "Dog license L-2026-0042 Bella, tag 217 2.B.2 $5.00",
        "Cat license L-2026-0043 Max, tag 218 2.B.2 $5.00",
        "Total paid $10.00",
        "Cash: $20.00 given, $10.00 change $10.00",
        "Taken by Ann Weber for the City of Freeport, Minnesota.",
    ):
        assert fact in text


def test_is_one_half_sheet_and_accessible() -> None:
    content = receipt_pdf()
    assert pages_of(content) == [(612.0, 396.0)]
    check_accessible(content, title="Receipt 000123")
    assert tags_of(content).count("TH") == 3 + 2 + 2


@pytest.mark.parametrize(
    ("tender", "words"),
    [
        (papers.Tender(kind="cash", amount=TEN), "Cash $10.00"),
        (papers.Tender(kind="check", amount=TEN, reference="10442"), "Check no. 10442 $10.00"),
        (
            papers.Tender(kind="card", amount=TEN, reference="A81-227"),
            "Card, terminal reference A81-227 $10.00",
        ),
        (papers.Tender(kind="card", amount=TEN), "Card $10.00"),
    ],
)
def test_says_how_it_was_paid(tender: papers.Tender, words: str) -> None:
    assert words in text_of(receipt_pdf(tenders=(tender,)))


def test_a_void_says_so_and_strikes_the_amounts() -> None:
    context = receipt_context(variant="void", refers_to="13 January 2026, 2:41 pm", reason="Keyed twice")
    content = paper_pdf(kind="receipt-void", context=context)
    text = text_of(content)
    assert "Voided receipt 000123" in text
    assert "This receipt no longer counts. It was issued 13 January 2026, 2:41 pm and voided" in text
    assert "Reason: Keyed twice" in text
    assert "Total paid" not in text and "given" not in text
    check_accessible(content, title="Voided receipt 000123")


def test_a_refund_names_the_receipt_it_pays_back() -> None:
    context = receipt_context(
        variant="refund",
        number="000131",
        refers_to="000123",
        reason="Issued twice",
        lines=(papers.Line(what="Dog license", amount=FIVE, cite="2.B.2"),),
        tenders=(papers.Tender(kind="check", amount=FIVE, reference="88"),),
    )
    text = text_of(paper_pdf(kind="refund", context=context))
    assert "Refund 000131" in text
    assert "Paid back from receipt 000123. Reason: Issued twice" in text
    assert "Total paid back $5.00 Check no. 88 $5.00" in text


def test_a_long_receipt_runs_on_with_its_column_heads() -> None:
    lines = tuple(
        papers.Line(what=f"Boarding day {day}", detail="City shelter", cite="5.C.A.2", amount=Decimal("8.00"))
        for day in range(1, 31)
    )
    content = receipt_pdf(lines=lines, tenders=(papers.Tender(kind="cash", amount=Decimal("240.00")),))
    assert len(pages_of(content)) > 2
    text = text_of(content)
    assert all(f"Boarding day {day} " in text for day in range(1, 31))
    assert text.count("For Clause Amount") >= 2
    assert "page 2 of" in text
    assert "Total paid $240.00" in text
    check_accessible(content, title="Receipt 000123")


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"lines": ()}, "at least one line"),
        ({"tenders": (papers.Tender(kind="cash", amount=FIVE),)}, "lines come to 10.00, the tenders to 5.00"),
        ({"tenders": ()}, "how it was paid"),
        ({"tenders": (papers.Tender(kind="cash", amount=TEN, given=FIVE),)}, "5.00 was given for 10.00"),
        ({"variant": "void"}, "which receipt it is about and why"),
        ({"variant": "refund", "refers_to": "000123"}, "which receipt it is about and why"),
    ],
)
def test_refuses_a_receipt_that_does_not_add_up(facts: dict, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        receipt_context(**facts)


def test_nothing_to_pay_needs_no_tender() -> None:
    free = papers.Line(what="Guide dog license", amount=Decimal("0.00"), cite="2.B.4")
    assert "Total paid $0.00" in text_of(receipt_pdf(lines=(free,), tenders=()))
