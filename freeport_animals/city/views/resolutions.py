"""Resolutions: the list, one of them, entering one, withdrawing one that has not begun."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from freeport_animals import rules
from freeport_animals.accounts.unsent import MARK
from freeport_animals.base.clock import now, today
from freeport_animals.base.formats import day
from freeport_animals.base.paging import paged
from freeport_animals.city.access import ENTER, by_administrator, by_staff, may
from freeport_animals.city.changes import changes, entry_of
from freeport_animals.city.forms.resolutions import CLOSURE_ROWS, ResolutionForm, WithdrawForm
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors.context import context, context_without
from freeport_animals.city.selectors.resolutions import clashes, overruled_by, resolutions, says, state_of
from freeport_animals.city.services import resolution_adopt, resolution_withdraw
from freeport_animals.city.views.common import once


@by_staff
@require_safe
def resolution_list(request: HttpRequest) -> HttpResponse:
    """Resolutions past, in force and to come, the latest to take effect first."""
    on = today()
    page = paged(request, resolutions())
    for row in page:
        row.state = state_of(row, on)
        row.lines = [says(setting) for setting in row.settings.all()]
    return render(
        request,
        "city/resolution_list.html",
        {"page": page, "may_enter": may(request, ENTER), "tab": "resolutions"},
    )


@by_staff
@require_safe
def resolution(request: HttpRequest, pk: int) -> HttpResponse:
    """One resolution: what it sets, from what to what, and what else rests on it."""
    one = get_object_or_404(resolutions(), pk=pk)
    settings = list(one.settings.all())
    state = state_of(one, today())
    return render(
        request,
        "city/resolution.html",
        {
            "resolution": one,
            "state": state,
            "changes": changes(before=context_without(one), **entry_of(one, settings)),
            "conflicts": overruled_by(one),
            "shelters": one.shelter_terms.select_related("shelter"),
            "appointments": one.appointments.all(),
            "may_withdraw": state == "future" and may(request, ENTER),
            "tab": "resolutions",
        },
    )


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def resolution_add(request: HttpRequest) -> HttpResponse:
    """Enter what the council adopted. What it changes is shown before it is entered for good."""
    on = today()
    asked: dict[str, Any] = {"context": context(on), "on": on}
    if request.method != "POST":
        more = request.GET.get("rows", "")
        rows = int(more) if more.isascii() and more.isdigit() and len(more) < 4 else CLOSURE_ROWS
        form = ResolutionForm(initial=_asked_for(request), rows=rows, **asked)
        return _add_page(request, form)
    form = ResolutionForm(request.POST, **asked)
    if not form.is_valid() or "change" in request.POST:
        return _add_page(request, form)
    if "adopt" not in request.POST and not form.number_is_free():
        return _add_page(request, form)
    entry = form.entry()
    if "adopt" not in request.POST:
        return _review_page(request, form, entry)

    def work() -> int:
        return resolution_adopt(by=request.user, **entry).pk

    done, pk = once(request, form, "city.resolution_adopt", work, **entry)
    if not done:
        return _add_page(request, form)
    messages.success(request, f"Resolution {entry['number']} is entered.")
    return redirect("resolution", pk)


def _asked_for(request: HttpRequest) -> dict[str, Any]:
    """What a page that leads here has chosen already: `?reading=license-term&choice=calendar-year`."""
    reading = rules.READINGS.get(request.GET.get("reading", ""))
    if reading is None or not reading.resolution:
        return {}
    chosen = request.GET.get("choice", "")
    if all(choice.id != chosen for choice in reading.choices):
        return {}
    return {f"reading-{reading.id}": chosen}


def _add_page(request: HttpRequest, form: ResolutionForm) -> HttpResponse:
    return render(request, "city/resolution_add.html", {"form": form, "tab": "resolutions"})


def _review_page(request: HttpRequest, form: ResolutionForm, entry: dict[str, Any]) -> HttpResponse:
    effective = entry["effective_on"]
    notes = []
    if effective < today():
        notes.append(
            f"It counts from {day(effective)}, which has passed. Answers about days since then change; "
            "licenses, receipts and papers already issued stay as they are."
        )
    return render(
        request,
        "city/resolution_review.html",
        {
            "form": form,
            "entry": entry,
            "changes": changes(before=context(), **entry),
            "clashes": clashes(entry),
            "notes": notes,
            "hidden": [
                (name, value)
                for name, values in request.POST.lists()
                for value in values
                if name not in {"csrfmiddlewaretoken", MARK, "adopt", "change"}
            ],
            "tab": "resolutions",
        },
    )


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def resolution_withdraw_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a resolution before the day it takes effect."""
    one = get_object_or_404(Resolution, pk=pk)
    form = WithdrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]

        def work() -> None:
            resolution_withdraw(resolution=one, reason=reason, by=request.user, at=now())

        done, _ = once(request, form, "city.resolution_withdraw", work, resolution=pk, reason=reason)
        if done:
            messages.success(request, f"{one} is withdrawn; it sets nothing.")
            return redirect(one)
    elif state_of(one, today()) != "future":
        return redirect(one)
    return render(
        request, "city/resolution_withdraw.html", {"resolution": one, "form": form, "tab": "resolutions"}
    )
