"""The counter's one screen: look, check, add an animal, park, issue. Every press works without JavaScript."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from freeport_animals.base.access import Role, allow
from freeport_animals.base.clock import now, today
from freeport_animals.base.once import DifferentContent, new_token
from freeport_animals.city.selectors import context as in_force
from freeport_animals.ledger.errors import LedgerError
from licensing import counter
from licensing.counter import CounterPage
from licensing.entries import Problem
from licensing.models import Visit
from licensing.renewal import form_token
from licensing.selectors import visit_get
from licensing.services import (
    LicensingError,
    NotReady,
    VisitClosed,
    VisitConflict,
    draft_of,
    visit_drop,
    visit_issue,
    visit_park,
    visit_resume,
    visit_save_draft,
)
from licensing.tags import SKIP_REASONS

at_counter = allow(Role.CLERK, Role.ADMINISTRATOR)


def visit_or_404(pk: int) -> Visit:
    try:
        return visit_get(pk)
    except Visit.DoesNotExist:
        raise Http404("There is no such visit.") from None


def _version(typed: str | None) -> int | None:
    return int(typed) if typed and typed.isascii() and typed.isdigit() and len(typed) < 10 else None


def _closed(request: HttpRequest, visit: Visit, *, told: str = "") -> HttpResponse:
    """Where somebody goes who comes to a visit that is over."""
    if told:
        messages.warning(request, told)
    if visit.state == Visit.State.ISSUED:
        return redirect("visit-done", visit.pk)
    return redirect("counter")


def build_page(visit: Visit, data: Any, *, offer: bool = True, propose_tags: bool = True) -> CounterPage:
    return counter.build(
        visit=visit, data=data, on=today(), context=in_force(), offer=offer, propose_tags=propose_tags
    )


def _show(
    request: HttpRequest, page: CounterPage, *, token: str, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "page": page,
        "visit": page.visit,
        "owner": page.owner,
        "token": token,
        "skip_reasons": SKIP_REASONS,
        "error_lines": counter.error_lines(page) if status != 200 else [],
        **more,
    }
    return render(request, "licensing/visit.html", context, status=status)


@at_counter
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def visit(request: HttpRequest, pk: int) -> HttpResponse:
    """The visit's screen; a press of one of its buttons comes here too, named by `action`."""
    one = visit_or_404(pk)
    if request.method != "POST":
        if one.state not in (Visit.State.OPEN, Visit.State.PARKED):
            return _closed(request, one)
        page = build_page(one, one.draft)
        counter.hide_errors(page)
        return _show(request, page, token=new_token())
    if one.state not in (Visit.State.OPEN, Visit.State.PARKED):
        return _over(request, one)
    work = {"issue": _issue, "park": _park, "add-animal": _add_animal, "drop": _drop, "owner": _owner_page}
    action = request.POST.get("action", "check")
    if action.startswith("remove-"):
        return _remove_animal(request, one, action.removeprefix("remove-"))
    return work.get(action, _check)(request, one)


def _over(request: HttpRequest, one: Visit) -> HttpResponse:
    """A press that comes when the visit is over. The very press that ended it, come again, is shown its result."""
    told = ""
    try:
        visit_issue(
            visit_id=one.pk,
            entries=[],
            tender=None,
            by=request.user,
            at=now(),
            token=form_token(request.POST.get("token")) or new_token(),
            content=_content(one, draft_of(request.POST)),
        )
    except (VisitClosed, DifferentContent) as error:
        told = str(error)
    return _closed(request, visit_or_404(one.pk), told=told)


def _content(one: Visit, draft: dict[str, str]) -> dict[str, Any]:
    return {"visit": one.pk, **draft}


def _save(request: HttpRequest, one: Visit, draft: dict[str, str]) -> Visit:
    """Keep what was typed. Raises VisitClosed and VisitConflict."""
    return visit_save_draft(
        visit_id=one.pk,
        draft=draft,
        editor=form_token(request.POST.get("token")),
        version=_version(request.POST.get("version")),
    )


def _refused(request: HttpRequest, one: Visit, error: LicensingError, draft: dict[str, str]) -> HttpResponse:
    """The visit is over, or was changed by somebody else: say so, and lose nothing that was typed."""
    if isinstance(error, VisitClosed):
        return _over(request, one)
    assert isinstance(error, VisitConflict)
    current = visit_or_404(one.pk)
    page = build_page(current, draft)
    counter.hide_errors(page)
    return _show(
        request, page, token=new_token(), status=409, conflict=str(error), changes=_changes(page, error.visit)
    )


def _changes(page: CounterPage, saved: Visit) -> list[dict[str, str]]:
    """Where the boxes typed differ from those saved, in words."""
    rows = []
    for card in page.cards:
        for name, box in card.form.fields.items():
            key = f"{card.key}-{name}"
            now_, yours = str(saved.draft.get(key, "")), str(page.data.get(key, ""))
            if now_ != yours and not box.widget.is_hidden:
                tick = (
                    {"on": "ticked", "": "not ticked"} if name == "license" or "certificate" in name else {}
                )
                rows.append(
                    {
                        "label": f"{card.name}, {str(box.label).lower()}",
                        "now": tick.get(now_, now_),
                        "yours": tick.get(yours, yours),
                    }
                )
    return rows


def _check(request: HttpRequest, one: Visit) -> HttpResponse:
    """Keep what was typed and say what is missing."""
    draft = draft_of(request.POST)
    try:
        one = _saved(request, one, draft)
    except LicensingError as error:
        return _refused(request, one, error, draft)
    page = build_page(one, draft)
    counter.find_problems(page)
    return _show(request, page, token=_same(request), status=422 if counter.has_errors(page) else 200)


def _saved(request: HttpRequest, one: Visit, draft: dict[str, str]) -> Visit:
    saved = _save(request, one, draft)
    one.state, one.draft, one.version, one.parked_at = (
        saved.state,
        saved.draft,
        saved.version,
        saved.parked_at,
    )
    return one


def _same(request: HttpRequest) -> str:
    """The page's own token goes on with it, so that it never conflicts with itself."""
    return str(form_token(request.POST.get("token")) or new_token())


def _add_animal(request: HttpRequest, one: Visit) -> HttpResponse:
    """Another card for an animal new to the registry; everything typed stays."""
    draft = draft_of(request.POST)
    keys = [key for key in draft.get("cards", "").split(",") if key]
    numbers = [int(key[1:]) for key in keys if key[:1] == "n" and key[1:].isdigit()]
    key = f"n{max(numbers, default=0) + 1}"
    if len(keys) < counter.MOST_NEW:
        draft["cards"] = ",".join([*keys, key])
    try:
        one = _saved(request, one, draft)
    except LicensingError as error:
        return _refused(request, one, error, draft)
    page = build_page(one, draft)
    page.focus = f"id_{key}-name"
    counter.hide_errors(page)
    return _show(request, page, token=_same(request))


def _remove_animal(request: HttpRequest, one: Visit, key: str) -> HttpResponse:
    """Take a new animal's card away again."""
    draft = {name: value for name, value in draft_of(request.POST).items() if not name.startswith(f"{key}-")}
    draft["cards"] = ",".join(each for each in draft.get("cards", "").split(",") if each and each != key)
    try:
        one = _saved(request, one, draft)
    except LicensingError as error:
        return _refused(request, one, error, draft)
    page = build_page(one, draft)
    counter.hide_errors(page)
    return _show(request, page, token=_same(request))


def _owner_page(request: HttpRequest, one: Visit) -> HttpResponse:
    """To the owner's own page, and back by the list of visits: what was typed is kept."""
    draft = draft_of(request.POST)
    try:
        _save(request, one, draft)
    except LicensingError as error:
        return _refused(request, one, error, draft)
    return redirect(one.owner.get_absolute_url())


def _park(request: HttpRequest, one: Visit) -> HttpResponse:
    """Put the visit aside, with a slip of what to bring, and serve the next owner."""
    draft = draft_of(request.POST)
    page = build_page(one, draft, offer=False)
    try:
        visit_park(
            visit_id=one.pk,
            draft=draft,
            problems=page.problems,
            editor=form_token(request.POST.get("token")),
            version=_version(request.POST.get("version")),
            at=now(),
        )
    except LicensingError as error:
        return _refused(request, one, error, draft)
    return redirect(f"{reverse('counter')}?parked={one.pk}")


def _drop(request: HttpRequest, one: Visit) -> HttpResponse:
    try:
        visit_drop(visit_id=one.pk, at=now())
    except LicensingError as error:
        return _refused(request, one, error, draft_of(request.POST))
    return redirect(f"{reverse('counter')}?dropped={one.pk}")


def _issue(request: HttpRequest, one: Visit) -> HttpResponse:
    """Take the money and issue; or name at once everything that is missing, and keep what was typed."""
    draft = draft_of(request.POST)
    page = build_page(one, draft, propose_tags=False)
    counter.find_problems(page)
    try:
        if counter.has_errors(page):
            one = _saved(request, one, draft)
            page.visit = one
            return _show(request, page, token=_same(request), status=422)
        visit_issue(
            visit_id=one.pk,
            entries=[card.entry for card in page.cards],
            tender=page.tender_form.entry(),
            owner_typed=counter.owner_typed(page),
            by=request.user,
            at=now(),
            token=_same(request),
            content=_content(one, draft),
            editor=form_token(request.POST.get("token")),
            version=_version(request.POST.get("version")),
        )
    except NotReady as error:
        return _not_ready(request, one, draft, error.problems)
    except (VisitClosed, VisitConflict) as error:
        return _refused(request, one, error, draft)
    except DifferentContent as error:
        return _closed(request, visit_or_404(one.pk), told=str(error))
    except (LedgerError, LicensingError) as error:
        return _not_ready(request, one, draft, [Problem(key="", field="", says=str(error))])
    return redirect("visit-done", one.pk)


def _not_ready(
    request: HttpRequest, one: Visit, draft: dict[str, str], problems: list[Problem]
) -> HttpResponse:
    try:
        one = _saved(request, one, draft)
    except LicensingError as error:
        return _refused(request, one, error, draft)
    page = build_page(one, draft, propose_tags=False)
    counter.refuse(page, problems)
    return _show(request, page, token=_same(request), status=422)


@at_counter
@never_cache
@require_POST
def visit_live(request: HttpRequest, pk: int) -> HttpResponse:
    """While somebody types: keep it, and answer with what changed on the cards and the till."""
    one = visit_or_404(pk)
    draft = draft_of(request.POST)
    try:
        one = _saved(request, one, draft)
    except VisitClosed as error:
        response = HttpResponse(status=204)
        response["HX-Redirect"] = reverse(
            "visit-done" if error.visit.state == Visit.State.ISSUED else "counter",
            args=[pk] if error.visit.state == Visit.State.ISSUED else [],
        )
        return response
    except VisitConflict as error:
        return render(
            request, "licensing/visit_conflict.html", {"visit": one, "conflict": str(error)}, status=409
        )
    page = build_page(one, draft, offer=False)
    counter.hide_errors(page)
    counter.moves(page, draft)
    return render(
        request,
        "licensing/visit_live.html",
        {"page": page, "visit": one, "owner": page.owner, "typed": draft, "live": True},
    )


@at_counter
@require_POST
def visit_take_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Take up a parked or dropped visit."""
    one = visit_or_404(pk)
    try:
        found = visit_resume(visit_id=one.pk)
    except VisitClosed as error:
        return _closed(request, error.visit, told=str(error))
    return redirect("visit", found.pk)
