import datetime as dt
import subprocess
from decimal import Decimal
from io import BytesIO

import pikepdf
import pytest
import segno
from PIL import Image

from freeport_animals.documents import papers
from tests.documents.cast import (
    BELLA,
    MARIA,
    MAX,
    VALIDITY,
    check_accessible,
    elements,
    license_context,
    license_pdf,
    pages_of,
    spoken,
    tags_of,
    text_of,
)

HALF = (612.0, 396.0)


def test_holds_every_fact_of_a_license() -> None:
    text = text_of(license_pdf())
    for fact in (
        "City of Freeport",
        "125 Main Street E, PO Box 301, Freeport, MN 56331",
        "320-836-2112",
        "Dog license L-2026-0042",
        "Bella",
        "Labrador retriever",
        "yellow",
        "female, spayed",
        "3 May 2021 (4 years)",
        "985112004567890",
        "Maria Nguyen",
        "320-555-0143",
        "214 2nd Avenue SW, Freeport, MN 56331",
        "Rabies 3 May 2025 3 May 2027 Dr. Anna Meyer, Albany Clinic R-88412",
        "Distemper 11 June 2025 11 June 2026 Dr. Jon Braun D-4711",
        "217",
        "Valid through 31 December 2026",
        "Fee $5.00, receipt 000123. Issued 13 January 2026 by Ann Weber.",
        "Ordinance 2005-03: license 2.B.3, fee 2.B.2, vaccination 2.D.1",
    ):
        assert fact in text


def test_is_one_half_sheet_and_accessible() -> None:
    content = license_pdf()
    assert pages_of(content) == [HALF]
    check_accessible(content, title="Dog license L-2026-0042: Bella")
    tags = tags_of(content)
    assert tags.count("H1") == 1
    assert tags.count("TH") == 5 + 2


def test_a_full_license_still_fits_one_half_sheet() -> None:
    context = {
        "animal": papers.Animal(
            name="Maximilian von Freeport",
            species="cat",
            breed="Norwegian forest cat, long hair",
            color="gray tabby with white paws",
            sex="male",
            altered=True,
            born=dt.date(2024, 6, 1),
            born_estimated=True,
            marks="notched left ear, scar on the nose",
            microchips=("985112004567890", "985112004567891"),
        ),
        "co_owners": ("Heinrich Müller-Großmann",),
        "owner": papers.Party(
            name="Maria Guadalupe Hernández de la Cruz",
            address_lines=("214 2nd Avenue Southwest, Apartment 12", "Freeport, MN 56331"),
            phone="320-555-0143",
        ),
    }
    assert pages_of(license_pdf(**context)) == [HALF]


def test_is_read_aloud_with_the_name_before_the_details() -> None:
    said = [words for _, words in spoken(license_pdf())]
    order = [
        said.index(words)
        for words in ("Dog license ", "Bella", "217", "31 December 2026", "Breed", "Owner", "Rabies")
    ]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"valid_to": None}, "Valid from 13 January 2026 no end date"),
        (
            {"fee": Decimal("0.00"), "fee_note": "Guide dog, 2.B.4", "receipt_number": ""},
            "Fee $0.00 (Guide dog, 2.B.4). Issued",
        ),
        ({"animal": MAX}, "Cat license"),
        ({"animal": MAX}, "about June 2024 (about 1 year)"),
        ({"animal": MAX}, "gray tabby; notched left ear"),
        ({"animal": MAX}, "male, not altered"),
        ({"animal": MAX}, "none recorded"),
        ({"animal": papers.Animal(name="Bella", species="dog")}, "not recorded"),
        ({"animal": papers.Animal(name="Bella", species="dog")}, "not known"),
        ({"co_owners": ("Tou Vang", "")}, "Maria Nguyen, Tou Vang · 320-555-0143"),
        ({"tag_number": "2026-10417"}, "2026-10417"),
    ],
)  # fmt: skip
def test_says_what_is_unusual(facts: dict, expected: str) -> None:
    assert expected in text_of(license_pdf(**facts))


def test_no_end_date_is_not_called_valid_through() -> None:
    assert "Valid through" not in text_of(license_pdf(valid_to=None))


def test_the_qr_code_leads_to_the_validity_page() -> None:
    """Look at the drawn code module by module, where the structure tree says it stands."""
    content = license_pdf()
    with pikepdf.open(BytesIO(content)) as pdf:
        figure = next(element for element in elements(pdf) if str(element.S) == "/Figure")
        left, _bottom, right, top = (float(value) for value in figure.A.BBox)
        assert str(figure.Alt) == "QR code: whether this license is valid"
    scale = 4  # pixels for each point
    done = subprocess.run(
        ["pdftoppm", "-r", str(72 * scale), "-png", "-"], input=content, capture_output=True, check=True
    )
    picture = Image.open(BytesIO(done.stdout)).convert("L")
    modules = segno.make(VALIDITY, error="m", micro=False).matrix
    step = (right - left) / len(modules)
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            x = (left + (column + 0.5) * step) * scale
            y = (HALF[1] - top + (row + 0.5) * step) * scale
            assert (picture.getpixel((round(x), round(y))) < 128) == bool(dark), (row, column)


def test_the_same_facts_make_the_same_file() -> None:
    assert license_pdf() == license_pdf()


def test_the_file_is_dated_when_it_was_issued() -> None:
    with pikepdf.open(BytesIO(license_pdf())) as pdf:
        assert str(pdf.docinfo["/CreationDate"]) == "D:20260113144107-06'00"


def test_tells_nothing_that_it_was_not_given() -> None:
    context = license_context(
        owner=papers.Party(name="S. H.", address_lines=("PO Box 17370", "St. Paul, MN 55117"))
    )
    assert "214" not in str(context)
    assert BELLA.name in str(context) and MARIA.name not in str(context)
