"""Receipts: the list, one of them, and putting one right."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from freeport_animals.base.clock import now, today
from freeport_animals.base.extend import panels_for
from freeport_animals.base.formats import money
from freeport_animals.base.once import DifferentContent, run_once
from freeport_animals.base.paging import paged
from freeport_animals.documents.models import Document
from freeport_animals.ledger.access import at_counter
from freeport_animals.ledger.errors import LedgerError, TenderWrong
from freeport_animals.ledger.forms import ReceiptFilter, RefundForm, VoidForm
from freeport_animals.ledger.models import Payment, Receipt
from freeport_animals.ledger.selectors import receipt_number, receipts, refundable_lines, takings
from freeport_animals.ledger.services import payment_void, refund_make

ZERO = Decimal("0.00")


@at_counter
@require_safe
def receipt_list(request: HttpRequest) -> HttpResponse:
    """Receipts, newest first, by number, payer or days; with a day's takings when one day is asked for."""
    form = ReceiptFilter(request.GET or None)
    wanted = form.cleaned_data if form.is_valid() else {}
    number = wanted.get("number", "")
    found = receipts(
        first=wanted.get("first"), last=wanted.get("last"), number=number, payer=wanted.get("payer", "")
    )
    day = wanted.get("first") if wanted.get("first") == wanted.get("last") else None
    return render(
        request,
        "ledger/receipt_list.html",
        {
            "form": form,
            "page": paged(request, found),
            "narrowed": any(wanted.values()) or bool(form.errors),
            "day": day,
            "takings": takings(day) if day else None,
            "today": today(),
        },
    )


def _receipt_or_404(number: str) -> Receipt:
    rows = receipts(number=number) if receipt_number(number) else Receipt.objects.none()
    found = rows.select_related("payment__taken_by", "payment__void__done_by", "payment__payer").first()
    if found is None:
        raise Http404("There is no such receipt.")
    return found


@at_counter
@never_cache
@require_safe
def receipt(request: HttpRequest, number: str) -> HttpResponse:
    """One receipt: its lines with why, how it was paid, its papers, and what was put right."""
    one = _receipt_or_404(number)
    if one.number != number:
        return redirect(one)
    payment = one.payment
    refunds = list(payment.refunds.select_related("done_by").prefetch_related("lines__charge"))
    lines = refundable_lines(payment)
    return render(
        request,
        "ledger/receipt.html",
        {
            "receipt": one,
            "payment": payment,
            "lines": lines,
            "refunds": refunds,
            "left": payment.amount - one.refunded,
            "papers": papers_of(one),
            "taken_now": "paid" in request.GET,
            "panels": panels_for("receipt", request, one),
        },
    )


def papers_of(one: Receipt) -> list[Document]:
    """The receipt's papers, those of its void and refunds too, each with how often it was opened."""
    payment = one.payment
    about = Q(kind="receipt", number=one.number) | Q(kind="refund", number__startswith=f"{one.number}-R")
    if payment.is_void:
        about |= Q(kind="receipt-void", number=one.number)
    return list(
        Document.objects.filter(about).annotate(opened=Count("prints")).defer("context").order_by("pk")
    )


def _once(
    request: HttpRequest, form: Any, action: str, content: dict[str, Any], work: Callable[[], Any]
) -> bool:
    """Do the work once for this form's token; what the ledger refuses stands above the form."""
    try:
        run_once(
            token=form.cleaned_data["token"],
            action=action,
            content=content,
            user=request.user,
            work=work,
        )
    except TenderWrong as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
    except (LedgerError, DifferentContent) as refusal:
        form.add_error(None, str(refusal))
    else:
        return True
    return False


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def receipt_void(request: HttpRequest, number: str) -> HttpResponse:
    """Void a receipt, on its day or later."""
    one = _receipt_or_404(number)
    payment = one.payment
    form = VoidForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]

        def work() -> None:
            payment_void(payment=payment, reason=reason, by=request.user, at=now())

        content = {"payment": payment.pk, "reason": reason}
        if _once(request, form, "ledger.payment_void", content, work):
            messages.success(request, f"Receipt {one.number} is void. What it paid is owed again.")
            return redirect(one)
    elif payment.is_void or one.refunded:
        return redirect(one)
    context = {
        "form": form,
        "receipt": one,
        "payment": payment,
        "lines": refundable_lines(payment),
        "panels": panels_for("receipt", request, one),
    }
    return render(request, "ledger/receipt_void.html", context)


@at_counter
@never_cache
@require_http_methods(["GET", "POST"])
def receipt_refund(request: HttpRequest, number: str) -> HttpResponse:
    """Pay back a part of a receipt, or all that is left of it."""
    one = _receipt_or_404(number)
    payment = one.payment
    lines = refundable_lines(payment)
    left = sum((line.left for line in lines), ZERO)
    initial: dict[str, Any] = {"tender": payment.tender}
    if "all" in request.GET or len(lines) == 1:
        initial |= {RefundForm.name_of(line): f"{line.left:.2f}" for line in lines if line.left}
    form = RefundForm(request.POST or None, lines=lines, initial=initial)
    if request.method == "POST" and form.is_valid():
        data, parts = form.cleaned_data, form.parts()
        entry = {name: data[name] for name in ("tender", "check_number", "card_reference", "reason")}

        def work() -> None:
            refund_make(
                payment=payment,
                amount=sum(parts.values(), ZERO),
                lines=parts,
                by=request.user,
                at=now(),
                **entry,
            )

        content = {"payment": payment.pk, "parts": sorted(parts.items()), **entry}
        if _once(request, form, "ledger.refund_make", content, work):
            back = "in cash" if entry["tender"] == Payment.Tender.CASH else f"by {entry['tender']}"
            messages.success(request, f"Paid back {money(sum(parts.values(), ZERO))} {back}.")
            return redirect(one)
    elif payment.is_void or not left:
        return redirect(one)
    context = {"form": form, "receipt": one, "payment": payment, "lines": lines, "left": left}
    return render(request, "ledger/receipt_refund.html", context)
