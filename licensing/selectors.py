"""Reads of licensing: who is due, what is valid, whose a tag is. Merged animals and owners are followed."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from freeport_animals import rules
from freeport_animals.registry import selectors as registry
from freeport_animals.registry.models import Animal, Person, Premises, Vaccination, Veterinarian
from freeport_animals.registry.selectors.aliases import all_of
from freeport_animals.rules import Answer, Context
from licensing.entries import DISEASES
from licensing.judging import Known
from licensing.models import Exemption, License, Tag, Visit

STATES = ("valid", "due", "expired", "upcoming", "void")
DATALIST = 300  # veterinarians offered while typing


def visit_get(pk: int) -> Visit:
    """A visit with its owner (the kept record). Raises Visit.DoesNotExist."""
    visit = Visit.objects.select_related(
        "owner__premises__merged_into", "owner__merged_into__premises", "started_by", "receipt__payment"
    ).get(pk=pk)
    visit.owner = registry.kept(visit.owner)
    return visit


def with_tags(found: QuerySet[License]) -> QuerySet[License]:
    """Licenses with all their tags at hand as `all_tags`, the one in use first."""
    return found.prefetch_related(
        Prefetch(
            "tags",
            queryset=Tag.objects.order_by(F("ended_on").desc(nulls_first=True), "-pk"),
            to_attr="all_tags",
        )
    )


def known_animals(found: Iterable[Animal], on: dt.date) -> list[Known]:
    """These kept animals with their vaccinations, licenses and the exemption of the day. Four queries."""
    animals = list(found)
    ids = [animal.pk for animal in animals]
    if not ids:
        return []
    vaccinations = registry.vaccinations_of_many(animals)
    mine = Q(animal__in=all_of(Animal, ids))
    licenses: dict[int, list[License]] = defaultdict(list)
    for row in (
        License.objects.filter(mine, voided_at__isnull=True)
        .select_related("animal", "issued_by")
        .order_by("-valid_from", "-pk")
    ):
        licenses[row.animal.merged_into_id or row.animal_id].append(row)
    exemptions = {
        row.animal.merged_into_id or row.animal_id: row
        for row in Exemption.objects.filter(mine, voided_at__isnull=True, period__contains=on).select_related(
            "animal"
        )
    }
    return [
        Known(
            animal=animal,
            vaccinations=vaccinations[animal.pk],
            licenses=licenses[animal.pk],
            exemption=exemptions.get(animal.pk),
        )
        for animal in animals
    ]


def last_licenses(animals: Iterable[Animal], on: dt.date) -> dict[int, License]:
    """The newest license of each animal begun by `on` and not void, with its tags: {animal: license}."""
    ids = [animal.pk for animal in animals]
    rows = with_tags(
        License.objects.filter(
            animal__in=all_of(Animal, ids), voided_at__isnull=True, valid_from__lte=on
        ).select_related("animal")
    ).order_by("valid_from", "pk")
    return {row.animal.merged_into_id or row.animal_id: row for row in rows}


def animals_at_counter(owner: Person, on: dt.date) -> tuple[list[Known], list[Animal]]:
    """The owner's dogs and cats with what bears on their licenses, and the other animals, which need none."""
    animals = list(registry.animals_of(owner, on))
    licensable = [animal for animal in animals if rules.is_dog_or_cat(animal.species)]
    return known_animals(licensable, on), [animal for animal in animals if animal not in licensable]


def kennel_warning(
    places: Iterable[Premises], *, more: Iterable[rules.KeptAnimal] = (), on: dt.date, context: Context
) -> Answer | None:
    """The answer of Sec. 6 for the first of these premises that is a kennel; None when none is.

    `more` are animals of the visit that are not in the registry yet; they count on the first premises.
    """
    waiting = list(more)
    for place in {registry.kept(place).pk: registry.kept(place) for place in places}.values():
        kept = registry.kept_animals(registry.premises_animals(place, on), on)
        answer = rules.kennel(animals=[*kept, *waiting], on=on, context=context)
        waiting = []
        if answer["kennel"]:
            return answer
    return None


def veterinarians_offered() -> list[Veterinarian]:
    """Those to choose from while typing."""
    return list(Veterinarian.objects.order_by("name", "clinic")[:DATALIST])


def unlicensed_veterinarians(offered: list[Veterinarian] | None = None) -> set[str]:
    """Those known not to be licensed to practice, as they are typed, in lower case."""
    if offered is not None and len(offered) < DATALIST:
        return {str(each).casefold() for each in offered if not each.licensed}
    return {str(each).casefold() for each in Veterinarian.objects.filter(licensed=False)}


def visits_waiting() -> QuerySet[Visit]:
    """Parked visits and those left open with something typed, the latest first."""
    return (
        Visit.objects.filter(state__in=[Visit.State.OPEN, Visit.State.PARKED])
        .exclude(state=Visit.State.OPEN, draft={})
        .select_related("owner__premises", "owner__merged_into", "started_by")
        .order_by(F("parked_at").desc(nulls_last=True), "-started_at")
    )


def visit_under_way(owner: Person) -> Visit | None:
    """The owner's open or parked visit."""
    return (
        Visit.objects.filter(
            owner__in=registry.alias_ids(owner), state__in=[Visit.State.OPEN, Visit.State.PARKED]
        )
        .order_by("pk")
        .first()
    )


def licenses() -> QuerySet[License]:
    """Licenses with what a list shows of them."""
    return with_tags(License.objects.select_related("animal", "owner", "receipt", "issued_by"))


def in_state(found: QuerySet[License], state: str, on: dt.date) -> QuerySet[License]:
    """Only those that are `valid`, `due` (valid and soon ending), `expired`, `upcoming` or `void` on `on`."""
    standing = found.filter(voided_at__isnull=True)
    running = standing.filter(Q(valid_to__isnull=True) | Q(valid_to__gte=on), valid_from__lte=on)
    match state:
        case "valid":
            return running
        case "due":
            return expiring(running, on)
        case "expired":
            return standing.filter(valid_to__lt=on)
        case "upcoming":
            return standing.filter(valid_from__gt=on)
        case "void":
            return found.filter(voided_at__isnull=False)
    raise ValueError(f"{state} is no state of a license")


def expiring(found: QuerySet[License], on: dt.date, days: int = 30) -> QuerySet[License]:
    """Valid licenses that end within `days`, are not renewed yet, and whose animal and owner are still here."""
    renewed = License.objects.filter(
        animal=OuterRef("animal"), voided_at__isnull=True, valid_from__gt=OuterRef("valid_to")
    )
    return found.filter(
        ~Exists(renewed),
        voided_at__isnull=True,
        valid_from__lte=on,
        valid_to__gte=on,
        valid_to__lte=on + dt.timedelta(days=days),
        animal__status=Animal.Status.HERE,
        animal__merged_into__isnull=True,
        owner__status=Person.Status.HERE,
    )


def licenses_of(animal: Animal) -> QuerySet[License]:
    """Every license the animal ever had, void ones too, the latest first."""
    return licenses().filter(animal__in=registry.alias_ids(animal)).order_by("-valid_from", "-pk")


def issued_on(day: dt.date) -> QuerySet[License]:
    """The licenses issued on a day, the latest first."""
    return licenses().filter(issued_on=day).order_by("-issued_at", "-pk")


def license_get(pk: int) -> License:
    """A license with all that its page shows. Raises License.DoesNotExist."""
    return (
        License.objects.select_related(
            "animal__merged_into",
            "owner__premises",
            "owner__merged_into",
            "visit",
            "renewal_of",
            "issued_by",
            "voided_by",
            "charge",
            "receipt__payment",
            "exemption",
        )
        .prefetch_related(Prefetch("tags", queryset=Tag.objects.order_by("-pk"), to_attr="all_tags"))
        .get(pk=pk)
    )


def license_by_code(code: str) -> License | None:
    """The license behind a public address, None when there is none."""
    return License.objects.select_related("animal").filter(code=code).first()


def tag_holder(tag: Tag) -> str:
    """Whose a tag is, for a sentence: `Bella of Maria Kramer (license L-2026-0042)`."""
    license = tag.license
    if license is None:
        return ""
    return f"{license.animal} of {license.owner} (license {license.number})"


def tags_taken(numbers: Collection[Any]) -> dict[Any, Tag]:
    """Those of these tag numbers that are recorded, with their license. One query."""
    if not numbers:
        return {}
    wanted = Q()
    for number in numbers:
        wanted |= Q(series=number.series, number=number.number)
    rows = Tag.objects.filter(wanted).select_related("license__animal", "license__owner")
    by_number = {(row.series, row.number): row for row in rows}
    return {
        number: by_number[number.series, number.number]
        for number in numbers
        if (number.series, number.number) in by_number
    }


# --- vaccinations that ran out ------------------------------------------------------------------------------


def last_given_still_current(disease: str, on: dt.date, context: Context) -> dt.date:
    """The earliest day on which a vaccination, of whose certificate nothing is known, would still count on `on`.

    Asked of the rule, by halving: 2.D.1 is known only there.
    """
    early, late = on - dt.timedelta(days=20 * 366), on
    while early < late:
        middle = early + (late - early) // 2
        if rules.vaccination_current(disease=disease, given=middle, on=on, context=context)["current"]:
            late = middle
        else:
            early = middle + dt.timedelta(days=1)
    return late


def _certificate_alone_decides(disease: str, limit: dt.date, on: dt.date, context: Context) -> bool:
    """Whether a certificate that still runs counts, however long ago the vaccination was given."""
    before = limit - dt.timedelta(days=1)
    answer = rules.vaccination_current(disease=disease, given=before, expires=on, on=on, context=context)
    return bool(answer["current"])


def vaccination_overdue(on: dt.date, context: Context) -> QuerySet[Animal]:
    """Dogs and cats here whose newest rabies or distemper vaccination no longer counts, or that have none."""
    lacking = Q()
    for disease in DISEASES:
        limit = last_given_still_current(disease, on, context)
        counts = Q(given__gte=limit) & (Q(expires__isnull=True) | Q(expires__gte=on))
        if _certificate_alone_decides(disease, limit, on, context):
            counts = Q(expires__gte=on) | Q(expires__isnull=True, given__gte=limit)
        newer = Vaccination.objects.filter(
            animal=OuterRef("animal"), disease=disease, voided_at__isnull=True, given__gt=OuterRef("given")
        )
        current = Vaccination.objects.filter(
            counts, ~Exists(newer), animal=OuterRef("pk"), disease=disease, voided_at__isnull=True
        )
        lacking |= ~Exists(current)
    return (
        registry.animals()
        .filter(lacking, status=Animal.Status.HERE, species__in=("dog", "cat"))
        .order_by("sort_name", "pk")
    )
