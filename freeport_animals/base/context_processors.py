from typing import Any

from django.conf import settings
from django.http import HttpRequest


def city(request: HttpRequest) -> dict[str, Any]:
    """The city's name and address, and whether this is the demonstration."""
    return {"city": settings.CITY, "demonstration": settings.CITY_MODE == "demonstration"}
