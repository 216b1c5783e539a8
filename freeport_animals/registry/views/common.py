"""What the registry's views share: following merges, pressing a form once, showing a conflict."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from freeport_animals.accounts.models import User
from freeport_animals.base import formats
from freeport_animals.base.editing import EditConflict
from freeport_animals.base.once import DifferentContent, run_once
from freeport_animals.registry.forms.base import EditForm, RegistryForm

View = Callable[..., HttpResponse]


def of(model: type[Any], *related: str, **more: Any) -> Callable[[View], View]:
    """Give the view the record instead of its key, with its aliases at hand. `more` are annotations.

    An alias leads to the kept record: its old address still works.
    """
    others = model._default_manager.filter(merged_into=OuterRef("pk")).order_by("pk").values("pk")

    def load(pk: int) -> Any:
        rows = model._default_manager.select_related(*related).annotate(others=ArraySubquery(others), **more)
        record = get_object_or_404(rows, pk=pk)
        if record.merged_into_id is None:
            record._alias_ids = (record.pk, *record.others)  # what selectors.alias_ids would ask for
        return record

    def decorate(view: View) -> View:
        @wraps(view)
        def found(request: HttpRequest, pk: int, **rest: Any) -> HttpResponse:
            record = load(pk)
            if record.merged_into_id is None:
                return view(request, record, **rest)
            if request.method in ("GET", "HEAD"):
                match = request.resolver_match
                assert match is not None and match.view_name is not None
                url = reverse(match.view_name, kwargs={**match.kwargs, "pk": record.merged_into_id})
                query = request.META.get("QUERY_STRING", "")
                messages.info(request, f"{record} was merged into this record.")
                return redirect(f"{url}?{query}" if query else url)
            return view(request, load(record.merged_into_id), **rest)

        return found

    return decorate


def staff(request: HttpRequest) -> User:
    """Who is at work. The views here admit nobody who is not signed in."""
    return cast(User, request.user)


def content_of(request: HttpRequest) -> dict[str, Any]:
    """What was sent, to tell a second press from another form: every box, and each file by name and size."""
    sent: dict[str, Any] = {
        name: values for name, values in request.POST.lists() if name not in ("csrfmiddlewaretoken", "token")
    }
    files: MultiValueDict[str, Any] = request.FILES
    sent["files"] = {name: [(file.name, file.size) for file in files.getlist(name)] for name in files}
    return sent


def press(request: HttpRequest, form: RegistryForm, action: str, work: Callable[[], Any]) -> str | None:
    """Do the work of a valid form once and return where to go; None when refused, and the form says why.

    `work` returns a record with an address or the address itself. A second press of the form gets the first
    one's result. A conflict is at hand as `form.conflict`.
    """

    def once() -> str:
        result = work()
        return result if isinstance(result, str) else result.get_absolute_url()

    try:
        outcome = run_once(
            token=form.cleaned_data["token"],
            action=action,
            content=content_of(request),
            user=request.user,
            work=once,
        )
    except EditConflict as conflict:
        form.conflict = conflict.current  # type: ignore[attr-defined]
        if isinstance(form, EditForm):
            form.opened_version = form.cleaned_data["version"]  # type: ignore[attr-defined]
            form.renew(conflict.current.version)  # type: ignore[attr-defined]
        return None
    except DifferentContent as error:
        form.add_error(None, str(error))
        return None
    except ValidationError as error:
        form.refuse(error)
        return None
    url: str = outcome.result
    return url


def conflict_of(
    form: EditForm, now: Mapping[str, Any], opened: Mapping[str, Any], reload_url: str
) -> dict[str, Any] | None:
    """The context of kit/conflict.html after an EditConflict, else None.

    `opened` are the boxes as they stood when this form was opened, `now` as the record stands. Only boxes
    whose saved value would be overwritten are shown.
    """
    current = getattr(form, "conflict", None)
    if current is None:
        return None
    changes = []
    for name, field in form.fields.items():
        if name not in now or field.widget.is_hidden:
            continue
        yours = form.cleaned_data.get(name)
        shown = [_shown(form, name, value) for value in (opened.get(name), now[name], yours)]
        if shown[1] != shown[2]:  # also what only the other one changed: saving would put it back as it was
            changes.append({"label": field.label, "was": shown[0], "now": shown[1], "yours": shown[2]})
    saved = _last_saved(current)
    return {
        "by": saved[0] or "somebody else",
        "at": saved[1],
        "changes": changes,
        "reload_url": reload_url,
    }


def _shown(form: forms.Form, name: str, value: Any) -> str:
    choices = getattr(form.fields[name], "choices", None)
    if choices:
        return str(dict(choices).get(value, value or ""))
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if value is None:
        return ""
    if hasattr(value, "year"):
        return formats.day(value)
    return str(value)


def snapshot(record: models.Model, version: int) -> Any | None:
    """The record as the database's history kept it when it had this version."""
    events: Any = record._meta.get_field("events").related_model
    return events._default_manager.filter(pgh_obj_id=record.pk, version=version).order_by("-pk").first()


def _last_saved(record: Any) -> tuple[str, Any]:
    event = snapshot(record, record.version)
    if event is None:
        return "", None
    context = event.pgh_context or {}
    return str(context.get("user_name", "")), event.pgh_created_at
