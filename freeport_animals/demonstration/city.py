"""The sample resolutions of the demonstration city."""

import datetime as dt
from typing import Any

from freeport_animals.city.services import resolution_adopt


def adopt(*, today: dt.date, by: Any) -> None:
    """The license term is the calendar year; City Hall closes on some days of its own."""
    year = today.year
    resolution_adopt(
        number=f"{year - 3}-07",
        title="Licenses of dogs and cats run for the calendar year (sample)",
        adopted_on=dt.date(year - 3, 11, 28),
        effective_on=dt.date(year - 2, 1, 1),
        readings={"license-term": "calendar-year"},
        by=by,
    )
    resolution_adopt(
        number=f"{year - 1}-12",
        title=f"Days on which City Hall is closed in {year} and {year + 1} (sample)",
        adopted_on=dt.date(year - 1, 12, 16),
        effective_on=dt.date(year, 1, 1),
        closures=[
            (dt.date(year, 12, 24), "Christmas Eve"),
            (dt.date(year + 1, 12, 24), "Christmas Eve"),
        ],
        by=by,
    )
