"""Sections 5, Subd. A and 8: when an animal may be impounded, and seized from private property."""

from collections.abc import Collection
from datetime import date

from .answer import Answer, Blocks, Why
from .classification import canonical_species
from .context import ORDINANCE, Context
from .facts import Day, Many, OneOf, Text, YesNo
from .reasons import REASON_IDS, REASONS
from .rule import rule
from .words import capital, listed

GROUNDS = ("barking", "cruelty", "at-large")


@rule(
    "seizure",
    "8.1 8.2 8.3 8.4 8.5 8.6",
    YesNo("complainant_identified", "Someone who is named complained"),
    YesNo("complainant_is_officer", "The complainant is a peace officer"),
    YesNo("contemporaneous", "The complaint is made at the time"),
    OneOf("ground", "What the complaint is about", choices=GROUNDS, other=True),
    YesNo(
        "prior_same_ground_same_address",
        "An earlier complaint on this ground at this address, on a prior date",
    ),
    YesNo(
        "prior_other_ground_same_address",
        "An earlier complaint on another of the three grounds at this address",
    ),
    OneOf(
        "property_owner_contact",
        "What came of trying to reach the owner of the property; null when nobody tried",
        choices=("failed", "ignored", "reached"),
        nullable=True,
    ),
    YesNo("forced_entry_into_residence", "A private residence would be entered by force"),
    YesNo("pass_key_used", "A pass key from someone who may have it is used"),
    YesNo("animal_owner_contacted", "The animal's owner was spoken to in person"),
    YesNo("notice_left", "Written notice of the seizure is left in a conspicuous place"),
)
def seizure(
    *,
    complainant_identified: bool,
    complainant_is_officer: bool,
    contemporaneous: bool,
    ground: str,
    prior_same_ground_same_address: bool,
    prior_other_ground_same_address: bool,
    forced_entry_into_residence: bool,
    animal_owner_contacted: bool,
    notice_left: bool,
    property_owner_contact: str | None = None,
    pass_key_used: bool = False,
    context: Context = ORDINANCE,
) -> Answer:
    """Whether an animal may be seized from private property: all six conditions of Section 8 must hold.

    Value: `lawful`; `missing`, the numbers of the conditions that do not hold. Each condition has a step
    about its number.
    """
    why = Why(context, None)
    missing: list[int] = []

    def condition(number: int, holds: bool, yes: str, no: str) -> None:
        if not holds:
            missing.append(number)
        why.say(f"8.{number}", yes if holds else no, str(number))

    if not complainant_identified:
        lacks = "No identified complainant."
    elif complainant_is_officer:
        lacks = "The only complainant is a peace officer; someone else must complain."
    else:
        lacks = "The complaint was not made at the time."
    condition(
        1,
        complainant_identified and not complainant_is_officer and contemporaneous,
        "An identified complainant other than a peace officer complains at the time.",
        lacks,
    )
    condition(
        2,
        ground in GROUNDS,
        f"The ground is one of the three: {ground}.",
        "The ground is none of barking, cruelty or at large.",
    )
    earlier = prior_same_ground_same_address
    if not earlier and prior_other_ground_same_address:
        earlier = why.reads("seizure-prior") == "any-ground-same-address"
    else:
        why.reads("seizure-prior")
    condition(
        3,
        earlier,
        "There was an earlier complaint at this address.",
        "There was no earlier complaint at this address on the same ground."
        if prior_other_ground_same_address
        else "There was no earlier complaint at this address.",
    )
    why.reads("seizure-contact")
    condition(
        4,
        property_owner_contact in ("failed", "ignored"),
        f"The attempt to reach the owner of the property {_came_of(property_owner_contact)}.",
        "Nobody tried to reach the owner of the property."
        if property_owner_contact is None
        else "The owner of the property was reached, so the attempt neither failed nor was ignored.",
    )
    key = " A pass key is no forced entry." if pass_key_used else ""
    condition(
        5,
        not forced_entry_into_residence,
        f"No private residence is entered by force.{key}",
        "A private residence would be entered by force.",
    )
    condition(
        6,
        animal_owner_contacted or notice_left,
        "The animal's owner was spoken to in person."
        if animal_owner_contacted
        else "Written notice is left.",
        "The animal's owner was not spoken to, and no written notice is left.",
    )
    if missing:
        why.say("8", f"Not lawful: {_conditions(missing)}.", "lawful")
    else:
        why.say("8", "All six conditions hold; the animal may be seized.", "lawful")
    return why.answer(lawful=not missing, missing=tuple(missing))


def _came_of(contact: str | None) -> str:
    return "was ignored" if contact == "ignored" else "failed"


def _conditions(missing: list[int]) -> str:
    named = listed(str(number) for number in missing)
    return f"condition {named} does not hold" if len(missing) == 1 else f"conditions {named} do not hold"


@rule(
    "impound-allowed",
    "5.A 7.D",
    Text("species", "What the animal is"),
    Many("reasons", "Why it would be impounded", of=OneOf("reason", "A reason", choices=REASON_IDS), least=1),
    Day("on", "The day it would be impounded"),
)
def impound_allowed(
    *, species: str, reasons: Collection[str], on: date, context: Context = ORDINANCE
) -> Answer:
    """Whether an animal may be impounded for these reasons: for having no license alone only where 5.A
    means it.

    Value: `allowed`; `blocked_by`.
    """
    why = Why(context, on)
    blocks = Blocks(why)
    name = canonical_species(species)
    if set(reasons) == {"unlicensed"}:
        if name == "cat":
            if why.reads("cats-licensed") == "no":
                blocks.add("2.C", "As the council reads 2.C, cats need no license.")
            if why.reads("unlicensed-impound") == "dogs-only":
                blocks.add("5.A", "A cat is not impounded solely for having no license.")
        elif name != "dog":
            blocks.add("5.A", f"A {name} needs no license, so having none is no reason to impound it.")
    names = listed(REASONS[reason].name for reason in REASON_IDS if reason in reasons)
    return blocks.answer(REASONS[next(iter(reasons))].cite, f"{capital(names)}: it may be impounded.")
