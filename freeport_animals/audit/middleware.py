"""The database writes the history; this tells it who is at work."""

from collections.abc import Callable

import pghistory
from django.http import HttpRequest, HttpResponse

from freeport_animals.accounts.addresses import client_address


class HistoryContext:
    """Attach the person signed in, the page and the machine's address to every row of history that is written
    while a request is answered.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return self.get_response(request)
        user = getattr(request, "user", None)
        known = user is not None and user.is_authenticated
        with pghistory.context(
            user=user.pk if known else None,
            user_name=str(user) if known else "",
            url=request.path,
            address=client_address(request) or "",
        ):
            return self.get_response(request)
