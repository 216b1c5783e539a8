"""Where a request comes from."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The address of the browser: the lockout counts by it, and history keeps it.

    Behind the city's own web server (`BEHIND_HTTPS`) it is the last one in X-Forwarded-For, which that
    server wrote; what stands before it may be invented by the browser. None when there is none.
    """
    address = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_HTTPS:
        address = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() or address
    try:
        return str(ipaddress.ip_address(address))
    except ValueError:
        return None
