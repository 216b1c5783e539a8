"""Whatever people are called and whatever is typed, it stands on the paper, whole and literal."""

import re
import subprocess
import unicodedata
from decimal import Decimal
from io import BytesIO

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freeport_animals.documents import fonts, papers
from freeport_animals.documents.services import freeze
from freeport_animals.documents.text import DOTTED_CIRCLE, clean, direction, printable
from tests.documents.cast import (
    check_accessible,
    elements,
    layout_of,
    letters_of,
    license_pdf,
    missing_glyphs,
    pages_of,
    read_aloud,
    receipt_pdf,
    text_of,
)

NAMES = {
    "German": "Jürgen Müller-Großmann",
    "Polish": "Żaneta Wiśniewska-Łódź",
    "Spanish": "José Ángel Núñez Ibáñez",
    "Hmong": "Paj Ntaub Xyooj thiab Nkauj Hli Vaj",
    "Somali": "Maxamed Cabdullaahi Xasan",
    "Vietnamese": "Nguyễn Thị Hồng Ánh",
    "Ojibwe": "Waaboz ᐊᓂᔑᓈᐯ",
    "Amharic": "አማርኛ",
    "Greek": "Αλέξανδρος",
    "Cyrillic": "Олександра",
    "Chinese": "陳大文",
    "Japanese": "さくら 犬",
    "Korean": "김민수",
    "capital sharp s": "GROẞMANN",
    "emoji": "Rex 🐕 ❤️ 🦮",
    "symbols": "→ ✓ ☐ ★ №",
    "one letter": "X",
}


def named(name: str) -> bytes:
    return license_pdf(
        animal=papers.Animal(name=name, species="dog", breed=name, color=name, marks=name),
        owner=papers.Party(name=name, address_lines=(name,), phone="320-555-0143"),
    )


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_names_of_the_county_and_of_the_world_stand_as_typed(name: str) -> None:
    content = named(name)
    read = unicodedata.normalize("NFC", letters_of(content)).replace("\ufe0f", "")
    assert read.count(name.replace(" ", "").replace("\ufe0f", "")) >= 4
    assert not missing_glyphs(content)
    check_accessible(content, title=f"Dog license L-2026-0042: {name}")


@pytest.mark.parametrize("name", ["محمد عبد الله", "فاطمة حسن", "שרה לוי"])
def test_a_name_written_from_right_to_left_is_whole_and_does_not_turn_its_line(name: str) -> None:
    content = named(name)
    assert not missing_glyphs(content)
    read = unicodedata.normalize("NFKC", text_of(content, "-layout"))
    assert read.count(name) >= 4
    # What is typed beside it keeps its place: the telephone number after the name.
    line = next(line for line in layout_of(content) if "320-555-0143" in line)
    assert line.index(name) < line.index("320-555-0143")
    check_accessible(content, title=f"Dog license L-2026-0042: {name}")


def test_a_name_written_from_right_to_left_is_read_aloud_as_it_is_said() -> None:
    """Glyphs lie from left to right, so the element says the words itself."""
    content = named("محمد عبد الله")
    with pikepdf.open(BytesIO(content)) as pdf:
        said = [str(element.ActualText) for element in elements(pdf) if "/ActualText" in element]
    assert said.count("محمد عبد الله") >= 4


def test_latin_names_need_no_such_help() -> None:
    with pikepdf.open(BytesIO(named("José Müller-Großmann Nguyễn".replace("ễ", "e")))) as pdf:
        assert not [element for element in elements(pdf) if "/ActualText" in element]


def test_the_direction_of_a_text_is_that_of_its_first_letter() -> None:
    assert direction("123 محمد Bella") == "rtl"
    assert direction("שלום") == "rtl"
    assert direction("Bella محمد") == "ltr"
    assert direction("2026") == "ltr"


@pytest.mark.parametrize(
    "typed",
    [
        "<b>Bella</b><script>alert(1)</script>",
        "{{ 7|add:7 }}{% now 'Y' %}{# gone #}",
        "&lt;&amp;nbsp; &#65;",
        "</td></tr></table><h1>",
        "'\"`; DROP TABLE--",
        "\\N{BULLET} %s {0} $x",
    ],
)
def test_markup_and_template_syntax_are_shown_literally(typed: str) -> None:
    content = named(typed)
    assert typed.replace(" ", "") in letters_of(content)
    check_accessible(content, title=f"Dog license L-2026-0042: {typed}")


@pytest.mark.parametrize("paper", ["license", "receipt"])
def test_a_word_of_2000_letters_is_broken_and_whole(paper: str) -> None:
    word = "".join(chr(ord("a") + place % 26) for place in range(2000))
    if paper == "license":
        content = license_pdf(animal=papers.Animal(name=word, species="dog", breed=word))
        expected = 2
    else:
        line = papers.Line(what=word, detail=word, cite="2.B.2", amount=Decimal("10.00"))
        content = receipt_pdf(lines=(line,))
        expected = 2
    # The other cells of the row and the column heads of the next page stand in between.
    read = re.sub(r"2\.B\.2\$10\.00|ForClauseAmount", "", read_aloud(content))
    assert read.count(word) == expected
    assert not _words_beyond(content)


def _words_beyond(content: bytes) -> list[str]:
    """Words that poppler finds past the right or lower edge of the page."""
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=content, capture_output=True, check=True)
    beyond = []
    for x, y, word in re.findall(r'xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<', done.stdout.decode()):
        if float(x) > 612.5 or float(y) > 396.5:
            beyond.append(word)
    return beyond


def test_a_note_of_10000_letters_is_whole() -> None:
    words = [f"wort{number:04d}" for number in range(1100)]
    content = receipt_pdf(note="\n".join([" ".join(words[:50]), " ".join(words[50:])]))
    text = text_of(content)
    assert all(word in text for word in words)
    assert not _words_beyond(content)


def test_stacked_accents_stay_and_stay_on_the_paper() -> None:
    marks = [chr(code) for code in range(0x0300, 0x0320)]
    content = named("Z" + "".join(marks) + "algo")
    read = unicodedata.normalize("NFD", letters_of(content))
    assert all(mark in read for mark in marks)
    assert not missing_glyphs(content)


def test_accents_beyond_what_a_script_has_sit_on_a_circle() -> None:
    assert printable("a\u0301\u0302\u0303\u0304") == "a\u0301\u0302\u0303\u0304"
    assert printable("a\u0301\u0302\u0303\u0304\u0305b") == f"a\u0301\u0302\u0303\u0304{DOTTED_CIRCLE}\u0305b"


def test_a_letter_that_no_face_has_is_printed_as_its_code() -> None:
    content = named("a\U0001b800b \ue000")
    assert "a[U+1B800]b[U+E000]" in letters_of(content)
    assert not missing_glyphs(content)


def test_the_check_for_empty_boxes_sees_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "has_glyph", lambda char: True)
    assert missing_glyphs(named("a\U0001b800b"))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Bel\x00la", "Bel la"),
        ("\x07Bella\x1b", "Bella"),
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("Bella \u202egnp.exe", "Bella gnp.exe"),
        ("\u2067\u2066x", "x"),
        ("Zoe\u0308", "Zoë"),
        ("a\ud800b", "a\ufffdb"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("", ""),
        ("\x00", ""),
    ],
)
def test_control_characters_go_and_letters_stay(typed: str, kept: str) -> None:
    assert clean(typed) == kept
    assert freeze({"name": typed}) == {"name": kept}


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing_and_loses_no_letter(typed: str) -> None:
    once = clean(typed)
    assert clean(once) == once
    once.encode()
    assert not any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t" for char in once)
    letters = [char for char in unicodedata.normalize("NFC", typed) if char.isalnum()]
    assert [char for char in once if char.isalnum()] == letters


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(min_size=1, max_size=40))
def test_no_text_makes_a_box_or_a_broken_paper(typed: str) -> None:
    content = named(typed)
    assert not missing_glyphs(content)
    assert pages_of(content)
