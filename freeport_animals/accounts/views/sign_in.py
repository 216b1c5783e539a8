"""In and out, and one's own password."""

import time

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from freeport_animals.accounts import unsent
from freeport_animals.accounts.forms import NewPasswordForm, SignInForm
from freeport_animals.accounts.middleware import FRESH, go_to, to_sign_in
from freeport_animals.accounts.passwords import rules
from freeport_animals.accounts.services import user_choose_password
from freeport_animals.base.access import public, signed_in
from freeport_animals.base.clock import now

ANOTHERS = (
    "Somebody else was signed out here in the middle of a form. What they had typed was not kept: "
    "it is shown to nobody but themselves."
)


def _after(request: HttpRequest) -> str:
    """The address to which the sign-in leads: a page of this site, or home."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    inside = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    inside = inside and wanted.startswith("/") and not wanted.startswith(settings.LOGIN_URL)
    return wanted if inside else settings.LOGIN_REDIRECT_URL


@public
@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in page. Without a session it asks the database nothing."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(_after(request))
    form = SignInForm(request, request.POST) if request.method == "POST" else SignInForm(request)
    if request.method == "POST" and form.is_valid() and form.user is not None:
        login(request, form.user)
        request.session[FRESH] = int(time.time())
        request.session.clear_expired()
        if unsent.claim(request):
            messages.warning(request, ANOTHERS)
        return HttpResponseRedirect(reverse("unsent") if unsent.offered(request) else _after(request))
    return render(
        request,
        "registration/login.html",
        {
            "form": form,
            "next": request.POST.get("next") or request.GET.get("next") or "",
            "expired": bool(request.session.get(unsent.SESSION_KEY)),
        },
        status=422 if request.method == "POST" else 200,
    )


@public
@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session on this machine."""
    if request.user.is_authenticated:
        logout(request)
        messages.success(request, "You are signed out.")
    return redirect("sign-in")


@signed_in
@sensitive_post_parameters("old_password", "new_password", "new_password_again")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Choose a new password; after the first sign-in with a one-time password nothing else is open."""
    user = request.user
    first = user.must_change_password
    form = NewPasswordForm(user, request.POST) if request.method == "POST" else NewPasswordForm(user)
    if request.method == "POST" and form.is_valid():
        changed = user_choose_password(user=user, password=form.cleaned_data["new_password"], at=now())
        update_session_auth_hash(request, changed)
        messages.success(request, "Your new password counts from now on. Other sessions of yours have ended.")
        return redirect("home")
    return render(
        request,
        "accounts/password.html",
        {"form": form, "rules": rules(), "first": first},
        status=422 if request.method == "POST" else 200,
    )


@public
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from an older session: what was typed in it is kept and offered, when it is this person's form.

    Signing in changes the token of every open form (CSRF_FAILURE_VIEW). The mark in the form proves that a
    page of this site sent it; nothing is done until its owner presses the button once more.
    """
    user = request.user
    if request.path == settings.LOGIN_URL and user.is_authenticated:
        return HttpResponseRedirect(_after(request))  # signed in meanwhile, in another tab
    owner = unsent.marked(request)
    if owner is not None and not user.is_authenticated:
        return to_sign_in(request)
    if owner is not None and owner == user.pk and not unsent.keep(request):
        return go_to(request, reverse("unsent"))
    return render(
        request,
        "403_csrf.html",
        {"reason": reason, "anothers": owner is not None and owner != user.pk},
        status=403,
    )
