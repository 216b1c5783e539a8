"""The counter before a visit: find the owner, or add one; what is parked, and what was issued today."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from freeport_animals.base.access import Role, allow
from freeport_animals.base.clock import now, today
from freeport_animals.base.models import Submission
from freeport_animals.base.once import DifferentContent, run_once
from freeport_animals.base.text import control_characters
from freeport_animals.registry import services as register
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors import kept
from freeport_animals.registry.selectors.duplicates import Likeness
from licensing.finding import owners_found
from licensing.forms.owners import LIKELY, NewOwnerForm
from licensing.models import Visit
from licensing.selectors import issued_on, visits_waiting
from licensing.services import LicensingError, visit_start

at_counter = allow(Role.CLERK, Role.ADMINISTRATOR)
SHOWN = 20  # parked visits and licenses of today on the counter's page


def _key(typed: str | None) -> int | None:
    return int(typed) if typed and typed.isascii() and typed.isdigit() and len(typed) < 19 else None


def _query(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:200]


@at_counter
@never_cache
@require_GET
def counter(request: HttpRequest) -> HttpResponse:
    """The counter: the search box has the cursor."""
    return _counter(request)


def _counter(
    request: HttpRequest,
    *,
    form: NewOwnerForm | None = None,
    alike: list[Likeness[Person]] | None = None,
    status: int = 200,
) -> HttpResponse:
    query = _query(request) if request.method == "GET" else ""
    waiting = list(visits_waiting()[: SHOWN + 1])
    issued = list(issued_on(today())[: SHOWN + 1])
    return render(
        request,
        "licensing/counter.html",
        {
            "query": query,
            "found": owners_found(query, on=today()) if query else None,
            "new_owner": form or NewOwnerForm(),
            "alike": alike,
            "new_owner_open": form is not None or "new" in request.GET,
            "waiting": waiting[:SHOWN],
            "waiting_more": len(waiting) > SHOWN,
            "issued": issued[:SHOWN],
            "issued_more": len(issued) > SHOWN,
            "parked": _told(request, "parked", Visit.State.PARKED),
            "dropped": _told(request, "dropped", Visit.State.DROPPED),
            "on": today(),
        },
        status=status,
    )


def _told(request: HttpRequest, name: str, state: str) -> Visit | None:
    """The visit that was just parked or dropped, for the message at the head of the page."""
    pk = _key(request.GET.get(name))
    if pk is None:
        return None
    return Visit.objects.filter(pk=pk, state=state).select_related("owner").first()


@at_counter
@never_cache
@require_GET
def counter_find(request: HttpRequest) -> HttpResponse:
    """The owners found, while somebody types."""
    query = _query(request)
    found = owners_found(query, on=today()) if query else None
    return render(request, "licensing/counter_results.html", {"query": query, "found": found})


@at_counter
@require_POST
def counter_start(request: HttpRequest) -> HttpResponse:
    """Begin the visit of the owner chosen, or go on with the one under way."""
    pk = _key(request.POST.get("owner"))
    owner = (
        Person.objects.select_related("merged_into", "premises").filter(pk=pk).first()
        if pk is not None
        else None
    )
    if owner is None:
        raise Http404("There is no such owner.")
    try:
        visit = visit_start(owner=kept(owner), by=request.user)
    except LicensingError as error:
        messages.error(request, str(error))
        return redirect("counter")
    return redirect("visit", visit.pk)


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def counter_new_owner(request: HttpRequest) -> HttpResponse:
    """Add an owner at the counter and begin the visit."""
    if request.method == "GET":
        return _counter(request, form=NewOwnerForm(initial={"family_name": _name_of(request)}))
    form = NewOwnerForm(request.POST)
    if form.is_valid():
        likely = [each for each in form.alike() if each.score >= LIKELY] if _is_first(form) else []
        if likely:
            return _counter(request, form=form, alike=likely, status=422)
        try:
            outcome = run_once(
                token=form.cleaned_data["token"],
                action="counter-new-owner",
                content=form.content(),
                user=request.user,
                work=lambda: _add_owner(request, form),
            )
            return redirect("visit", outcome.result["visit"])
        except register.RegistryError as error:
            form.take(error)
        except DifferentContent as error:
            form.add_error(None, str(error))
    return _counter(request, form=form, status=422)


@at_counter
@never_cache
@require_GET
def counter_like(request: HttpRequest) -> HttpResponse:
    """While a new owner is typed: who on record it may be."""
    return render(request, "licensing/counter_like.html", {"alike": NewOwnerForm(request.GET).alike()})


def _is_first(form: NewOwnerForm) -> bool:
    """Whether nobody has looked at the likenesses yet, and the form was not saved by an earlier press."""
    token = form.cleaned_data["token"]
    return not form.cleaned_data["seen"] and not Submission.objects.filter(token=token).exists()


def _name_of(request: HttpRequest) -> str:
    """What was searched for in vain may be the name of the new owner."""
    query = _query(request)
    return query if query.replace(" ", "").isalpha() and not control_characters(query) else ""


def _add_owner(request: HttpRequest, form: NewOwnerForm) -> dict[str, Any]:
    data = form.cleaned_data
    facts: dict[str, Any] = {}
    if data["street"]:
        found = register.premises_find_or_add(
            street=data["street"],
            city=data["city"] or "Freeport",
            state=data["state"] or "MN",
            zip_code=data["zip_code"],
        )
        facts["premises"] = found.premises
    if data["mailing_street"]:
        facts |= {
            "mailing_street": data["mailing_street"],
            "mailing_city": data["city"] or "Freeport",
            "mailing_state": data["state"] or "MN",
            "mailing_zip": data["zip_code"] or "56331",
        }
    organization = data["organization"]
    person = register.person_add(
        kind=Person.Kind.FIRM if organization else Person.Kind.PERSON,
        given_name="" if organization else data["given_name"],
        family_name="" if organization else data["family_name"],
        organization=organization,
        phones=[data["phone"]] if data["phone"] else [],
        today=today(),
        **facts,
    )
    return {"visit": visit_start(owner=person, by=request.user).pk, "at": now().isoformat()}
