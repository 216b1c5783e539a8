"""What a view makes of a refusal."""

import pytest
from django import forms
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.exceptions import ValidationError
from django.test import RequestFactory

from freeport_animals.base.editing import EditConflict, VersionField
from freeport_animals.base.models import Submission
from freeport_animals.base.once import DifferentContent
from freeport_animals.base.saving import Saving, confirm


class NoteForm(forms.Form):
    name = forms.CharField(label="Name")
    note = forms.CharField(label="Note", required=False)
    version = VersionField(required=False)


class TenderError(Exception):
    field = "note"


def request_of(data=None):
    request = (
        RequestFactory().post("/somewhere/", data)
        if data is not None
        else RequestFactory().get("/somewhere/")
    )
    request.session = {}
    request._messages = FallbackStorage(request)
    return request


def saving_of(data=None, **options):
    request = request_of(data)
    return Saving(request, NoteForm(request.POST if data is not None else None), **options)


def refused(error, data=None, **options):
    saving = saving_of(data or {"name": "Bella", "version": "1"}, **options)
    assert saving.ready
    with saving:
        raise error
    return saving


def test_a_page_that_is_only_opened_is_fresh():
    saving = saving_of()
    assert not saving.ready
    assert saving.status == 200


def test_what_is_missing_is_422_and_every_form_is_asked():
    request = request_of({"note": "kept"})
    first, second = NoteForm(request.POST), NoteForm(request.POST, prefix="x")
    saving = Saving(request, first, second)
    assert not saving.ready
    assert saving.status == 422
    assert "name" in first.errors and "name" in second.errors


def test_a_service_s_sentence_stands_beside_its_field():
    saving = refused(ValidationError({"name": ["There is a Bella already."], "weight": ["Too heavy."]}))
    assert saving.status == 422
    assert saving.form.errors["name"] == ["There is a Bella already."]
    assert saving.form.non_field_errors() == ["Too heavy."]
    assert saving.form["name"].value() == "Bella"


def test_a_sentence_without_a_field_stands_above():
    assert refused(ValidationError("Not today.")).form.non_field_errors() == ["Not today."]


def test_further_errors_are_caught_when_they_are_named():
    assert refused(TenderError("No such check."), refusals=(TenderError,)).form.errors["note"] == [
        "No such check."
    ]
    with pytest.raises(TenderError):
        refused(TenderError("No such check."))


def test_a_defect_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        refused(ZeroDivisionError())


def test_other_content_under_the_same_token_is_told():
    saving = refused(DifferentContent(Submission(result=7)))
    assert saving.status == 409
    assert "already saved once with other content" in saving.form.non_field_errors()[0]


def test_after_a_conflict_the_next_press_saves_over_what_was_shown(cast):
    cast.clerk.version = 5
    saving = refused(EditConflict(cast.clerk))
    assert saving.status == 409
    assert saving.conflict["by"] == "somebody else"
    assert saving.form["version"].value() == "5"
    assert saving.form["name"].value() == "Bella"


def test_a_confirmation_is_asked_once_and_done_once(cast):
    client = cast.client(cast.administrator)
    url = f"/staff/{cast.clerk.pk}/close/"
    page = client.get(url)
    assert "cannot sign in any more" in page.content.decode()
    done = client.post(url, {"token": page.context["form"]["token"].value()})
    assert (done.status_code, done["Location"]) == (302, f"/staff/{cast.clerk.pk}/")
    refused = client.post(url, {"token": "forged"})
    assert refused.status_code == 422
    assert "Open it again" in refused.content.decode()


def test_confirm_needs_no_form_of_its_own():
    assert confirm.__kwdefaults__["form_class"].base_fields.keys() == {"token"}
