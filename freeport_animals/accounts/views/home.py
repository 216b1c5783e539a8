"""Today's work."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from freeport_animals.accounts import unsent
from freeport_animals.accounts.context_processors import entries
from freeport_animals.base import extend
from freeport_animals.base.access import Role, signed_in
from freeport_animals.base.clock import now

# For them the search is the work; the clerk has it at the counter and in the head of every page.
LOOKS_UP = (Role.OFFICER, Role.PEACE_OFFICER, Role.ATTORNEY)


def greeting(hour: int) -> str:
    """What is said at this hour of the day, 0 to 23."""
    return "Good morning" if hour < 12 else "Good afternoon" if hour < 18 else "Good evening"


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: a greeting, what waits for this person's roles, and what is open to them."""
    moment = now()
    return render(
        request,
        "home/home.html",
        {
            "greeting": f"{greeting(timezone.localtime(moment).hour)}, {request.user.get_short_name()}",
            "moment": moment,
            "sections": extend.home_sections(request),
            "doors": [entry for entry in entries(request.user.roles) if entry["help"]],
            "looks_up": request.user.has_role(*LOOKS_UP)
            and bool(extend.search_providers(request.user.roles)),
            "unsent": unsent.offered(request),
        },
    )
