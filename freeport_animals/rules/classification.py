"""Section 1, Subd. A: which class an animal is of; Sections 3 and 4: where it may be kept."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from .answer import Answer, Why
from .context import ORDINANCE, Context
from .errors import RuleError
from .facts import OneOf, Text, YesNo
from .rule import rule

DOMESTIC, NON_DOMESTIC, FARM, OFFICER_DECIDES = "domestic", "non-domestic", "farm", "officer-decides"

with (Path(__file__).parent / "species.toml").open("rb") as _file:
    _SPECIES: dict[str, Any] = tomllib.load(_file)


def _kinds() -> dict[str, tuple[str, str]]:
    return {
        name: (kind, cite)
        for kind in (DOMESTIC, "reptile-or-amphibian", NON_DOMESTIC, "crossbreed", FARM, OFFICER_DECIDES)
        for cite, names in _SPECIES[kind].items()
        for name in names
    }


_KINDS = _kinds()
_SAME = {name: species for species in ("dog", "cat") for name in _SPECIES[species]}


@lru_cache(maxsize=4096)
def canonical_species(species: str) -> str:
    """The species as the rules know it: lower case, singular, spaces for hyphens; `puppies` is `dog`."""
    words = " ".join(species.casefold().replace("-", " ").replace("_", " ").split())
    for name in (
        words,
        _SPECIES["plurals"].get(words, ""),
        words.removesuffix("s"),
        words.removesuffix("es"),
    ):
        if name in _SAME:
            return _SAME[name]
        if name in _KINDS:
            return name
    return words


def is_dog_or_cat(species: str) -> bool:
    """Whether Section 2 speaks of the animal."""
    return canonical_species(species) in ("dog", "cat")


def known_species() -> tuple[str, ...]:
    """The species the ordinance places by itself, in alphabetical order, for a list to pick from."""
    return tuple(sorted(_KINDS))


_FACTS = (
    Text("species", "What the animal is: dog, cat, goat, ferret …"),
    YesNo("hybrid_with_wild", "A crossbreed with a wild animal, such as a wolf and a dog"),
    YesNo("venomous_or_constricting", "A poisonous, venomous or constricting reptile or amphibian"),
    YesNo("commonly_accepted_pet", "A crossbreed that is commonly accepted as a house pet"),
)


@rule("classify", "1.A.1 1.A.2 1.A.3", *_FACTS)
def classify(
    *,
    species: str,
    hybrid_with_wild: bool = False,
    venomous_or_constricting: bool = False,
    commonly_accepted_pet: bool = False,
    context: Context = ORDINANCE,
) -> Answer:
    """Which class of Section 1, Subd. A an animal is of.

    Value: `class`, one of domestic, non-domestic, farm, officer-decides; `cite`, the item that decides.
    """
    why = Why(context, None)
    name = canonical_species(species)
    kind, cite = _KINDS.get(name, (OFFICER_DECIDES, "1.A"))
    if venomous_or_constricting and kind in (DOMESTIC, FARM):
        raise RuleError(
            "venomous_or_constricting", True, f"false for a {name}, which is no reptile or amphibian"
        )
    if hybrid_with_wild or kind == "crossbreed":
        if commonly_accepted_pet:
            kind, cite = DOMESTIC, "1.A.2.c"
            why.say(
                "1.A.2.c",
                f"A crossbreed ({name}) is non-domestic unless it is commonly a house pet; this one is.",
            )
        else:
            kind, cite = NON_DOMESTIC, "1.A.2.c"
            why.say("1.A.2.c", f"A crossbreed ({name}) with a wild animal is non-domestic.")
    elif venomous_or_constricting:
        kind, cite = NON_DOMESTIC, "1.A.2.e"
        why.say("1.A.2.e", f"A poisonous, venomous or constricting {name} is non-domestic.")
    elif kind == "reptile-or-amphibian":
        kind = DOMESTIC
        why.say(cite, f"A {name} that is neither poisonous, venomous nor constricting is a domestic animal.")
    elif kind == OFFICER_DECIDES:
        why.reads("ferret")
        if cite == "1.A":
            why.say(
                cite,
                f"The ordinance names {_a(name)} on no list: the officer decides, with a written reason.",
            )
        else:
            why.say(
                cite,
                f"{_a(name).capitalize()} is non-domestic unless commonly a pet, and 12.A.7 names it among "
                "animals that are kept: the officer decides, with a written reason.",
            )
    else:
        why.say(cite, f"{_a(name).capitalize()} is {_a(kind)} animal.")
    return why.answer(**{"class": kind, "cite": cite})


def _a(word: str) -> str:
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


@rule(
    "animal-allowed",
    "1.A 3 4",
    *_FACTS,
    OneOf(
        "zoning",
        "The zoning district of the premises",
        choices=("agricultural", "residential", "commercial", "other"),
    ),
    OneOf(
        "officer_class",
        "The class the officer decided on, where the ordinance leaves it to the officer",
        choices=(DOMESTIC, NON_DOMESTIC, FARM),
        nullable=True,
    ),
)
def animal_allowed(
    *,
    species: str,
    zoning: str,
    hybrid_with_wild: bool = False,
    venomous_or_constricting: bool = False,
    commonly_accepted_pet: bool = False,
    officer_class: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether an animal may be kept on premises of a zoning district (Sections 3 and 4).

    Value: `allowed`, None when the officer must first decide the class; `cite`, the clause that decides;
    `class`.
    """
    why = Why(context, None)
    classed = classify(
        species=species,
        hybrid_with_wild=hybrid_with_wild,
        venomous_or_constricting=venomous_or_constricting,
        commonly_accepted_pet=commonly_accepted_pet,
        context=context,
    )
    why.include(classed)
    kind = classed["class"]
    if kind == OFFICER_DECIDES and officer_class is not None:
        kind = officer_class
        why.say("1.A", f"The officer decided: {_a(kind)} animal.")
    if kind == OFFICER_DECIDES:
        return why.answer(allowed=None, cite=classed["cite"], **{"class": kind})
    if kind == DOMESTIC:
        why.say("1.A.1", "A domestic animal may be kept in any district.")
        allowed, cite = True, "1.A.1"
    elif kind == NON_DOMESTIC:
        why.say(
            "3", "No one may own, possess, harbor or offer for sale a non-domestic animal within the city."
        )
        allowed, cite = False, "3"
    else:
        allowed, cite = zoning == "agricultural", "4"
        where = f"this is {_a(zoning)} district" if zoning != "other" else "this district is none"
        why.say("4", f"Farm animals may be kept only in an agricultural district; {where}.")
    return why.answer(allowed=allowed, cite=cite, **{"class": kind})
