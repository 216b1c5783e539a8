"""Typed text: what is kept, what is refused and how the refusal is worded."""

import re
import unicodedata

from django.core.exceptions import ValidationError

# Tab and the line ends are what people type; the joiners (ZWJ, ZWNJ) and direction marks belong to real
# scripts and emoji.
ALLOWED_CONTROLS = {"\t", "\n", "\r"}


def control_characters(value: str) -> list[str]:
    """The invisible control characters in `value` that no person types on purpose, as `U+0000` names."""
    return [
        f"U+{ord(char):04X}"
        for char in value
        if char not in ALLOWED_CONTROLS and (unicodedata.category(char) in {"Cc", "Cs"})
    ]


def refuse_control_characters(value: str) -> None:
    """Form validator: a plain sentence when `value` holds a control character."""
    found = control_characters(value)
    if found:
        raise ValidationError(
            f"This holds an invisible character ({found[0]}) that cannot be stored. "
            "Delete it, or type the text again.",
            code="control_character",
        )


def one_line(value: str) -> str:
    """`value` composed (NFC), white space folded to single spaces, ends trimmed: for names and addresses."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", value)).strip()


def digits(value: str) -> str:
    """Only the digits of `value`: telephone numbers and microchips are compared by these."""
    return "".join(char for char in value if char.isascii() and char.isdigit())
