"""Animals: what they are, how old, what marks them.

Their microchips; the officer's decision on their class.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction

from freeport_animals import rules
from freeport_animals.attachments.models import Attachment
from freeport_animals.base.editing import lock_for_edit, save_edit
from freeport_animals.base.formats import day
from freeport_animals.registry.models import Animal, Microchip, Person, Premises
from freeport_animals.registry.selectors.aliases import alias_ids, kept
from freeport_animals.registry.services.errors import RegistryError, explained, refuse
from freeport_animals.registry.services.locks import lock_kept
from freeport_animals.registry.services.ownerships import ownership_begin
from freeport_animals.registry.services.text import (
    line,
    microchip_number,
    named,
    note,
    past_day,
    weight_in_pounds,
)

EDITABLE = (
    "name", "species", "breed", "color", "sex", "altered", "born", "born_precision", "born_in_litter_here",
    "hybrid_with_wild", "venomous_or_constricting", "commonly_accepted_pet", "marks", "weight", "premises",
    "note",
)  # fmt: skip
# The class an officer decided on is about what the animal is: it does not outlive a change of these.
CLASS_FACTS = ("species", "hybrid_with_wild", "venomous_or_constricting", "commonly_accepted_pet")
CLASSES = ("domestic", "non-domestic", "farm")
CHIP = {
    "microchip_unique": (
        "microchips",
        "Another animal has this microchip. Search for the number: it may be the same animal.",
    )
}


def _species(facts: dict[str, Any]) -> None:
    typed = named("species", facts["species"], limit=60, what="kind of animal")
    if not typed:
        refuse(species="Say what the animal is: dog, cat, or what it is called.")
    facts["species"] = rules.canonical_species(typed)
    try:
        rules.classify(
            species=facts["species"],
            hybrid_with_wild=facts["hybrid_with_wild"],
            venomous_or_constricting=facts["venomous_or_constricting"],
            commonly_accepted_pet=facts["commonly_accepted_pet"],
        )
    except rules.RuleError as error:
        if error.fact == "venomous_or_constricting":
            kind = facts["species"]
            refuse(
                venomous_or_constricting=f"A {kind} is neither a reptile nor an amphibian. Clear this box."
            )
        refuse(species=error.sentence)


def _birth(facts: dict[str, Any], today: dt.date) -> None:
    facts["born"] = past_day("born", facts["born"], today=today, what="The birth date")
    precision = facts["born_precision"]
    if precision not in Animal.BornPrecision.values:
        refuse(born_precision="Choose exact, estimated or not known.")
    if facts["born"] is None:
        facts["born_precision"] = Animal.BornPrecision.UNKNOWN
    elif precision == Animal.BornPrecision.UNKNOWN:
        facts["born_precision"] = Animal.BornPrecision.ESTIMATED


def _checked(facts: Mapping[str, Any], *, today: dt.date) -> dict[str, Any]:
    """The facts of an animal as they may be kept; all refusals at once, each beside its field."""
    clean = dict(facts)
    errors: dict[str, list[str]] = {}

    def attempt(work: Any, *args: Any) -> Any:
        try:
            return work(*args)
        except RegistryError as error:
            for field, texts in error.message_dict.items():
                errors.setdefault(field, []).extend(texts)
            return None

    def lined(field: str, limit: int) -> None:
        clean[field] = line(field, clean[field], limit=limit)

    attempt(lined, "name", 100)
    attempt(_species, clean)
    attempt(lined, "breed", 120)
    attempt(lined, "color", 120)
    attempt(_birth, clean, today)
    for field, choices, sentence in (
        ("sex", Animal.Sex.values, "Choose female, male or not known."),
        ("altered", Animal.Altered.values, "Choose yes, no or not known."),
    ):
        if clean[field] not in choices:
            errors[field] = [sentence]
    clean["marks"] = attempt(lambda: note("marks", clean["marks"]))
    clean["note"] = attempt(lambda: note("note", clean["note"]))
    clean["weight"] = attempt(weight_in_pounds, "weight", clean["weight"])
    if errors:
        raise RegistryError(errors)
    if clean["premises"] is not None:
        clean["premises"] = kept(clean["premises"])
    return clean


def animal_refusals(facts: Mapping[str, Any], *, today: dt.date) -> dict[str, list[str]]:
    """What `animal_add` or `animal_edit` would refuse of these facts, by field: for forms.

    Facts that are missing, since their box holds something else that is wrong, count as not known.
    """
    blank: dict[str, Any] = dict.fromkeys(EDITABLE, "")
    blank |= dict.fromkeys((*CLASS_FACTS[1:], "born_in_litter_here"), False)
    blank |= {"species": "dog", "sex": "unknown", "altered": "unknown", "born_precision": "exact"}
    blank |= {"born": None, "weight": None, "premises": None}
    try:
        _checked(blank | {name: facts[name] for name in facts if name in blank}, today=today)
    except RegistryError as error:
        return error.message_dict
    return {}


def _chips(numbers: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(microchip_number("microchips", number) for number in numbers if number.strip()))


@transaction.atomic
def animal_add(
    *,
    species: str,
    name: str = "",
    breed: str = "",
    color: str = "",
    sex: str = Animal.Sex.UNKNOWN,
    altered: str = Animal.Altered.UNKNOWN,
    born: dt.date | None = None,
    born_precision: str = Animal.BornPrecision.EXACT,
    born_in_litter_here: bool = False,
    hybrid_with_wild: bool = False,
    venomous_or_constricting: bool = False,
    commonly_accepted_pet: bool = False,
    marks: str = "",
    weight: Decimal | None = None,
    premises: Premises | None = None,
    photograph: Attachment | None = None,
    note: str = "",
    microchips: Iterable[str] = (),
    owner: Person | None = None,
    owned_since: dt.date | None = None,
    today: dt.date,
) -> Animal:
    """Add an animal, with its registered owner when one is known.

    It is kept on `premises`, or without any on its owner's. `owned_since` None: nobody knows since when.
    `born_precision` counts only with a birth date. Raises RegistryError with all refusals, each beside its
    field.
    """
    facts = _checked(
        {
            "name": name,
            "species": species,
            "breed": breed,
            "color": color,
            "sex": sex,
            "altered": altered,
            "born": born,
            "born_precision": born_precision,
            "born_in_litter_here": born_in_litter_here,
            "hybrid_with_wild": hybrid_with_wild,
            "venomous_or_constricting": venomous_or_constricting,
            "commonly_accepted_pet": commonly_accepted_pet,
            "marks": marks,
            "weight": weight,
            "premises": premises,
            "note": note,
        },
        today=today,
    )
    numbers = _chips(microchips)
    owner = kept(owner) if owner is not None else None
    if facts["premises"] is None and owner is not None and owner.premises is not None:
        facts["premises"] = kept(owner.premises)
    animal = Animal.objects.create(photograph=photograph, **facts)
    for number in numbers:
        with explained(CHIP):
            Microchip.objects.create(animal=animal, number=number)
    if owner is not None:
        ownership_begin(animal=animal, person=owner, on=owned_since, today=today)
    animal.refresh_from_db()
    return animal


@transaction.atomic
def animal_edit(
    *,
    animal: Animal,
    version: int,
    changes: Mapping[str, Any],
    microchips: Iterable[str] | None = None,
    today: dt.date,
) -> Animal:
    """Change what is known of an animal. `microchips`, when given, are all of them from now on.

    A birth date after a recorded vaccination is refused. Raises EditConflict or RegistryError.
    """
    current = lock_for_edit(Animal, animal.pk, version=version)
    facts = {name: getattr(current, name) for name in EDITABLE}
    facts.update({name: value for name, value in changes.items() if name in EDITABLE})
    clean = _checked(facts, today=today)
    if clean["born"] is not None:
        first = (
            current.vaccinations.filter(voided_at__isnull=True, given__lt=clean["born"])
            .order_by("given")
            .first()
        )
        if first is not None:
            refuse(
                born=f"A {first.get_disease_display().lower()} vaccination was given on {day(first.given)}, "
                "before "
                f"this birth date. Check the birth date, or void that vaccination first."
            )
    if any(clean[name] != getattr(current, name) for name in CLASS_FACTS):
        clean.update(officer_class="", officer_class_reason="")
    saved = save_edit(Animal, current.pk, version=version, changes=clean)
    if microchips is not None:
        _chips_set(saved, _chips(microchips))
    return saved


def _chips_set(animal: Animal, numbers: list[str]) -> None:
    """Numbers no longer named go out of use; none is deleted."""
    known = {chip.number: chip for chip in Microchip.objects.filter(animal=animal).order_by("in_use", "pk")}
    for number, chip in known.items():
        if chip.in_use and number not in numbers:
            chip.in_use = False
            chip.save(update_fields=["in_use"])
    for number in numbers:
        known_chip = known.get(number)
        with explained(CHIP):
            if known_chip is None:
                Microchip.objects.create(animal=animal, number=number)
            elif not known_chip.in_use:
                known_chip.in_use = True
                known_chip.save(update_fields=["in_use"])


@transaction.atomic
def microchip_add(*, animal: Animal, number: str) -> Microchip:
    """Add a microchip found by a scanner. One that this animal has already is returned as it is."""
    animal = lock_kept(Animal, animal.pk)
    text = microchip_number("number", number)
    known = Microchip.objects.filter(animal__in=alias_ids(animal), number=text, in_use=True).first()
    if known is not None:
        return known
    with explained({"microchip_unique": ("number", CHIP["microchip_unique"][1])}):
        return Microchip.objects.create(animal=animal, number=text)


@transaction.atomic
def animal_photograph_set(*, animal: Animal, photograph: Attachment | None) -> Animal:
    """Show this photograph of the animal from now on; earlier ones stay in the history."""
    locked = lock_kept(Animal, animal.pk)
    locked.photograph = photograph
    locked.version += 1
    locked.save(update_fields=["photograph", "version"])
    return locked


@transaction.atomic
def animal_class_decide(*, animal: Animal, officer_class: str, reason: str) -> Animal:
    """Keep the officer's decision where 1.A leaves the class to the officer, with the written reason.

    Raises RegistryError when the ordinance itself decides, or without a reason.
    """
    locked = lock_kept(Animal, animal.pk)
    if officer_class not in CLASSES:
        refuse(officer_class="Choose domestic, non-domestic or farm.")
    text = note("reason", reason)
    if not text:
        refuse(reason="Write the reason: the decision is kept with it (1.A).")
    answer = rules.classify(
        species=locked.species,
        hybrid_with_wild=locked.hybrid_with_wild,
        venomous_or_constricting=locked.venomous_or_constricting,
        commonly_accepted_pet=locked.commonly_accepted_pet,
    )
    if answer["class"] != "officer-decides":
        refuse(
            officer_class=f"The ordinance decides this itself: {answer.steps[-1].says} "
            f"({answer.steps[-1].cite})"
        )
    locked.officer_class, locked.officer_class_reason = officer_class, text
    locked.version += 1
    locked.save(update_fields=["officer_class", "officer_class_reason", "version"])
    return locked
