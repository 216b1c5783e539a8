"""Sending once more what was sent when the session had ended."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from freeport_animals.accounts import unsent as kept
from freeport_animals.base.access import signed_in


@signed_in
@never_cache
@require_safe
def unsent(request: HttpRequest) -> HttpResponse:
    """What is kept for this person, each with the button that sends the very same form."""
    forms: list[dict[str, Any]] = [
        {"one": one, "fields": list(kept.fields_again(one)), "typed": one.typed[:60]}
        for one in kept.offered(request)
    ]
    if not forms:
        return redirect("home")
    return render(request, "accounts/unsent.html", {"forms": forms})


@signed_in
@require_POST
def unsent_forget(request: HttpRequest) -> HttpResponse:
    """Its owner does not want it any more."""
    known = {one.id for one in kept.offered(request)}
    wanted = request.POST.get("id", "")
    if wanted in known:
        kept.forget(request, wanted)
        messages.success(request, "It is forgotten.")
    return redirect("unsent")
