"""Officers and assistants (Sec. 15), and the council."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from freeport_animals.base.clock import today
from freeport_animals.base.formats import day
from freeport_animals.base.paging import paged
from freeport_animals.city.access import ENTER, by_administrator, by_staff, may
from freeport_animals.city.forms.offices import AppointmentForm, CouncilMemberForm, EndForm
from freeport_animals.city.models import Appointment, CouncilMember
from freeport_animals.city.services import (
    appointment_add,
    appointment_end,
    council_member_add,
    council_member_leave,
)
from freeport_animals.city.views.common import once


@by_staff
@require_safe
def officers(request: HttpRequest) -> HttpResponse:
    """Officers and assistants, the latest first."""
    rows = Appointment.objects.select_related("resolution", "designated_by", "user")
    context = {
        "page": paged(request, rows),
        "on": today(),
        "may_enter": may(request, ENTER),
        "tab": "officers",
    }
    return render(request, "city/officers.html", context)


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def officer_add(request: HttpRequest) -> HttpResponse:
    """Record an appointment."""
    form = AppointmentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        entry = {name: value for name, value in form.cleaned_data.items() if name != "token"}

        def work() -> int:
            return appointment_add(by=request.user, **entry).pk

        done, _ = once(request, form, "city.appointment_add", work, **_keys(entry))
        if done:
            messages.success(request, f"{entry['name']} is recorded from {day(entry['first_day'])}.")
            return redirect("officers")
    return render(request, "city/officer_form.html", {"form": form, "tab": "officers"})


def _keys(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with records as their keys, for the token's digest."""
    return {name: getattr(value, "pk", value) for name, value in entry.items()}


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def officer_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End an appointment, and those of the officer's assistants with it."""
    one = get_object_or_404(Appointment.objects.select_related("resolution"), pk=pk)
    form = EndForm(request.POST or None, initial={"version": one.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        entry = {name: data[name] for name in ("version", "last_day", "reason")}

        def work() -> None:
            appointment_end(appointment=one, **entry)

        if once(request, form, "city.appointment_end", work, appointment=pk, **entry)[0]:
            messages.success(request, f"{one.name} is in office through {day(data['last_day'])}.")
            return redirect("officers")
    elif one.last_day is not None:
        return redirect("officers")
    assistants = one.assistants.filter(last_day__isnull=True)
    context = {
        "form": form,
        "heading": "End this appointment",
        "who": one.name,
        "what": f"{one.get_kind_display()} since {day(one.first_day)}, {one.resolution}",
        "with_it": [each.name for each in assistants],
        "button": "End the appointment",
        "back": "officers",
        "crumb": "Officers",
        "tab": "officers",
    }
    return render(request, "city/office_end.html", context)


@by_staff
@require_safe
def council(request: HttpRequest) -> HttpResponse:
    """The mayor and council now, and earlier and later terms."""
    on = today()
    rows = CouncilMember.objects.select_related("user").order_by("-last_day", "seat", "name")
    context = {
        "page": paged(request, rows),
        "on": on,
        "may_enter": may(request, ENTER),
        "tab": "council",
    }
    return render(request, "city/council.html", context)


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def council_add(request: HttpRequest) -> HttpResponse:
    """Record a term."""
    form = CouncilMemberForm(request.POST or None, initial={"seat": CouncilMember.Seat.MEMBER})
    if request.method == "POST" and form.is_valid():
        entry = {name: value for name, value in form.cleaned_data.items() if name != "token"}

        def work() -> int:
            return council_member_add(by=request.user, **entry).pk

        if once(request, form, "city.council_member_add", work, **_keys(entry))[0]:
            messages.success(request, f"The term of {entry['name']} is recorded.")
            return redirect("council")
    return render(request, "city/council_form.html", {"form": form, "tab": "council"})


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def council_leave(request: HttpRequest, pk: int) -> HttpResponse:
    """A seat is left before the term is over."""
    one = get_object_or_404(CouncilMember, pk=pk)
    form = EndForm(request.POST or None, initial={"version": one.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        entry = {name: data[name] for name in ("version", "last_day", "reason")}

        def work() -> None:
            council_member_leave(member=one, **entry)

        if once(request, form, "city.council_member_leave", work, member=pk, **entry)[0]:
            messages.success(request, f"{one.name} is in office through {day(data['last_day'])}.")
            return redirect("council")
    context = {
        "form": form,
        "heading": "Leave the seat early",
        "who": one.name,
        "what": f"{one.get_seat_display()}, term {day(one.first_day)} through {day(one.last_day)}",
        "button": "Shorten the term",
        "back": "council",
        "crumb": "Council",
        "tab": "council",
    }
    return render(request, "city/office_end.html", context)
