"""Fixtures for every test.

- `db`, the mark `django_db`: the worker's database, rolled back after the test.
- `committed_db`: a database for this test alone, with real commits, for threads.
- `live_server`: the site on 127.0.0.1 over a committed_db; an answer of 500 fails the test.
- `page`: Chromium at the live server; a script's error, a breach of the content policy or a request to
  another host
  fails the test. `sign_in(page, role)` and `axe(page)` go with it.
- `cast`: invented staff, owners and animals; `today`: the clock stopped on a known Wednesday. See `cast.py`.
"""

import pytest

pytest_plugins = ["tests.harness.fixtures", "tests.harness.live", "tests.harness.browser", "tests.cast"]


@pytest.fixture(scope="session")
def base_url() -> None:
    """None for the whole run: each test has a live server of its own."""
