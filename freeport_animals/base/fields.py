"""Form fields that take what a person types and answer with a sentence when it cannot be meant."""

import datetime as dt
import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals.base.clock import today
from freeport_animals.base.text import one_line, refuse_control_characters

MONTHS = {
    name[:3]: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), start=1
    )
}
EARLIEST = dt.date(1900, 1, 1)


def parse_day(typed: str, *, latest: dt.date | None = None) -> dt.date:
    """The date that `typed` means: 3/5/2026, 3-5-26, 03052026, 2026-03-05, 5 Mar 2026, March 5, 2026.

    Month before day, as in Minnesota. A two-digit year means the nearest year not more than ten ahead of today.
    Raises ValidationError with a sentence saying what is wrong and what to type.
    """
    text = one_line(typed).lower().replace(",", " ").rstrip(".")
    year: int | str
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        year, month, day = int(match[1]), int(match[2]), int(match[3])
    elif match := re.fullmatch(r"(\d{1,2})[/\-. ](\d{1,2})[/\-. ](\d{4}|\d{2})", text):
        month, day, year = int(match[1]), int(match[2]), _year(match[3])
    elif match := re.fullmatch(r"(\d{2})(\d{2})(\d{4}|\d{2})", text):
        month, day, year = int(match[1]), int(match[2]), _year(match[3])
    elif match := re.fullmatch(r"(\d{1,2})\.? *([a-z]{3,9})\.? +(\d{4}|\d{2})", text):
        day, month, year = int(match[1]), _month(match[2], typed), _year(match[3])
    elif match := re.fullmatch(r"([a-z]{3,9})\.? *(\d{1,2})(?:st|nd|rd|th)? +(\d{4}|\d{2})", text):
        month, day, year = _month(match[1], typed), int(match[2]), _year(match[3])
    else:
        raise ValidationError(f"“{typed[:40]}” is not a date. Type month/day/year, for example 3/5/2026.", code="invalid")
    if not 1 <= month <= 12:
        raise ValidationError(f"There is no month {month}. Type month/day/year, for example 3/5/2026.", code="invalid")
    try:
        result = dt.date(year, month, day)
    except ValueError:
        name = dt.date(2000, month, 1).strftime("%B")
        raise ValidationError(f"{name} {year} has no day {day}. Check the day.", code="invalid") from None
    if result < EARLIEST:
        raise ValidationError(f"{year} is too long ago. Check the year.", code="invalid")
    if latest is not None and result > latest:
        raise ValidationError(
            f"{result.month}/{result.day}/{result.year} is in the future. Check the year.", code="future"
        )
    return result


def _month(name: str, typed: str) -> int:
    number = MONTHS.get(name[:3])
    if number is None:
        raise ValidationError(f"“{typed[:40]}” names no month. Type for example 5 Mar 2026.", code="invalid")
    return number


def _year(text: str) -> int:
    if len(text) == 4:
        return int(text)
    year = today().year // 100 * 100 + int(text)
    return year - 100 if year > today().year + 10 else year


class LineField(forms.CharField):
    """One line of text: white space folded, control characters refused."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 200)
        super().__init__(**kwargs)
        self.validators.append(refuse_control_characters)

    def to_python(self, value: Any) -> str:
        value = super().to_python(value)
        # A control character is reported, not silently folded away.
        return one_line(value) if value and not any(ord(c) < 32 and c not in "\t\r\n" for c in value) else value


class NoteField(forms.CharField):
    """Several lines, up to 10,000 characters."""

    widget = forms.Textarea(attrs={"rows": 3})

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 10_000)
        super().__init__(**kwargs)
        self.validators.append(refuse_control_characters)


class DayField(forms.Field):
    """A date typed as people type it. `latest_today=True` refuses the future."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "mm/dd/yyyy", "data-day": ""})

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

    def __init__(self, *, maximum: Decimal = Decimal("99999.99"), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.maximum = maximum

    def to_python(self, value: Any) -> Decimal | None:
        if value in self.empty_values or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, Decimal):
            return value
        text = str(value).strip().removeprefix("$").strip()
        if not re.fullmatch(r"(\d{1,9}|\d{1,3}(,\d{3})+)?(\.\d{1,2})?", text, re.ASCII) or text in {"", "."}:
            raise ValidationError(
                f"“{str(value)[:30]}” is not an amount. Type dollars and cents in figures, for example 5.00.", code="invalid"
            )
        amount = Decimal(text.replace(",", "")).quantize(Decimal("0.01"))
        if amount > self.maximum:
            raise ValidationError(f"${amount:,} is more than ${self.maximum:,}. Check the amount.", code="too_large")
        return amount
