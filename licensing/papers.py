"""Licensing's papers: what the records say, handed over as plain values to `documents.papers`."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Q

from freeport_animals import rules
from freeport_animals.accounts.models import User
from freeport_animals.documents import papers
from freeport_animals.ledger.models import Receipt
from freeport_animals.registry import selectors as registry
from freeport_animals.registry.models import Animal, Microchip, Ownership, Person, Vaccination
from freeport_animals.registry.selectors.aliases import all_of
from licensing.entries import DISEASES
from licensing.judging import Judgement
from licensing.models import License, Visit


@dataclass(kw_only=True)
class Facts:
    """What papers say of an owner and animals, read in five queries however many animals there are."""

    owner: Person
    phones: list[str]
    animals: dict[int, Animal]
    vaccinations: dict[int, list[Vaccination]]
    microchips: dict[int, list[str]] = field(default_factory=dict)
    co_owners: dict[int, list[str]] = field(default_factory=dict)


def facts_of(
    animals: Iterable[Animal],
    owner: Person,
    on: dt.date,
    *,
    vaccinations: Mapping[int, list[Vaccination]] | None = None,
) -> Facts:
    """Read what the papers of these kept animals say. `vaccinations` are those at hand already, by animal."""
    current = {animal.pk: animal for animal in animals}
    ids = list(current)
    at_hand = dict(vaccinations or {})
    unread = [animal for pk, animal in current.items() if pk not in at_hand]
    facts = Facts(
        owner=owner,
        phones=[phone.number for phone in registry.phones_of(owner)],
        animals=current,
        vaccinations=at_hand | (registry.vaccinations_of_many(unread) if unread else {}),
    )
    of_any = Q(animal__in=all_of(Animal, ids))
    for chip in Microchip.objects.filter(of_any, in_use=True).select_related("animal").order_by("pk"):
        facts.microchips.setdefault(chip.animal.merged_into_id or chip.animal_id, []).append(chip.number)
    shares = (
        Ownership.objects.filter(
            of_any, role=Ownership.Role.OWNER, voided_at__isnull=True, period__contains=on
        )
        .select_related("animal", "person__merged_into")
        .order_by("-primary", "pk")
    )
    for share in shares:
        person = registry.kept(share.person)
        names = facts.co_owners.setdefault(share.animal.merged_into_id or share.animal_id, [])
        if person.pk != owner.pk and person.name not in names:
            names.append(person.name)
    return facts


def party(owner: Person, phones: Sequence[str] = ()) -> papers.Party:
    """The owner as a paper names them; of a Safe at Home participant only the designated address."""
    return papers.Party(
        name=owner.name,
        address_lines=tuple(owner.address_lines),
        phone=phones[0] if phones else "",
        email=owner.email,
    )


def animal_facts(animal: Animal, microchips: Sequence[str] = ()) -> papers.Animal:
    """The animal as a paper describes it."""
    return papers.Animal(
        name=animal.name,
        species=animal.species,
        breed=animal.breed,
        color=animal.color,
        sex="" if animal.sex == Animal.Sex.UNKNOWN else animal.sex,
        altered={Animal.Altered.YES: True, Animal.Altered.NO: False}.get(Animal.Altered(animal.altered)),
        born=animal.born,
        born_estimated=animal.born_precision == Animal.BornPrecision.ESTIMATED,
        marks=animal.marks,
        microchips=tuple(microchips),
    )


def vaccination_facts(row: Vaccination, through: dt.date | None) -> papers.Vaccination:
    """One vaccination; `through` is the last day it counts in the city."""
    veterinarian = row.veterinarian
    return papers.Vaccination(
        disease=row.disease,
        given=row.given,
        good_through=through,
        veterinarian=veterinarian.name if veterinarian else "",
        clinic=veterinarian.clinic if veterinarian else "",
        certificate=row.certificate_number,
        product=row.product_name or (row.get_product_display() if row.product else ""),
    )


def newest_of(rows: Iterable[Vaccination]) -> dict[str, Vaccination]:
    """The newest vaccination against each disease."""
    found: dict[str, Vaccination] = {}
    for row in rows:
        if row.disease not in found or row.given > found[row.disease].given:
            found[row.disease] = row
    return found


def counts_through(facts: Facts, on: dt.date, context: rules.Context) -> dict[tuple[int, str], dt.date]:
    """The last day on which each animal's newest vaccinations count: {(animal, disease): day}."""
    found = {}
    for pk, rows in facts.vaccinations.items():
        for disease, row in newest_of(rows).items():
            try:
                answer = rules.vaccination_current(
                    disease=disease, given=row.given, expires=row.expires, on=on, context=context
                )
            except rules.RuleError:
                continue  # dates that cannot be are corrected on the animal's page
            found[pk, disease] = answer["through"]
    return found


def validity_url(license: License) -> str:
    """The public address behind the QR code."""
    return f"{settings.PUBLIC_URL}/v/{license.code}/"


def license_paper(
    *,
    license: License,
    tag: str,
    facts: Facts,
    judgement: Judgement,
    receipt: Receipt | None,
    at: dt.datetime,
    by: User,
) -> papers.Context:
    """The license as it is printed, frozen."""
    newest = newest_of(facts.vaccinations.get(license.animal_id, []))
    amount = judgement.amount
    note = "" if amount or judgement.fee is None else judgement.fee.steps[-1].says
    return papers.license_context(
        city=settings.CITY,
        number=license.number,
        tag_number=tag,
        owner=party(facts.owner, facts.phones),
        animal=animal_facts(facts.animals[license.animal_id], facts.microchips.get(license.animal_id, ())),
        vaccinations=[
            vaccination_facts(newest[disease], judgement.shots[disease].through)
            for disease in DISEASES
            if disease in newest and disease in judgement.shots
        ],
        valid_from=license.valid_from,
        valid_to=license.valid_to,
        fee=amount,
        fee_note=f"{note} (2.B.4)" if note and "2.B.4" not in note else note,
        receipt_number=receipt.number if receipt else "",
        validity_url=validity_url(license),
        at=at,
        issued_by=str(by),
        co_owners=facts.co_owners.get(license.animal_id, []),
    )


def slip_paper(
    *,
    visit: Visit,
    owner: Person,
    animals: Sequence[tuple[papers.Animal, Sequence[papers.Missing]]],
    to_pay: Decimal | None,
    at: dt.datetime,
) -> papers.Context:
    """What to bring, for a parked visit."""
    return papers.what_to_bring_context(
        city=settings.CITY,
        owner=papers.Party(name=owner.name, address_lines=tuple(owner.address_lines)),
        animals=[
            papers.AnimalToComplete(animal=animal, missing=tuple(missing))
            for animal, missing in animals
            if missing
        ],
        at=at,
        reference=str(visit.pk),
        to_pay=to_pay,
    )


def application_paper(
    *,
    at: dt.datetime,
    fee: Decimal,
    year: int | None,
    facts: Facts | None = None,
    through: dict[tuple[int, str], dt.date] | None = None,
    tags: dict[int, str] | None = None,
    blank_animals: int = 0,
) -> papers.Context:
    """The application of 2.B.1: blank, or filled in with what the registry knows."""
    applied: list[papers.AnimalApplied] = []
    owner: papers.Party | None = None
    if facts is not None:
        owner = party(facts.owner, facts.phones)
        for pk, animal in facts.animals.items():
            newest = newest_of(facts.vaccinations.get(pk, []))
            applied.append(
                papers.AnimalApplied(
                    animal=animal_facts(animal, facts.microchips.get(pk, ())),
                    vaccinations=[
                        vaccination_facts(newest[disease], (through or {}).get((pk, disease)))
                        for disease in DISEASES
                        if disease in newest
                    ],
                    tag_number=(tags or {}).get(pk, ""),
                )
            )
    more: dict[str, Any] = {"owner": owner, "animals": applied} if owner else {}
    return papers.application_context(
        city=settings.CITY, at=at, fee=fee, year=year, blank_animals=blank_animals, **more
    )
