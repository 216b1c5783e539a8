"""On which weekdays a shelter's opening hours make a regular business day (Minn. Stat. 346.47)."""

from collections.abc import Mapping
from datetime import time

FROM = 8 * 60
TO = 19 * 60
AT_LEAST = 4 * 60  # minutes on end


def open_long_enough(opens: time, closes: time) -> bool:
    """Whether a day with these hours is open at least four consecutive hours between 8:00 and 19:00."""
    first = max(opens.hour * 60 + opens.minute, FROM)
    last = min(closes.hour * 60 + closes.minute, TO)
    return last - first >= AT_LEAST


def business_weekdays(hours: Mapping[int, tuple[time, time]]) -> frozenset[int]:
    """The ISO weekdays (Monday 1) that can be regular business days, from each weekday's hours."""
    return frozenset(day for day, (opens, closes) in hours.items() if open_long_enough(opens, closes))
