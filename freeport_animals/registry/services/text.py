"""What the services accept as text, numbers and dates, whoever calls them."""

import datetime as dt
import re
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError

from freeport_animals.base.formats import day
from freeport_animals.base.text import digits, one_line, refuse_control_characters
from freeport_animals.registry.services.errors import RegistryError, refuse

EARLIEST = dt.date(1900, 1, 1)


def line(field: str, value: str | None, *, limit: int = 200) -> str:
    """One line of text: white space folded, control characters and too much refused."""
    return _checked(field, one_line(value or ""), value or "", limit)


def note(field: str, value: str | None, *, limit: int = 10_000) -> str:
    """Several lines of text, ends trimmed."""
    return _checked(field, (value or "").strip(), value or "", limit)


def _checked(field: str, text: str, typed: str, limit: int) -> str:
    try:
        refuse_control_characters(typed)
    except ValidationError as error:
        raise RegistryError({field: error.messages}) from error
    if len(text) > limit:
        refuse(**{field: f"This has {len(text):,} characters; at most {limit:,} can be kept. Shorten it."})
    return text


def named(field: str, value: str | None, *, limit: int = 200, what: str = "name") -> str:
    """A line that holds at least one letter or digit when it holds anything."""
    text = line(field, value, limit=limit)
    if text and not any(char.isalnum() for char in text):
        refuse(**{field: f"“{text[:20]}” is no {what}. Type letters."})
    return text


def reason_given(value: str | None, *, field: str = "reason", why: str = "Say why, in a few words.") -> str:
    """A reason, which must be there."""
    text = line(field, value, limit=300)
    if not text:
        refuse(**{field: why})
    return text


def past_day(field: str, value: dt.date | None, *, today: dt.date, what: str = "This day") -> dt.date | None:
    """A day that is neither in the future nor before 1900."""
    if value is None:
        return None
    if value > today:
        refuse(**{field: f"{what}, {day(value)}, is in the future. Check the date."})
    if value < EARLIEST:
        refuse(**{field: f"{what}, {day(value)}, is too long ago. Check the year."})
    return value


def phone_number(field: str, value: str) -> str:
    """A telephone number as it was said. Seven to fifteen digits, an extension apart."""
    text = line(field, value, limit=40)
    main = re.split(r"(?i)\s*(?:x|ext\.?|extension|#)\s*(?=\d{1,6}$)", text)[0]
    if not 7 <= len(digits(main)) <= 15 or re.search(r"[^\d\s()+./#x,ext-]", text, re.I):
        refuse(**{field: f"“{text}” is not a telephone number. Type area code and number: 320-836-2112."})
    return text


def zip_code(field: str, value: str | None) -> str:
    """Five digits, or nine with a hyphen."""
    text = line(field, value, limit=20)
    if re.fullmatch(r"\d{9}", text, re.ASCII):
        text = f"{text[:5]}-{text[5:]}"
    if text and not re.fullmatch(r"\d{5}(-\d{4})?", text, re.ASCII):
        refuse(**{field: f"“{text}” is not a ZIP code. Type five digits, for example 56331."})
    return text


def state_code(field: str, value: str | None) -> str:
    """Two letters."""
    text = line(field, value, limit=40).upper()
    if text in {"MINNESOTA", "MINN", "MINN."}:
        text = "MN"
    if text and not re.fullmatch(r"[A-Z]{2}", text, re.ASCII):
        refuse(**{field: f"“{text}” is not a state. Type its two letters, for example MN."})
    return text


def weight_in_pounds(field: str, value: Decimal | None) -> Decimal | None:
    """More than nothing, up to 9,999.9 pounds, one decimal."""
    if value is None:
        return None
    if not value.is_finite() or value <= 0 or value >= 10_000:
        refuse(**{field: "The weight is in pounds, more than 0 and less than 10,000, for example 62.5."})
    rounded = value.quantize(Decimal("0.1"))
    return rounded if rounded > 0 else Decimal("0.1")


def microchip_number(field: str, value: str) -> str:
    """Capital letters and digits as a scanner shows them: 9, 10 or 15 of them."""
    text = re.sub(r"[\s.\-*]", "", line(field, value, limit=60)).upper()
    if not re.fullmatch(r"[0-9A-Z]{9,15}", text, re.ASCII):
        refuse(
            **{
                field: f"“{value.strip()[:40]}” is not a microchip number: it has 15 digits, on old chips 9 "
                "or 10 letters and digits. Scan or type it again."
            }
        )
    if sum(char.isdigit() for char in text) < 5:
        refuse(**{field: f"“{text}” is not a microchip number: it has hardly any digits. Scan it again."})
    return text


def gone(record: Any) -> str:
    """`Bella died on Wed 3 June 2026`: a person or animal that is no longer here."""
    how = {"died": "died", "moved-away": "moved away", "given-away": "was given away"}[record.status]
    return f"{record} {how} on {day(record.status_on)}"
