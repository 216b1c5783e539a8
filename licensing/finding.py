"""Whom the counter's search box means: owners by name, telephone or address, by an animal, tag or license."""

import datetime as dt
import re
from collections import defaultdict
from dataclasses import dataclass, field

from freeport_animals.base.extend import Hit
from freeport_animals.base.formats import phone as shown_phone
from freeport_animals.registry.models import Ownership, Person, Phone, Premises
from freeport_animals.registry.selectors import in_city_on, kept, registered_owners
from freeport_animals.registry.selectors.aliases import all_of
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.search import (
    PERSON_BADGE,
    animals_found,
    people_found,
    premises_found,
)
from licensing.models import License, Tag, Visit

LIMIT = 8
LICENSE = re.compile(r"(?:L-?)?(\d{4})-?(\d{3,6})", re.IGNORECASE)
TAG = re.compile(r"#?(?:(\d{4})\s*[-–/ ]\s*)?(\d{1,6})")


@dataclass
class Row:
    """One owner, and what of them was found."""

    owner: Person
    score: float
    found: str = ""
    animals: list[str] = field(default_factory=list)
    badge: str = ""
    badge_text: str = ""

    @property
    def icon(self) -> str:
        return "firm" if self.owner.is_organization else "user"

    @property
    def meta(self) -> str:
        """The line beneath the name: what was found first, then address and animals."""
        parts = [self.found, ", ".join(self.owner.address_lines[:1]), ", ".join(self.animals)]
        return " · ".join(part for part in parts if part)


@dataclass
class Found:
    """The owners found, the likeliest first; `more` when there are others."""

    rows: list[Row]
    more: bool


def owners_found(text: str, *, on: dt.date, limit: int = LIMIT) -> Found:
    """The owners that `text` may mean. A bounded number of queries, each answered by an index."""
    query = folded(text)
    rows: dict[int, Row] = {}

    def take(owner: Person, score: float, found: str = "") -> None:
        row = rows.get(owner.pk)
        if row is None or row.score < score:
            rows[owner.pk] = Row(owner, score, found or (row.found if row else ""))

    for tag in tags_meant(text, 5):
        if tag.license is not None:
            take(
                kept(tag.license.owner),
                1.0 if tag.state == Tag.State.WORN else 0.6,
                f"Tag {tag}, {tag.license.animal}",
            )
    for license in licenses_meant(text, 2):
        take(kept(license.owner), 1.0, f"License {license.number}, {license.animal}")
    if query.is_number and 4 <= len(query.digits) <= 15:
        phones = Phone.objects.filter(digits__contains=query.digits, in_use=True).select_related(
            "person__premises", "person__merged_into__premises"
        )
        for phone in phones.order_by("digits", "pk")[: limit + 1]:
            score = 1.0 if phone.digits == query.digits else 0.8
            take(kept(phone.person), score, shown_phone(phone.number))
    for person, likeness in people_found(query, limit + 1):
        take(person, 0.5 + likeness / 2)
    animals = animals_found(query, limit + 1)
    owners = registered_owners([animal for animal, _ in animals], on) if animals else {}
    for animal, likeness in animals:
        if animal.pk in owners:
            take(owners[animal.pk], 0.45 + likeness / 2, f"{animal}, {animal.species}")
    _by_address(query, limit, take)
    best = sorted(rows.values(), key=lambda row: (-row.score, row.owner.sort_name, row.owner.pk))
    shown = best[:limit]
    _complete(shown, on)
    return Found(shown, more=len(best) > limit)


def _by_address(query, limit, take) -> None:  # type: ignore[no-untyped-def]
    places = premises_found(query, limit + 1)
    if not places:
        return
    likeness = {place.pk: like for place, like in places}
    living = (
        Person.objects.filter(
            premises__in=all_of(Premises, likeness),
            merged_into__isnull=True,
            safe_at_home=False,
        )
        .select_related("premises")
        .order_by("sort_name", "pk")[: 3 * limit]
    )
    for person in living:
        assert person.premises is not None
        place = person.premises.merged_into_id or person.premises_id
        take(person, 0.4 + likeness.get(place, 0.0) / 2)


def _complete(rows: list[Row], on: dt.date) -> None:
    """The animals of each owner, and whether a visit is under way. Two queries."""
    ids = [row.owner.pk for row in rows]
    if not ids:
        return
    animals: dict[int, list[str]] = defaultdict(list)
    shares = Ownership.objects.filter(
        in_city_on(on, "animal__"),
        person__in=ids,
        voided_at__isnull=True,
        period__contains=on,
        animal__merged_into__isnull=True,
    ).select_related("animal")
    for share in shares.order_by("animal__sort_name", "animal_id")[:200]:
        animals[share.person_id].append(f"{share.animal} ({share.animal.species})")
    waiting = dict(
        Visit.objects.filter(owner__in=ids, state__in=[Visit.State.OPEN, Visit.State.PARKED])
        .exclude(state=Visit.State.OPEN, draft={})
        .values_list("owner", "state")
    )
    for row in rows:
        row.animals = animals[row.owner.pk][:6]
        row.badge = PERSON_BADGE.get(row.owner.status, "")
        if row.owner.pk in waiting:
            parked = waiting[row.owner.pk] == Visit.State.PARKED
            row.badge, row.badge_text = ("parked", "") if parked else ("open", "At the counter")


def tags_meant(text: str, limit: int) -> list[Tag]:
    """The tags with this number, the newest year first: `217`, `2026-217`."""
    match = TAG.fullmatch(text.strip())
    if match is None or int(match[2]) == 0:
        return []
    found = Tag.objects.filter(number=int(match[2]))
    if match[1]:
        found = found.filter(series=int(match[1]))
    return list(
        found.select_related(
            "license__animal", "license__owner__premises", "license__owner__merged_into__premises"
        ).order_by("-series")[:limit]
    )


def licenses_meant(text: str, limit: int) -> list[License]:
    """The license with this number: `L-2026-0042`, `2026-0042`."""
    match = LICENSE.fullmatch(text.strip())
    if match is None:
        return []
    number = f"L-{match[1]}-{int(match[2]):04d}"
    return list(
        License.objects.filter(number=number).select_related(
            "animal", "owner__premises", "owner__merged_into__premises"
        )[:limit]
    )


# --- what the search box of every page finds --------------------------------------------------------------


def find_licenses(text: str, limit: int, roles: frozenset[str]) -> list[Hit]:
    """Licenses by number."""
    from freeport_animals.base.clock import today

    return [
        Hit(
            kind="License",
            title=license.number,
            url=license.get_absolute_url(),
            detail=f"{license.animal} of {license.owner}",
            badge=license.status(today()),
            score=1.0,
        )
        for license in licenses_meant(text, limit)
    ]


def find_tags(text: str, limit: int, roles: frozenset[str]) -> list[Hit]:
    """Licenses by the number on the tag, lost and void ones too."""
    from freeport_animals.base.clock import today

    hits = []
    for tag in tags_meant(text, limit):
        if tag.license is None:
            continue
        state = {Tag.State.LOST: "lost", Tag.State.VOID: "void"}.get(Tag.State(tag.state))
        status = tag.license.status(today())
        hits.append(
            Hit(
                kind="Tag",
                title=str(tag),
                url=tag.license.get_absolute_url(),
                detail=f"{tag.license.animal} of {tag.license.owner}, license {tag.license.number}",
                badge=state or status,
                score=1.0 if status == "valid" and state is None else 0.75,
            )
        )
    return hits
