from collections.abc import Callable

import pytest
from django.test import Client

from tests.ledger.cast import staff


@pytest.fixture
def at_the_counter(client: Client, db: None) -> Client:
    """Ann Weber's browser, signed in, with a first page behind it (which writes the session)."""
    client.force_login(staff(), backend="django.contrib.auth.backends.ModelBackend")
    client.get("/receipts/")
    return client


@pytest.fixture
def signed_in_as(db: None) -> Callable[[str], Client]:
    """A browser in which somebody of the cast is signed in."""

    def browser(name: str) -> Client:
        client = Client()
        client.force_login(staff(name), backend="django.contrib.auth.backends.ModelBackend")
        return client

    return browser
