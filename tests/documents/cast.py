"""Invented people and animals, the papers about them, and eyes to read a PDF with."""

import datetime as dt
import itertools
import re
import subprocess
from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any

import pikepdf
from fontTools.ttLib import TTFont

from freeport_animals.documents import papers
from freeport_animals.documents.services import paper_pdf

CITY = {
    "name": "City of Freeport",
    "short_name": "Freeport",
    "state": "Minnesota",
    "county": "Stearns",
    "address": "125 Main Street E",
    "po_box": "PO Box 301",
    "city_line": "Freeport, MN 56331",
    "phone": "320-836-2112",
    "fax": "320-836-2116",
    "office_hours": "Monday to Friday, 8:00 to 4:30",
    "ordinance": "Ordinance 2005-03",
}
AT = dt.datetime(2026, 1, 13, 20, 41, 7, tzinfo=dt.UTC)  # 2:41 pm in Freeport
LATER = dt.datetime(2026, 3, 3, 15, 5, tzinfo=dt.UTC)  # 9:05 am
VALIDITY = "http://127.0.0.1:8000/valid/K7QM2XRT4B"

MARIA = papers.Party(
    name="Maria Nguyen",
    address_lines=("214 2nd Avenue SW", "Freeport, MN 56331"),
    phone="320-555-0143",
    email="maria@example.com",
    mailing_lines=("PO Box 77", "Freeport, MN 56331"),
)
BELLA = papers.Animal(
    name="Bella",
    species="dog",
    breed="Labrador retriever",
    color="yellow",
    sex="female",
    altered=True,
    born=dt.date(2021, 5, 3),
    microchips=("985112004567890",),
)
MAX = papers.Animal(
    name="Max",
    species="cat",
    breed="domestic shorthair",
    color="gray tabby",
    sex="male",
    altered=False,
    born=dt.date(2024, 6, 1),
    born_estimated=True,
    marks="notched left ear",
)
RABIES = papers.Vaccination(
    disease="rabies",
    given=dt.date(2025, 5, 3),
    good_through=dt.date(2027, 5, 3),
    veterinarian="Dr. Anna Meyer",
    clinic="Albany Clinic",
    certificate="R-88412",
)
DISTEMPER = papers.Vaccination(
    disease="distemper",
    given=dt.date(2025, 6, 11),
    good_through=dt.date(2026, 6, 11),
    veterinarian="Dr. Jon Braun",
    certificate="D-4711",
)
FIVE = Decimal("5.00")


def license_context(**other: Any) -> papers.Context:
    """Bella's license, with `other` facts where given."""
    facts: dict[str, Any] = {
        "city": CITY,
        "number": "L-2026-0042",
        "tag_number": "217",
        "owner": MARIA,
        "animal": BELLA,
        "vaccinations": (RABIES, DISTEMPER),
        "valid_from": dt.date(2026, 1, 13),
        "valid_to": dt.date(2026, 12, 31),
        "fee": FIVE,
        "receipt_number": "000123",
        "validity_url": VALIDITY,
        "at": AT,
        "issued_by": "Ann Weber",
    }
    return papers.license_context(**(facts | other))


def receipt_context(**other: Any) -> papers.Context:
    """The receipt for two licenses, paid with a twenty."""
    facts: dict[str, Any] = {
        "city": CITY,
        "number": "000123",
        "payer": MARIA,
        "lines": (
            papers.Line(what="Dog license L-2026-0042", detail="Bella, tag 217", cite="2.B.2", amount=FIVE),
            papers.Line(what="Cat license L-2026-0043", detail="Max, tag 218", cite="2.B.2", amount=FIVE),
        ),
        "tenders": (papers.Tender(kind="cash", amount=Decimal("10.00"), given=Decimal("20.00")),),
        "at": AT,
        "clerk": "Ann Weber",
    }
    return papers.receipt_context(**(facts | other))


def license_pdf(**other: Any) -> bytes:
    return paper_pdf(kind="license", context=license_context(**other))


def receipt_pdf(**other: Any) -> bytes:
    return paper_pdf(kind="receipt", context=receipt_context(**other))


# --- reading a PDF back ------------------------------------------------------------------------------------


DIRECTION_MARKS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F))


def layout_of(content: bytes, *options: str) -> list[str]:
    """The lines that poppler reads, as they lie on the paper; `options` are pdftotext's."""
    command = ["pdftotext", "-enc", "UTF-8", *(options or ("-layout",)), "-", "-"]
    done = subprocess.run(command, input=content, capture_output=True, check=True)
    return done.stdout.decode().translate(DIRECTION_MARKS).splitlines()


def text_of(content: bytes, *options: str) -> str:
    """What poppler reads, with white space folded; by itself in the order of the content."""
    return re.sub(r"\s+", " ", " ".join(layout_of(content, *(options or ("-raw",))))).strip()


def letters_of(content: bytes) -> str:
    """The text without white space and running heads: for words that were broken over lines and pages."""
    return re.sub(r"(Licenseapplication,)?page\d+of\d+", "", re.sub(r"\s+", "", text_of(content)))


def pages_of(content: bytes) -> list[tuple[float, float]]:
    """The size of each page in points."""
    with pikepdf.open(BytesIO(content)) as pdf:
        return [(float(page.mediabox[2]), float(page.mediabox[3])) for page in pdf.pages]


def elements(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every structure element, in reading order."""

    def walk(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
        yield element
        children = element.get("/K", [])
        for child in children if isinstance(children, pikepdf.Array) else [children]:
            if isinstance(child, pikepdf.Dictionary) and "/S" in child:
                yield from walk(child)

    roots = pdf.Root.StructTreeRoot.K
    for root in roots if isinstance(roots, pikepdf.Array) else [roots]:
        yield from walk(root)


def tags_of(content: bytes) -> list[str]:
    """The tags in reading order, without the ones that mean nothing."""
    with pikepdf.open(BytesIO(content)) as pdf:
        return [
            str(element.S)[1:]
            for element in elements(pdf)
            if str(element.S) not in ("/NonStruct", "/Span", "/Div")
        ]


def spoken(content: bytes) -> list[tuple[str, str]]:
    """Tag and text of every marked content in the order of the structure tree: what is read aloud."""
    done = subprocess.run(["pdfinfo", "-struct-text", "-"], input=content, capture_output=True, check=True)
    said, stack = [], []
    for line in done.stdout.decode().splitlines():
        depth, words = len(line) - len(line.lstrip()), line.strip()
        if words.startswith('"'):
            tags = [tag for _, tag in stack if tag not in ("Span", "NonStruct", "Div")]
            if words.strip('"'):
                said.append((tags[-1] if tags else "", words[1:-1]))
        elif words and not words.startswith("/"):
            stack = [(at, tag) for at, tag in stack if at < depth]
            stack.append((depth, words.split()[0].rstrip(":")))
    return said


def read_aloud(content: bytes) -> str:
    """All that is read aloud, without white space: the content in its own order, without running heads."""
    return re.sub(r"\s+", "", "".join(words for _, words in spoken(content)))


def check_accessible(content: bytes, *, title: str, lang: str = "en") -> None:
    """What PDF/UA-1 asks that a program can see: marks, title, language, headings, headers, no stray text."""
    with pikepdf.open(BytesIO(content)) as pdf:
        root = pdf.Root
        assert root.MarkInfo.Marked
        assert str(root.Lang) == lang
        assert root.ViewerPreferences.DisplayDocTitle
        assert str(pdf.docinfo["/Title"]) == title
        assert str(pdf.docinfo["/Author"]) == "City of Freeport"
        with pdf.open_metadata() as about:
            assert about["{http://www.aiim.org/pdfua/ns/id/}part"] == "1"
            assert about["dc:title"] == title
        owned: dict[tuple[Any, int], int] = {}
        levels = []
        for element in elements(pdf):
            tag = str(element.S)[1:]
            if tag == "Figure":
                assert str(element.Alt), "a figure without words"
            if tag == "TH":
                assert str(element.A.Scope) in ("/Column", "/Row")
            if re.fullmatch(r"H[1-6]", tag):
                levels.append(int(tag[1]))
            for child in element.get("/K", []):
                if isinstance(child, int):
                    owned[(element.Pg.objgen, child)] = owned.get((element.Pg.objgen, child), 0) + 1
        assert levels and levels[0] == 1, "the first heading is the first"
        assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels)), levels
        assert set(owned.values()) == {1}, "one owner for each piece of content"
        parents = list(root.StructTreeRoot.ParentTree.Nums)
        tree = {int(parents[place]): parents[place + 1] for place in range(0, len(parents), 2)}
        for page in pdf.pages:
            marked, depth = set(), 0
            for operands, operator in pikepdf.parse_content_stream(page):
                name = str(operator)
                if name in ("BDC", "BMC"):
                    depth += 1
                    if (
                        name == "BDC"
                        and isinstance(operands[1], pikepdf.Dictionary)
                        and "/MCID" in operands[1]
                    ):
                        marked.add(int(operands[1].MCID))
                elif name == "EMC":
                    depth -= 1
                elif name in ("Tj", "TJ"):
                    assert depth > 0, "text that belongs to nobody"
            listed = tree[int(page.StructParents)]
            belonging = {number for objgen, number in owned if objgen == page.objgen}
            assert belonging <= marked
            assert all(number < len(listed) for number in belonging)


def missing_glyphs(content: bytes) -> set[str]:
    """The fonts that draw an empty box somewhere: glyph 0, or one that the font file does not hold."""
    bad = set()
    with pikepdf.open(BytesIO(content)) as pdf:
        held: dict[Any, int] = {}
        for page in pdf.pages:
            fonts = dict(page.Resources.get("/Font", {}).items())
            current = None
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "Tf":
                    current = fonts[str(operands[0])]
                elif str(operator) in ("Tj", "TJ"):
                    pieces = operands[0] if str(operator) == "TJ" else [operands[0]]
                    key = current.objgen
                    if key not in held:
                        held[key] = _glyph_count(current)
                    for piece in pieces:
                        if isinstance(piece, pikepdf.String):
                            raw = bytes(piece)
                            for place in range(0, len(raw), 2):
                                number = int.from_bytes(raw[place : place + 2], "big")
                                if number == 0 or number >= held[key]:
                                    bad.add(str(current.BaseFont))
    return bad


def _glyph_count(font: pikepdf.Object) -> int:
    about = font.DescendantFonts[0].FontDescriptor
    for key in ("/FontFile2", "/FontFile3"):
        if key in about:
            return TTFont(BytesIO(about[key].read_bytes()))["maxp"].numGlyphs
    raise AssertionError(f"{font.BaseFont} is not embedded")
