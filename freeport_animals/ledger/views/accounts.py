"""What an owner owes: paying it at the counter, the statement of account, a charge that should not be."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from freeport_animals.base.clock import now
from freeport_animals.base.formats import money
from freeport_animals.base.once import DifferentContent, run_once
from freeport_animals.base.paging import paged
from freeport_animals.ledger.access import at_counter
from freeport_animals.ledger.errors import AlreadyPaid, LedgerError, NotOwed, TenderWrong
from freeport_animals.ledger.forms import PayForm, ReverseForm, TenderForm
from freeport_animals.ledger.models import Charge
from freeport_animals.ledger.selectors import (
    charges_of,
    open_balance,
    open_charges,
    receipts_of,
    with_balance,
)
from freeport_animals.ledger.services import charge_reverse, payment_take
from freeport_animals.registry.models import Person

ZERO = Decimal("0.00")


def _owner_or_404(pk: int) -> Person:
    person: Person = get_object_or_404(Person.objects.select_related("merged_into"), pk=pk)
    return person.merged_into or person


def _keys(sent: list[str]) -> set[int]:
    """The keys among what was sent; anything else is nobody's key."""
    return {int(key) for key in sent if key.isascii() and key.isdigit() and len(key) < 19}


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    """Take payment for what an owner owes: all of it, or the lines ticked."""
    person = _owner_or_404(pk)
    charges = open_charges(person)
    if request.method == "POST":
        return _pay(request, person, charges)
    asked = _keys(request.GET.getlist("charge"))  # none means all
    ticked = [charge.pk for charge in charges if not asked or charge.pk in asked]
    initial = {"charges": ticked, "payer_name": person.name}
    return _pay_page(request, person, charges, PayForm(charges=charges, initial=initial), TenderForm())


def _pay(request: HttpRequest, person: Person, charges: Sequence[Charge]) -> HttpResponse:
    # What was settled since the page was opened is a choice too, so that the ledger itself can say by whom.
    settled = _keys(request.POST.getlist("charges")) - {charge.pk for charge in charges}
    known = [*charges, *charges_of(person).filter(pk__in=settled)]
    form = PayForm(request.POST, charges=known)
    tender = TenderForm(request.POST)
    valid = form.is_valid() & tender.is_valid()
    chosen = [each for each in known if valid and each.pk in form.cleaned_data["charges"]]
    total = sum((charge.balance for charge in chosen), ZERO)
    if not valid or "recount" in request.POST or (total and not tender.check_against(total)):
        return _pay_page(request, person, charges, form, tender)
    data, entry = form.cleaned_data, tender.entry()

    def work() -> str:
        receipt = payment_take(
            charges=chosen,
            payer=person,
            payer_name=data["payer_name"],
            by=request.user,
            at=now(),
            **entry,
        )
        return receipt.number

    content = {"charges": sorted(data["charges"]), "payer_name": data["payer_name"], **entry}
    try:
        outcome = run_once(
            token=data["token"], action="ledger.payment_take", content=content, user=request.user, work=work
        )
    except TenderWrong as refusal:
        tender.refuse(refusal)
    except (AlreadyPaid, NotOwed, DifferentContent) as refusal:
        form.add_error(None, str(refusal))
    else:
        return HttpResponseRedirect(f"{reverse('receipt', args=[outcome.result])}?paid")
    return _pay_page(request, person, open_charges(person), form, tender)


def _pay_page(
    request: HttpRequest, person: Person, charges: Sequence[Charge], form: PayForm, tender: TenderForm
) -> HttpResponse:
    value = form["charges"].value() or []
    ticked = {str(key) for key in value}
    rows: list[dict[str, Any]] = [
        {"charge": charge, "ticked": str(charge.pk) in ticked} for charge in charges
    ]
    total = sum((row["charge"].balance for row in rows if row["ticked"]), ZERO)
    context: dict[str, Any] = {
        "owner": person,
        "rows": rows,
        "form": form,
        "tender": tender,
        "total": total,
        "change": _change(tender, total),
    }
    return render(request, "ledger/pay.html", context)


def _change(tender: TenderForm, total: Decimal) -> Decimal | None:
    """What goes back from the cash typed, where it is enough."""
    given = tender.cleaned_data.get("cash_given") if tender.is_bound and not tender.errors else None
    return given - total if given is not None and given >= total else None


@at_counter
@require_safe
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """The owner's statement of account: every charge and every receipt."""
    person = _owner_or_404(pk)
    context = {
        "owner": person,
        "balance": open_balance(person),
        "charges": paged(request, charges_of(person), parameter="charges"),
        "receipts": paged(request, receipts_of(person), parameter="receipts"),
    }
    return render(request, "ledger/account.html", context)


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def charge_reverse_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a charge is not owed."""
    charge = get_object_or_404(with_balance().select_related("person", "animal", "reversal__done_by"), pk=pk)
    back = reverse("account", args=[charge.person.merged_into_id or charge.person_id])
    form = ReverseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            run_once(
                token=form.cleaned_data["token"],
                action="ledger.charge_reverse",
                content={"charge": pk, "reason": reason},
                user=request.user,
                work=lambda: charge_reverse(charge=charge, reason=reason, by=request.user).pk,
            )
        except (LedgerError, DifferentContent) as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"“{charge.description}” ({money(charge.amount)}) is no longer owed.")
            return redirect(back)
    elif charge.is_reversed:
        messages.info(request, f"“{charge.description}” was already reversed: {charge.reversal.reason}.")
        return redirect(back)
    return render(request, "ledger/charge_reverse.html", {"charge": charge, "form": form, "back": back})
