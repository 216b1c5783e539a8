"""Who, what or which place a new record might already be. Shown while typing; nothing is merged by this."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Generic, TypeVar

from django.contrib.postgres.search import TrigramSimilarity
from django.db.models import Q, Value
from django.db.models.functions import Greatest, Lower

from freeport_animals.base.formats import phone as shown_phone
from freeport_animals.base.text import digits
from freeport_animals.registry.models import AddressKey, Animal, Microchip, Ownership, Person, Phone, Premises
from freeport_animals.registry.selectors.aliases import alias_ids, kept
from freeport_animals.registry.selectors.folding import LIKE, Words, folded, whole_word
from freeport_animals.registry.selectors.people import with_phones

R = TypeVar("R")
STREET_LIKE = 0.65  # and two streets
STREET_WORDS = frozenset(
    [
        "aly", "apt", "ave", "blvd", "cir", "ct", "dr", "e", "hwy", "ln", "n", "ne", "nw", "pkwy", "pl",
        "rd", "s", "se", "sq", "st", "sw", "ter", "trl", "w", "way",
    ]
)  # fmt: skip
LIKE_AT_THE_SAME_PLACE = 0.5  # people of one household share the family name


@dataclass
class Likeness(Generic[R]):
    """A record that may be the same, and why it is thought so: sentences for the person who decides."""

    record: R
    why: list[str] = field(default_factory=list)
    score: float = 0.0


def person_duplicates(
    *,
    given_name: str = "",
    family_name: str = "",
    organization: str = "",
    phones: Iterable[str] = (),
    email: str = "",
    premises: Premises | None = None,
    street: str = "",
    mailing_street: str = "",
    exclude: Person | None = None,
    limit: int = 5,
) -> list[Likeness[Person]]:
    """People who may be the one being typed: by name (any order, any spelling), telephone, e-mail, address.

    A family name alone is not enough: half a village may have it. Four queries.
    """
    name = folded(" ".join(part for part in (given_name, family_name, organization) if part.strip()))
    whole = bool(organization.strip() or (given_name.strip() and family_name.strip()))
    numbers = {_bare(number) for number in phones if len(digits(number)) >= 7}
    address = folded(street).address if street.strip() else premises.search_text if premises else ""
    mailing = folded(mailing_street).address
    places = _places(street, premises)
    email = email.strip().lower()

    same_phone = (
        dict(Phone.objects.filter(digits__in=numbers).order_by("pk").values_list("person", "number"))
        if numbers
        else {}
    )
    meant = Q(pk__in=list(same_phone)) | Q(premises__in=places)
    if email and len(email) <= 254:
        meant |= Q(mail=email)
    if name.words:
        if whole or len(name.words) > 1:
            meant |= Q(words=Words(name.whole_words()))
        if len(name.sounds) >= 3:
            meant |= Q(sound_text__trigram_similar=name.sounds)
    if not same_phone and not email and not name.words:
        return []
    rows = with_phones(
        Person.objects.alias(mail=Lower("email"))
        .filter(meant)
        .select_related("premises", "merged_into__premises")
        .annotate(
            likeness=Greatest(
                TrigramSimilarity("sound_text", name.sounds),
                TrigramSimilarity("search_text", name.plain),
            )
            if name.words
            else Value(0.0)
        )
        .order_by("-likeness", "sort_name", "pk")
    )
    ours = {word for pair in name.words for word in pair}
    found: dict[int, Likeness[Person]] = {}
    for person in rows[:60]:
        stands = kept(person)
        if exclude is not None and stands.pk == kept(exclude).pk:
            continue
        one = found.setdefault(stands.pk, Likeness(stands))
        score = float(person.likeness)  # type: ignore[attr-defined]
        theirs = {*person.search_text.split(), *person.sound_text.split()}
        all_words = (
            bool(ours)
            and (whole or len(name.words) > 1)
            and all(plain in theirs or sound in theirs for plain, sound in name.words)
        )
        if person.pk in same_phone:
            _say(one, f"Same telephone number, {shown_phone(same_phone[person.pk])}", 1.0)
        if email and person.email.lower() == email:
            _say(one, f"Same e-mail address, {person.email}", 0.9)
        place = _same_place(person, address, mailing)
        if name.plain and set(name.plain.split()) == set(person.sort_name.split()):
            _say(one, "Same name", 0.85)
        elif all_words or (score >= LIKE and (whole or score >= 0.8)):
            _say(one, f"Name sounds alike: {person.name}", 0.5 + score / 4)
        elif place and score >= LIKE_AT_THE_SAME_PLACE:
            _say(one, f"Name is similar: {person.name}", 0.3 + score / 4)
        if one.why and place:
            _say(one, place, 0.3)
        if person.pk != stands.pk and one.why:
            _say(one, f"Merged record of {person.name}", 0.0)
        if not one.why:
            del found[stands.pk]
    return sorted(found.values(), key=lambda one: (-one.score, one.record.sort_name, one.record.pk))[:limit]


def _places(street: str, premises: Premises | None) -> list[int]:
    """The premises at the address typed, however it is abbreviated."""
    if premises is not None:
        return list(alias_ids(premises))
    if not street.strip():
        return []
    key = AddressKey(Value(folded(street).typed))
    return list(Premises.objects.filter(key=key).order_by("pk").values_list("pk", flat=True)[:20])


def _say(one: Likeness[Any], why: str, score: float) -> None:
    if why not in one.why:
        one.why.append(why)
        one.score += score


def _bare(number: str) -> str:
    found = digits(number)
    return found[1:] if len(found) == 11 and found[0] == "1" else found


def _same_place(person: Person, address: str, mailing: str) -> str:
    """Whether the address typed is theirs. A Safe at Home participant's real premises are not compared."""
    premises = None if person.safe_at_home else person.premises
    if address and premises and sorted(premises.search_text.split()) == sorted(address.split()):
        return f"Same address, {premises.street_line}"
    for typed in (mailing, address):
        if typed and person.mailing_text == typed:
            return f"Same mailing address, {person.mailing_street}"
    return ""


def premises_duplicates(
    *, street: str, unit: str = "", city: str = "", exclude: Premises | None = None, limit: int = 5
) -> list[Likeness[Premises]]:
    """Premises that may be the place being typed: the same house number in a street called alike. One query.

    City counts when it is given: 12 Main Street may stand in Freeport and in Melrose.
    """
    place = folded(f"{street} {unit}".strip())
    number = next((word for word in place.address.split() if word[0].isdigit()), "")
    called = _street_name(place.address, number)
    if not number or not called:
        return []
    rows = Premises.objects.filter(words=Words(whole_word(number))).select_related("merged_into")
    if city.strip():
        rows = rows.filter(city__iexact=city.strip()[:80])
    found: dict[int, Likeness[Premises]] = {}
    for row in rows.order_by("search_text", "pk")[:200]:
        stands = kept(row)
        if exclude is not None and stands.pk == kept(exclude).pk:
            continue
        if sorted(row.search_text.split()) == sorted(place.address.split()):
            _say(found.setdefault(stands.pk, Likeness(stands)), "Same address", 1.0)
            continue
        score = SequenceMatcher(None, called, _street_name(row.search_text, number)).ratio()
        if score >= STREET_LIKE:
            one = found.setdefault(stands.pk, Likeness(stands))
            _say(one, f"Similar address: {row.street_line}", score / 2)
    return sorted(found.values(), key=lambda one: (-one.score, one.record.pk))[:limit]


def _street_name(address: str, number: str) -> str:
    """What a street is called: its folded address without house number, kind and direction."""
    words = address.split()
    if number in words:
        words.remove(number)
    return " ".join(word for word in words if word not in STREET_WORDS)


def animal_duplicates(
    *,
    name: str = "",
    species: str = "",
    owner: Person | None = None,
    premises: Premises | None = None,
    microchips: Iterable[str] = (),
    exclude: Animal | None = None,
    limit: int = 5,
) -> list[Likeness[Animal]]:
    """Animals that may be the one being typed: same microchip, or same owner or premises and a like name."""
    numbers = {"".join(char for char in number if char.isalnum()).upper() for number in microchips}
    found: dict[int, Likeness[Animal]] = {}

    def take(animal: Animal, why: str, score: float) -> None:
        stands = kept(animal)
        if exclude is None or stands.pk != kept(exclude).pk:
            _say(found.setdefault(stands.pk, Likeness(stands)), why, score)

    if numbers - {""}:
        for chip in Microchip.objects.filter(number__in=numbers - {""}).select_related("animal__merged_into"):
            take(chip.animal, f"Same microchip, {chip.number}", 1.0)
    heard = folded(name)
    if heard.words and (owner is not None or premises is not None):
        near = Q(pk=None)
        if owner is not None:
            near |= Q(
                pk__in=Ownership.objects.filter(person__in=alias_ids(owner), voided_at__isnull=True).values(
                    "animal"
                )
            )
        if premises is not None:
            near |= Q(premises__in=alias_ids(premises))
        rows = (
            Animal.objects.filter(near)
            .annotate(likeness=TrigramSimilarity("sound_text", heard.sounds))
            .filter(likeness__gte=0.4)
            .select_related("merged_into")
            .order_by("-likeness", "pk")[:20]
        )
        for row in rows:
            if species and row.species != species:
                continue
            why = "Same name" if row.sort_name == heard.plain else f"Name sounds alike: {row}"
            take(row, f"{why}, and {'of this owner' if owner else 'on these premises'}", float(row.likeness))
    return sorted(found.values(), key=lambda one: (-one.score, one.record.pk))[:limit]
