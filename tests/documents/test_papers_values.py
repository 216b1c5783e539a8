"""How dates, money, ages and the rest are written out."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from freeport_animals.documents import papers
from freeport_animals.documents.services import freeze
from tests.documents.cast import AT, BELLA, CITY, FIVE, MARIA, license_context, receipt_context

D = dt.date


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        ("5", "5.00"),
        ("0", "0.00"),
        ("1250.5", "1,250.50"),
        ("-5.00", "−5.00"),
        ("1000000", "1,000,000.00"),
        ("0.07", "0.07"),
    ],
)
def test_money_is_written_in_figures(amount: str, written: str) -> None:
    assert papers.written_money(Decimal(amount)) == written


@pytest.mark.parametrize(
    ("amount", "error"),
    [
        (5, TypeError),
        (5.0, TypeError),
        ("5", TypeError),
        (Decimal("5.001"), ValueError),
        (Decimal("NaN"), ValueError),
    ],
)
def test_money_that_is_none_is_refused(amount: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        papers.written_money(amount)


@pytest.mark.parametrize(
    ("born", "on", "estimated", "written"),
    [
        (D(2021, 5, 3), D(2026, 1, 13), False, "3 May 2021 (4 years)"),
        (D(2021, 1, 13), D(2026, 1, 13), False, "13 January 2021 (5 years)"),
        (D(2021, 1, 14), D(2026, 1, 13), False, "14 January 2021 (4 years)"),
        (D(2024, 2, 29), D(2025, 2, 28), False, "29 February 2024 (11 months)"),
        (D(2024, 2, 29), D(2025, 3, 1), False, "29 February 2024 (1 year)"),
        (D(2025, 12, 20), D(2026, 1, 13), False, "20 December 2025 (0 months)"),
        (D(2025, 12, 13), D(2026, 1, 13), False, "13 December 2025 (1 month)"),
        (D(2021, 5, 1), D(2026, 1, 13), True, "about May 2021 (about 4 years)"),
        (D(2027, 1, 1), D(2026, 1, 13), False, "1 January 2027 (0 months)"),
        (None, D(2026, 1, 13), False, "not known"),
    ],
)
def test_birth_date_and_age(born: D | None, on: D, estimated: bool, written: str) -> None:
    assert papers.written_age(born, on, estimated=estimated) == written


@pytest.mark.parametrize(
    ("altered", "sex", "written"),
    [
        (True, "female", "spayed"),
        (True, "Male", "neutered"),
        (True, "", "altered"),
        (False, "female", "not altered"),
        (None, "male", "not known"),
    ],
)
def test_altered(altered: bool | None, sex: str, written: str) -> None:
    assert papers.written_altered(altered, sex) == written


@pytest.mark.parametrize(
    ("at", "day", "time"),
    [
        (dt.datetime(2026, 1, 13, 20, 41, tzinfo=dt.UTC), "13 January 2026", "2:41 pm"),
        (dt.datetime(2026, 1, 14, 5, 59, tzinfo=dt.UTC), "13 January 2026", "11:59 pm"),
        (dt.datetime(2026, 7, 4, 5, 0, tzinfo=dt.UTC), "4 July 2026", "12:00 am"),
        (dt.datetime(2026, 7, 4, 17, 5, tzinfo=dt.UTC), "4 July 2026", "12:05 pm"),
    ],
)
def test_the_moment_of_issue_is_the_citys(at: dt.datetime, day: str, time: str) -> None:
    context = license_context(at=at)
    assert (context["issued_on"], context["issued_time"]) == (day, time)


def test_every_context_is_plain_json_and_freezes_unchanged() -> None:
    waiting = papers.AnimalToComplete(animal=BELLA, missing=(papers.Missing(what="Rabies", says="None."),))
    contexts = [
        license_context(),
        license_context(valid_to=None, vaccinations=(papers.Vaccination(disease="rabies", given=None),)),
        receipt_context(),
        papers.application_context(city=CITY, at=AT, fee=FIVE),
        papers.application_context(
            city=CITY, at=AT, fee=FIVE, owner=MARIA, animals=(papers.AnimalApplied(animal=BELLA),)
        ),
        papers.what_to_bring_context(city=CITY, owner=MARIA, animals=(waiting,), at=AT, to_pay=FIVE),
    ]
    for context in contexts:
        assert freeze(context) == context
        assert context["title"]
        assert context["created"] == "2026-01-13T14:41:07-06:00"
