"""The official shelters on a day: their hours, their rate, the weekdays that count for a hold."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Prefetch, QuerySet

from freeport_animals.city.models import Shelter, ShelterHours, ShelterTerms
from freeport_animals.city.selectors.context import context
from freeport_animals.rules.days import MONDAY_TO_FRIDAY
from freeport_animals.rules.opening import business_weekdays


@dataclass(frozen=True)
class ShelterOn:
    """A shelter as it is on a day. `terms` None: no resolution has set anything for it yet."""

    shelter: Shelter
    terms: ShelterTerms | None
    hours: tuple[ShelterHours, ...]
    daily_rate: Decimal | None  # dollars a day; None where only the invoice tells
    open_weekdays: frozenset[int]  # ISO, for the rules' `shelter_open`

    @property
    def is_official(self) -> bool:
        """Whether the council has designated it (Sec. 16)."""
        return self.terms is not None and self.terms.designated


def shelters_on(on: dt.date) -> list[ShelterOn]:
    """Every shelter as it is on that day. Three queries, whatever their number."""
    return [_on(shelter, on) for shelter in Shelter.objects.prefetch_related(_terms())]


def shelter_on(shelter: Shelter, on: dt.date) -> ShelterOn:
    """One shelter as it is on that day."""
    return _on(Shelter.objects.prefetch_related(_terms()).get(pk=shelter.pk), on)


def open_weekdays(shelter: Shelter, on: dt.date) -> frozenset[int]:
    """The ISO weekdays on which a business day can fall at this shelter.

    Monday to Friday unless its hours are set by resolution, then those with four hours on end between 8 and
    19 (Minn. Stat. 346.47).
    """
    return shelter_on(shelter, on).open_weekdays


def terms_of(shelter: Shelter) -> QuerySet[ShelterTerms]:
    """All that resolutions have set for a shelter, the latest to take effect first."""
    return (
        shelter.terms.filter(resolution__withdrawn_at__isnull=True)
        .select_related("resolution", "entered_by")
        .prefetch_related("hours")
        .order_by("-resolution__effective_on", "-resolution__adopted_on", "-resolution_id")
    )


def _terms() -> Prefetch:
    rows = (
        ShelterTerms.objects.filter(resolution__withdrawn_at__isnull=True)
        .select_related("resolution")
        .prefetch_related("hours")
        .order_by("-resolution__effective_on", "-resolution__adopted_on", "-resolution_id")
    )
    return Prefetch("terms", queryset=rows, to_attr="terms_by_date")


def _on(shelter: Shelter, on: dt.date) -> ShelterOn:
    by_date: list[ShelterTerms] = shelter.terms_by_date  # type: ignore[attr-defined]
    terms = next((row for row in by_date if row.resolution.effective_on <= on), None)
    hours = tuple(terms.hours.all()) if terms else ()
    if shelter.boarding == Shelter.Boarding.CITY:
        rate: Decimal | None = context().parameter("boarding-rate", on)
    else:
        rate = terms.daily_rate if terms else None
    counted = business_weekdays({row.weekday: (row.opens, row.closes) for row in hours})
    return ShelterOn(
        shelter=shelter,
        terms=terms,
        hours=hours,
        daily_rate=rate,
        # Without a day that counts no hold would ever end; then the week that the reading supposes counts.
        open_weekdays=counted or MONDAY_TO_FRIDAY,
    )
