"""Resolutions, and which of two that set the same thing counts."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, QuerySet

from freeport_animals import rules
from freeport_animals.base.formats import day, money
from freeport_animals.city.models import Resolution, Setting


def resolutions() -> QuerySet[Resolution]:
    """All resolutions, the latest to take effect first, with what they set and how many other things rest on
    each."""
    settings = Prefetch("settings", queryset=Setting.objects.order_by("kind", "day", "pk"))
    return (
        Resolution.objects.select_related("entered_by", "withdrawn_by")
        .prefetch_related(settings)
        .annotate(shelters=Count("shelter_terms", distinct=True), people=Count("appointments", distinct=True))
        .order_by("-effective_on", "-adopted_on", "-pk")
    )


def state_of(resolution: Resolution, today: dt.date) -> str:
    """`withdrawn`, `future` until the day it takes effect, or `in-force`."""
    if resolution.is_withdrawn:
        return "withdrawn"
    return "future" if resolution.effective_on > today else "in-force"


def says(setting: Setting) -> str:
    """What a setting does, in a plain sentence."""
    kind = Setting.Kind
    if setting.kind == kind.CLOSURE:
        return f"The city is closed {day(setting.day)}: {setting.name}."
    if setting.kind == kind.PARAMETER:
        parameter = rules.PARAMETERS.get(setting.name)
        name = parameter.name if parameter else setting.name
        per = " a day" if parameter and parameter.unit.endswith("a day") else ""
        return f"{name}: {money(setting.amount)}{per}."
    if setting.kind == kind.READING:
        reading = rules.READINGS.get(setting.name)
        if reading is None:
            return f"{setting.name}: {setting.choice}."
        choice = next((each.says for each in reading.choices if each.id == setting.choice), setting.choice)
        return f"{reading.name}: {choice}"
    check = rules.STATE_CHECKS.get(setting.name)
    shown = "is shown again" if setting.choice == "on" else "is switched off"
    return f"The state check “{check.name if check else setting.name}” {shown}."


def cites(setting: Setting) -> tuple[str, ...]:
    """The clauses that a setting is about; none for a closed day or a state check."""
    if setting.kind == Setting.Kind.PARAMETER and setting.name in rules.PARAMETERS:
        return (rules.PARAMETERS[setting.name].cite,)
    if setting.kind == Setting.Kind.READING and setting.name in rules.READINGS:
        return rules.READINGS[setting.name].clauses
    return ()


@dataclass(frozen=True)
class Conflict:
    """Another resolution sets the same thing from the same day; `wins` says whether this one counts."""

    setting: Setting
    other: Setting
    wins: bool

    @property
    def says(self) -> str:
        """Who counts and why, in a sentence."""
        other = self.other.resolution
        when = "adopted" if other.adopted_on != self.setting.resolution.adopted_on else "entered"
        order = "earlier, so this one counts" if self.wins else "later, so that one counts"
        return (
            f"{other} also takes effect {day(other.effective_on)} and says: {says(self.other)} "
            f"It was {when} {order}."
        )


def overruled_by(resolution: Resolution) -> list[Conflict]:
    """Where another resolution that was not withdrawn sets the same thing from the same day. One query.

    The one adopted later counts, and of two adopted on one day the one entered later. Closed days add up.
    """
    if resolution.is_withdrawn:
        return []
    mine = {
        (row.kind, row.name): row for row in resolution.settings.all() if row.kind != Setting.Kind.CLOSURE
    }
    others = (
        Setting.objects.filter(
            resolution__effective_on=resolution.effective_on, resolution__withdrawn_at__isnull=True
        )
        .exclude(resolution=resolution)
        .exclude(kind=Setting.Kind.CLOSURE)
        .select_related("resolution")
        .order_by("pk")
    )
    return [
        Conflict(mine[key], other, _order(resolution) > _order(other.resolution))
        for other in others
        if (key := (other.kind, other.name)) in mine
    ]


def _order(resolution: Resolution) -> tuple[dt.date, int]:
    return resolution.adopted_on, resolution.pk


def clashes(entry: dict[str, Any]) -> list[str]:
    """Before a resolution is entered: others that set the same thing from the same day, in sentences."""
    wanted = {
        *((Setting.Kind.PARAMETER, name) for name in entry["parameters"]),
        *((Setting.Kind.READING, name) for name in entry["readings"]),
        *((Setting.Kind.STATE_CHECK, name) for name in entry["state_checks"]),
    }
    others = (
        Setting.objects.filter(
            resolution__effective_on=entry["effective_on"], resolution__withdrawn_at__isnull=True
        )
        .select_related("resolution")
        .order_by("pk")
    )
    found = []
    for other in others:
        if (other.kind, other.name) not in wanted:
            continue
        wins = entry["adopted_on"] >= other.resolution.adopted_on
        count = "The one entered now was adopted later or is entered later, so it counts."
        if not wins:
            count = f"It was adopted later ({day(other.resolution.adopted_on)}), so it counts, not this one."
        found.append(
            f"{other.resolution} also takes effect {day(other.resolution.effective_on)} and says: "
            f"{says(other)} {count}"
        )
    return found


def citable() -> QuerySet[Resolution]:
    """Resolutions that something may rest on, newest first."""
    return Resolution.objects.filter(withdrawn_at__isnull=True).order_by("-adopted_on", "-pk")


def closures_between(first: dt.date, last: dt.date) -> Iterable[Setting]:
    """The closed days from `first` through `last` by resolutions not withdrawn, with the resolution."""
    return (
        Setting.objects.filter(
            kind=Setting.Kind.CLOSURE, day__range=(first, last), resolution__withdrawn_at__isnull=True
        )
        .select_related("resolution")
        .order_by("day", "pk")
    )
