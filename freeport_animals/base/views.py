from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.base.access import public


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers when the application and its database do."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@public
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form sent from an old page: say how to go on instead of a bare refusal."""
    return render(request, "403_csrf.html", {"reason": reason}, status=403)
