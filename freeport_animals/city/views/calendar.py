"""The year with its holidays, closures and meetings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from freeport_animals.base.clock import today
from freeport_animals.city.access import ENTER, by_staff, may
from freeport_animals.city.models.resolutions import IN_FORCE
from freeport_animals.city.selectors.calendar import year_on_a_page
from freeport_animals.city.selectors.context import context

FIRST, LAST = IN_FORCE.year, 2100


@by_staff
@require_safe
def calendar(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """A year on a page; a year that cannot be meant is this one."""
    on = today()
    shown = year if year is not None and FIRST <= year <= LAST else on.year
    months = year_on_a_page(context(), shown)
    return render(
        request,
        "city/calendar.html",
        {
            "year": shown,
            "on": on,
            "months": months,
            "before": shown - 1 if shown > FIRST else None,
            "after": shown + 1 if shown < LAST else None,
            "may_enter": may(request, ENTER),
            "tab": "calendar",
        },
    )
