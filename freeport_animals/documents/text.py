"""Typed text on its way to paper: nothing is lost, nothing prints as an empty box, nothing reorders its
line."""

import unicodedata

from freeport_animals.documents import fonts

# Characters that draw nothing and are right to keep: joiners of scripts and emoji, direction marks, soft
# hyphens, emoji tags and variation selectors.
_INVISIBLE = {0x00AD, 0x034F, 0x061C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF}
# These turn the order of everything after them around, to the end of the line and beyond what was typed.
_OVERRIDES = dict.fromkeys((0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069))
_KEPT_CONTROLS = {"\n", "\t"}
MAXIMUM_MARKS = 4  # no living script puts more on one letter
LAST_LATIN = 0x024F
DOTTED_CIRCLE = "\u25cc"


def clean(value: str) -> str:
    """`value` as it can be stored and printed: composed (NFC), without control characters and direction
    overrides.

    A control character between two letters becomes a space, so that words do not run together; a lone half
    of a surrogate pair becomes the replacement character �.
    """
    value = value.replace("\r\n", "\n").replace("\r", "\n").translate(_OVERRIDES)
    kept: list[str] = []
    gap = False
    for char in value:
        category = unicodedata.category(char)
        if category == "Cc" and char not in _KEPT_CONTROLS:
            gap = True
            continue
        if gap and kept and not kept[-1].isspace() and not char.isspace():
            kept.append(" ")
        gap = False
        kept.append("\ufffd" if category == "Cs" else char)
    return unicodedata.normalize("NFC", "".join(kept))


def _ignorable(code: int) -> bool:
    return (
        code in _INVISIBLE
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0020 <= code <= 0xE007F
        or 0xE0100 <= code <= 0xE01EF
        or 0x180B <= code <= 0x180F
    )


def printable(value: str) -> str:
    """`value` with each character that no face has written as its code, for example [U+1B800].

    After MAXIMUM_MARKS accents on one letter the next ones sit on a dotted circle of their own, so that a
    tower of accents neither leaves the paper nor covers the lines above.
    """
    if value.isascii():
        return value
    kept = []
    marks = 0
    for char in value.translate(fonts.PLAIN):
        if char.isascii():
            marks = 0
        elif unicodedata.combining(char):
            marks += 1
            if marks > MAXIMUM_MARKS:
                kept.append(DOTTED_CIRCLE)
                marks = 1
        elif not _ignorable(ord(char)):
            marks = 0
        if char.isascii() or char.isspace() or _ignorable(ord(char)) or fonts.has_glyph(char):
            kept.append(char)
        else:
            kept.append(f"[U+{ord(char):04X}]")
    return "".join(kept)


def direction(value: str) -> str:
    """`rtl` when the first letter of `value` is of a script written from right to left, else `ltr`."""
    for char in value:
        kind = unicodedata.bidirectional(char)
        if kind in ("R", "AL"):
            return "rtl"
        if kind == "L":
            break
    return "ltr"


def needs_telling(value: str) -> bool:
    """Whether `value` has letters or accents that a page shows in another order than they are said."""
    return not value.isascii() and any(
        ord(char) > LAST_LATIN and unicodedata.category(char)[0] in "LM" for char in value
    )
