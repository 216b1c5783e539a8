"""Lists are always paged, and a page number that does not exist is the nearest one that does."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PAGE_SIZE = 25


def paged(request: HttpRequest, rows: Any, *, size: int = PAGE_SIZE, parameter: str = "page") -> Page:
    """The page of `rows` that the request asks for."""
    return Paginator(rows, size).get_page(request.GET.get(parameter))
