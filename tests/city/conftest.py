from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from tests.city.cast import AT_TWO, staff


@pytest.fixture
def tuesday():
    """It is Tuesday, 13 January 2026, 2:14 pm in Freeport."""
    with time_machine.travel(AT_TWO, tick=False):
        yield


@pytest.fixture
def signed_in_as(db: None) -> Callable[[str], Client]:
    """A browser in which somebody of the cast is signed in."""

    def browser(name: str) -> Client:
        client = Client()
        client.force_login(staff(name), backend="django.contrib.auth.backends.ModelBackend")
        client.get("/city/")
        return client

    return browser


@pytest.fixture
def administrator(tuesday: None, signed_in_as: Callable[[str], Client]) -> Client:
    """Joan Fuchs's browser."""
    return signed_in_as("Joan Fuchs")
