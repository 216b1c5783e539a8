from decimal import Decimal

import pytest

from freeport_animals.documents import papers
from freeport_animals.documents.services import paper_pdf
from tests.documents.cast import AT, BELLA, CITY, MARIA, MAX, check_accessible, pages_of, text_of

STALE = papers.Missing(
    what="Distemper certificate",
    says="Certificate runs to 3 May 2027; the city's limit ended 3 May 2026 (2.D.1).",
)
NONE = papers.Missing(what="Rabies certificate", says="None is on record (2.B.1).")


def slip(**other: object) -> bytes:
    facts: dict = {
        "city": CITY,
        "owner": MARIA,
        "at": AT,
        "animals": (
            papers.AnimalToComplete(animal=BELLA, missing=(STALE,)),
            papers.AnimalToComplete(animal=MAX, missing=(NONE, STALE)),
        ),
    }
    return paper_pdf(kind="what-to-bring", context=papers.what_to_bring_context(**(facts | other)))


def test_says_for_each_animal_what_is_missing_and_where_to_bring_it() -> None:
    content = slip(reference="V-118", to_pay=Decimal("10.00"), kept="until 28 February 2026")
    assert pages_of(content) == [(612.0, 396.0)]
    check_accessible(content, title="What to bring: Bella, Max")
    text = text_of(content)
    for fact in (
        "What to bring for Bella and Max",
        "2 licenses wait for what is listed here. What you told us is kept until 28 February 2026;",
        "Distemper certificate. Certificate runs to 3 May 2027; the city's limit ended 3 May 2026 (2.D.1).",
        "Rabies certificate. None is on record (2.B.1).",
        "fax 320-836-2116",
        "$10.00",
        "visit V-118",
        "125 Main Street E · open Monday to Friday, 8:00 to 4:30 · 320-836-2112",
    ):
        assert fact in text
    assert text.index("Distemper certificate") < text.index("Rabies certificate")


def test_one_animal_and_no_price() -> None:
    text = text_of(slip(animals=(papers.AnimalToComplete(animal=BELLA, missing=(STALE,)),)))
    assert (
        "What to bring for Bella One license waits for what is listed here. What you told us is kept;" in text
    )
    assert "$" not in text


def test_many_animals_run_on() -> None:
    many = tuple(papers.AnimalToComplete(animal=MAX, missing=(NONE, STALE)) for _ in range(12))
    content = slip(animals=many)
    assert len(pages_of(content)) > 1
    assert text_of(content).count("None is on record") == 12
    check_accessible(content, title="What to bring: " + ", ".join(["Max"] * 12))


def test_a_slip_for_no_animal_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one animal"):
        slip(animals=())
