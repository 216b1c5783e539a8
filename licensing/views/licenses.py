"""Licenses after they were issued: the list, one license, void, replace a lost tag; renewal from the owner's page."""

import datetime as dt

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from freeport_animals.base.access import Role, allow
from freeport_animals.base.clock import now, today
from freeport_animals.base.once import DifferentContent, new_token, run_once
from freeport_animals.base.paging import paged
from freeport_animals.documents.selectors import documents_of
from freeport_animals.ledger.selectors import balance, standing_payments
from freeport_animals.registry.models import Person
from freeport_animals.registry.selectors import kept
from licensing import renewal
from licensing.forms.licenses import ReasonForm, ReplaceTagForm, VoidForm
from licensing.models import Exemption, License
from licensing.papers import validity_url
from licensing.selectors import STATES, in_state, license_get, licenses, visit_under_way
from licensing.services import (
    CannotReplace,
    FieldRefused,
    LicensingError,
    NotReady,
    exemption_void,
    license_void,
    tag_replace,
)
from licensing.services.licenses import KEEP, REFUND, VOID_PAYMENT
from licensing.tags import SKIP_REASONS, next_numbers

at_counter = allow(Role.CLERK, Role.ADMINISTRATOR)
in_field = allow(Role.CLERK, Role.ADMINISTRATOR, Role.OFFICER, Role.PEACE_OFFICER)
LOST_REASONS = ("Lost", "Broken", "Stolen", "Worn until it could not be read")
STATE_NAMES = {
    "valid": "Valid",
    "due": "Due for renewal",
    "expired": "Expired",
    "upcoming": "Not begun",
    "void": "Void",
}


def _license_or_404(pk: int) -> License:
    try:
        return license_get(pk)
    except License.DoesNotExist:
        raise Http404("There is no such license.") from None


@in_field
@require_GET
def license_list(request: HttpRequest) -> HttpResponse:
    """All licenses, the newest first, by year, state and species."""
    on = today()
    state, species, year = (request.GET.get(name, "") for name in ("state", "species", "year"))
    found = licenses().order_by("-issued_on", "-pk")
    if state in STATES:
        found = in_state(found, state, on)
        if state == "due":
            found = found.order_by("valid_to", "pk")
    if species in ("dog", "cat"):
        found = found.filter(animal__species=species)
    chosen = int(year) if year.isascii() and year.isdigit() and len(year) == 4 else 0
    if 2000 <= chosen <= 2999:
        found = found.filter(issued_on__range=(dt.date(chosen, 1, 1), dt.date(chosen, 12, 31)))
    page = paged(request, found)
    for row in page:
        row.state_now = row.status(on)
    return render(
        request,
        "licensing/license_list.html",
        {
            "page": page,
            "states": STATE_NAMES,
            "state": state,
            "species": species,
            "year": chosen or "",
            "years": range(on.year + 1, on.year - 6, -1),
        },
    )


@in_field
@never_cache
@require_GET
def license(request: HttpRequest, pk: int) -> HttpResponse:
    """One license: its state, term, tags, money, papers and why."""
    one = _license_or_404(pk)
    on = today()
    at_desk = request.user.has_role(Role.CLERK, Role.ADMINISTRATOR)
    return render(
        request,
        "licensing/license.html",
        {
            "license": one,
            "animal": kept(one.animal),
            "owner": kept(one.owner),
            "state": one.status(on),
            "tag": next((tag for tag in one.all_tags if tag.state == "worn"), None),
            "documents": list(documents_of(one)[:20]),
            "unpaid": one.charge is not None and one.voided_at is None and balance(one.charge) > 0,
            "validity_url": validity_url(one),
            "may_change": at_desk,
            "may_replace": at_desk and one.status(on) in ("valid", "upcoming"),
        },
    )


def _money_choices(one: License) -> list[str]:
    """What can become of the fee: nothing to choose where nothing was paid."""
    if one.charge is None:
        return []
    paid = standing_payments(one.charge)
    if not paid:
        return []
    payment = paid[-1]
    alone = not payment.allocations.exclude(charge=one.charge).exists()
    return [KEEP, REFUND, *([VOID_PAYMENT] if alone and not payment.refunds.exists() else [])]


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def license_void_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a license with a reason, on its day or later, and say what becomes of its fee."""
    one = _license_or_404(pk)
    choices = _money_choices(one)
    form = VoidForm(request.POST or None, choices=choices, initial={"money": KEEP})
    valid = request.method == "POST" and form.is_valid()
    if one.voided_at is not None and not valid:
        messages.info(request, f"License {one.number} is void already: {one.void_reason}.")
        return redirect("license", pk)
    if valid:
        try:
            _voided(request, one, form)
            messages.success(request, f"License {one.number} is void. Its tag is ended.")
            return redirect("license", pk)
        except FieldRefused as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        except (LicensingError, DifferentContent) as error:
            messages.error(request, str(error))
            return redirect("license", pk)
    return render(
        request,
        "licensing/license_void.html",
        {"license": one, "form": form, "choices": choices},
        status=422 if form.errors else 200,
    )


def _voided(request: HttpRequest, one: License, form: VoidForm) -> None:
    data = form.cleaned_data
    run_once(
        token=data["token"],
        action="license-void",
        content={
            "license": one.pk,
            **{name: form.data.get(name, "") for name in ("reason", "money", "tender")},
        },
        user=request.user,
        work=lambda: (
            license_void(
                license_id=one.pk,
                reason=data["reason"],
                money=data.get("money") or KEEP,
                tender=data.get("tender") or "cash",
                by=request.user,
                at=now(),
            ).pk
        ),
    )


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def license_tag(request: HttpRequest, pk: int) -> HttpResponse:
    """Replace a lost tag; the old number stays in the history."""
    one = _license_or_404(pk)
    series = one.valid_from.year
    following = next_numbers([series])[series]
    form = ReplaceTagForm(
        request.POST or None, series=series, initial={"tag": following, "reason": LOST_REASONS[0]}
    )
    status = one.status(today())
    if status not in ("valid", "upcoming") and request.method == "GET":
        messages.info(request, f"License {one.number} does not run any more; no tag goes with it.")
        return redirect("license", pk)
    if request.method == "POST" and form.is_valid():
        try:
            _replaced(request, one, form)
            messages.success(
                request,
                f"{one.animal} wears tag {form.cleaned_data['tag']} now. Print the license with the new number.",
            )
            return redirect("license", pk)
        except NotReady as error:
            for problem in error.problems:
                form.add_error(problem.field, problem.says)
        except FieldRefused as error:
            form.add_error(error.field, str(error))
        except (CannotReplace, DifferentContent) as error:
            messages.error(request, str(error))
            return redirect("license", pk)
    return render(
        request,
        "licensing/license_tag.html",
        {
            "license": one,
            "form": form,
            "old": next((tag for tag in one.all_tags if tag.state == "worn"), None),
            "prefix": f"{series}–",
            "skip_open": bool(form.errors.get("skip_reason") or form.data.get("skip_reason")),
            "skip_reasons": SKIP_REASONS,
            "lost_reasons": LOST_REASONS,
        },
        status=422 if form.errors else 200,
    )


def _replaced(request: HttpRequest, one: License, form: ReplaceTagForm) -> None:
    data = form.cleaned_data
    run_once(
        token=data["token"],
        action="tag-replace",
        content={
            "license": one.pk,
            "tag": str(data["tag"]),
            "reason": data["reason"],
            "skip": data["skip_reason"],
        },
        user=request.user,
        work=lambda: (
            tag_replace(
                license_id=one.pk,
                tag=data["tag"],
                reason=data["reason"],
                skip_reason=data["skip_reason"],
                by=request.user,
                at=now(),
            ).pk
        ),
    )


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def exemption_void_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Void an exemption that was recorded by mistake or no longer holds."""
    one = Exemption.objects.select_related("animal__merged_into").filter(pk=pk).first()
    if one is None:
        raise Http404("There is no such exemption.")
    animal = kept(one.animal)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            run_once(
                token=form.cleaned_data["token"],
                action="exemption-void",
                content={"exemption": pk, "reason": form.cleaned_data["reason"]},
                user=request.user,
                work=lambda: (
                    exemption_void(
                        exemption_id=pk, reason=form.cleaned_data["reason"], by=request.user, at=now()
                    ).pk
                ),
            )
            messages.success(request, f"The exemption of {animal} is void.")
            return redirect(animal.get_absolute_url())
        except FieldRefused as error:
            form.add_error(error.field, str(error))
        except DifferentContent as error:
            form.add_error(None, str(error))
    return render(
        request,
        "kit/confirm.html",
        {
            "title": f"Void the exemption of {animal}",
            "question": f"{one.get_kind_display()}: {one.reason}",
            "consequences": ["The animal needs a license again as any other (2.B.1)."],
            "action_label": "Void the exemption",
            "danger": True,
            "cancel_url": animal.get_absolute_url(),
            "form": form,
        },
        status=422 if form.errors else 200,
    )


def _owner_or_404(pk: int) -> Person:
    owner = Person.objects.select_related("merged_into__premises", "premises").filter(pk=pk).first()
    if owner is None:
        raise Http404("There is no such owner.")
    return kept(owner)


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Renew every license that is due and in order; looked at, the form for it, which the owner's page loads."""
    owner = _owner_or_404(pk)
    if request.method == "POST":
        return _renewed(request, owner)
    part = bool(request.htmx)
    under_way = visit_under_way(owner)
    return render(
        request,
        "licensing/renew_part.html" if part else "licensing/renew.html",
        {
            "owner": owner,
            "visit": under_way,
            "renewal": renewal.renewal_page(owner, today()) if under_way is None else None,
            "token": new_token(),
            "focus": not part,
        },
    )


def _renewed(request: HttpRequest, owner: Person) -> HttpResponse:
    try:
        visit = renewal.renew(owner=owner, posted=request.POST, by=request.user, at=now())
    except renewal.NotInOrder as error:
        messages.warning(request, str(error))
        return redirect("visit", error.visit.pk)
    except (LicensingError, DifferentContent) as error:
        messages.warning(request, str(error))
        return redirect(owner.get_absolute_url())
    return redirect("visit-done", visit)
