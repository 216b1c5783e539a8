"""Numbers without a gap and without a double, whatever the load.

The counter's row is locked from the moment a number is taken until the transaction ends: a rollback gives the
number back, and nobody else can have taken the next one meanwhile. So take numbers last, and in LOCK_ORDER.

| series | number |
|---|---|
| `Series.RECEIPT` | `000123`, one series without end |
| `Series.LICENSE` | `L-2026-0042` |
| `Series.RELEASE_PERMIT` | `RP-2026-007` |
| `Series.IMPOUNDMENT` | `IM-2026-015` |
| `Series.DANGEROUS_CASE` | `DA-2026-003` |
| `Series.NOTICE` | `N-2026-0107` |
"""

import enum
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


class Series(enum.StrEnum):
    RECEIPT = "receipt"
    LICENSE = "L"
    RELEASE_PERMIT = "RP"
    IMPOUNDMENT = "IM"
    DANGEROUS_CASE = "DA"
    NOTICE = "N"


# Two transactions that take the same series in the same order wait for each other; in opposite orders they
# would wait forever. Receipts come last: every counter and tablet in the city shares that one row.
LOCK_ORDER = (
    Series.DANGEROUS_CASE,
    Series.IMPOUNDMENT,
    Series.NOTICE,
    Series.LICENSE,
    Series.RELEASE_PERMIT,
    Series.RECEIPT,
)
WIDTH = {
    Series.RECEIPT: 6,
    Series.LICENSE: 4,
    Series.RELEASE_PERMIT: 3,
    Series.IMPOUNDMENT: 3,
    Series.DANGEROUS_CASE: 3,
    Series.NOTICE: 4,
}

TAKE = """
    INSERT INTO documents_counter (series, value) VALUES (%s, 1)
    ON CONFLICT (series) DO UPDATE SET value = documents_counter.value + 1
    RETURNING value, pg_current_xact_id()::text
"""


class NumberOrderError(RuntimeError):
    """A service took numbers against LOCK_ORDER: a fault of the program, which could lock two clerks up."""


def next_number(series: Series | str, *, year: int | None = None) -> str:
    """Take the next number of `series`, in the caller's transaction, and hold its counter until the end.

    `year` is the city's calendar year of the day of issue, needed for every series but receipts. Numbers
    past the written width just grow longer. Raises RuntimeError outside a transaction, ValueError for an
    unknown series or a year that does not belong, NumberOrderError when LOCK_ORDER is not kept.
    """
    series = Series(series)
    if (year is None) != (series is Series.RECEIPT):
        raise ValueError("receipts are one series without years" if year else f"series {series} needs a year")
    if year is not None and not 2000 <= year <= 2999:
        raise ValueError(f"{year} is no year for a number")
    if not connection.in_atomic_block:
        raise RuntimeError("a number is taken inside the transaction that uses it")
    prefix = f"{series}-{year}" if year is not None else str(series)
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [prefix])
        value, transaction_id = cursor.fetchone()
    _check_order((LOCK_ORDER.index(series), year or 0), transaction_id)
    return f"{value:0{WIDTH[series]}d}" if year is None else f"{prefix}-{value:0{WIDTH[series]}d}"


@contextmanager
def only_writer() -> Iterator[None]:
    """Many services in one transaction, by a command that has the database to itself: no order, no
    deadlock."""
    connection._numbers_alone = True  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection._numbers_alone = False  # type: ignore[attr-defined]


def _check_order(place: tuple[int, int], transaction_id: str) -> None:
    """Refuse a series that comes before one already taken in this transaction.

    A test runs many services in one transaction of its own, so there the outermost savepoint of the service
    stands for the transaction.
    """
    if getattr(connection, "_numbers_alone", False):
        return
    of_test = len([block for block in connection.atomic_blocks if getattr(block, "_from_testcase", False)])
    savepoint = connection.savepoint_ids[of_test - 1 : of_test] if of_test else []
    scope = (transaction_id, *savepoint)
    last_scope, last_place = getattr(connection, "_numbers_taken", (None, (0, 0)))
    if last_scope == scope and place < last_place:
        connection._numbers_taken = (None, (0, 0))  # type: ignore[attr-defined]
        taken = LOCK_ORDER[last_place[0]]
        raise NumberOrderError(f"series {LOCK_ORDER[place[0]]} was taken after {taken}; see LOCK_ORDER")
    connection._numbers_taken = (scope, place)  # type: ignore[attr-defined]
