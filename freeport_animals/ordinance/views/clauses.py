from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from freeport_animals.base.access import public
from freeport_animals.base.clock import today
from freeport_animals.base.text import one_line
from freeport_animals.city.selectors import context
from freeport_animals.ordinance.clauses import sections

SHORTLY = 300  # seconds that caches may keep the public page
LONGEST = 100


@public
@require_safe
def clauses(request: HttpRequest) -> HttpResponse:
    """Every clause in plain words with what is in force today: for anybody, no personal data on it."""
    query = one_line(request.GET.get("q", "")[:LONGEST])
    found = sections(context(), today(), query)
    count = sum(entry.found for section in found for entry in section.entries)
    facts = {"sections": found, "query": query, "count": count, "on": today()}
    if request.user.is_authenticated:
        return render(request, "ordinance/clauses_staff.html", facts)
    response = render(request, "ordinance/clauses_public.html", facts)
    response["Cache-Control"] = f"public, max-age={SHORTLY}"
    return response
