from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from freeport_animals.base.extend import NavItem, navigation_items, search_providers


def navigation(request: HttpRequest) -> dict[str, Any]:
    """The main navigation, the own menu and whether one may search, for the person signed in."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"nav": [], "user_menu": [], "may_search": False}
    menu = [{"label": "Change your password", "url": reverse("password"), "icon": "key"}]
    if user.must_change_password:
        return {"nav": [], "user_menu": menu, "may_search": False}  # nothing else is open yet
    nav = entries(user.roles)
    here = max((entry["url"] for entry in nav if _is_here(entry["url"], request.path)), key=len, default=None)
    return {
        "nav": [entry | {"active": entry["url"] == here} for entry in nav],
        "user_menu": menu,
        "may_search": bool(search_providers(user.roles)),
    }


def entries(roles: Iterable[str]) -> list[dict[str, Any]]:
    """The navigation of somebody with these roles: label, url, key, help and icon of each entry."""
    found = ((item, _url(item)) for item in navigation_items(roles))
    return [
        {"label": item.label, "url": url, "key": item.key, "help": item.help, "icon": item.icon}
        for item, url in found
        if url
    ]


def _url(item: NavItem) -> str:
    """The address of an entry; empty when no page has its name, and then it is left out."""
    try:
        return reverse(item.url_name)
    except NoReverseMatch:
        return ""


def _is_here(url: str, path: str) -> bool:
    return path == url if url == "/" else path.startswith(url)
