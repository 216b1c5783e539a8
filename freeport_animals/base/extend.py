"""Where a later department adds to an earlier one's pages, so that imports still point one way.

`AppConfig.ready` of an app registers what it brings: a panel on the owner's page, a section of the home page,
an entry of the navigation, a kind of search result. The page that shows them knows none of them by name.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from django.http import HttpRequest

Page = Literal["owner", "animal", "premises", "receipt"]


@dataclass(frozen=True)
class Panel:
    """Part of a record's page.

    `load(request, record)` returns the template's context, or None to show nothing.
    """

    page: Page
    key: str
    template: str
    load: Callable[[HttpRequest, Any], dict[str, Any] | None]
    order: int = 50


@dataclass(frozen=True)
class HomeSection:
    """Part of the home page of the roles named.

    `load(request)` returns the template's context, or None to show nothing.
    """

    key: str
    roles: frozenset[str]
    template: str
    load: Callable[[HttpRequest], dict[str, Any] | None]
    order: int = 50


@dataclass(frozen=True)
class NavItem:
    """An entry of the main navigation. `key` is the shortcut, such as "alt+c".

    With a `help`, one sentence on what is done there, it also stands on the home page as a door.
    """

    label: str
    url_name: str
    roles: frozenset[str]
    order: int = 50
    key: str = ""
    help: str = ""
    icon: str = "arrow-right"


@dataclass(frozen=True)
class Hit:
    """One search result."""

    kind: str  # "Owner", "Animal", "License", "Receipt" …: shown as a word
    title: str
    url: str
    detail: str = ""
    badge: str = ""  # a status of the badge component, such as "void"
    score: float = 0.0  # 1.0 is an exact number; text matches are their similarity


@dataclass(frozen=True)
class SearchProvider:
    """A kind of thing that the search box finds.

    `find(query, limit, roles)` runs a bounded number of queries.
    """

    key: str
    find: Callable[[str, int, frozenset[str]], Iterable[Hit]]
    roles: frozenset[str]
    order: int = 50


@dataclass
class _Extensions:
    panels: list[Panel] = field(default_factory=list)
    home: list[HomeSection] = field(default_factory=list)
    navigation: list[NavItem] = field(default_factory=list)
    search: list[SearchProvider] = field(default_factory=list)


_extensions = _Extensions()


def add(item: Panel | HomeSection | NavItem | SearchProvider) -> None:
    """Register an extension, once; call it from `AppConfig.ready`."""
    target: list[Any] = {
        Panel: _extensions.panels,
        HomeSection: _extensions.home,
        NavItem: _extensions.navigation,
        SearchProvider: _extensions.search,
    }[type(item)]
    if item not in target:
        target.append(item)
        target.sort(key=lambda each: each.order)


def panels_for(page: Page, request: HttpRequest, record: Any) -> list[dict[str, Any]]:
    """The panels of `page` for this record: {"key", "template", "context"} in order."""
    loaded = ((panel, panel.load(request, record)) for panel in _extensions.panels if panel.page == page)
    return [
        {"key": panel.key, "template": panel.template, "context": context}
        for panel, context in loaded
        if context is not None
    ]


def home_sections(request: HttpRequest) -> list[dict[str, Any]]:
    """The home page's sections for the person signed in."""
    roles = set(request.user.roles)
    wanted = [section for section in _extensions.home if section.roles & roles]
    loaded = ((section, section.load(request)) for section in wanted)
    return [
        {"key": section.key, "template": section.template, "context": context}
        for section, context in loaded
        if context is not None
    ]


def navigation_items(roles: Iterable[str]) -> list[NavItem]:
    """The navigation of somebody with these roles."""
    held = set(roles)
    return [item for item in _extensions.navigation if item.roles & held]


def search_providers(roles: Iterable[str]) -> list[SearchProvider]:
    """What somebody with these roles may search."""
    held = set(roles)
    return [provider for provider in _extensions.search if provider.roles & held]
