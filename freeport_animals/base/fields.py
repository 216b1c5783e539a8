"""Form fields that take what a person types and answer with a sentence when it cannot be meant."""

import datetime as dt
import re
from calendar import monthrange
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals.base.clock import today
from freeport_animals.base.formats import MONTHS as MONTH_NAMES
from freeport_animals.base.text import control_characters, one_line, refuse_control_characters

MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
EARLIEST = dt.date(1900, 1, 1)
YEARS_AHEAD = 50  # nothing that a city writes down lies further off; 3206 is a slip for 2026
EXAMPLE = "Type month/day/year, for example 3/5/2026."


def parse_day(typed: str, *, latest: dt.date | None = None) -> dt.date:
    """The date that `typed` means: 3/5/2026, 3-5-26, 03052026, 2026-03-05, 20260305, 5 Mar 2026, Mar 5, 2026.

    Month before day, as in Minnesota. A two-digit year means the nearest year not more than ten ahead of
    today. Raises ValidationError with a sentence saying what is wrong and what to type.
    """
    text = one_line(typed).lower().replace(",", " ").rstrip(".")
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})|((?:19|20)\d\d)(\d\d)(\d\d)", text):
        year, month, day = (int(part) for part in match.groups() if part)
    elif match := re.fullmatch(r"(\d{1,2})([/\-. ])(\d{1,2})\2(\d{4}|\d{2})|(\d\d)(\d\d)(\d{4}|\d{2})", text):
        first, second, last = (part for part in match.groups() if part and part.isdigit())
        month, day, year = int(first), int(second), _year(last)
    elif match := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?\.? *([a-z]{3,9})\.? +(\d{4}|\d{2})", text):
        day, month, year = int(match[1]), _month(match[2], typed), _year(match[3])
    elif match := re.fullmatch(r"([a-z]{3,9})\.? *(\d{1,2})(?:st|nd|rd|th)? +(\d{4}|\d{2})", text):
        month, day, year = _month(match[1], typed), int(match[2]), _year(match[3])
    else:
        raise ValidationError(f"“{typed[:40]}” is not a date. {EXAMPLE}", code="invalid")
    result = _date(year, month, day)
    if latest is not None and result > latest:
        raise ValidationError(
            f"{result.month}/{result.day}/{result.year} is in the future. Check the date.", code="future"
        )
    return result


def _date(year: int, month: int, day: int) -> dt.date:
    if not 1 <= month <= 12:
        raise ValidationError(f"There is no month {month}. {EXAMPLE}", code="invalid")
    if year < EARLIEST.year:
        raise ValidationError(f"The year {year} is too long ago. Check the year.", code="invalid")
    if year > today().year + YEARS_AHEAD:
        raise ValidationError(f"The year {year} is too far ahead. Check the year.", code="invalid")
    last = monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise ValidationError(
            f"There is no {MONTH_NAMES[month - 1]} {day} in {year}: it has {last} days. Check the day.",
            code="invalid",
        )
    return dt.date(year, month, day)


def _month(name: str, typed: str) -> int:
    number = MONTHS.get(name[:3])
    if number is None or not MONTH_NAMES[number - 1].lower().startswith(name[:4].rstrip(".")):
        raise ValidationError(f"“{typed[:40]}” names no month. Type for example 5 Mar 2026.", code="invalid")
    return number


def _year(text: str) -> int:
    if len(text) == 4:
        return int(text)
    newest = today().year + 10
    return newest - (newest - int(text)) % 100


class LineField(forms.CharField):
    """One line of text: white space folded, control characters refused."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 200)
        super().__init__(**kwargs)
        self.validators.insert(0, refuse_control_characters)

    def to_python(self, value: Any) -> str:
        text: str = super().to_python(value)
        # A control character is reported, not silently folded away.
        return text if control_characters(text) else one_line(text)


class NoteField(forms.CharField):
    """Several lines, up to 10,000 characters; an end of line counts as one, as it does in the browser."""

    widget = forms.Textarea(attrs={"rows": 3})

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 10_000)
        super().__init__(**kwargs)
        self.validators.insert(0, refuse_control_characters)

    def to_python(self, value: Any) -> str:
        text: str = super().to_python(value)
        return text.replace("\r\n", "\n").replace("\r", "\n")


class DayField(forms.Field):
    """A date typed as people type it. `latest_today=True` refuses the future."""

    widget = forms.TextInput(
        attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "mm/dd/yyyy", "data-day": ""}
    )

    def __init__(self, *, latest_today: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.latest_today = latest_today

    def to_python(self, value: Any) -> dt.date | None:
        if value in self.empty_values or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, dt.date):
            return value
        refuse_control_characters(str(value))
        return parse_day(str(value), latest=today() if self.latest_today else None)

    def prepare_value(self, value: Any) -> Any:
        return f"{value.month}/{value.day}/{value.year}" if isinstance(value, dt.date) else value


class MoneyField(forms.Field):
    """Dollars and cents typed as 5, 5.00, $5 or 1,250.50; the value is a Decimal with two places."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "data-money": ""})

    def __init__(
        self, *, minimum: Decimal = Decimal("0.00"), maximum: Decimal = Decimal("99999.99"), **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.minimum = minimum
        self.maximum = maximum

    def to_python(self, value: Any) -> Decimal | None:
        if value in self.empty_values or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, Decimal):
            return value
        text = str(value)
        refuse_control_characters(text)
        figures = text.strip().removeprefix("$").strip()
        if not re.fullmatch(r"(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{0,2})?|\.\d{1,2}", figures, re.ASCII):
            raise ValidationError(
                f"“{text[:30]}” is not an amount. Type dollars and cents in figures, for example 5.00.",
                code="invalid",
            )
        amount = Decimal(figures.replace(",", "")).quantize(Decimal("0.01"))
        if amount > self.maximum:
            raise ValidationError(
                f"${amount:,} is more than ${self.maximum:,}. Check the amount.", code="too_large"
            )
        if amount < self.minimum:
            raise ValidationError(
                f"${amount:,} is less than ${self.minimum:,}. Check the amount.", code="too_small"
            )
        return amount

    def prepare_value(self, value: Any) -> Any:
        return f"{value:.2f}" if isinstance(value, Decimal) else value
