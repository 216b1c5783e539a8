"""What the registry adds to the home page of those who go out: where to be careful before the knock."""

from typing import Any

from django.http import HttpRequest
from django.utils.text import Truncator

from freeport_animals.registry.models import Premises

SHOWN = 6


def hazards(request: HttpRequest) -> dict[str, Any]:
    """Premises with a safety note; never those of a Safe at Home participant, which show in no list."""
    found = (
        Premises.objects.filter(merged_into=None)
        .exclude(safety_note="")
        .exclude(residents__safe_at_home=True)
        .order_by("search_text", "pk")
    )
    rows = list(found[: SHOWN + 1])
    return {
        "title": "Careful here",
        "count": len(rows) if len(rows) <= SHOWN else found.count(),
        "items": [
            {
                "url": row.get_absolute_url(),
                "title": row.street_line,
                "meta": Truncator(row.safety_note).chars(90),
                "badge": "warning",
            }
            for row in rows[:SHOWN]
        ],
        "empty": "No premises has a safety note.",
        "empty_help": "Write one on the page of the premises; it is shown before the knock.",
    }
