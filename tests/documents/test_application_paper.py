from typing import Any

import pytest

from freeport_animals.documents import papers
from freeport_animals.documents.services import paper_pdf
from tests.documents.cast import (
    AT,
    BELLA,
    CITY,
    DISTEMPER,
    FIVE,
    MARIA,
    MAX,
    RABIES,
    check_accessible,
    letters_of,
    missing_glyphs,
    pages_of,
    text_of,
)

LETTER = (612.0, 792.0)


def application(**other: Any) -> bytes:
    facts: dict[str, Any] = {"city": CITY, "at": AT, "fee": FIVE, "year": 2026}
    return paper_pdf(kind="application", context=papers.application_context(**(facts | other)))


def test_a_blank_form_asks_for_what_the_ordinance_asks() -> None:
    content = application()
    assert pages_of(content) == [LETTER]
    check_accessible(content, title="Dog and cat license application 2026")
    text = text_of(content)
    for asked in (
        "Name of the owner",
        "Address where the animals live",
        "Name Dog or cat",
        "Breed, or what it looks like",
        "Color and marks",
        "Sex male female",
        "Rabies",
        "Distemper",
        "Signature of the owner",
        "$5.00 for each animal",
        "Mail to City of Freeport, PO Box 301, Freeport, MN 56331",
    ):
        assert asked in text
    assert text.count("Microchip number") == 2
    assert "None" not in text and "not known" not in text and "not recorded" not in text


def test_a_filled_form_holds_what_is_known_and_leaves_the_rest_to_the_pen() -> None:
    content = application(
        owner=MARIA,
        animals=(
            papers.AnimalApplied(animal=BELLA, vaccinations=(RABIES, DISTEMPER), tag_number="2025-188"),
            papers.AnimalApplied(animal=MAX),
        ),
    )
    assert pages_of(content) == [LETTER]
    check_accessible(content, title="Dog and cat license application 2026")
    text = text_of(content, "-layout")
    for known in (
        "Maria Nguyen",
        "214 2nd Avenue SW, Freeport, MN 56331",
        "PO Box 77, Freeport, MN 56331",
        "maria@example.com",
        "Labrador retriever",
        "2025-188",
        "985112004567890",
        "Rabies 3 May 2025 Dr. Anna Meyer, Albany Clinic R-88412",
        "gray tabby; notched left ear",
        "about June 2024 (about 1 year)",
    ):
        assert known in text
    raw = text_of(content)
    assert "Dog or cat X dog cat" in raw and "Dog or cat dog X cat" in raw
    assert "Sex male X female" in raw and "Spayed or neutered X yes no" in raw
    assert "Spayed or neutered yes X no" in raw


def test_more_animals_run_on_to_the_next_page() -> None:
    content = application(owner=MARIA, animals=(papers.AnimalApplied(animal=BELLA),), blank_animals=3)
    assert len(pages_of(content)) == 2
    text = text_of(content)
    assert text.count("Microchip number") == 4
    assert text.count("Signature of the owner") == 1
    assert "License application, page 2 of 2" in text


def test_another_species_or_sex_is_written_out() -> None:
    wolfdog = papers.Animal(name="Grey", species="wolf-dog hybrid", sex="neither")
    assert "Dog or cat wolf-dog hybrid" in text_of(
        application(animals=(papers.AnimalApplied(animal=wolfdog),))
    )


@pytest.mark.parametrize("letters", [300, 2000])
def test_a_long_entry_is_broken_not_cut(letters: int) -> None:
    long = "Wörterbuch" * (letters // 10)
    content = application(
        animals=(papers.AnimalApplied(animal=papers.Animal(name="Rex", species="dog", color=long)),)
    )
    assert letters_of(content).count("Wörterbuch") == letters // 10
    assert not missing_glyphs(content)
