"""The official shelters (Sec. 16)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from freeport_animals.base.clock import today
from freeport_animals.city.access import ENTER, by_administrator, by_staff, may
from freeport_animals.city.forms.shelters import ShelterForm, ShelterSetForm
from freeport_animals.city.models import Shelter
from freeport_animals.city.selectors.shelters import shelter_on, shelters_on, terms_of
from freeport_animals.city.services import shelter_add, shelter_edit, shelter_set
from freeport_animals.city.views.common import conflict_of, once


@by_staff
@require_safe
def shelter_list(request: HttpRequest) -> HttpResponse:
    """Every shelter as it is today."""
    context = {
        "shelters": shelters_on(today()),
        "may_enter": may(request, ENTER),
        "tab": "shelters",
    }
    return render(request, "city/shelter_list.html", context)


@by_staff
@require_safe
def shelter(request: HttpRequest, pk: int) -> HttpResponse:
    """One shelter: its hours and rate today, and all that resolutions have set for it."""
    one = get_object_or_404(Shelter, pk=pk)
    on = today()
    context = {
        "shelter": one,
        "now": shelter_on(one, on),
        "history": terms_of(one),
        "on": on,
        "may_enter": may(request, ENTER),
        "tab": "shelters",
    }
    return render(request, "city/shelter.html", context)


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def shelter_add_page(request: HttpRequest) -> HttpResponse:
    """Record another shelter."""
    form = ShelterForm(request.POST or None, new=True)
    if request.method == "POST" and form.is_valid():
        entry = form.contact() | {"boarding": form.cleaned_data["boarding"]}
        done, pk = once(request, form, "city.shelter_add", lambda: shelter_add(**entry).pk, **entry)
        if done:
            messages.success(
                request, f"{entry['name']} is recorded. A resolution makes it an official shelter."
            )
            return redirect("shelter", pk)
    return render(request, "city/shelter_form.html", {"form": form, "tab": "shelters"})


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def shelter_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a shelter's name and how it is reached."""
    one = get_object_or_404(Shelter, pk=pk)
    names = ("name", "street", "city_line", "phone", "after_hours")
    initial: dict[str, Any] = {name: getattr(one, name) for name in names} | {"version": one.version}
    form = ShelterForm(request.POST or None, new=False, initial=initial)
    conflict = None
    if request.method == "POST" and form.is_valid():
        entry, version = form.contact(), form.cleaned_data["version"] or 0

        def work() -> None:
            shelter_edit(shelter=one, version=version, changes=entry)

        if once(request, form, "city.shelter_edit", work, shelter=pk, version=version, **entry)[0]:
            messages.success(request, f"{entry['name']} is saved.")
            return redirect("shelter", pk)
        conflict = conflict_of(form, version, request.path)
    context = {"form": form, "shelter": one, "conflict": conflict, "tab": "shelters"}
    return render(request, "city/shelter_form.html", context)


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def shelter_set_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Record what a resolution sets for the shelter: hours, rate, designation."""
    one = get_object_or_404(Shelter, pk=pk)
    now = shelter_on(one, today())
    initial: dict[str, Any] = {"daily_rate": now.terms.daily_rate if now.terms else None}
    for row in now.hours:
        initial |= {f"opens_{row.weekday}": row.opens, f"closes_{row.weekday}": row.closes}
    form = ShelterSetForm(request.POST or None, shelter=one, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        entry = {
            "resolution": data["resolution"],
            "hours": form.hours,
            "daily_rate": data.get("daily_rate"),
            "designated": data["designated"],
        }

        def work() -> int:
            return shelter_set(shelter=one, by=request.user, **entry).pk

        content = entry | {"resolution": data["resolution"].pk, "hours": sorted(form.hours.items())}
        if once(request, form, "city.shelter_set", work, shelter=pk, **content)[0]:
            messages.success(request, f"{data['resolution']} is recorded for {one}.")
            return redirect("shelter", pk)
    return render(request, "city/shelter_set.html", {"form": form, "shelter": one, "tab": "shelters"})
