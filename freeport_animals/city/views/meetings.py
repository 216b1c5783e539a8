"""The council's meetings."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from freeport_animals.base.clock import now, today
from freeport_animals.base.formats import clock, day
from freeport_animals.city.access import ENTER, MEET, by_administrator, by_clerk, by_staff, may
from freeport_animals.city.errors import CityError
from freeport_animals.city.forms.meetings import CallForm, CancelForm, MoveForm, PostForm, ScheduleForm
from freeport_animals.city.models import Meeting
from freeport_animals.city.selectors.meetings import meet_of, meetings_between, schedule_on, schedules
from freeport_animals.city.services import (
    meeting_call,
    meeting_cancel,
    meeting_ensure,
    meeting_move,
    meeting_notice_post,
    meeting_schedule_set,
)
from freeport_animals.city.views.common import once
from freeport_animals.rules.meetings import earliest_special_meeting

BACK, AHEAD = dt.timedelta(days=200), dt.timedelta(days=370)


@by_staff
@require_safe
def meeting_list(request: HttpRequest) -> HttpResponse:
    """Meetings to come for a year, and those of the last half year."""
    on = today()
    found = meetings_between(on - BACK, on + AHEAD)
    context = {
        "coming": [meet for meet in found if meet.on >= on],
        "past": [meet for meet in reversed(found) if meet.on < on],
        "schedule": schedule_on(on),
        "next_schedule": next((each for each in schedules() if each.since > on), None),
        "earliest": earliest_special_meeting(on),
        "on": on,
        "may_call": may(request, MEET),
        "may_enter": may(request, ENTER),
        "tab": "meetings",
    }
    return render(request, "city/meeting_list.html", context)


@by_clerk
@require_POST
def meeting_open(request: HttpRequest) -> HttpResponse:
    """Open a regular meeting, of which nothing was entered yet, to move or cancel it."""
    try:
        regular_on = dt.date.fromisoformat(request.POST.get("regular_on", ""))
        one = meeting_ensure(regular_on=regular_on, by=request.user)
    except (ValueError, CityError):
        raise Http404("No regular meeting falls on that day.") from None
    return redirect(one)


@by_staff
@never_cache
@require_safe
def meeting(request: HttpRequest, pk: int) -> HttpResponse:
    """One meeting, its notice, and what can be done about it."""
    one = get_object_or_404(Meeting.objects.select_related("cancelled_by", "entered_by"), pk=pk)
    on = today()
    context = {
        "meeting": one,
        "meet": meet_of(one),
        "on": on,
        "may_change": may(request, MEET) and not one.is_cancelled and one.on >= on,
        "post_form": PostForm(initial={"version": one.version, "posted_on": on}),
        "tab": "meetings",
    }
    return render(request, "city/meeting.html", context)


@by_clerk
@never_cache
@require_http_methods(["GET", "POST"])
def meeting_call_page(request: HttpRequest) -> HttpResponse:
    """Call a special meeting."""
    on = today()
    schedule = schedule_on(on)
    initial = {"starts": schedule.starts, "place": schedule.place}
    form = CallForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        entry = {name: value for name, value in form.cleaned_data.items() if name != "token"}

        def work() -> int:
            return meeting_call(by=request.user, at=now(), **entry).pk

        done, pk = once(request, form, "city.meeting_call", work, **entry)
        if done:
            messages.success(request, f"The council meets {day(entry['on'])} at {clock(entry['starts'])}.")
            return redirect("meeting", pk)
    context = {"form": form, "earliest": earliest_special_meeting(on), "tab": "meetings"}
    return render(request, "city/meeting_call.html", context)


def _changeable(pk: int) -> Meeting:
    return get_object_or_404(Meeting, pk=pk)


@by_clerk
@never_cache
@require_http_methods(["GET", "POST"])
def meeting_move_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Hold a meeting at another time or place."""
    one = _changeable(pk)
    initial = {"version": one.version, "on": one.on, "starts": one.starts, "place": one.place}
    form = MoveForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        entry = {name: value for name, value in form.cleaned_data.items() if name != "token"}

        def work() -> None:
            meeting_move(meeting=one, at=now(), **entry)

        if once(request, form, "city.meeting_move", work, meeting=pk, **entry)[0]:
            messages.success(request, f"The council meets {day(entry['on'])} at {clock(entry['starts'])}.")
            return redirect(one)
    elif one.is_cancelled or one.on < today():
        return redirect(one)
    return render(request, "city/meeting_move.html", {"form": form, "meeting": one, "tab": "meetings"})


@by_clerk
@never_cache
@require_http_methods(["GET", "POST"])
def meeting_cancel_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a meeting that has not been held."""
    one = _changeable(pk)
    form = CancelForm(request.POST or None, initial={"version": one.version})
    if request.method == "POST" and form.is_valid():
        entry: dict[str, Any] = {name: form.cleaned_data[name] for name in ("version", "reason")}

        def work() -> None:
            meeting_cancel(meeting=one, by=request.user, at=now(), **entry)

        if once(request, form, "city.meeting_cancel", work, meeting=pk, **entry)[0]:
            messages.success(request, "The meeting is cancelled.")
            return redirect(one)
    elif one.is_cancelled or one.on < today():
        return redirect(one)
    return render(request, "city/meeting_cancel.html", {"form": form, "meeting": one, "tab": "meetings"})


@by_clerk
@never_cache
@require_POST
def meeting_post(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that the notice hangs."""
    one = _changeable(pk)
    form = PostForm(request.POST)
    if form.is_valid():
        entry: dict[str, Any] = {name: form.cleaned_data[name] for name in ("version", "posted_on")}

        def work() -> None:
            meeting_notice_post(meeting=one, at=now(), **entry)

        if once(request, form, "city.meeting_notice_post", work, meeting=pk, **entry)[0]:
            messages.success(request, f"The notice hangs since {day(entry['posted_on'])}.")
            return redirect(one)
    context = {
        "meeting": one,
        "meet": meet_of(one),
        "on": today(),
        "may_change": not one.is_cancelled and one.on >= today(),
        "post_form": form,
        "tab": "meetings",
    }
    return render(request, "city/meeting.html", context)


@by_administrator
@never_cache
@require_http_methods(["GET", "POST"])
def meeting_schedule_page(request: HttpRequest) -> HttpResponse:
    """Set when regular meetings fall, by resolution."""
    known = schedule_on(today())
    initial = {name: getattr(known, name) for name in ("week", "weekday", "starts", "place")}
    form = ScheduleForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        entry = {name: value for name, value in form.cleaned_data.items() if name != "token"}

        def work() -> int:
            return meeting_schedule_set(by=request.user, **entry).pk

        content = entry | {"resolution": entry["resolution"].pk}
        if once(request, form, "city.meeting_schedule_set", work, **content)[0]:
            messages.success(request, f"{entry['resolution']} sets the regular meetings.")
            return redirect("meeting-list")
    return render(request, "city/meeting_schedule.html", {"form": form, "tab": "meetings"})
