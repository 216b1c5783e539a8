"""Resolutions for the pages about the ordinance: one in force, one to come."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from freeport_animals.city.models import Resolution
from freeport_animals.city.services import resolution_adopt


@pytest.fixture
def adopted(cast: Any) -> Resolution:
    """In force since New Year: dearer licenses, a license term of a calendar year, Christmas Eve closed."""
    return resolution_adopt(
        number="2025-11",
        title="License term and fees for 2026",
        adopted_on=dt.date(2025, 11, 25),
        effective_on=dt.date(2026, 1, 1),
        by=cast.administrator,
        parameters={"license-fee": Decimal("8.00")},
        readings={"license-term": "calendar-year"},
        closures=[(dt.date(2026, 12, 24), "Christmas Eve")],
    )


@pytest.fixture
def to_come(cast: Any) -> Resolution:
    """Adopted in May 2026, in force from 2027."""
    return resolution_adopt(
        number="2026-05",
        title="License fee from 2027",
        adopted_on=dt.date(2026, 5, 26),
        effective_on=dt.date(2027, 1, 1),
        by=cast.administrator,
        parameters={"license-fee": Decimal("10.00")},
        readings={"kennel-count": "each-species"},
    )
