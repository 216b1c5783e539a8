"""Numbers: consecutive, never twice, given back by a rollback, taken in one order."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.utils import InternalError

from freeport_animals.documents.models import Counter
from freeport_animals.documents.numbers import LOCK_ORDER, NumberOrderError, Series, next_number, only_writer

pytestmark = pytest.mark.usefixtures("db")


def take(series: Series | str, year: int | None = None) -> str:
    with transaction.atomic():
        return next_number(series, year=year)


def test_each_series_is_written_as_the_city_writes_it() -> None:
    assert [take(Series.RECEIPT), take("receipt")] == ["000001", "000002"]
    assert [take("L", 2026), take("L", 2026)] == ["L-2026-0001", "L-2026-0002"]
    assert take("RP", 2026) == "RP-2026-001"
    assert take("IM", 2026) == "IM-2026-001"
    assert take("DA", 2026) == "DA-2026-001"
    assert take("N", 2026) == "N-2026-0001"


def test_each_year_begins_at_one_and_receipts_go_on() -> None:
    assert [take("L", 2026), take("L", 2027), take("L", 2026)] == [
        "L-2026-0001",
        "L-2027-0001",
        "L-2026-0002",
    ]


@pytest.mark.parametrize(
    ("series", "year", "last", "number"),
    [
        ("receipt", None, 122, "000123"),
        ("receipt", None, 999_999, "1000000"),
        ("L", 2026, 41, "L-2026-0042"),
        ("L", 2026, 9_999, "L-2026-10000"),
        ("RP", 2026, 999, "RP-2026-1000"),
    ],
)
def test_the_width_is_a_least_width(series: str, year: int | None, last: int, number: str) -> None:
    Counter.objects.create(series=f"{series}-{year}" if year else series, value=last)
    assert take(series, year) == number


def test_a_rollback_gives_the_number_back() -> None:
    take("receipt")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        assert next_number("receipt") == "000002"
        raise ZeroDivisionError
    assert take("receipt") == "000002"


def test_one_transaction_may_take_several_in_the_one_order() -> None:
    with transaction.atomic():
        numbers = [
            next_number(series, year=None if series is Series.RECEIPT else 2026)
            for series in LOCK_ORDER
            for _ in range(2)
        ]
    assert len(set(numbers)) == 12
    assert set(LOCK_ORDER) == set(Series)


def test_against_the_order_is_a_fault_of_the_program() -> None:
    with pytest.raises(NumberOrderError, match="series L was taken after receipt"), transaction.atomic():
        next_number("receipt")
        next_number("L", year=2026)
    with pytest.raises(NumberOrderError), transaction.atomic():
        next_number("L", year=2027)
        next_number("L", year=2026)


def test_a_command_that_writes_alone_may_take_them_in_any_order() -> None:
    with transaction.atomic(), only_writer():
        assert next_number("receipt") == "000001"
        assert next_number("L", year=2026) == "L-2026-0001"
    with pytest.raises(NumberOrderError), transaction.atomic():
        next_number("receipt")
        next_number("L", year=2026)


def test_the_next_transaction_begins_the_order_anew() -> None:
    for _ in range(2):
        with transaction.atomic():
            next_number("L", year=2026)
            next_number("receipt")


def test_an_inner_block_belongs_to_its_transaction() -> None:
    with pytest.raises(NumberOrderError), transaction.atomic():
        with transaction.atomic():
            next_number("receipt")
        with transaction.atomic():
            next_number("L", year=2026)


@pytest.mark.parametrize(
    ("series", "year", "says"),
    [
        ("receipt", 2026, "one series without years"),
        ("L", None, "needs a year"),
        ("L", 26, "no year for a number"),
        ("L", 20260, "no year for a number"),
        ("X", 2026, "'X' is not a valid Series"),
    ],
)
def test_refuses_a_series_or_a_year_that_is_none(series: str, year: int | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        take(series, year)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Counter.objects.filter(series="receipt").update(value=1),
        lambda: Counter.objects.filter(series="receipt").update(value=7),
        lambda: Counter.objects.filter(series="receipt").update(series="other"),
        lambda: Counter.objects.all().delete(),
        lambda: Counter.objects.create(series="other", value=0),
    ],
)
def test_the_database_lets_nobody_turn_a_counter_back_or_on(wrong: Callable[[], Any]) -> None:
    take("receipt")
    take("receipt")
    with pytest.raises((DatabaseError, InternalError)), transaction.atomic():
        wrong()
    assert take("receipt") == "000003"


def test_outside_a_transaction_no_number_is_given(committed_db: str) -> None:
    with pytest.raises(RuntimeError, match="inside the transaction"):
        next_number("receipt")
    assert not Counter.objects.exists()


def test_eight_clerks_at_once_leave_no_gap_and_no_double(committed_db: str) -> None:
    """Each takes licenses and a receipt twenty times; some transactions fail and give theirs back."""
    start = threading.Barrier(8, timeout=60)
    kept: list[list[str]] = []
    faults: list[BaseException] = []

    class ChangedMind(Exception):
        pass

    def work(seed: int) -> None:
        chance = random.Random(seed)
        mine: list[str] = []
        try:
            start.wait()
            for _ in range(20):
                fails = chance.random() < 0.25
                try:
                    with transaction.atomic():
                        numbers = [next_number("L", year=2026) for _ in range(chance.choice([1, 1, 2]))]
                        numbers.append(next_number("receipt"))
                        if fails:
                            raise ChangedMind
                except ChangedMind:
                    continue
                mine += numbers
            kept.append(mine)
        except BaseException as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not faults and len(kept) == 8
    taken = sorted(number for mine in kept for number in mine)
    receipts = [number for number in taken if not number.startswith("L")]
    licenses = [number for number in taken if number.startswith("L")]
    assert receipts == [f"{value:06d}" for value in range(1, len(receipts) + 1)]
    assert licenses == [f"L-2026-{value:04d}" for value in range(1, len(licenses) + 1)]
    assert Counter.objects.get(series="receipt").value == len(receipts)
