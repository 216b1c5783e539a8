"""What is in force: the ordinance under the council's resolutions."""

from functools import lru_cache

from django.db import connection

from freeport_animals import rules
from freeport_animals.city.models import Resolution, Setting


def context() -> rules.Context:
    """Every reading, amount, state check and closure by its date, from all resolutions that were not withdrawn.

    One small query asks whether anything changed since this process last read them. Of two resolutions that take
    effect on one day, the one adopted later counts; of two adopted on one day, the one entered later.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_database(), count(*), count(withdrawn_at), coalesce(max(id), 0), "
            "(SELECT coalesce(max(id), 0) FROM city_setting) FROM city_resolution"
        )
        version = cursor.fetchone()
    return _context(version)


@lru_cache(maxsize=4)
def _context(version: tuple[str | int, ...]) -> rules.Context:
    rows = (
        Setting.objects.filter(resolution__withdrawn_at__isnull=True)
        .select_related("resolution")
        .order_by("resolution__effective_on", "resolution__adopted_on", "resolution_id", "pk")
    )
    by_resolution: dict[Resolution, list[Setting]] = {}
    for row in rows:
        by_resolution.setdefault(row.resolution, []).append(row)
    kind = Setting.Kind
    resolutions = [
        rules.Resolution(
            effective=resolution.effective_on,
            name=str(resolution),
            readings={row.name: row.choice for row in settings if row.kind == kind.READING},
            parameters={row.name: row.amount for row in settings if row.kind == kind.PARAMETER},
            state_checks={row.name: row.choice == "on" for row in settings if row.kind == kind.STATE_CHECK},
        )
        for resolution, settings in by_resolution.items()
    ]
    closures = [
        row.day for settings in by_resolution.values() for row in settings if row.kind == kind.CLOSURE
    ]
    return rules.Context.under(resolutions, closures)
