"""What pytest-django brings, on our databases: `db` rolls back, `committed_db` is thrown away."""

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.test import TestCase, TransactionTestCase, override_settings

from tests.harness.databases import Databases, point

COMMITTED = "committed_db"
REFUSED = (
    "Tests here never flush tables: append-only ones cannot be, and migrated rows would be lost. For real "
    "commits, threads or a browser use the fixture committed_db (live_server and page have it already)."
)


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """The test server; started by whoever asks first."""
    server = Databases()
    yield server
    server.close()


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, databases: Databases) -> Iterator[None]:
    """One copy of the template for this worker."""
    name = databases.clone()
    point(name, databases)
    yield
    connections.close_all()
    databases.drop(name)


@pytest.fixture
def _django_db_helper(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """The `db` fixture and the `django_db` mark: a transaction that is rolled back after the test.

    In a test that also asks for `committed_db`, directly or through `page`, they mean that database.
    """
    if COMMITTED in request.fixturenames:
        request.getfixturevalue(COMMITTED)
        yield
        return
    request.getfixturevalue("django_db_setup")
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around._from_testcase = True  # services may open durable transactions inside
        around.__enter__()
        try:
            yield
            if not connection.needs_rollback and connection.is_usable():
                connection.check_constraints()  # what would be checked at the commit
        finally:
            transaction.set_rollback(True)
            around.__exit__(None, None, None)


@pytest.fixture
def committed_db(django_db_setup: None, databases: Databases, django_db_blocker: Any) -> Iterator[str]:
    """A fresh copy of the template for this test alone, for every thread: commits are real. Its name."""
    before = dict(connections.settings["default"])
    name = databases.clone()
    point(name, databases)
    try:
        with django_db_blocker.unblock():
            yield name
    finally:
        connections.close_all()
        connections.settings["default"].update(before)
        databases.drop(name)


@pytest.fixture
def transactional_db() -> None:
    pytest.fail(REFUSED, pytrace=False)


@pytest.fixture(autouse=True)
def _live_server_helper() -> None:
    """pytest-django would flush the tables after our `live_server`."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = item.get_closest_marker("django_db")
    flushes = mark is not None and (mark.args[:1] == (True,) or mark.kwargs.get("transaction"))
    case = getattr(item, "cls", None)
    if flushes or (case and issubclass(case, TransactionTestCase) and not issubclass(case, TestCase)):
        pytest.fail(REFUSED, pytrace=False)


@pytest.fixture(autouse=True, scope="session")
def _files_of_tests() -> Iterator[None]:
    """Uploads go to a folder that is thrown away."""
    with (
        tempfile.TemporaryDirectory(prefix="freeport-tests-") as folder,
        override_settings(MEDIA_ROOT=folder),
    ):
        yield


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    yield
    cache.clear()


# Playwright's loop makes Django think that its queries run in an asynchronous view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
