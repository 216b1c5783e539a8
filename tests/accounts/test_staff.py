"""The administrator looks after the accounts."""

import re
import threading

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from playwright.sync_api import Page, expect

from freeport_animals.accounts import services
from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.base.models import Submission
from tests.cast import NOON, PASSWORD, TODAY

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def admin(cast):
    return cast.client(cast.administrator)


def token_of(answer):
    return answer.context["form"]["token"].value()


def facts(**other):
    return {
        "first_name": "Nora", "last_name": "Lang", "username": "nora", "email": "nora@example.org",
        "roles": ["clerk", "officer"],
    } | other  # fmt: skip


def add(admin, **other):
    return admin.post("/staff/add/", facts(token=token_of(admin.get("/staff/add/")), **other))


class TestAdding:
    def test_the_one_time_password_is_shown_once_and_signs_in(self, admin):
        answer = add(admin)
        password = answer.context["password"]
        assert re.fullmatch(r"([a-z2-9]{4}-){3}[a-z2-9]{4}", password)
        page = answer.content.decode()
        assert page.count(password) == 1
        assert "Wed 10 June 2026, 12:00 pm" in page, "good for seven days"
        assert "no-store" in answer["Cache-Control"]
        nora = User.objects.get(username="nora")
        assert (str(nora), nora.roles, nora.must_change_password) == ("Nora Lang", ["clerk", "officer"], True)
        assert password not in admin.get(f"/staff/{nora.pk}/").content.decode()
        assert password not in str(list(Submission.objects.values())), "it is kept nowhere"
        client = Client()
        client.post("/sign-in/", {"username": "nora", "password": password})
        assert client.get("/")["Location"] == "/password/"

    def test_pressed_twice_it_is_one_account_and_the_same_password(self, admin):
        token = token_of(admin.get("/staff/add/"))
        first = admin.post("/staff/add/", facts(token=token))
        second = admin.post("/staff/add/", facts(token=token))
        assert User.objects.filter(username="nora").count() == 1
        assert first.context["password"] == second.context["password"]

    def test_once_a_new_one_is_chosen_back_shows_it_no_more(self, admin):
        token = token_of(admin.get("/staff/add/"))
        admin.post("/staff/add/", facts(token=token))
        services.user_choose_password(
            user=User.objects.get(username="nora"), password="my-very-own-words", at=NOON
        )
        again = admin.post("/staff/add/", facts(token=token))
        assert again.context["password"] == ""
        assert "This password no longer works" in again.content.decode()

    def test_the_same_form_with_other_content_is_told(self, admin):
        token = token_of(admin.get("/staff/add/"))
        admin.post("/staff/add/", facts(token=token))
        answer = admin.post("/staff/add/", facts(token=token, username="other"))
        assert answer.status_code == 409
        assert "already saved once with other content" in answer.content.decode()
        assert not User.objects.filter(username="other").exists()

    def test_every_account_has_another_password(self, admin):
        passwords = {add(admin, username=f"nora{n}").context["password"] for n in range(5)}
        assert len(passwords) == 5

    @pytest.mark.parametrize(
        ("typed", "field", "sentence"),
        [
            ({"first_name": "", "last_name": ""}, "first_name", "Type the name: it stands on receipts"),
            ({"username": ""}, "username", "“User name” is empty. Fill it in."),
            ({"username": "nora lang"}, "username", "A user name has small letters, digits, periods"),
            ({"username": "-nora"}, "username", "begins with a letter or digit"),
            ({"username": "n\x00ra"}, "username", "invisible character (U+0000)"),
            ({"username": "x" * 61}, "username", "at most 60 characters"),
            ({"username": "ANNA"}, "username", "Somebody has this user name already. Choose another."),
            ({"email": "nora at example"}, "email", "Enter a valid email address"),
            ({"roles": []}, "roles", "Choose at least one role. Without one, nothing is open."),
            ({"roles": ["king"]}, "roles", "There is no such role. Choose from the list."),
            ({"first_name": "x" * 10_000}, "first_name", "at most 100 characters"),
        ],
    )
    def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
        self, admin, cast, typed, field, sentence
    ):
        assert cast.clerk.username == "anna"
        answer = add(admin, **typed)
        assert answer.status_code == 422
        assert sentence in str(answer.context["form"][field].errors) or sentence in answer.content.decode()
        assert 'value="Lang"' in answer.content.decode() or "last_name" in typed
        assert not User.objects.filter(username="nora").exists()

    def test_one_word_is_a_name(self, admin):
        add(admin, first_name="Cher", last_name="")
        assert str(User.objects.get(username="nora")) == "Cher"


class TestEditing:
    def test_name_and_roles(self, admin, cast):
        page = admin.get(f"/staff/{cast.clerk.pk}/edit/")
        assert page.context["form"]["version"].value() == 1
        done = admin.post(
            f"/staff/{cast.clerk.pk}/edit/",
            facts(username="anna.kramer", roles=["attorney", "clerk"], version="1"),
            follow=True,
        )
        assert "The account of Nora Lang is saved." in done.content.decode()
        user = User.objects.get(pk=cast.clerk.pk)
        assert (user.username, user.roles, user.version) == ("anna.kramer", ["clerk", "attorney"], 2)

    def test_somebody_else_was_quicker(self, admin, cast):
        services.user_edit(user=cast.clerk, version=1, first_name="Anne")
        answer = admin.post(f"/staff/{cast.clerk.pk}/edit/", facts(username="anna", version="1"))
        assert answer.status_code == 409
        page = answer.content.decode()
        assert answer.context["conflict"]["changes"][0] == {
            "label": "Given name",
            "was": "Anna",
            "now": "Anne",
            "yours": "Nora",
        }
        assert "Anne" in page
        assert 'value="Nora"' in page
        assert User.objects.get(pk=cast.clerk.pk).first_name == "Anne"
        version = answer.context["form"]["version"].value()
        assert (
            admin.post(f"/staff/{cast.clerk.pk}/edit/", facts(username="anna", version=version)).status_code
            == 302
        )
        assert User.objects.get(pk=cast.clerk.pk).first_name == "Nora"

    def test_a_user_name_that_somebody_has(self, admin, cast):
        assert cast.second_clerk.username == "peter"
        answer = admin.post(f"/staff/{cast.clerk.pk}/edit/", facts(username="Peter", version="1"))
        assert answer.status_code == 422
        assert "Somebody has this user name already." in answer.content.decode()

    def test_the_service_changes_nothing_else(self, cast):
        with pytest.raises(TypeError):
            services.user_edit(user=cast.clerk, version=1, is_active=False)


class TestClosing:
    def close(self, admin, user):
        url = f"/staff/{user.pk}/close/"
        return admin.post(url, {"token": token_of(admin.get(url))}, follow=True)

    def test_the_owner_is_out_and_what_they_did_stays(self, admin, cast):
        clerk = cast.client(cast.clerk)
        done = self.close(admin, cast.clerk)
        assert "The account of Anna Kramer is closed." in done.content.decode()
        assert clerk.get("/").status_code == 302
        assert Client().post("/sign-in/", {"username": "anna", "password": PASSWORD}).status_code == 422
        assert "Anna Kramer" not in admin.get("/staff/").content.decode()
        assert "Anna Kramer" in admin.get("/staff/?closed").content.decode()

    def test_closing_twice_is_no_fault(self, admin, cast):
        self.close(admin, cast.clerk)
        assert "is closed" in self.close(admin, cast.clerk).content.decode()
        assert User.objects.get(pk=cast.clerk.pk).version == 2

    def test_one_s_own_account_is_not_closed(self, admin, cast):
        cast.hire(Role.ADMINISTRATOR)
        answer = self.close(admin, cast.administrator)
        assert answer.status_code == 422
        assert "This is your own account. Ask another administrator to close it." in answer.content.decode()

    def test_opened_again_it_has_a_new_password_and_its_old_roles(self, admin, cast):
        self.close(admin, cast.clerk)
        url = f"/staff/{cast.clerk.pk}/reopen/"
        answer = admin.post(url, {"token": token_of(admin.get(url))})
        password = answer.context["password"]
        user = User.objects.get(pk=cast.clerk.pk)
        assert user.is_active and user.roles == ["clerk"] and user.check_password(password)

    def test_an_account_is_never_deleted(self, cast):
        with pytest.raises(Exception, match="Cannot delete rows from accounts_user"):
            cast.clerk.delete()


class TestTheLastAdministrator:
    def test_cannot_be_demoted(self, admin, cast):
        cast.hire(Role.ADMINISTRATOR, is_active=False)
        answer = admin.post(
            f"/staff/{cast.administrator.pk}/edit/", facts(username="joan", roles=["clerk"], version="1")
        )
        assert answer.status_code == 422
        assert "is the only administrator who can sign in." in answer.content.decode()
        assert User.objects.get(pk=cast.administrator.pk).roles == ["administrator"]

    def test_cannot_be_closed(self, cast):
        with pytest.raises(services.LastAdministrator) as refused:
            services.user_close(user=cast.administrator, by=cast.clerk)
        assert "Make somebody else administrator first" in refused.value.messages[0]
        assert User.objects.get(pk=cast.administrator.pk).is_active

    def test_not_even_past_the_services(self, cast):
        with pytest.raises(IntegrityError, match="the last active administrator stays"):
            User.objects.filter(pk=cast.administrator.pk).update(is_active=False)

    def test_with_a_second_one_the_first_may_go(self, admin, cast):
        second = cast.hire(Role.ADMINISTRATOR)
        services.user_edit(user=second, version=1, roles=["clerk"])
        cast.hire(Role.ADMINISTRATOR)
        services.user_edit(user=cast.administrator, version=1, roles=["council"])
        assert User.objects.get(pk=cast.administrator.pk).roles == ["council"]

    def test_two_who_close_each_other_at_one_moment_do_not_both_go(self, committed_db, cast):
        first = cast.hire(Role.ADMINISTRATOR)
        second = cast.hire(Role.ADMINISTRATOR)
        gate, outcomes = threading.Barrier(2), []

        def close(user, by):
            gate.wait(10)
            try:
                services.user_close(user=user, by=by)
                outcomes.append("closed")
            except services.LastAdministrator:
                outcomes.append("refused")
            connection.close()

        threads = [threading.Thread(target=close, args=pair) for pair in ((first, second), (second, first))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["closed", "refused"]
        assert User.objects.filter(is_active=True, roles__contains=["administrator"]).count() == 1

    def test_one_is_closed_while_the_other_is_demoted(self, committed_db, cast):
        first = cast.hire(Role.ADMINISTRATOR)
        second = cast.hire(Role.ADMINISTRATOR)
        gate, outcomes = threading.Barrier(2), []

        def attempt(work):
            gate.wait(10)
            try:
                work()
                outcomes.append("done")
            except services.LastAdministrator:
                outcomes.append("refused")
            connection.close()

        works = [
            lambda: services.user_close(user=first, by=second),
            lambda: services.user_edit(user=second, version=1, roles=["clerk"]),
        ]
        threads = [threading.Thread(target=attempt, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["done", "refused"]


class TestANewPassword:
    def reset(self, admin, user):
        url = f"/staff/{user.pk}/password/"
        return admin.post(url, {"token": token_of(admin.get(url))})

    def test_the_old_one_ends_with_every_session(self, admin, cast):
        clerk = cast.client(cast.clerk)
        password = self.reset(admin, cast.clerk).context["password"]
        assert clerk.get("/").status_code == 302
        client = Client()
        assert client.post("/sign-in/", {"username": "anna", "password": PASSWORD}).status_code == 422
        assert client.post("/sign-in/", {"username": "anna", "password": password}).status_code == 302

    def test_one_s_own_is_changed_under_one_s_name(self, admin, cast):
        answer = self.reset(admin, cast.administrator)
        assert answer.status_code == 422
        assert "Change your password under your name instead." in answer.content.decode()

    def test_a_closed_account_is_opened_again_instead(self, admin, cast):
        gone = cast.hire(is_active=False)
        assert "is closed. Open it again instead." in self.reset(admin, gone).content.decode()


class TestTheList:
    def test_it_is_paged_and_costs_the_same_however_many(self, admin, cast, django_assert_max_num_queries):
        for _ in range(30):
            cast.hire()
        with django_assert_max_num_queries(8):
            page = admin.get("/staff/").content.decode()
        assert "Page 1 of 2 · 31 accounts" in page
        assert "Page 2 of 2" in admin.get("/staff/?page=2").content.decode()

    def test_no_closed_account_says_what_closing_is(self, admin):
        assert (
            "When somebody leaves, their account is closed here"
            in admin.get("/staff/?closed").content.decode()
        )

    def test_an_account_s_page_shows_its_sign_ins(self, admin, cast):
        client = Client()
        client.post("/sign-in/", {"username": cast.clerk.username, "password": "wrong"})
        client.post("/sign-in/", {"username": "anna", "password": PASSWORD})
        client.post("/sign-out/")
        page = admin.get(f"/staff/{cast.clerk.pk}/").content.decode()
        assert page.count("Wed 3 June 2026, 12:00 pm") >= 2
        assert "Wrong password" in page and "signed out 12:00 pm" in page


def test_by_hand_in_the_browser(page: Page, cast, sign_in, axe):
    """Add somebody, write the password down, see them on the list: with the keyboard."""
    assert TODAY.year == 2026
    sign_in(page, cast.administrator)
    page.goto("/staff/")
    axe(page)
    page.keyboard.press("n")
    page.get_by_label("Given name").fill("Nora")
    page.get_by_label("User name").fill("nora")
    page.keyboard.press("Alt+s")
    expect(page.get_by_role("alert")).to_contain_text("Choose at least one role")
    axe(page)
    page.get_by_label("Animal control officer").check()
    page.keyboard.press("Alt+s")
    expect(page.get_by_text("You see it once")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_role("heading", name="Nora")).to_be_visible()
    axe(page)
