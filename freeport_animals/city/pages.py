"""What the city adds to other pages: the next meetings on the home page, resolutions in the search."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest

from freeport_animals.base.clock import today
from freeport_animals.base.extend import Hit
from freeport_animals.base.formats import shortday
from freeport_animals.city.models import Resolution
from freeport_animals.city.selectors.meetings import next_meetings
from freeport_animals.city.selectors.resolutions import state_of

BADGES = {"withdrawn": "void", "future": "pending", "in-force": "active"}


def home_meetings(request: HttpRequest) -> dict[str, Any]:
    """The next two meetings, with a notice still to post."""
    return {"meetings": next_meetings(today(), 2)}


def find_resolutions(query: str, limit: int, roles: frozenset[str]) -> Iterator[Hit]:
    """The resolution whose number was typed. One query, or none where no number could be meant."""
    number = query.strip().removeprefix("Resolution").removeprefix("resolution").strip()
    if not any(char.isdigit() for char in number) or len(number) > 40:
        return
    for one in Resolution.objects.filter(number__iexact=number)[:limit]:
        yield Hit(
            kind="Resolution",
            title=str(one),
            url=one.get_absolute_url(),
            detail=f"{one.title}, from {shortday(one.effective_on)}",
            badge=BADGES[state_of(one, today())],
            score=1.0,
        )
