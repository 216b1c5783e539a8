from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.base.access import public

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers when the application and its database do."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@public
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What the browser sent cannot be read, or is too large (handler400)."""
    if isinstance(exception, TOO_LARGE):
        return render(request, "413.html", status=413)
    return render(request, "400.html", status=400)
