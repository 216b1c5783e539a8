"""Facts, choices and answers of the rules in the words of the people who ask."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from freeport_animals import rules
from freeport_animals.base import formats
from freeport_animals.rules.facts import Fact

#: The rules by what people ask about, each with its question. Every rule stands in it once.
TOPICS: tuple[tuple[str, dict[str, str]], ...] = (
    (
        "Animals and premises",
        {
            "classify": "Which class of animal is it?",
            "animal-allowed": "May it be kept at this address?",
            "kennel": "Are these animals a kennel?",
        },
    ),
    (
        "Licenses and vaccination",
        {
            "license-required": "Does it need a license?",
            "license-check": "Can its license be issued?",
            "license-fee": "What does the license cost?",
            "license-term": "How long does the license run?",
            "vaccination-current": "Is a vaccination current?",
            "certificate-check": "Is a certificate complete?",
        },
    ),
    (
        "Impounding and release",
        {
            "impound-allowed": "May it be impounded for this?",
            "seizure": "May it be seized from private property?",
            "hold": "How long is it held?",
            "release-fee": "What does its release cost?",
            "release-allowed": "May it go home?",
            "disposal-allowed": "May it be adopted out, claimed or destroyed?",
            "destruction-charge": "What does its destruction cost the owner?",
        },
    ),
    (
        "Bites and dangerous animals",
        {
            "quarantine": "Must it be confined after a bite?",
            "designate": "Which designation does the evidence allow?",
            "dangerous-flag": "Does it count as dangerous while held?",
            "appeal-clock": "Until when can the owner appeal?",
            "deadline": "When is the last day?",
            "destruction-order": "May a dangerous animal be destroyed?",
            "requirements": "Which requirements are outstanding?",
            "insurance": "Is the insurance enough?",
            "relocation-notice": "Was a move announced in time?",
            "subsequent-offense": "Must it be seized for a later violation?",
            "reversal-costs": "Who pays the boarding after a reversal?",
        },
    ),
    (
        "Violations",
        {
            "answerable": "Does a parent or guardian answer?",
            "offenses": "How many offenses are these?",
        },
    ),
)
QUESTIONS: Mapping[str, str] = {rule: question for _, group in TOPICS for rule, question in group.items()}

# A choice by its id, and where one id means two things by the fact's name and its id.
_CHOICES: Mapping[str | tuple[str, str], str] = {
    "domestic": "Domestic",
    "non-domestic": "Non-domestic",
    "farm": "Farm animal",
    "officer-decides": "The officer decides",
    "guide": "Guide dog for a blind person",
    "service": "Another service dog",
    "inactivated": "Inactivated",
    "modified-live": "Modified live",
    "ordinary": "Ordinary impound",
    "bite": "Bite",
    "cruelty": "Cruel treatment",
    "dangerous": "Dangerous animal",
    "appeal": "Asking for a hearing (11.G.1)",
    "certificate-demand": "Showing certificates on demand (2.D.2)",
    "compliance": "Meeting the requirements (12.B)",
    "registration": "Registering with the county (12.A.6)",
    "reclaim": "Reclaiming a seized dangerous animal (12.C)",
    "hearing": "Holding the hearing (11.G.1.b)",
    "relocation-notice": "Announcing a move (11.I)",
    "shelter": "Animal shelter",
    "veterinary-hospital": "Veterinary hospital",
    "home": "The owner's property",
    "owner": "Its owner",
    "third-party": "Somebody else",
    "city": "The city's shelter",
    "tri-county": "Tri-County Humane Society",
    "at-large": "Running at large",
    "police-dog": "Police dog on duty",
    "intruder": "Attack on an intruder in the home",
    ("section", "9"): "Section 9, immediate danger",
    ("section", "10"): "Section 10, diseased",
    ("section", "12"): "Section 12, dangerous",
    ("victim", "domestic"): "A domestic animal",
    ("victim", "other"): "Another animal",
    ("victim", "person"): "A person",
    ("attacked_animal", "domestic"): "A domestic animal",
    ("attacked_animal", "other"): "Another animal",
    ("zoning", "other"): "Any other district",
    ("property_owner_contact", "failed"): "Tried, and it failed",
    ("property_owner_contact", "ignored"): "Tried, and it was ignored",
    ("property_owner_contact", "reached"): "Reached",
}
_NOTHING_CHOSEN: Mapping[str, str] = {
    "assistance": "Neither",
    "attacked_animal": "None",
    "exception": "Neither",
    "officer_class": "Not decided",
    "product": "Not stated",
    "property_owner_contact": "Nobody tried",
    "substantially_justified": "Not stated",
}
WEEKDAYS = formats.WEEKDAYS


def choice_words(fact: Fact, id: Any) -> str:
    """A choice of a fact for people: `Running at large`, `Monday`, `12.A.3 Insurance`."""
    if isinstance(id, int):
        if fact.name == "weekday":
            return WEEKDAYS[id - 1]
        clause = rules.CLAUSES.get(f"12.A.{id}")
        return f"{clause.number} {clause.heading}" if clause else str(id)
    if fact.name == "reason":
        phrase = rules.REASONS[id].name
        return f"{phrase[:1].upper()}{phrase[1:]} ({rules.REASONS[id].cite})"
    return _CHOICES.get((fact.name, id)) or _CHOICES.get(id) or _plain(id)


def nothing_chosen(fact: Fact) -> str:
    """What an optional choice says when nothing is chosen."""
    return _NOTHING_CHOSEN.get(fact.name, "Not known")


def _plain(id: str) -> str:
    words = id.replace("-", " ").replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}"


# --- amounts and readings ---------------------------------------------------------------------------------


def amount_words(parameter: rules.registry.Parameter, value: Decimal) -> str:
    """`$8.00 a day`, `24 months`: an amount or period with its unit."""
    if parameter.is_money:
        return formats.money(value) + parameter.unit.removeprefix("dollars")
    return f"{int(value):,} {parameter.unit}"


def reading_says(id: str, choice: str) -> str:
    """The sentence of a reading's choice."""
    return rules.READINGS[id].choice(choice).says


def authority_words(entry: rules.InForce[Any]) -> str:
    """Who set it: a resolution, or the ordinance itself."""
    return entry.authority or "the ordinance"


# --- answers ----------------------------------------------------------------------------------------------

_LABELS: Mapping[str | tuple[str, str], str] = {
    "class": "Class",
    "cite": "By clause",
    "allowed": "Allowed",
    ("animal-allowed", "allowed"): "May be kept here",
    ("release-allowed", "allowed"): "May go home",
    ("disposal-allowed", "allowed"): "May be disposed of so",
    ("destruction-order", "allowed"): "May be destroyed",
    ("impound-allowed", "allowed"): "May be impounded",
    ("license-required", "required"): "A license is needed",
    ("license-required", "from"): "Needed from",
    ("quarantine", "required"): "Confinement is required",
    "reason": "Because",
    "issuable": "Can be issued",
    "missing": "Still missing",
    ("seizure", "missing"): "Conditions not met",
    "total": "Total",
    "valid_from": "Valid from",
    "valid_to": "Valid through",
    "last_day": "Last day",
    "disposable_from": "May be disposed of from",
    "state_last_day": "Last day under state law",
    "places": "May be confined in",
    "place_allowed": "This place is allowed",
    "release_not_before": "Not released before",
    "lines": "What is owed",
    "step": "Step on the fee scale",
    "blocked_by": "Stands in the way",
    "count": "Animals that count",
    ("offenses", "count"): "Offenses",
    "kennel": "It is a kennel",
    "violation": "It is a violation",
    "dogs": "Dogs that count",
    "cats": "Cats that count",
    "exempt": "Of a litter that does not count",
    "exempt_through": "The litter does not count through",
    "dangerous_possible": "Dangerous is possible",
    "potentially_dangerous_possible": "Potentially dangerous is possible",
    "excepted": "An exception applies",
    ("designate", "dangerous"): "Grounds for dangerous",
    "potentially_dangerous": "Grounds for potentially dangerous",
    "lawful": "May be seized",
    "due_on": "Due by",
    "outstanding": "Outstanding",
    "seizable": "May be seized for it",
    "registration_due_on": "Registration with the county due by",
    "first_day": "First day that counts",
    "guardian": "Parent or guardian answers",
    "of_age_on": "The owner is of age from",
    "starts_on": "The clock starts",
    "complete": "Complete",
    "dangerous": "Counts as dangerous",
    "since": "Since",
    "met": "Met",
    "enough": "The amount is enough",
    "prove_again_by": "To be proved again by",
    "timely": "In time",
    "in_order": "In order",
    ("relocation-notice", "last_day"): "To be received by",
    "owner_pays": "The owner pays the boarding",
    "must_be_seized": "Must be seized",
    "current": "Current",
    "through": "Through",
}
_NONE: Mapping[str, str] = {
    "valid_to": "No expiry",
    "allowed": "The officer decides first",
    "owner_pays": "The council has not said",
    "due_on": "Stands still while the appeal is pending",
    "release_not_before": "No confinement",
    "step": "No release fee",
    "from": "Not needed",
    "since": "Not yet",
    "state_last_day": "The same",
}
# Said only where there is something to say.
_LEFT_OUT = {"state_last_day", "exempt_through", "registration_due_on", "since", "step", "from", "first_day"}
_CITES = {"cite", "blocked_by", "dangerous", "potentially_dangerous"}
_ABSENT = {
    "rabies": "Rabies vaccination",
    "distemper": "Distemper vaccination",
    "expired": "no longer current",
    "certificate": "no certificate",
    "veterinarian": "not by a licensed veterinarian",
    "product": "another kind of vaccine",
    "given": "The date of vaccination",
    "signature": "The veterinarian's signature",
    "vaccine": "The type of vaccine",
}


def missing_words(id: str) -> str:
    """An item of a `missing` list: `Rabies vaccination: no longer current`, `The owner's name`."""
    disease, _, what = id.partition("-")
    if disease in ("rabies", "distemper"):
        return f"{_ABSENT[disease]}: {_ABSENT[what]}" if what else f"{_ABSENT[disease]}: none"
    if id in _ABSENT:
        return _ABSENT[id]
    for whose in ("new-owner", "owner", "animal"):
        if id.startswith(f"{whose}-"):
            return f"The {whose.replace('-', ' ')}'s {id.removeprefix(f'{whose}-')}"
    return f"The {id.replace('-', ' ')}"


@dataclass(frozen=True)
class Part:
    """One part of an answer: what it is called, and its value as `kind` says it is to be drawn.

    `text` has it on one line whatever its kind; `cites` are clauses, `items` the entries of a list, `lines`
    what is owed.
    """

    key: str
    label: str
    kind: Literal["yes", "no", "text", "cites", "items", "lines"]
    text: str
    cites: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    lines: tuple[rules.Line, ...] = field(default=(), compare=False)


def label_of(rule: str, key: str) -> str:
    """What a part of an answer is called."""
    return _LABELS.get((rule, key)) or _LABELS.get(key) or _plain(key)


def part_of(rule: str, key: str, value: Any) -> Part:
    """One part of the value of an answer, in words."""
    label = label_of(rule, key)
    if isinstance(value, bool):
        return Part(key, label, "yes" if value else "no", "Yes" if value else "No")
    if value is None:
        return Part(key, label, "text", _NONE.get(key, "Not known yet"))
    if key in _CITES and isinstance(value, str):
        return Part(key, label, "cites", value, cites=(value,))
    if isinstance(value, list | tuple | frozenset):
        return _list(rule, key, label, tuple(value))
    return Part(key, label, "text", _one(rule, key, value))


def _list(rule: str, key: str, label: str, values: tuple[Any, ...]) -> Part:
    if key == "lines":
        text = ", ".join(f"{_plain(line.kind).lower()} {formats.money(line.amount)}" for line in values)
        return Part(key, label, "lines", text or "nothing", lines=values)
    if key in _CITES:
        return Part(key, label, "cites", ", ".join(values) or "none", cites=values)
    items = tuple(_one(rule, key, value) for value in values)
    return Part(key, label, "items", ", ".join(items) or "none", items=items)


def _one(rule: str, key: str, value: Any) -> str:
    if isinstance(value, Decimal):
        return formats.money(value)
    if isinstance(value, dt.datetime):
        return formats.moment(value)
    if isinstance(value, dt.date):
        return formats.longday(value)
    if isinstance(value, int):
        if rule == "seizure" and key == "missing":
            return f"8.{value} {rules.CLAUSES[f'8.{value}'].heading}"
        if key == "outstanding":
            return f"12.A.{value} {rules.CLAUSES[f'12.A.{value}'].heading}"
        return f"{value:,}"
    if key == "missing":
        return missing_words(value)
    if key in ("class", "places"):
        return _CHOICES[value]
    return str(value)


def parts_of(rule: str, value: Mapping[str, Any], keys: Iterable[str] | None = None) -> list[Part]:
    """The parts of an answer in the rule's order, or those named; what says nothing here is left out."""
    wanted = list(value) if keys is None else [key for key in value if key in set(keys)]
    return [
        part_of(rule, key, value[key])
        for key in wanted
        if keys is not None or not (value[key] is None and key in _LEFT_OUT)
    ]
