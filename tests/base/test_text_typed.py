"""Names and notes as people type them: what is kept, folded and refused."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from freeport_animals.base.fields import LineField, NoteField
from freeport_animals.base.text import control_characters, digits, one_line


@pytest.mark.parametrize(
    "name",
    [
        "Müller", "O’Brien", "Nguyễn Thị Hồng", "Xyooj", "Cabdiraxmaan", "محمد", "黃", "José-María",
        "🐕 Bella",
        "👨‍👩‍👧", "Z̷̢a̸l̶g̷o̵", "Ann\u200d", "<b>Bella</b>", "{{ 7*7 }}",
    ],
)  # fmt: skip
def test_names_of_every_script_are_kept(name):
    assert LineField().clean(name) == one_line(name)


def test_white_space_is_folded_and_accents_composed():
    assert LineField().clean("  Anna \t Maria\u00a0Kramer\n") == "Anna Maria Kramer"
    assert LineField().clean("Mu\u0308ller") == "Müller"


@pytest.mark.parametrize("bad", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\ud800"])
@pytest.mark.parametrize("field", [LineField, NoteField])
def test_control_characters_are_reported_not_swallowed(field, bad):
    with pytest.raises(ValidationError) as refused:
        field().clean(f"Bel{bad}la")
    assert f"U+{ord(bad):04X}" in refused.value.messages[0]
    assert refused.value.messages[0].endswith("Delete it, or type the text again.")


def test_a_note_of_ten_thousand_characters_is_kept_and_one_more_is_not():
    assert NoteField().clean("x" * 10_000) == "x" * 10_000
    with pytest.raises(ValidationError):
        NoteField().clean("x" * 10_001)


def test_an_end_of_line_counts_once_whatever_the_browser_sends():
    lines = "\r\n".join(["x"] * 5_000) + "y"
    assert len(NoteField().clean(lines)) == 10_000
    assert NoteField().clean("a\rb\r\nc") == "a\nb\nc"


def test_a_line_is_measured_after_folding():
    assert LineField(max_length=5).clean("  a    b  ") == "a b"
    with pytest.raises(ValidationError):
        LineField(max_length=5).clean("abcdef")


def test_digits_of_a_telephone_number():
    assert digits("(320) 836-2112 ext. ٣") == "3208362112"


@given(st.text(max_size=120))
def test_whatever_is_kept_can_be_stored(typed):
    try:
        kept = LineField(required=False).clean(typed)
    except ValidationError:
        return
    assert not control_characters(kept)
    assert kept == one_line(kept)
    kept.encode("utf-8")
