"""What is read of animals: whose they are and were, where they are kept, their vaccinations."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from freeport_animals import rules
from freeport_animals.registry.models import (
    Animal,
    Microchip,
    Ownership,
    Person,
    Premises,
    StatusChange,
    Vaccination,
    Veterinarian,
)
from freeport_animals.registry.selectors.aliases import alias_ids, all_of, kept
from freeport_animals.registry.selectors.people import in_city_on


def animals() -> QuerySet[Animal]:
    """Every animal once: kept records only."""
    return Animal.objects.filter(merged_into__isnull=True).select_related("premises", "photograph")


def ownerships_of(animal: Animal) -> list[Ownership]:
    """The whole timeline, those in force first, then the latest; `person` is the kept record."""
    rows = list(
        Ownership.objects.filter(animal__in=alias_ids(animal))
        .select_related("person", "person__merged_into", "person__premises", "voided_by")
        .order_by("-primary", "-period", "-pk")
    )
    for row in rows:
        row.person = kept(row.person)
    return sorted(rows, key=lambda row: (row.voided_at is not None, row.period.upper is not None))


def owners_on(animal: Animal, on: dt.date) -> list[Ownership]:
    """Everybody with a part in an animal on the day `on`, the registered owner first, each person once.

    After a merge of two animals that both had a registered owner, the kept record's goes first.
    """
    rows = (
        Ownership.objects.filter(animal__in=alias_ids(animal), voided_at__isnull=True, period__contains=on)
        .select_related("person", "person__merged_into", "person__premises", "person__merged_into__premises")
        .order_by("-primary", "pk")
    )
    own = alias_ids(animal)[0]
    found: dict[int, Ownership] = {}
    for row in sorted(rows, key=lambda each: (not each.primary, each.animal_id != own)):
        row.person = kept(row.person)
        found.setdefault(row.person.pk, row)
    return list(found.values())


def owner_of(animal: Animal, on: dt.date) -> Person | None:
    """The registered owner on the day `on`; without one the first owner, keeper or harborer; else None."""
    rows = owners_on(animal, on)
    return rows[0].person if rows else None


def registered_owners(found: Iterable[Animal], on: dt.date) -> dict[int, Person]:
    """For many kept animals at once, each with its registered owner on the day `on`. Two queries at most."""
    ids = [animal.pk for animal in found]
    rows = (
        Ownership.objects.filter(
            animal__in=all_of(Animal, ids),
            voided_at__isnull=True,
            period__contains=on,
        )
        .select_related("animal", "person", "person__merged_into", "person__premises")
        .order_by("-primary", "animal__merged_into", "pk")
    )
    result: dict[int, Person] = {}
    own_first = sorted(rows, key=lambda row: (not row.primary, row.animal.merged_into_id is not None, row.pk))
    for row in own_first:
        result.setdefault(row.animal.merged_into_id or row.animal_id, kept(row.person))
    return result


def protected_animals(ids: Iterable[int], on: dt.date) -> set[int]:
    """Which of these kept animals are a Safe at Home participant's: their premises may not be shown."""
    wanted = list(ids)
    return set(
        Ownership.objects.filter(
            Q(person__safe_at_home=True) | Q(person__merged_into__safe_at_home=True),
            animal__in=all_of(Animal, wanted),
            voided_at__isnull=True,
            period__contains=on,
        ).values_list(Coalesce("animal__merged_into", "animal"), flat=True)
    )


def shown_premises_of(animal: Animal, owners: Iterable[Ownership]) -> Premises | None:
    """Where an animal is kept, unless one of its owners takes part in Safe at Home."""
    if animal.premises is None or any(row.person.safe_at_home for row in owners):
        return None
    return kept(animal.premises)


def premises_animals(premises: Premises, on: dt.date) -> QuerySet[Animal]:
    """Every animal kept on premises on the day `on`, whoever owns it, Safe at Home participants' too.

    For counting (Sec. 6). A page that names them leaves out `protected_animals`.
    """
    return (
        Animal.objects.filter(Q(premises__in=alias_ids(premises)), in_city_on(on), merged_into__isnull=True)
        .select_related("photograph")
        .order_by("sort_name", "pk")
    )


def kept_animals(found: Iterable[Animal], on: dt.date) -> list[rules.KeptAnimal]:
    """The facts that the kennel rule asks for. A birth date after `on` counts as not known."""
    return [
        rules.KeptAnimal(
            species=animal.species,
            born=animal.born if animal.born is None or animal.born <= on else None,
            born_in_litter_here=animal.born_in_litter_here,
        )
        for animal in found
    ]


def kennel_answer(premises: Premises, on: dt.date, context: rules.Context = rules.ORDINANCE) -> rules.Answer:
    """Whether the dogs and cats on premises are a kennel (Sec. 6), over all owners."""
    return rules.kennel(animals=kept_animals(premises_animals(premises, on), on), on=on, context=context)


def residents(premises: Premises) -> QuerySet[Person]:
    """Who lives on premises and may be named there: no Safe at Home participant."""
    return Person.objects.filter(
        premises__in=alias_ids(premises),
        merged_into__isnull=True,
        safe_at_home=False,
        status=Person.Status.HERE,
    ).order_by("sort_name", "pk")


def vaccinations_of(animal: Animal, *, with_void: bool = False) -> list[Vaccination]:
    """The vaccinations of an animal and its aliases, the latest first; one recorded on both counts once."""
    rows = (
        Vaccination.objects.filter(animal__in=alias_ids(animal))
        .select_related("veterinarian", "certificate_file", "recorded_by", "voided_by")
        .order_by("-given", "-pk")
    )
    if not with_void:
        rows = rows.filter(voided_at__isnull=True)
    found: dict[tuple[object, ...], Vaccination] = {}
    own = alias_ids(animal)[0]
    for row in sorted(rows, key=lambda each: each.animal_id != own):
        key = (row.disease, row.given) if row.voided_at is None else (row.pk,)
        found.setdefault(key, row)
    return sorted(found.values(), key=lambda row: (row.given, row.pk), reverse=True)


def vaccinations_of_many(found: Iterable[Animal]) -> dict[int, list[Vaccination]]:
    """For many kept animals at once, each with its vaccinations that count, the latest first. One query."""
    ids = [animal.pk for animal in found]
    rows = (
        Vaccination.objects.filter(animal__in=all_of(Animal, ids), voided_at__isnull=True)
        .select_related("animal", "veterinarian", "certificate_file")
        .order_by("-given", "-pk")
    )
    result: dict[int, list[Vaccination]] = defaultdict(list)
    for row in rows:
        result[row.animal.merged_into_id or row.animal_id].append(row)
    return {pk: result.get(pk, []) for pk in ids}


def vaccination_facts(rows: Iterable[Vaccination]) -> list[rules.Vaccination]:
    """Vaccinations as the license rule wants them."""
    return [
        rules.Vaccination(
            disease=row.disease,
            given=row.given,
            expires=row.expires,
            certificate=row.certificate_shown,
            veterinarian_licensed=row.veterinarian is not None and row.veterinarian.licensed,
            product=row.product or None,
        )
        for row in rows
    ]


def last_veterinarian(animal: Animal) -> Veterinarian | None:
    """Who vaccinated the animal last."""
    row = (
        Vaccination.objects.filter(
            animal__in=alias_ids(animal), veterinarian__isnull=False, voided_at__isnull=True
        )
        .select_related("veterinarian")
        .order_by("-given", "-pk")
        .first()
    )
    return row.veterinarian if row else None


def microchips_of(animal: Animal) -> list[str]:
    """The numbers in use."""
    return list(
        Microchip.objects.filter(animal__in=alias_ids(animal), in_use=True)
        .order_by("pk")
        .values_list("number", flat=True)
    )


def classification(animal: Animal, context: rules.Context = rules.ORDINANCE) -> rules.Answer:
    """The class of 1.A with its why, as the ordinance gives it (the officer's decision stands beside it)."""
    return rules.classify(
        species=animal.species,
        hybrid_with_wild=animal.hybrid_with_wild,
        venomous_or_constricting=animal.venomous_or_constricting,
        commonly_accepted_pet=animal.commonly_accepted_pet,
        context=context,
    )


def class_of(animal: Animal, context: rules.Context = rules.ORDINANCE) -> str:
    """The class of 1.A: the ordinance's own answer, or the officer's decision where it leaves that open."""
    answer: str = classification(animal, context)["class"]
    return animal.officer_class or answer if answer == "officer-decides" else answer


def departures_of_animal(animal: Animal) -> QuerySet[StatusChange]:
    """Deaths, moves and gifts recorded and not undone, the latest first."""
    return StatusChange.objects.filter(animal__in=alias_ids(animal), undone_at__isnull=True).select_related(
        "done_by"
    )


def without_owner(on: dt.date) -> QuerySet[Animal]:
    """Animals here of which nobody is owner, keeper or harborer on the day `on`."""
    part = Ownership.objects.filter(voided_at__isnull=True, period__contains=on)
    return (
        animals()
        .filter(status=Animal.Status.HERE)
        .filter(
            ~Exists(part.filter(animal=OuterRef("pk"))),
            ~Exists(part.filter(animal__merged_into=OuterRef("pk"))),
        )
        .order_by("sort_name", "pk")
    )
