"""The search over everything: what each department finds, put together for whoever asks."""

from collections.abc import Iterable
from dataclasses import dataclass

from freeport_animals.base.extend import Hit, search_providers
from freeport_animals.registry.selectors.search import READERS, find_likenesses

PLURALS = {"Premises": "Premises", "Microchip": "Microchips"}


@dataclass(frozen=True)
class Group:
    """Results of one kind, the likeliest first; `more` when there are others."""

    kind: str
    hits: list[Hit]
    more: bool

    @property
    def label(self) -> str:
        return PLURALS.get(self.kind, f"{self.kind}s")

    @property
    def best(self) -> float:
        return self.hits[0].score


def _once(hits: Iterable[Hit]) -> list[Hit]:
    """Each record once, by its best score."""
    found: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        key = (hit.kind, hit.url)
        if key not in found or found[key].score < hit.score:
            found[key] = hit
    return sorted(found.values(), key=lambda hit: -hit.score)


def search(text: str, roles: Iterable[str], *, limit: int, kind: str = "") -> list[Group]:
    """What `text` finds for somebody with these roles, by kind, the kind with the likeliest result first.

    At most `limit` results of each kind; with `kind` only those. A bounded number of queries, whatever is
    typed.
    """
    held = frozenset(roles)
    text = text.strip()
    if not text:
        return []
    hits = [hit for provider in search_providers(held) for hit in provider.find(text, limit + 1, held)]
    if not hits and held & READERS:
        hits = find_likenesses(text, limit + 1)
    groups: dict[str, list[Hit]] = {}
    for hit in _once(hits):
        if not kind or hit.kind == kind:
            groups.setdefault(hit.kind, []).append(hit)
    found = [Group(name, rows[:limit], len(rows) > limit) for name, rows in groups.items()]
    return sorted(found, key=lambda group: -group.best)
