"""How money, dates and times are written, on screens and on paper alike; times as in America/Chicago."""

import datetime as dt
from decimal import Decimal, InvalidOperation

from django.utils import timezone

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def money(amount: Decimal | int | str | None) -> str:
    """`amount` in dollars as `$1,083.00`; a negative one as `−$5.00`; nothing for None.

    Text is taken when it is a decimal figure, as in an answer kept as JSON. Raises ValueError for other text
    and TypeError for a float, since a float has already lost the cents that it is asked to show.
    """
    if amount is None or amount == "":
        return ""
    if isinstance(amount, float):
        raise TypeError("money is Decimal, never float")
    try:
        value = Decimal(amount)
        cents = value.quantize(Decimal("0.01"))
    except InvalidOperation:
        raise ValueError(f"{amount!r} is not an amount of money") from None
    return f"{'−' if cents < 0 else ''}${abs(cents):,.2f}"


def local_moment(value: dt.datetime | str) -> dt.datetime:
    """The city's wall-clock time of an aware datetime or its ISO text; a naive one is local already."""
    moment = dt.datetime.fromisoformat(value) if isinstance(value, str) else value
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


def local_date(value: dt.date | dt.datetime | str) -> dt.date:
    """The city's calendar date of a date, a datetime or the ISO text of either."""
    if isinstance(value, str):
        value = dt.date.fromisoformat(value) if len(value) == 10 else local_moment(value)
    if isinstance(value, dt.datetime):
        return local_moment(value).date()
    return value


def day(value: dt.date | dt.datetime | str | None) -> str:
    """`Wed 3 June 2026`: how a date stands in a sentence or beside a label. Nothing for None."""
    if value is None or value == "":
        return ""
    date = local_date(value)
    return f"{WEEKDAYS[date.weekday()][:3]} {date.day} {MONTHS[date.month - 1]} {date.year}"


def longday(value: dt.date | dt.datetime | str | None) -> str:
    """`Wednesday, 3 June 2026`: for headings and papers. Nothing for None."""
    if value is None or value == "":
        return ""
    date = local_date(value)
    return f"{WEEKDAYS[date.weekday()]}, {date.day} {MONTHS[date.month - 1]} {date.year}"


def shortday(value: dt.date | dt.datetime | str | None) -> str:
    """`3 Jun 2026`: for the columns of a table. Nothing for None."""
    if value is None or value == "":
        return ""
    date = local_date(value)
    return f"{date.day} {MONTHS[date.month - 1][:3]} {date.year}"


def clock(value: dt.datetime | dt.time | str | None) -> str:
    """`2:14 pm`, and `noon` or `midnight` never, since they are misread. Nothing for None."""
    if value is None or value == "":
        return ""
    moment = value if isinstance(value, dt.time) else local_moment(value)
    return f"{(moment.hour + 11) % 12 + 1}:{moment.minute:02d} {'am' if moment.hour < 12 else 'pm'}"


def moment(value: dt.datetime | str | None) -> str:
    """`Wed 3 June 2026, 2:14 pm`. Nothing for None."""
    return f"{day(value)}, {clock(value)}" if value else ""


def phone(value: str | None) -> str:
    """A ten-digit number as `320-836-2112` (a leading 1 dropped); anything else as it was typed."""
    text = (value or "").strip()
    digits = "".join(char for char in text if char.isascii() and char.isdigit())
    if len(digits) == 11 and digits[0] == "1":
        digits = digits[1:]
    return f"{digits[:3]}-{digits[3:6]}-{digits[6:]}" if len(digits) == 10 and len(text) <= 20 else text


def minutes(seconds: float | None) -> str:
    """A wait in seconds, rounded up, as `15 minutes` or `1 minute`."""
    count = max(1, -(-int(seconds or 0) // 60))
    return f"{count} {'minute' if count == 1 else 'minutes'}"
