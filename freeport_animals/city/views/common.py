"""What the city's pages share."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from freeport_animals.base.clock import today
from freeport_animals.base.editing import EditConflict
from freeport_animals.base.fields import parse_day
from freeport_animals.base.once import DifferentContent, run_once
from freeport_animals.city.errors import CityError


def once(
    request: HttpRequest, form: Any, action: str, work: Callable[[], Any], **content: Any
) -> tuple[bool, Any]:
    """Do the work once for this form's token; a refusal stands beside the box that it names.

    Returns whether it is done, and what the work returned.
    """
    try:
        outcome = run_once(
            token=form.cleaned_data["token"], action=action, content=content, user=request.user, work=work
        )
    except CityError as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
    except EditConflict as conflict:
        form.add_error(None, str(conflict))
        form.conflict = conflict.current
        # What was typed stays; pressed again it is saved over what is there now, knowingly.
        form.data = form.data.copy()
        form.data["version"] = str(getattr(conflict.current, "version", ""))
    except DifferentContent as refusal:
        form.add_error(None, str(refusal))
    else:
        return True, outcome.result
    return False, None


def asked_day(request: HttpRequest, name: str = "on") -> tuple[dt.date, str]:
    """The day in the address, today when there is none, and the sentence about one that cannot be meant."""
    typed = request.GET.get(name, "").strip()
    if not typed:
        return today(), ""
    try:
        return parse_day(typed), ""
    except ValidationError as error:
        return today(), error.messages[0]


def conflict_of(form: Any, version: int, reload_url: str) -> dict[str, Any] | None:
    """The context of kit/conflict.html after an EditConflict, else None; `version` is the one opened.

    What the record was then stands in the database's own history of it.
    """
    current = getattr(form, "conflict", None)
    if current is None:
        return None
    events = current.events.order_by("-pgh_id")
    opened, last = events.filter(version=version).first(), events.first()
    rows = []
    for name, box in form.fields.items():
        if box.widget.is_hidden or not hasattr(current, name):
            continue
        was, now, yours = getattr(opened, name, ""), getattr(current, name), form.cleaned_data.get(name)
        if now != yours:
            rows.append({"label": box.label, "was": was, "now": now, "yours": yours})
    context = getattr(last, "pgh_context", None) or {}
    return {
        "by": context.get("user_name") or "somebody else",
        "at": last.pgh_created_at if last else None,
        "changes": rows,
        "reload_url": reload_url,
    }
