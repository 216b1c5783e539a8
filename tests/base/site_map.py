"""Every address of the site, read from its URLconf, so that what is added is tried without being listed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

# A forged value for each kind of part that an address may have.
FORGED = {"int": 987_654_321, "str": "nothing", "slug": "no-such-thing", "path": "no/such/thing",
          "uuid": "5b1c6ed2-6a6e-4a3c-9d5e-2f6a4c1d2e3f"}  # fmt: skip


@dataclass(frozen=True)
class Address:
    """One entry of the URLconf. `parts` are the kinds of its variable parts by name."""

    route: str
    name: str
    view: Any = field(compare=False)
    parts: dict[str, str] = field(compare=False, default_factory=dict)

    def __str__(self) -> str:
        return f"/{self.route}"

    def url(self, **values: Any) -> str:
        """The address with these values, and forged ones for the parts left out."""

        def value(match: re.Match[str]) -> str:
            name = match["name"]
            return str(values.get(name, FORGED[self.parts[name]]))

        return "/" + re.sub(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>", value, self.route)


def addresses() -> list[Address]:
    """All of them, in the URLconf's order."""
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: list[Any], prefix: str) -> Iterator[Address]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            parts = {
                match["name"]: match["kind"] or "str"
                for match in re.finditer(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>", route)
            }
            yield Address(route, pattern.name or "", pattern.callback, parts)
