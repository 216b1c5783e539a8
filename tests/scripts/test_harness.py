"""The harness itself keeps what it promises."""

import threading

import pytest
from django.db import DatabaseError, connection
from playwright.sync_api import Page

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_what_a_test_writes_is_gone_in_the_next(turn):
    assert not User.objects.exists()
    User.objects.create_user("anna", roles=[Role.CLERK])


@pytest.mark.django_db
def test_a_refused_statement_does_not_spoil_the_next_test():
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")


@pytest.mark.django_db
def test_tests_sign_in_as_the_application():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("freeport_app",)


def test_commits_are_seen_by_other_threads(committed_db):
    User.objects.create_user("anna", roles=[Role.CLERK])
    seen = []

    def look():
        seen.append((connection.settings_dict["NAME"], User.objects.count()))
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [(committed_db, 1)]


@pytest.mark.django_db
def test_nothing_committed_elsewhere_is_seen_here():
    assert not User.objects.exists()


def test_a_page_opens_in_the_browser(page: Page, sign_in, axe):
    sign_in(page, Role.CLERK)
    assert page.goto("/healthz").text() == "ok\n"
