"""What no browser of a person sends: it gets a page with a sentence, never a fault."""

import pytest
from django.test import Client


@pytest.mark.parametrize("url", ["/sign-in/%00", "/?q=%00", "/?q=a%1Bb", "/search/?q=%07", "/%7F/"])
def test_control_characters_in_an_address(client, url):
    answer = client.get(url)
    assert answer.status_code == 400
    assert "invisible character" in answer.content.decode()


@pytest.mark.django_db
def test_a_cookie_cannot_carry_a_nul_to_the_database():
    answer = Client(headers={"cookie": 'sessionid="\\000aaaaaaaaaaaa"; csrftoken="\\000"'}).get("/")
    assert answer.status_code == 302
    assert answer["Location"] == "/sign-in/"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["x" * 10_000, "' OR 1=1 --", "ünïcode-session-key"])
def test_a_forged_session_is_nobody(key):
    client = Client()
    client.cookies["sessionid"] = key
    assert client.get("/").status_code == 302


def test_a_form_that_is_too_large_is_told(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = client.post("/sign-in/", {"username": "x" * 2000, "password": "x"})
    assert answer.status_code == 413
    assert "too large" in answer.content.decode()


def test_a_form_with_too_many_fields_is_told(client, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    answer = client.post("/sign-in/", {f"field{n}": "x" for n in range(20)})
    assert answer.status_code == 413


def test_a_broken_upload_is_told(client):
    answer = client.post("/sign-in/", b"nonsense", content_type="multipart/form-data; boundary=x")
    assert answer.status_code in (400, 422)
    assert "Nothing was saved" in answer.content.decode() or "User name" in answer.content.decode()


@pytest.mark.django_db
def test_a_step_of_a_form_opened_like_a_page(cast):
    answer = cast.client(cast.clerk).get("/sign-out/")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert "only the form's own button leads to it" in answer.content.decode()


@pytest.mark.django_db
def test_a_page_that_is_not_there(cast):
    for client in (cast.client(), cast.client(cast.clerk)):
        answer = client.get("/no/such/page/")
        assert answer.status_code == 404
        assert "There is no such page" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("pk", ["0", "987654321", "9" * 18, "9" * 40])
def test_a_record_that_is_not_there(cast, pk):
    assert cast.client(cast.administrator).get(f"/staff/{pk}/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 30, "1.5", ""])
def test_a_page_number_that_is_not_there_is_the_nearest(cast, page):
    answer = cast.client(cast.administrator).get("/staff/", {"page": page})
    assert answer.status_code == 200
    assert answer.context["page"].number == 1
