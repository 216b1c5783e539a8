"""What is in force: by date, under every resolution, and always right in every worker."""

import datetime as dt
import threading
from decimal import Decimal

import pytest
from django.db import connection, transaction

from freeport_animals.city.selectors.context import context, one_version
from freeport_animals.city.services import resolution_withdraw
from tests.city.cast import AT_TWO, adopt, staff


@pytest.mark.django_db
def test_without_a_resolution_the_ordinance_holds_as_adopted():
    assert context().parameter("license-fee", dt.date(2026, 1, 13)) == Decimal("5.00")
    assert context().parameter_in_force("license-fee", dt.date(2026, 1, 13)).authority is None


@pytest.mark.django_db
def test_a_later_resolution_follows_an_earlier_one():
    adopt("2025-09", "2025-09-30", "2025-10-01", parameters={"license-fee": Decimal("7.00")})
    adopt("2025-01", "2025-01-28", parameters={"license-fee": Decimal("6.00")})
    fees = [context().parameter("license-fee", dt.date(2025, month, 1)) for month in (1, 2, 9, 10)]
    assert fees == [Decimal("5.00"), Decimal("6.00"), Decimal("6.00"), Decimal("7.00")]


@pytest.mark.django_db
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_from_one_day_the_one_adopted_later_counts_whichever_is_entered_first(order):
    both = [("2025-08", "2025-08-26", "6.00"), ("2025-09", "2025-09-30", "7.00")]
    for place in order:
        number, adopted, fee = both[place]
        adopt(number, adopted, "2026-01-01", parameters={"license-fee": Decimal(fee)})
    assert context().parameter("license-fee", dt.date(2026, 1, 1)) == Decimal("7.00")


@pytest.mark.django_db
def test_of_two_adopted_on_one_day_the_one_entered_later_counts():
    adopt("2025-08", "2025-08-26", "2026-01-01", parameters={"license-fee": Decimal("7.00")})
    adopt("2025-09", "2025-08-26", "2026-01-01", parameters={"license-fee": Decimal("6.00")})
    assert context().parameter("license-fee", dt.date(2026, 1, 1)) == Decimal("6.00")


@pytest.mark.django_db
def test_a_question_without_a_date_can_leave_out_what_has_not_begun():
    adopt("2025-12", "2025-12-30", "2026-07-01", parameters={"license-fee": Decimal("7.00")})
    assert context().parameter("license-fee") == Decimal("7.00")
    assert context(dt.date(2026, 6, 30)).parameter("license-fee") == Decimal("5.00")
    assert context(dt.date(2026, 7, 1)).parameter("license-fee") == Decimal("7.00")


@pytest.mark.django_db
def test_a_withdrawn_resolution_sets_nothing():
    one = adopt(
        "2026-01", "2026-01-13", "2026-02-01",
        parameters={"license-fee": Decimal("7.00")}, closures=[(dt.date(2026, 3, 2), "Inventory")],
    )  # fmt: skip
    assert context().parameter("license-fee") == Decimal("7.00")
    resolution_withdraw(resolution=one, reason="Rescinded", by=staff(), at=AT_TWO)
    assert context().parameter("license-fee") == Decimal("5.00")
    assert not context().closures


@pytest.mark.django_db
def test_an_unchanged_city_asks_one_small_question(django_assert_num_queries):
    adopt(parameters={"license-fee": Decimal("6.00")})
    context()
    with django_assert_num_queries(1):
        assert context().parameter("license-fee") == Decimal("6.00")


@pytest.mark.django_db
def test_within_a_request_it_is_asked_once_and_again_after_a_write(django_assert_num_queries):
    context()
    with one_version():
        with django_assert_num_queries(1):
            for _ in range(5):
                context()
                context(dt.date(2026, 1, 13))
        adopt(parameters={"license-fee": Decimal("6.00")})
        assert context().parameter("license-fee") == Decimal("6.00")
    with django_assert_num_queries(1):
        context()


@pytest.mark.django_db
def test_what_is_rolled_back_never_counted():
    try:
        with transaction.atomic():
            adopt(parameters={"license-fee": Decimal("6.00")})
            assert context().parameter("license-fee") == Decimal("6.00")
            raise ZeroDivisionError
    except ZeroDivisionError:
        pass
    assert context().parameter("license-fee") == Decimal("5.00")


def test_two_that_commit_out_of_order_are_both_seen(committed_db):
    """The one with the lower key commits last: a version made of the highest key alone would miss it."""
    staff()
    entered, release = threading.Event(), threading.Event()

    def slow():
        try:
            with transaction.atomic():
                adopt("2025-01", parameters={"license-fee": Decimal("6.00")})
                entered.set()
                release.wait(timeout=30)
        finally:
            connection.close()

    first = threading.Thread(target=slow)
    first.start()
    entered.wait(timeout=30)
    adopt("2025-02", parameters={"boarding-rate": Decimal("9.00")})
    assert context().parameter("license-fee") == Decimal("5.00")
    assert context().parameter("boarding-rate") == Decimal("9.00")
    release.set()
    first.join(timeout=30)
    assert context().parameter("license-fee") == Decimal("6.00")
    assert context().parameter("boarding-rate") == Decimal("9.00")


def test_another_worker_sees_it_at_once(committed_db):
    seen = []

    def worker(times):
        for _ in range(times):
            seen.append(context().parameter("license-fee"))
        connection.close()

    for fee in (None, "6.00", "7.00"):
        if fee:
            adopt(f"2025-{fee[0]}", f"2025-0{fee[0]}-01", parameters={"license-fee": Decimal(fee)})
        thread = threading.Thread(target=worker, args=(1,))
        thread.start()
        thread.join()
    assert seen == [Decimal("5.00"), Decimal("6.00"), Decimal("7.00")]
