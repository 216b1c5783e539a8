"""Facts for hypothesis: what a rule may be told, made from the rule's own facts."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from freeport_animals.rules import CITY_TIME, READINGS, RULES
from freeport_animals.rules.facts import (
    Day,
    Fact,
    Many,
    Moment,
    Money,
    OneOf,
    Record,
    Text,
    Whole,
    YesNo,
)

DAYS = st.dates(dt.date(2005, 8, 6), dt.date(2060, 12, 31))
MONEY = st.decimals(0, 5000, places=2)
SPECIES = st.sampled_from(["dog", "cat", "ferret", "goat", "rabbit", "llama", "lion", "snake"])
IDS = st.sampled_from(["A1", "A2", "O1", "O2", "H1", "H2", "E1", "E2", "E3"])


@st.composite
def moments(draw: st.DrawFn) -> dt.datetime:
    """A moment that the city's clock shows."""
    day, minute = draw(DAYS), draw(st.integers(0, 1439))
    moment = dt.datetime.combine(day, dt.time(minute // 60, minute % 60), dt.UTC)
    return (
        moment.astimezone(CITY_TIME) if moment.astimezone(CITY_TIME).date() >= dt.date(2005, 8, 6) else moment
    )


def of(fact: Fact) -> st.SearchStrategy[Any]:
    """Typed values that the fact accepts."""
    made: st.SearchStrategy[Any]
    match fact:
        case Day():
            made = DAYS
        case Moment():
            made = moments().map(lambda moment: max(moment, dt.datetime(2005, 8, 6, 12, tzinfo=CITY_TIME)))
        case Money():
            made = MONEY
        case YesNo():
            made = st.booleans()
        case Whole():
            made = st.integers(fact.least, min(fact.most, 400))
        case OneOf():
            made = st.sampled_from(fact.choices)
        case Text():
            made = SPECIES if fact.name == "species" else IDS
        case Record():
            made = st.builds(fact.type, **{part.argument: of(part) for part in fact.facts})
        case Many():
            made = st.lists(of(fact.of), min_size=fact.least, max_size=4).map(tuple)
        case _:
            raise TypeError(fact)
    return st.none() | made if fact.nullable else made


def agreeing(rule: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with what contradicts another fact set right, so that few examples are refused."""
    facts = dict(facts)

    def no_later(name: str, day: dt.date) -> None:
        if facts.get(name) is not None:
            facts[name] = min(facts[name], day)

    match rule:
        case "release-fee":
            first, last = sorted((facts["impounded_at"], facts["released_at"]))
            facts.update(impounded_at=first, released_at=last)
            if facts.get("paid_and_ready_at") is not None:
                facts["paid_and_ready_at"] = min(max(facts["paid_and_ready_at"], first), last)
            facts["priors"] = tuple(
                replace(prior, impounded_on=min(prior.impounded_on, first.date()))
                for prior in facts["priors"]
                if (prior.event, prior.animal) != (facts["event"], facts["animal"])
            )
            if facts["shelter"] == "tri-county" and facts.get("shelter_invoice") is None:
                facts["shelter_invoice"] = Decimal("40.00")
        case "destruction-charge":
            facts.setdefault("shelter_invoice", Decimal("40.00"))
        case "license-check" | "license-term":
            on = facts.get("on") or facts["issued_on"]
            facts["vaccinations"] = tuple(
                replace(
                    shot,
                    given=min(shot.given, on),
                    expires=max(shot.expires, shot.given) if shot.expires else None,
                )
                for shot in facts["vaccinations"]
            )
        case "vaccination-current":
            no_later("given", facts["on"])
            if facts.get("expires") is not None:
                facts["expires"] = max(facts["expires"], facts["given"])
        case "license-required":
            no_later("born", facts["on"])
        case "answerable":
            no_later("owner_born", facts["on"])
        case "kennel":
            on = facts["on"]
            facts["animals"] = tuple(
                replace(animal, born=min(animal.born, on) if animal.born else None)
                for animal in facts["animals"]
            )
        case "designate":
            facts["bites"] = tuple(
                replace(bite, on=min(bite.on, facts["incident_on"])) for bite in facts["bites"]
            )
        case "offenses":
            facts.pop("deadline" if facts.get("first_day") else "first_day", None)
        case "requirements":
            if facts.get("decided_on") and facts.get("appeal_demanded_on"):
                no_later("appeal_demanded_on", facts["decided_on"])
        case "release-allowed":
            facts.pop("at", None)
        case "appeal-clock":
            for name in ("served_on", "attempts_completed_on"):
                if facts.get(name):
                    facts[name] = max(facts[name], facts["sent_on"])
    return facts


def facts_of(rule: str) -> st.SearchStrategy[dict[str, Any]]:
    """Keyword facts for a rule; optional ones are sometimes left out."""
    facts = RULES[rule].facts
    return st.fixed_dictionaries(
        {fact.argument: of(fact) for fact in facts if fact.required},
        optional={fact.argument: of(fact) for fact in facts if not fact.required},
    ).map(lambda made: agreeing(rule, made))


READING_CHOICES = st.dictionaries(
    st.sampled_from([id for id, reading in READINGS.items() if reading.resolution]), st.none(), max_size=4
).flatmap(
    lambda chosen: st.fixed_dictionaries(
        {id: st.sampled_from([choice.id for choice in READINGS[id].choices]) for id in chosen}
    )
)
RELEASE_FEES = st.fixed_dictionaries(
    {},
    optional={
        "release-fee-1": st.decimals(Decimal(50), Decimal(500), places=2),
        "release-fee-2": st.decimals(Decimal(75), Decimal(500), places=2),
        "release-fee-3": st.decimals(Decimal(100), Decimal(500), places=2),
    },
)

# Any JSON at all, with the odd thing that looks like a fact.
ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        [
            "2026-06-01",
            "2026-02-30",
            "2004-01-01",
            "9999-12-31",
            "2026-06-01T10:00",
            "8.00",
            "dog",
            "\x00",
            "\ud800",
        ]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
