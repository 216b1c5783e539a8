"""The database writes the history; this tells it who is at work."""

from collections.abc import Callable

import pghistory
from django.http import HttpRequest, HttpResponse


class HistoryContext:
    """Attach the signed-in person and the address to every row of history written while answering a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return self.get_response(request)
        user = getattr(request, "user", None)
        with pghistory.context(user=getattr(user, "pk", None), user_name=str(user or ""), url=request.path):
            return self.get_response(request)
