"""Requests that no person's browser sends are refused before they reach a view."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.base.text import control_characters


class CleanInput:
    """Refuse control characters in the address itself; form fields answer for their own text, beside the field."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = unquote(request.path_info) + unquote(request.META.get("QUERY_STRING", ""), errors="replace")
        if control_characters(address):
            return render(request, "400.html", {"reason": "The address holds an invisible character."}, status=400)
        return self.get_response(request)
