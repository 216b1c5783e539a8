"""A session that ends in the middle of a form loses nothing that was typed."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import Page, expect

from freeport_animals.accounts import unsent
from freeport_animals.accounts.models import User
from tests.cast import PASSWORD

NOTE = "You were signed out while saving. Nothing was lost."


def hidden_fields(page, action):
    """The hidden fields of the form that goes to `action`, as a browser sends them."""
    form = re.search(rf'<form method="post" action="{re.escape(action)}">(.*?)</form>', page, flags=re.S)[1]
    fields = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
        fields.setdefault(name, []).append(
            value.replace("&amp;", "&").replace("&#x27;", "'").replace("&quot;", '"')
        )
    return fields


@pytest.fixture
def tab(cast):
    """The administrator's browser, which insists on form tokens as a real one must."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.administrator, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def edit(cast, tab):
    """The form of the officer's account, open in the administrator's browser, and changed."""
    url = f"/staff/{cast.officer.pk}/edit/"
    page = tab.get(url).content.decode()
    fields = {name: values[-1] for name, values in _inputs(page).items()}
    return url, fields | {
        "first_name": "Luís",
        "email": "luis@example.org",
        "roles": ["officer", "peace-officer"],
    }


def _inputs(page):
    fields = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page):
        fields.setdefault(name, []).append(value)
    return fields | {"last_name": ["Ortega"], "username": ["luis"]}


def end_session():
    """Eight hours later: the server has forgotten the session; the browser's cookies are still there."""
    Session.objects.all().delete()


def sign_in(client, user):
    page = client.get("/sign-in/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    return client.post(
        "/sign-in/", {"username": user.username, "password": PASSWORD, "csrfmiddlewaretoken": token}
    )


def test_the_very_same_form_is_sent_after_the_sign_in(cast, tab, edit):
    url, fields = edit
    end_session()
    sent = tab.post(url, fields, headers={"referer": f"http://testserver{url}"})
    assert sent["Location"] == f"/sign-in/?next={url.replace('/', '%2F')}"
    assert "What you typed is kept; sign in and go on." in tab.get("/sign-in/").content.decode()
    assert sign_in(tab, cast.administrator)["Location"] == "/unsent/"
    page = tab.get("/unsent/").content.decode()
    assert NOTE in page
    assert "Luís" in page and "luis@example.org" in page
    again = hidden_fields(page, url)
    assert again["roles"] == ["officer", "peace-officer"], "a field with two values keeps both"
    saved = tab.post(url, again)
    assert saved["Location"] == f"/staff/{cast.officer.pk}/"
    officer = User.objects.get(pk=cast.officer.pk)
    assert (officer.first_name, officer.email, officer.roles) == (
        "Luís", "luis@example.org", ["officer", "peace-officer"],
    )  # fmt: skip
    assert tab.get("/unsent/")["Location"] == "/", "and then it is forgotten"


def test_until_it_is_sent_the_home_page_reminds_of_it(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields)
    sign_in(tab, cast.administrator)
    assert "Something you typed waits to be sent" in tab.get("/").content.decode()


def test_a_form_that_is_refused_when_sent_again_shows_what_was_typed(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields | {"username": "anna kramer"})
    sign_in(tab, cast.administrator)
    answer = tab.post(url, hidden_fields(tab.get("/unsent/").content.decode(), url))
    assert answer.status_code == 422
    assert 'value="anna kramer"' in answer.content.decode()
    assert tab.get("/unsent/").status_code == 200, "nothing was saved, so it is kept still"


def test_somebody_else_does_not_see_it(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields)
    assert sign_in(tab, cast.clerk)["Location"] == "/"
    home = tab.get("/").content.decode()
    assert "What they had typed was not kept" in home
    assert "waits to be sent" not in home
    assert tab.get("/unsent/")["Location"] == "/"
    tab.post("/sign-out/", {"csrfmiddlewaretoken": tab.cookies["csrftoken"].value})
    assert sign_in(tab, cast.administrator)["Location"] == "/", "it is gone for good"


def test_its_owner_may_forget_it(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields)
    sign_in(tab, cast.administrator)
    page = tab.get("/unsent/").content.decode()
    one = re.search(r'name="id" value="(\w+)"', page)[1]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    tab.post("/unsent/forget/", {"id": "invented", "csrfmiddlewaretoken": token})
    assert tab.get("/unsent/").status_code == 200
    tab.post("/unsent/forget/", {"id": one, "csrfmiddlewaretoken": token})
    assert tab.get("/unsent/")["Location"] == "/"


def test_two_forms_are_both_kept(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields)
    tab.post(url, fields | {"first_name": "Lou"})
    sign_in(tab, cast.administrator)
    page = tab.get("/unsent/")
    assert [dict(form["fields"])["first_name"] for form in page.context["forms"]] == ["Lou", "Luís"]


class TestWhatIsNotKept:
    def kept_after(self, tab, url, fields, cast):
        end_session()
        answer = tab.post(url, fields)
        assert answer.status_code == 302
        told = tab.get("/sign-in/").content.decode()
        assert sign_in(tab, cast.administrator)["Location"] == "/"
        return " ".join(told.split())

    @pytest.mark.parametrize("mark", ["", "1", "forged:signature", "1:x:y"])
    def test_a_form_without_a_true_mark(self, cast, tab, edit, mark):
        url, fields = edit
        told = self.kept_after(tab, url, fields | {unsent.MARK: mark}, cast)
        assert "nothing was saved. Sign in and do it once more." in told

    def test_a_mark_of_another_person_does_not_serve(self, cast, tab, edit):
        url, fields = edit
        told = self.kept_after(tab, url, fields | {unsent.MARK: unsent.mark_for(cast.clerk)}, cast)
        assert "What you typed is kept" in told, "it is the clerk's, and only the clerk would get it"

    def test_passwords(self, cast, tab):
        page = tab.get("/password/").content.decode()
        fields = {name: values[-1] for name, values in _inputs(page).items()}
        fields |= {"old_password": PASSWORD, "new_password": "quite-another-one-4", "new_password_again": "x"}
        told = self.kept_after(tab, "/password/", fields, cast)
        assert "passwords are never kept" in told
        assert not any("quite-another" in str(session.get_decoded()) for session in Session.objects.all())

    def test_more_than_a_megabyte(self, cast, tab, edit):
        url, fields = edit
        told = self.kept_after(tab, url, fields | {"note": "x" * (1024 * 1024 + 1)}, cast)
        assert "too long to be kept" in told


def test_together_at_most_a_megabyte_the_newest_first(cast, tab, edit):
    url, fields = edit
    end_session()
    for n in range(3):
        tab.post(url, fields | {"note": str(n) * 400_000})
    sign_in(tab, cast.administrator)
    kept = [dict(form["fields"])["note"][0] for form in tab.get("/unsent/").context["forms"]]
    assert kept == ["2", "1"]


def test_files_are_named_and_must_be_chosen_again(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields | {"certificate": SimpleUploadedFile("rabies 2026.pdf", b"%PDF-1.4")})
    sign_in(tab, cast.administrator)
    page = tab.get("/unsent/").content.decode()
    assert "Files cannot be kept" in page
    assert "Choose again after sending: rabies 2026.pdf." in page


def test_hostile_text_comes_back_as_text(cast, tab, edit):
    url, fields = edit
    end_session()
    tab.post(url, fields | {"first_name": '"><script>alert(1)</script>', "email": "{{ 7*7 }}"})
    sign_in(tab, cast.administrator)
    page = tab.get("/unsent/").content.decode()
    assert "<script>alert" not in page
    assert "{{ 7*7 }}" in page


class TestSignedInAgainInAnotherTab:
    """A sign-in changes the token of every form that is still open."""

    def test_the_form_is_kept_and_offered(self, cast, tab, edit):
        url, fields = edit
        end_session()
        sign_in(tab, cast.administrator)
        answer = tab.post(url, fields)
        assert answer["Location"] == "/unsent/"
        saved = tab.post(url, hidden_fields(tab.get("/unsent/").content.decode(), url))
        assert saved["Location"] == f"/staff/{cast.officer.pk}/"
        assert User.objects.get(pk=cast.officer.pk).first_name == "Luís"

    def test_a_form_of_somebody_else_is_never_sent_as_mine(self, cast, tab, edit):
        url, fields = edit
        end_session()
        sign_in(tab, cast.clerk)
        answer = tab.post(url, fields)
        assert answer.status_code == 403
        assert "opened by somebody who has since been signed out here" in answer.content.decode()
        assert tab.get("/unsent/")["Location"] == "/"

    def test_a_form_from_another_site_is_neither_done_nor_kept(self, cast, tab, edit):
        url, _ = edit
        forged = {"first_name": "Mallory", "csrfmiddlewaretoken": "x" * 64}
        answer = tab.post(url, forged)
        assert answer.status_code == 403
        assert "This form had grown too old" in answer.content.decode()
        assert tab.get("/unsent/")["Location"] == "/"


class TestHtmx:
    def test_a_part_of_a_page_asked_for_by_nobody_sends_the_whole_page_to_the_sign_in(self, cast, tab):
        end_session()
        answer = tab.get(
            "/staff/?page=1",
            headers={"hx-request": "true", "hx-current-url": "http://testserver/staff/?closed"},
        )
        assert (answer.status_code, answer["HX-Redirect"]) == (200, "/sign-in/?next=%2Fstaff%2F%3Fclosed")

    def test_a_form_sent_by_htmx_is_kept_too(self, cast, tab, edit):
        url, fields = edit
        end_session()
        answer = tab.post(
            url, fields, headers={"hx-request": "true", "hx-current-url": f"http://testserver{url}"}
        )
        assert answer["HX-Redirect"].startswith("/sign-in/?next=")
        assert sign_in(tab, cast.administrator)["Location"] == "/unsent/"

    def test_a_page_of_another_site_is_never_the_way_back(self, cast, tab):
        end_session()
        answer = tab.get(
            "/staff/", headers={"hx-request": "true", "hx-current-url": "https://evil.example/staff/"}
        )
        assert answer["HX-Redirect"] == "/sign-in/"


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("first_name", "Luis", True),
        ("cards-0-given", "3/5/2026", True),
        ("note", "   ", False),
        ("token", "5b1c6ed2-6a6e-4a3c-9d5e-2f6a4c1d2e3f", False),
        ("cards-TOTAL_FORMS", "2", False),
        ("version", "3", False),
        ("editor", "5b1c6ed2-6a6e-4a3c-9d5e-2f6a4c1d2e3f", False),
    ],
)
def test_only_what_a_person_would_recognize_is_listed(name, value, shown):
    one = unsent.Unsent("id", 1, "/", "/", [[name, value]], [], "2026-06-03T12:00:00+00:00")
    assert bool(one.typed) is shown


def test_in_the_browser(page: Page, cast, sign_in, axe):
    """Typed in, eight hours pass, saved, signed in, sent with one key."""
    sign_in(page, cast.administrator)
    page.goto(f"/staff/{cast.officer.pk}/edit/")
    page.get_by_label("Given name").fill("Luís")
    page.get_by_label("Peace officer").check()
    end_session()
    page.keyboard.press("Alt+s")
    expect(page.get_by_text("What you typed is kept; sign in and go on.")).to_be_visible()
    axe(page)
    page.get_by_label("User name").fill("joan")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=NOTE)).to_be_visible()
    axe(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("The account of Luís Ortega is saved.")).to_be_visible()
    officer = User.objects.get(pk=cast.officer.pk)
    assert (officer.first_name, officer.roles) == ("Luís", ["officer", "peace-officer"])


def test_what_was_typed_is_shown_in_plain_words():
    fields = [
        ["self", "20"], ["phone_1", "320-555-0100"], ["phone_1_kind", "mobile"], ["household_too", "on"],
        ["a7-license", "on"], ["a8-license", "on"], ["guardian", "12"], ["zip_code", "56331"],
        ["a7-tag", "31"], ["a8-tag", "31"], ["version", "3"],
    ]  # fmt: skip
    one = unsent.Unsent(id="1", user=1, path="/", page="/", fields=fields, files=[], at="")
    assert one.typed == [("Telephone", "320-555-0100"), ("ZIP code", "56331"), ("Tag", "31")]
