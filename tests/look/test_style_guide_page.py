"""Who sees the style guide, and the shell around every page."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.base.style_guide import PAGES

pytestmark = pytest.mark.django_db


def client_of(role: Role) -> Client:
    client = Client()
    user = User.objects.create_user("somebody", roles=[role], first_name="Anna", last_name="Kramer")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("role", [role for role in Role if role != Role.ADMINISTRATOR])
def test_it_is_the_administrators(role):
    assert client_of(role).get("/style/").status_code == 403
    assert Client().get("/style/").status_code == 302


def test_every_sample_page_is_drawn_and_the_shell_asks_the_database_nothing():
    client = client_of(Role.ADMINISTRATOR)
    with CaptureQueriesContext(connection) as bare:
        client.get("/style/500/")  # has no shell around it
    for name in PAGES:
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(f"/style/{name}/" if name else "/style/")
        assert answer.status_code == 200, name
        assert "{%" not in answer.text and "{#" not in answer.text, name
        assert len(asked) <= len(bare), name
    assert client.get("/style/nothing/").status_code == 404


def test_the_shell_names_the_person_and_signs_out_by_post():
    page = client_of(Role.ADMINISTRATOR).get("/style/record/").text
    assert "Anna Kramer" in page and "Administrator" in page
    assert '<form method="post" action="/sign-out/"' in page
    assert 'action="/search/"' in page


def test_a_page_that_is_not_there_offers_the_search():
    answer = client_of(Role.CLERK).get("/no/such/page/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text and 'name="q"' in answer.text


def test_a_stranger_gets_the_same_page_without_the_search():
    answer = Client().get("/no/such/page/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text and 'name="q"' not in answer.text


@pytest.mark.parametrize(
    ("status", "word", "never"),
    [
        ("valid", "Valid", "Void"),
        ("upcoming", "Not begun", "Valid"),
        ("expired", "Expired", "Valid"),
        ("void", "Void", "Valid"),
        ("unknown", "Not known", "Valid"),
    ],
)
def test_the_validity_of_a_license_is_one_large_word(status, word, never):
    page = client_of(Role.ADMINISTRATOR).get(f"/style/validity-{status}/").text
    assert f'id="verdict">{word}</h1>' in page
    assert f">{never}</h1>" not in page
