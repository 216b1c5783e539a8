"""Who may come in. Default deny: a view that does not declare who may use it is refused to everybody."""

import logging
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from freeport_animals.accounts import unsent
from freeport_animals.base.access import Access

logger = logging.getLogger(__name__)

FRESH = "fresh"  # in the session: when it was last prolonged, in seconds since 1970
PROLONG_AFTER = 15 * 60
WITH_OLD_PASSWORD = {"password", "sign-out"}  # what somebody may do who must choose a password first
SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Send the browser to `url`, also when htmx asked for a part of a page."""
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]


def refuse(request: HttpRequest, access: Access | None) -> HttpResponse:
    """The page that says who may."""
    who = access.who if access else ""
    response = render(request, "403.html", {"who": who}, status=403)
    if request.htmx:  # type: ignore[attr-defined]
        text = f"This is for {who} only." if who else "This is not open to you."
        trigger_client_event(response, "toast", {"text": text, "kind": "bad"})
    return response


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Ask who it is, and keep what was sent when a session had ended in the middle of the work."""
    if request.method in SAFE:
        page = unsent.page_of(request) if request.htmx else request.get_full_path()  # type: ignore[attr-defined]
    else:
        page = unsent.page_of(request)
        lost = unsent.keep(request)
        if lost:
            messages.warning(request, lost)
    query = "" if page == "/" else "?" + urlencode({"next": page})
    return go_to(request, f"{settings.LOGIN_URL}{query}")


class DefaultDeny:
    """Let in whom the view admits. Sessions slide: eight hours from the last work, not from the sign-in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not request.session.accessed or not request.user.is_authenticated:
            return response
        # Saved every quarter of an hour, not at every request.
        if time.time() - request.session.get(FRESH, 0) > PROLONG_AFTER:
            request.session[FRESH] = int(time.time())
        if request.method == "POST" and unsent.AGAIN in request.POST and response.status_code < 400:
            unsent.forget(request, request.POST[unsent.AGAIN])
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        access: Access | None = getattr(view, "access", None)
        if access is None:
            logger.error("%s declares nobody who may use it", getattr(view, "__qualname__", view))
            return refuse(request, None)
        if access.public:
            return None
        if not request.user.is_authenticated:
            return to_sign_in(request)
        match = request.resolver_match
        if request.user.must_change_password and match and match.url_name not in WITH_OLD_PASSWORD:
            return go_to(request, reverse("password"))
        if not access.admits(set(request.user.roles)):
            return refuse(request, access)
        return None
