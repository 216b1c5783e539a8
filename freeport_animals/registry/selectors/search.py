"""What the search box finds of the registry. Every query is answered by an index, and bounded.

First by words, as written or as they sound, in any order; only when that finds too little by likeness
(trigrams). A Safe at Home participant is found by name, telephone and designated address, never by the real
premises.
"""

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from django.contrib.postgres.search import TrigramSimilarity, TrigramWordSimilarity
from django.db.models import Q, QuerySet
from django.db.models.functions import Greatest

from freeport_animals.base.clock import today
from freeport_animals.base.extend import Hit
from freeport_animals.base.formats import phone as shown_phone
from freeport_animals.registry.access import READ
from freeport_animals.registry.models import Animal, Microchip, Person, Phone, Premises
from freeport_animals.registry.selectors.aliases import all_of, kept
from freeport_animals.registry.selectors.animals import registered_owners
from freeport_animals.registry.selectors.folding import SHORT, Folded, Words, folded, whole_word

READERS = frozenset(str(role) for role in READ)
CANDIDATES = 200  # so many matches are ranked; beyond that any are as good, and more words narrow it
FEW = 5  # fewer than these by words: look for likenesses too
SURE = 4  # but a short word is like too many others, when some begin with it
PERSON_BADGE = {"died": "died", "moved-away": "moved"}
ANIMAL_BADGE = {"died": "died", "moved-away": "moved", "given-away": "given-away"}


def _first(found: QuerySet[Any]) -> QuerySet[Any]:
    """Any of the matches, as many as are ranked: without an order the index can stop early."""
    return found.order_by().values("pk")[:CANDIDATES]


def _narrowed(found: QuerySet[Any], query: Folded) -> QuerySet[Any]:
    """Words of one or two letters beside longer ones: the name must have a word that begins so."""
    for word in query.short_words():
        found = found.filter(search_text__regex=rf"(^| ){re.escape(word)}")
    return found


def _by_words(model: type[Any], query: Folded) -> QuerySet[Any] | None:
    """The rows whose words begin with all that was typed; None when it is too short for that."""
    beginnings = query.beginnings()
    if beginnings is not None:
        return _narrowed(model.objects.filter(words=Words(beginnings)), query)
    if len(query.words) > 1:
        return model.objects.filter(words=Words(query.whole_words()))
    return None


def _best(found: QuerySet[Any], likeness: Any, name: str, most: int) -> QuerySet[Any]:
    """The likeliest of the matches, chosen before anything is joined to them."""
    order = ("-likeness", name, "pk")
    best = found.annotate(likeness=likeness).order_by(*order).values("pk")[:most]
    return found.model._default_manager.filter(pk__in=best).annotate(likeness=likeness).order_by(*order)


def people_found(query: Folded, limit: int) -> list[tuple[Person, float]]:
    """The people meant by name (also an earlier one) or mailing address, the likeliest first."""
    if not query.words or query.is_number:
        return []
    found: dict[int, tuple[Person, float]] = {}

    def take(meant: Q, likeness: Any, factor: float = 1.0) -> None:
        best = _best(Person.objects.filter(meant), likeness, "sort_name", limit * 2)
        for person in best.select_related("premises", "merged_into__premises"):
            stands = kept(person)
            likeness = round(float(person.likeness) * factor, 4)  # type: ignore[attr-defined]
            if stands.pk not in found or found[stands.pk][1] < likeness:
                found[stands.pk] = (stands, likeness)

    # As written goes before as it sounds.
    likeness = Greatest(
        TrigramSimilarity("search_text", query.plain), TrigramSimilarity("sound_text", query.sounds) * 0.9
    )
    by_words = _by_words(Person, query)
    if by_words is None:
        if query.has_letters:
            take(Q(pk__in=_short(query)), likeness)
    else:
        if any(char.isdigit() for char in query.plain) and (place := query.address_beginnings()):
            by_words = by_words | Person.objects.filter(mailing_words=Words(place))
        take(Q(pk__in=_first(by_words)), likeness)
        few = min(FEW, limit) if len(query.sounds) > SURE else 1
        if len(found) < few and query.is_name and len(query.sounds) >= SHORT:
            like = Person.objects.filter(sound_text__trigram_word_similar=query.sounds)
            take(Q(pk__in=_first(like)), TrigramWordSimilarity(query.sounds, "sound_text"), 0.5)
    return sorted(found.values(), key=lambda each: (-each[1], each[0].sort_name, each[0].pk))[:limit]


def _short(query: Folded) -> list[int]:
    """The keys of some people for one or two letters: a name of its own (Ia), then names that begin so."""
    exact = Person.objects.filter(words=Words(query.whole_words())).order_by()
    begins = Person.objects.filter(
        sort_name__gte=query.plain, sort_name__lt=query.plain + "\U0010ffff"
    ).order_by("sort_name", "pk")
    return [*exact.values_list("pk", flat=True)[:50], *begins.values_list("pk", flat=True)[:50]]


def find_owners(text: str, limit: int, roles: frozenset[str]) -> Iterable[Hit]:
    """People and organizations by name and mailing address."""
    return [
        Hit(
            kind="Owner",
            title=person.name,
            url=person.get_absolute_url(),
            detail=", ".join(person.address_lines),
            badge=PERSON_BADGE.get(person.status, ""),
            score=0.5 + likeness / 4,
        )
        for person, likeness in people_found(folded(text), limit)
    ]


def find_phones(text: str, limit: int, roles: frozenset[str]) -> Iterable[Hit]:
    """Owners by any four or more digits of a telephone number."""
    query = folded(text)
    if not query.is_number or not 4 <= len(query.digits) <= 15:
        return []
    rows = (
        Phone.objects.filter(digits__contains=query.digits, in_use=True)
        .select_related("person__premises", "person__merged_into__premises")
        .order_by("digits", "pk")[:limit]
    )
    return [
        Hit(
            kind="Owner",
            title=kept(row.person).name,
            url=kept(row.person).get_absolute_url(),
            detail=", ".join([shown_phone(row.number), *kept(row.person).address_lines]),
            badge=PERSON_BADGE.get(kept(row.person).status, ""),
            score=1.0 if row.digits == query.digits else 0.7,
        )
        for row in {(kept(row.person).pk, row.digits): row for row in rows}.values()
    ]


def animals_found(query: Folded, limit: int) -> list[tuple[Animal, float]]:
    """The animals meant by name, breed and color, the likeliest first, with a likeness."""
    if not query.has_letters:
        return []
    by_words = _by_words(Animal, query)
    if by_words is None:
        begins = Animal.objects.filter(sort_name__gte=query.plain, sort_name__lt=query.plain + "\U0010ffff")
        by_words = Animal.objects.filter(pk__in=begins.order_by("sort_name", "pk").values("pk")[:50])
    rows = _best(
        Animal.objects.filter(pk__in=_first(by_words)),
        TrigramSimilarity("sort_name", query.plain),
        "sort_name",
        limit * 2,
    )
    return _kept_animals(rows.select_related("merged_into"))[:limit]


def _kept_animals(rows: Iterable[Any], factor: float = 1.0) -> list[tuple[Animal, float]]:
    found: dict[int, tuple[Animal, float]] = {}
    for row in rows:
        found.setdefault(kept(row).pk, (kept(row), round(float(row.likeness) * factor, 4)))
    return list(found.values())


def animals_like(query: Folded, limit: int) -> list[tuple[Animal, float]]:
    """Animals whose name is like what was typed, for when nothing else was found."""
    if not query.is_name or len(query.sounds) < SHORT:
        return []
    rows = (
        Animal.objects.filter(sound_text__trigram_word_similar=query.sounds)
        .annotate(likeness=TrigramWordSimilarity(query.sounds, "sound_text"))
        .select_related("merged_into")
        .order_by("-likeness", "sort_name", "pk")[:limit]
    )
    return _kept_animals(rows, 0.5)


def animals_of_owners(query: Folded, limit: int) -> list[tuple[Animal, float]]:
    """An animal and its owner typed together, in any order: Bella Hoeschen."""
    words = query.words
    if not 2 <= len(words) <= 4 or any(len(plain) < SHORT or not plain.isalpha() for plain, _ in words):
        return []
    either: Any = None
    for place in range(len(words)):
        animal = Folded("", words[place][0], words[place][1], "").beginnings()
        rest = [word for n, word in enumerate(words) if n != place]
        owner = Folded("", " ".join(w[0] for w in rest), " ".join(w[1] for w in rest), "").beginnings()
        owners = Person.objects.filter(words=Words(owner or "")).order_by().values("pk")[:CANDIDATES]
        one = (
            Animal.objects.filter(
                words=Words(animal or ""),
                ownerships__person__in=owners,
                ownerships__voided_at__isnull=True,
                ownerships__period__upper_inf=True,
            )
            .order_by()
            .values("pk")[:50]
        )
        either = one if either is None else either.union(one, all=True)
    if either is None:
        return []
    rows = (
        Animal.objects.filter(pk__in=list(either.values_list("pk", flat=True)))
        .annotate(likeness=TrigramWordSimilarity(query.plain, "sort_name"))
        .select_related("merged_into")
        .order_by("sort_name", "pk")[:limit]
    )
    return _kept_animals(rows)


def animal_hits(found: list[tuple[Animal, float]], on: dt.date) -> list[Hit]:
    """The animals as search results, each with its owner of the day."""
    owners = registered_owners([animal for animal, _ in found], on)
    return [
        Hit(
            kind="Animal",
            title=str(animal),
            url=animal.get_absolute_url(),
            detail=", ".join(
                part
                for part in (
                    " ".join(word for word in (animal.color, animal.breed or animal.species) if word),
                    f"of {owners[animal.pk].name}" if animal.pk in owners else "no owner on record",
                )
                if part
            ),
            badge=ANIMAL_BADGE.get(animal.status, ""),
            score=0.45 + likeness / 4,
        )
        for animal, likeness in found
    ]


def find_animals(text: str, limit: int, roles: frozenset[str]) -> Iterable[Hit]:
    """Animals by name, breed and color, or by their name and their owner's."""
    query = folded(text)
    found = animals_found(query, limit) or animals_of_owners(query, limit)
    return animal_hits(found, today()) if found else []


def premises_found(query: Folded, limit: int) -> list[tuple[Premises, float]]:
    """Premises by the words of their address, however abbreviated, in any order."""
    place = query.address_beginnings()
    if place is None or (query.is_number and len(query.digits) > 6):
        return []
    rows = _best(
        Premises.objects.filter(pk__in=_first(Premises.objects.filter(words=Words(place)))),
        TrigramSimilarity("search_text", query.address),
        "search_text",
        limit * 2,
    )
    return _kept_premises(rows.select_related("merged_into"), 1.0)[:limit]


def premises_like(query: Folded, limit: int) -> list[tuple[Premises, float]]:
    """Premises with this house number in a street spelled alike, for when nothing else was found."""
    numbers = [word for word in query.address.split() if word[0].isdigit()]
    if not query.has_letters or not numbers:
        return []
    rows = (
        Premises.objects.filter(words=Words(whole_word(numbers[0])))
        .annotate(likeness=TrigramSimilarity("search_text", query.address))
        .filter(likeness__gte=0.3)
        .select_related("merged_into")
        .order_by("-likeness", "search_text", "pk")[:limit]
    )
    return _kept_premises(rows, 0.5)


def _kept_premises(rows: Iterable[Any], factor: float) -> list[tuple[Premises, float]]:
    found: dict[int, tuple[Premises, float]] = {}
    for row in rows:
        found.setdefault(kept(row).pk, (kept(row), round(float(row.likeness) * factor, 4)))
    return list(found.values())


def premises_hits(found: list[tuple[Premises, float]]) -> list[Hit]:
    """The premises as search results, each with who lives there and may be named."""
    ids = [premises.pk for premises, _ in found]
    rows = (
        Person.objects.filter(
            premises__in=all_of(Premises, ids),
            merged_into__isnull=True,
            safe_at_home=False,
            status=Person.Status.HERE,
        )
        .select_related("premises")
        .order_by("sort_name", "pk")[:200]
    )
    names: dict[int, list[str]] = {}
    for person in rows:
        names.setdefault(kept_premises_id(person), []).append(person.name)
    return [
        Hit(
            kind="Premises",
            title=premises.street_line,
            url=premises.get_absolute_url(),
            detail="; ".join(
                part for part in (_some(names.get(premises.pk, [])), premises.address_lines[1]) if part
            ),
            score=0.4 + likeness / 4,
        )
        for premises, likeness in found
    ]


def kept_premises_id(person: Person) -> int:
    premises = person.premises
    assert premises is not None
    return premises.merged_into_id or premises.pk


def _some(names: list[str], most: int = 3) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


def find_premises(text: str, limit: int, roles: frozenset[str]) -> Iterable[Hit]:
    """Premises by address."""
    found = premises_found(folded(text), limit)
    return premises_hits(found) if found else []


def find_microchips(text: str, limit: int, roles: frozenset[str]) -> Iterable[Hit]:
    """Animals by a microchip number, or any six or more of its signs in a row."""
    number = re.sub(r"[\s.\-*]", "", folded(text).typed).upper()
    if not re.fullmatch(r"[0-9A-Z]{6,15}", number, re.ASCII) or sum(c.isdigit() for c in number) < 4:
        return []
    rows = list(
        Microchip.objects.filter(number__contains=number, in_use=True)
        .select_related("animal__merged_into")
        .order_by("number")[:limit]
    )
    if not rows:
        return []
    owners = registered_owners([kept(row.animal) for row in rows], today())
    return [
        Hit(
            kind="Microchip",
            title=row.number,
            url=kept(row.animal).get_absolute_url(),
            detail=f"{kept(row.animal)}, {kept(row.animal).species}"
            + (f", of {owners[kept(row.animal).pk].name}" if kept(row.animal).pk in owners else ""),
            badge=ANIMAL_BADGE.get(kept(row.animal).status, ""),
            score=1.0 if row.number == number else 0.8,
        )
        for row in rows
    ]


def find_likenesses(text: str, limit: int) -> list[Hit]:
    """When nothing was found: whatever is spelled alike."""
    query = folded(text)
    animals = animals_like(query, limit)
    places = premises_like(query, limit)
    return (animal_hits(animals, today()) if animals else []) + (premises_hits(places) if places else [])
