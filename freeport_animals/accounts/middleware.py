"""Default deny: a view that does not declare who may use it is refused to everybody."""

import logging
from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.base.access import Access

logger = logging.getLogger(__name__)


class DefaultDeny:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        access: Access | None = getattr(view, "access", None)
        if access is None:
            logger.error("%s declares nobody who may use it", getattr(view, "__qualname__", view))
            return render(request, "403.html", status=403)
        if access.public:
            return None
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not access.admits(set(request.user.roles)):
            return render(request, "403.html", {"needed": access.roles}, status=403)
        return None
