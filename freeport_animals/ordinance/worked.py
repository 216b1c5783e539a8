"""A worked example for each reading: one case, answered by the rules under every choice.

Only the case is written here. What each choice gives is worked out by the rules each time, under everything
else as it is in force, so an example can never say what the software would not do. Days are fixed, and
today's choices and amounts are taken as if they had held then.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from freeport_animals import rules
from freeport_animals.ordinance.asking import cases
from freeport_animals.ordinance.words import Part, parts_of
from freeport_animals.rules.front import parse_facts


@dataclass(frozen=True)
class Example:
    """A case told in a sentence, and its facts in JSON types; `under` are choices it needs of others."""

    rule: str
    says: str
    facts: Mapping[str, Any]
    under: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What one choice gives in the example: the parts that differ, or nothing where the rule refuses."""

    choice: rules.registry.Choice
    parts: list[Part]
    refused: str
    is_today: bool
    query: str


def _release(**facts: Any) -> dict[str, Any]:
    case: dict[str, Any] = {
        "species": "dog",
        "animal": "Bella",
        "owner": "her owner",
        "household": "the household",
        "event": "this pickup",
        "impounded_at": "2026-06-01T16:30",
        "released_at": "2026-06-02T09:00",
        "reasons": ["at-large"],
        "priors": [],
        "shelter": "city",
    }
    return case | facts


def _prior(**facts: Any) -> dict[str, Any]:
    prior: dict[str, Any] = {
        "event": "an earlier pickup",
        "animal": "Max",
        "owner": "her owner",
        "household": "the household",
        "impounded_on": "2025-09-10",
        "reasons": ["at-large"],
    }
    return prior | facts


def _shot(disease: str, given: str, **facts: Any) -> dict[str, Any]:
    return {"disease": disease, "given": given, "certificate": True, "veterinarian_licensed": True} | facts


def _application(*vaccinations: dict[str, Any]) -> dict[str, Any]:
    return {
        "species": "dog",
        "on": "2026-06-01",
        "owner_name": "the owner",
        "owner_address": "an address",
        "animal_name": "Bella",
        "breed": "Labrador",
        "color": "yellow",
        "sex": "female",
        "vaccinations": list(vaccinations),
    }


def _dogs_and_cats(dogs: int, cats: int) -> list[dict[str, Any]]:
    return [{"species": "dog"} for _ in range(dogs)] + [{"species": "cat"} for _ in range(cats)]


def _destruction(**facts: Any) -> dict[str, Any]:
    case: dict[str, Any] = {
        "on": "2026-09-01",
        "species": "dog",
        "finding_vicious_attack": True,
        "finding_owner_unable": False,
        "designated_dangerous": True,
        "notice_served_on": "2026-06-05",
        "appeal_pending": False,
        "council_ordered_destruction": False,
    }
    return case | facts


EXAMPLES: Mapping[str, Example] = {
    "release-count": Example(
        "release-fee",
        "Bella is impounded for the first time; Max, of the same household, was impounded last September. "
        "She is fetched the next morning.",
        _release(priors=[_prior()]),
    ),
    "release-per": Example(
        "release-fee",
        "Bella and Max, of one household, are picked up together. Max was fetched first; now Bella is.",
        _release(priors=[_prior(event="this pickup", impounded_on="2026-06-01")]),
    ),
    "release-counts-what": Example(
        "release-fee",
        "Bella was held last September for a bite only, without a release fee. Now she was at large.",
        _release(priors=[_prior(animal="Bella", reasons=["bite"])]),
    ),
    "count-reset": Example(
        "release-fee",
        "Bella was given to another household in January. That household's own dog was impounded last "
        "September. Now Bella is impounded.",
        _release(
            priors=[_prior()],
            transfers=[
                {"on": "2026-01-12", "from_household": "another household", "to_household": "the household"}
            ],
        ),
    ),
    "boarding-day": Example(
        "release-fee",
        "Impounded on Monday at 4:30 pm and fetched on Tuesday at 9:00 am.",
        _release(),
    ),
    "cleared-fee": Example(
        "release-fee",
        "An animal taken as a danger under Section 9 is found to be none, and fetched the next morning.",
        _release(reasons=["danger-cleared"]),
    ),
    "boarding-ends": Example(
        "release-fee",
        "All was paid on Friday at 4:00 pm, but the shelter could hand it over only on Monday.",
        _release(
            impounded_at="2026-06-04T10:00",
            paid_and_ready_at="2026-06-05T16:00",
            released_at="2026-06-08T09:00",
        ),
    ),
    "quarantine-release-fee": Example(
        "release-fee",
        "An animal was confined in the city's shelter for ten days only because it bit.",
        _release(reasons=["bite"], impounded_at="2026-06-01T10:00", released_at="2026-06-11T10:00"),
    ),
    "cats-licensed": Example(
        "license-required",
        "A grown cat kept in the city.",
        {"species": "cat", "born": "2023-05-01", "on": "2026-06-01"},
    ),
    "license-term": Example(
        "license-term",
        "A license is issued on 1 June 2026 for a dog vaccinated against rabies on 15 September 2025 and "
        "against distemper on 20 January 2026.",
        {
            "issued_on": "2026-06-01",
            "vaccinations": [_shot("rabies", "2025-09-15"), _shot("distemper", "2026-01-20")],
        },
    ),
    "rabies-interval": Example(
        "vaccination-current",
        "Vaccinated against rabies on 15 September 2025, certified for three years; asked on 1 June 2026.",
        {"disease": "rabies", "given": "2025-09-15", "expires": "2028-09-15", "on": "2026-06-01"},
    ),
    "distemper-interval": Example(
        "vaccination-current",
        "Vaccinated against distemper on 3 May 2024, certified for three years; asked on 1 June 2026.",
        {"disease": "distemper", "given": "2024-05-03", "expires": "2027-05-03", "on": "2026-06-01"},
    ),
    "rabies-vaccine": Example(
        "license-check",
        "The rabies certificate names an inactivated vaccine, as nearly all do today.",
        _application(_shot("rabies", "2026-05-04", product="inactivated"), _shot("distemper", "2026-05-04")),
    ),
    "guide-dogs": Example(
        "license-required",
        "A trained service dog that assists a person who is not blind.",
        {"species": "dog", "born": "2023-05-01", "on": "2026-06-01", "assistance": "service"},
    ),
    "unlicensed-impound": Example(
        "impound-allowed",
        "A cat without a license, found where it belongs.",
        {"species": "cat", "reasons": ["unlicensed"], "on": "2026-06-01"},
        under={"cats-licensed": "yes"},
    ),
    "indigenous-peoples-day": Example(
        "hold",
        "Impounded on Wednesday 7 October 2026, before the second Monday of October.",
        {"impounded_on": "2026-10-07", "kinds": ["ordinary"]},
    ),
    "friday-after-thanksgiving": Example(
        "hold",
        "Impounded on Monday 23 November 2026, in the week of Thanksgiving.",
        {"impounded_on": "2026-11-23", "kinds": ["ordinary"]},
    ),
    "dangerous-flag": Example(
        "dangerous-flag",
        "The proceeding was opened on 4 May 2026, the dog designated on 8 May; asked on 6 May.",
        {"proceeding_opened_on": "2026-05-04", "designated_on": "2026-05-08", "on": "2026-05-06"},
    ),
    "vaccinated-biter": Example(
        "quarantine",
        "A vaccinated dog, its certificate at hand, broke a person's skin on Monday 1 June 2026.",
        {
            "skin_punctured": True,
            "doctor_required": False,
            "bitten_at": "2026-06-01T08:00",
            "confined_at": "2026-06-01T10:00",
            "vaccinated_with_certificate": True,
            "place": "home",
        },
        under={"rabies-vaccine": "any-licensed-vaccine"},
    ),
    "third-party-claim": Example(
        "release-fee",
        "Nobody fetched the dog; after the hold somebody else claims it, without a license yet.",
        _release(claimant="third-party", license_due=True, released_at="2026-06-09T09:00"),
    ),
    "kennel-count": Example(
        "kennel",
        "Three dogs and two cats at one address.",
        {"animals": _dogs_and_cats(3, 2), "on": "2026-06-01"},
    ),
    "kennel-nuisance": Example(
        "kennel",
        "Five dogs at one address, none of them for business.",
        {"animals": _dogs_and_cats(5, 0), "on": "2026-06-01"},
    ),
    "seizure-prior": Example(
        "seizure",
        "A neighbor complains of barking. There was an earlier complaint at this address, of a dog at large.",
        {
            "complainant_identified": True,
            "complainant_is_officer": False,
            "contemporaneous": True,
            "ground": "barking",
            "prior_same_ground_same_address": False,
            "prior_other_ground_same_address": True,
            "property_owner_contact": "failed",
            "forced_entry_into_residence": False,
            "animal_owner_contacted": False,
            "notice_left": True,
        },
    ),
    "dangerous-evidence": Example(
        "designate",
        "A dog bit a person who had teased it.",
        {
            "unprovoked": False,
            "injured_person": True,
            "attacked_person": True,
            "bites": [{"victim": "person", "on": "2026-06-01"}],
            "chased_or_approached": False,
            "threatened": False,
            "incident_on": "2026-06-01",
        },
    ),
    "council-finding": Example(
        "destruction-order",
        "After a hearing the council ordered destruction without a finding of its own.",
        _destruction(finding_vicious_attack=False, council_ordered_destruction=True),
    ),
    "court-review": Example(
        "destruction-order",
        "The council ordered destruction. The time to go to court runs through 20 September 2026; nobody has "
        "filed. Asked about 1 September.",
        _destruction(council_ordered_destruction=True, court_window_ends_on="2026-09-20"),
    ),
    "appeal-clock": Example(
        "appeal-clock",
        "The certified letter of 1 June 2026 was never fetched; the first-class letter and the posting were "
        "done by 8 June.",
        {"sent_on": "2026-06-01", "attempts_completed_on": "2026-06-08"},
    ),
    "each-requirement": Example(
        "requirements",
        "The council ordered an enclosure, signs and insurance. All three are met.",
        {
            "species": "dog",
            "ordered": [1, 2, 3],
            "met": [1, 2, 3],
            "notice_sent_on": "2026-06-01",
            "on": "2026-06-16",
        },
    ),
    "compliance-clock": Example(
        "requirements",
        "The notice was sent on 1 June 2026; the owner asked for a hearing on 5 June, and the council has "
        "not decided. Asked about 16 June.",
        {
            "species": "dog",
            "ordered": [1, 3],
            "met": [],
            "notice_sent_on": "2026-06-01",
            "appeal_demanded_on": "2026-06-05",
            "on": "2026-06-16",
        },
    ),
}


def as_today(context: rules.Context, on: dt.date) -> rules.Context:
    """What is in force on a day, as if it held on every day, so that an example's own days do not matter."""
    return rules.Context.fixed(
        {id: context.reading(id, on) for id in rules.READINGS},
        {id: context.parameter(id, on) for id in rules.RESOLUTION_PARAMETERS},
        context.closures,
    )


def outcomes(id: str, context: rules.Context, chosen: str) -> list[Outcome]:
    """What each choice of a reading gives in its example, today's first; only the parts that differ.

    `context` is what holds for everything else (`as_today`). Where no part differs under the other readings
    in force, the first part of the answer stands for all.
    """
    example = EXAMPLES[id]
    rule = rules.RULES[example.rule]
    facts = parse_facts(rule, example.facts)
    for other, needed in example.under.items():
        context = context.with_reading(other, needed)
    answers: dict[str, Mapping[str, Any] | rules.RuleError] = {}
    for choice in rules.READINGS[id].choices:
        try:
            answers[choice.id] = rule.function(**facts, context=context.with_reading(id, choice.id)).value
        except rules.RuleError as error:
            answers[choice.id] = error
    values = [value for value in answers.values() if not isinstance(value, rules.RuleError)]
    first = values[0] if values else {}
    keys = [key for key in first if any(value[key] != first[key] for value in values)] or list(first)[:1]
    found = []
    for choice in rules.READINGS[id].choices:
        value = answers[choice.id]
        refused = value.sentence if isinstance(value, rules.RuleError) else ""
        parts = [] if isinstance(value, rules.RuleError) else parts_of(example.rule, value, keys)
        query = cases.of(rule, example.facts, {**example.under, id: choice.id}).query()
        found.append(Outcome(choice, parts, refused, choice.id == chosen, query))
    return sorted(found, key=lambda outcome: not outcome.is_today)
