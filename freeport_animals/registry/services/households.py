"""Households: who keeps house with whom, from when until when (5.C.A.1 counts releases by household)."""

import datetime as dt

from django.db import transaction
from django.db.backends.postgresql.psycopg_any import DateRange

from freeport_animals.base.formats import day
from freeport_animals.registry.models import Household, HouseholdMembership, Person
from freeport_animals.registry.services.errors import explained, refuse
from freeport_animals.registry.services.locks import lock_kept
from freeport_animals.registry.services.text import line, past_day

OVERLAP = {
    "membership_one_household_at_a_time": (
        "on",
        "On that day this person belongs to another household already. Choose a later day.",
    )
}


def household_begin(
    *, person: Person, household: Household | None = None, since: dt.date | None = None
) -> HouseholdMembership:
    """Put somebody new into a household, or into one of their own. `since` None: nobody knows since when."""
    return HouseholdMembership.objects.create(
        household=household or Household.objects.create(), person=person, period=DateRange(since, None)
    )


@transaction.atomic
def household_move(
    *, person: Person, into: Household | None, on: dt.date, today: dt.date
) -> HouseholdMembership:
    """Move a person from their household into another, or with None into one of their own, from the day `on`.

    What the household did before stays with it; a person takes along only what is their own. A move dated
    on the day the present membership began corrects that membership. Raises RegistryError when `on` is in
    the future or before the present membership, or the person is a firm.
    """
    person = lock_kept(Person, person.pk)
    past_day("on", on, today=today, what="The day of the move")
    if person.is_organization:
        refuse(into="A firm, association or corporation is a household of its own.")
    current = (
        HouseholdMembership.objects.select_for_update(of=("self",))
        .filter(person=person, period__upper_inf=True)
        .select_related("household")
        .first()
    )
    if current is None:
        latest = HouseholdMembership.objects.filter(person=person).order_by("-period").first()
        if latest is not None and on < latest.period.upper:
            refuse(on=f"The earlier household ended on {day(latest.period.upper)}. Choose that day or later.")
        with explained(OVERLAP):
            return household_begin(person=person, household=into, since=on)
    if into is not None and into.pk == current.household_id:
        refuse(into=f"{person.name} belongs to this household already.")
    if into is None and not current.household.memberships.exclude(person=person).exists():
        refuse(into=f"{person.name} has a household of their own already.")
    begun = current.period.lower
    if begun is not None and on < begun:
        refuse(on=f"{person.name} came into the present household on {day(begun)}. Choose that day or later.")
    if begun == on:
        current.household = into or Household.objects.create()
        current.save(update_fields=["household"])
        return current
    current.period = DateRange(begun, on)
    current.save(update_fields=["period"])
    with explained(OVERLAP):
        return household_begin(person=person, household=into, since=on)


@transaction.atomic
def household_name(*, household: Household, name: str) -> Household:
    """Give a household a name of its own, such as “Upstairs”; empty for none."""
    locked = Household.objects.select_for_update().get(pk=household.pk)
    locked.name = line("name", name)
    locked.save(update_fields=["name"])
    return locked
