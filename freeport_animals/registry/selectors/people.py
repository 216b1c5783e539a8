"""What is read of people: their animals, household, telephones, and the premises that may be shown."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, IntegerField, Prefetch, Q, QuerySet, When
from django.db.models.functions import Coalesce

from freeport_animals.registry.models import (
    Animal,
    Household,
    HouseholdMembership,
    Ownership,
    Person,
    Phone,
    Premises,
    StatusChange,
)
from freeport_animals.registry.selectors.aliases import alias_ids, kept


def people() -> QuerySet[Person]:
    """Everybody, each once: kept records only, with their premises."""
    return Person.objects.filter(merged_into__isnull=True).select_related("premises")


def animals_of(person: Person, on: dt.date, *, include_gone: bool = False) -> QuerySet[Animal]:
    """The animals of which a person (or an alias) is owner, keeper or harborer on the day `on`, each once.

    Without `include_gone` only those that were in the city then: not dead, moved or given away.
    """
    owned = Ownership.objects.filter(
        person__in=alias_ids(person), voided_at__isnull=True, period__contains=on
    ).values(root=Coalesce("animal__merged_into", "animal"))
    found = (
        Animal.objects.filter(pk__in=owned)
        .select_related("premises", "photograph")
        .order_by("sort_name", "pk")
    )
    return found if include_gone else found.filter(in_city_on(on))


def in_city_on(on: dt.date, prefix: str = "") -> Q:
    """A filter for animals that had not died, moved or been given away by the day `on`."""
    return Q(**{f"{prefix}status": Animal.Status.HERE}) | Q(**{f"{prefix}status_on__gt": on})


@dataclass(frozen=True)
class Part:
    """An animal that a person has or had, with the latest part that they have in it."""

    animal: Animal
    ownership: Ownership
    now: bool  # the part goes on and the animal is here


def parts_of(person: Person, on: dt.date) -> list[Part]:
    """Every animal a person (or an alias) has or had, each once, those of the day `on` first. One query."""
    rows = (
        Ownership.objects.filter(person__in=alias_ids(person), voided_at__isnull=True)
        .select_related("animal__photograph", "animal__merged_into__photograph")
        .order_by("period", "pk")
    )
    found: dict[int, Part] = {}
    for row in rows:
        animal = kept(row.animal)
        here = animal.status == Animal.Status.HERE or (animal.status_on is not None and animal.status_on > on)
        lower, upper = row.period.lower, row.period.upper
        now = here and (lower is None or lower <= on) and (upper is None or on < upper)
        known = found.get(animal.pk)
        if known is None or now or not known.now:
            found[animal.pk] = Part(animal, row, now)
    return sorted(found.values(), key=lambda part: (not part.now, part.animal.sort_name, part.animal.pk))


def household_of(person: Person, on: dt.date) -> Household | None:
    """The household a person belonged to on the day `on`; of merged records the kept one's goes first."""
    ids = alias_ids(person)
    found = (
        HouseholdMembership.objects.filter(person__in=ids, period__contains=on)
        .select_related("household")
        .annotate(kept_first=Case(When(person=ids[0], then=0), default=1, output_field=IntegerField()))
        .order_by("kept_first", "pk")
        .first()
    )
    return found.household if found else None


def household_people(household: Household, on: dt.date) -> list[Person]:
    """Who belonged to a household on the day `on`, each once, in order of their names."""
    members = (
        HouseholdMembership.objects.filter(household=household, period__contains=on)
        .select_related("person", "person__merged_into")
        .order_by("person__sort_name", "person_id")
    )
    return list({kept(row.person).pk: kept(row.person) for row in members}.values())


def household_with_people(person: Person, on: dt.date) -> tuple[Household | None, list[Person]]:
    """`household_of` and `household_people` in one query."""
    ids = alias_ids(person)
    own = HouseholdMembership.objects.filter(person__in=ids, period__contains=on).values("household")
    rows = list(
        HouseholdMembership.objects.filter(household__in=own, period__contains=on)
        .select_related("household", "person", "person__merged_into")
        .order_by("person__sort_name", "person_id")
    )
    mine = sorted((row for row in rows if row.person_id in ids), key=lambda row: ids.index(row.person_id))
    if not mine:
        return None, []
    household = mine[0].household
    people = {kept(row.person).pk: kept(row.person) for row in rows if row.household_id == household.pk}
    return household, list(people.values())


def memberships_of(person: Person) -> QuerySet[HouseholdMembership]:
    """Every household a person belonged to, the latest first."""
    return (
        HouseholdMembership.objects.filter(person__in=alias_ids(person))
        .select_related("household")
        .order_by(F("period").desc(), "pk")
    )


def households_of(person: Person) -> list[tuple[HouseholdMembership, list[str]]]:
    """Every household a person belonged to, the latest first, with the names of the others in it meanwhile."""
    rows = list(memberships_of(person))
    ids = set(alias_ids(person))
    others = (
        HouseholdMembership.objects.filter(household__in={row.household_id for row in rows})
        .exclude(person__in=ids)
        .select_related("person__merged_into")
        .order_by("person__sort_name", "pk")
    )
    found: list[tuple[HouseholdMembership, list[str]]] = []
    together = list(others)
    for row in rows:
        names = [
            kept(one.person).name
            for one in together
            if one.household_id == row.household_id and _overlap(one.period, row.period)
        ]
        found.append((row, list(dict.fromkeys(names))))
    return found


def _overlap(one: Any, other: Any) -> bool:
    """Whether two periods have a day in common."""
    starts_before = other.upper is None or one.lower is None or one.lower < other.upper
    ends_after = one.upper is None or other.lower is None or other.lower < one.upper
    return bool(starts_before and ends_after)


def phones_of(person: Person) -> list[Phone]:
    """The numbers in use, each once."""
    rows = Phone.objects.filter(person__in=alias_ids(person), in_use=True).order_by("pk")
    return list({phone.digits: phone for phone in reversed(rows)}.values())[::-1]


def with_phones(found: QuerySet[Person]) -> QuerySet[Person]:
    """People with their numbers in use at hand as `numbers`."""
    return found.prefetch_related(
        Prefetch("phones", queryset=Phone.objects.filter(in_use=True).order_by("pk"), to_attr="numbers")
    )


def wards_of(person: Person) -> QuerySet[Person]:
    """The minors whose guardian a person is (2.A)."""
    return Person.objects.filter(guardian__in=alias_ids(person), merged_into__isnull=True)


def shown_premises(person: Person) -> Premises | None:
    """Where a person lives, unless that may not be shown (Safe at Home)."""
    if person.safe_at_home or person.premises is None:
        return None
    return kept(person.premises)


def gets_letters(person: Person) -> bool:
    """Whether the city still writes to this person."""
    return person.status == Person.Status.HERE


def departures_of(person: Person) -> QuerySet[StatusChange]:
    """Deaths and moves recorded and not undone, the latest first."""
    return StatusChange.objects.filter(person__in=alias_ids(person), undone_at__isnull=True).select_related(
        "done_by"
    )
