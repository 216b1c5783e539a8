"""Two people, or two tabs, editing one record."""

import threading

import pghistory
import pytest
from django import forms
from django.db import connection, transaction

from freeport_animals.accounts.forms import StaffEditForm
from freeport_animals.accounts.models import User
from freeport_animals.base.editing import EditConflict, VersionField, conflict_context, save_edit


def test_a_save_raises_the_version_and_writes_only_what_changed(cast):
    saved = save_edit(User, cast.clerk.pk, version=1, changes={"first_name": "Anne", "last_name": "Kramer"})
    assert (saved.first_name, saved.version) == ("Anne", 2)
    row = User.objects.get(pk=cast.clerk.pk)
    assert (row.first_name, row.last_name, row.version) == ("Anne", "Kramer", 2)


def test_saving_the_same_again_changes_nothing(cast):
    save_edit(User, cast.clerk.pk, version=1, changes={"first_name": "Anna"})
    assert User.objects.get(pk=cast.clerk.pk).version == 1


def test_the_second_tab_is_refused_and_shown_the_record_as_it_stands(cast):
    save_edit(User, cast.clerk.pk, version=1, changes={"first_name": "Anne"})
    with pytest.raises(EditConflict) as refused:
        save_edit(User, cast.clerk.pk, version=1, changes={"first_name": "Annie"})
    assert refused.value.current.first_name == "Anne"
    assert "press Save again to keep yours" in str(refused.value)
    assert User.objects.get(pk=cast.clerk.pk).first_name == "Anne"


def test_two_saves_at_one_moment_lose_nothing(committed_db):
    user = User.objects.create_user("anna", first_name="Anna", roles=["clerk"])
    results = []

    def save():
        try:
            save_edit(User, user.pk, version=1, changes={"first_name": "Second"})
            results.append("saved")
        except EditConflict as error:
            results.append(error.current.first_name)
        connection.close()

    with transaction.atomic():
        save_edit(User, user.pk, version=1, changes={"first_name": "First"})
        other = threading.Thread(target=save)
        other.start()
        other.join(0.3)
        assert other.is_alive(), "it waits for the row"
    other.join()
    assert results == ["First"]


def test_the_conflict_says_what_was_what_is_and_what_was_typed(cast):
    with pghistory.context(user_name="Helen Dirkes"):
        save_edit(User, cast.clerk.pk, version=1, changes={"first_name": "Anne", "email": "anne@example.org"})
    form = StaffEditForm(
        {
            "first_name": "Anna", "last_name": "Kramer", "username": "anna", "email": "", "version": "1",
            "roles": ["clerk", "officer"],
        }
    )  # fmt: skip
    assert form.is_valid()
    context = conflict_context(EditConflict(User.objects.get(pk=cast.clerk.pk)), form)
    assert context["by"] == "Helen Dirkes"
    assert context["at"] is not None
    assert context["changes"] == [
        {"label": "Given name", "was": "Anna", "now": "Anne", "yours": "Anna"},
        {"label": "E-mail", "was": "", "now": "anne@example.org", "yours": ""},
        {"label": "Roles", "was": "Clerk", "now": "Clerk", "yours": "Clerk, Animal control officer"},
    ]


@pytest.mark.parametrize("typed", ["", "0", "-1", "x", "9" * 30, "1.5"])
def test_a_forged_version_is_a_sentence(typed):
    with pytest.raises(forms.ValidationError) as refused:
        VersionField().clean(typed)
    assert refused.value.messages == ["This form has lost its mark. Open it again and send it once more."]
