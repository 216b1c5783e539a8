from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from freeport_animals.base.extend import NavItem, navigation_items

HOME = "home"


def navigation(request: HttpRequest) -> dict[str, Any]:
    """The main navigation and the own menu of the person signed in; nothing for others."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"nav": [], "user_menu": []}
    menu = [{"label": "Change your password", "url": reverse("password"), "icon": "key"}]
    if user.must_change_password:
        return {"nav": [], "user_menu": menu}  # nothing else is open yet
    entries = [(item, _url(item)) for item in navigation_items(user.roles)]
    here = max((url for _, url in entries if _is_here(url, request.path)), key=len, default=None)
    nav = [
        {"label": item.label, "url": url, "key": item.key, "active": url == here}
        for item, url in entries
        if url
    ]
    return {"nav": nav, "user_menu": menu}


def _url(item: NavItem) -> str:
    """The address of an entry; empty when no page has its name, and then it is left out."""
    try:
        return reverse(item.url_name)
    except NoReverseMatch:
        return ""


def _is_here(url: str, path: str) -> bool:
    return path == url if url == "/" else bool(url) and path.startswith(url)
