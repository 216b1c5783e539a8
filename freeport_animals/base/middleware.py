"""Requests that no person's browser sends are refused before they reach a view; bare refusals get a page."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.base.text import control_characters


class CleanInput:
    """Keep control characters out of addresses and cookies; form fields answer for their own text, beside the
    field.

    A cookie can smuggle a NUL past the web server as an octal escape, and the session's key would take it to
    the database.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if control_characters(value)]:
            del request.COOKIES[name]
        query = unquote(request.META.get("QUERY_STRING", "").replace("+", " "), errors="replace")
        if control_characters(unquote(request.path_info) + query):
            context = {"reason": "The address holds an invisible character."}
            return render(request, "400.html", context, status=400)
        return self.get_response(request)


class MethodPage:
    """The page for a step of a form that was opened like a page, in place of Django's empty refusal (405)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content and request.method == "GET":
            page = render(request, "405.html", status=405)
            page["Allow"] = response.get("Allow", "")
            return page
        return response
