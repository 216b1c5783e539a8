"""One look at the resolutions for each request."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from freeport_animals.city.selectors.context import one_version


class OneContext:
    """A page asks at most once whether a resolution was entered, however often it needs what is in force."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with one_version():
            return self.get_response(request)
