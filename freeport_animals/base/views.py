from django.db import connection
from django.http import HttpRequest, HttpResponse

from freeport_animals.base.access import public


@public
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers when the application and its database do."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
