"""The city at a glance."""

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from freeport_animals.base.clock import today
from freeport_animals.city.access import by_staff
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors.calendar import closed_days
from freeport_animals.city.selectors.context import context
from freeport_animals.city.selectors.meetings import next_meetings
from freeport_animals.city.selectors.offices import appointments_on, council_on
from freeport_animals.city.selectors.shelters import shelters_on


@by_staff
@require_safe
def city(request: HttpRequest) -> HttpResponse:
    """Who is in office, when the council meets, when the city is closed, what is about to begin."""
    on = today()
    return render(
        request,
        "city/city.html",
        {
            "on": on,
            "meetings": next_meetings(on, 3),
            "council": council_on(on),
            "officers": appointments_on(on),
            "shelters": shelters_on(on),
            "closed": closed_days(context(), on, on + dt.timedelta(days=120))[:5],
            "coming": Resolution.objects.filter(withdrawn_at__isnull=True, effective_on__gt=on).order_by(
                "effective_on", "pk"
            )[:5],
            "tab": "city",
        },
    )
