"""Section 2, Subd. A and Section 6: who answers, and kennels."""

from typing import Any

from tests.rules.cases import Cases

answerable = Cases("answerable", on="2026-05-04")
answerable.add(
    "eighteen today",
    {"owner_born": "2008-05-04"},
    {"guardian": False, "of_age_on": "2026-05-04"},
)
answerable.add(
    "eighteen tomorrow", {"owner_born": "2008-05-05"}, {"guardian": True, "of_age_on": "2026-05-05"}
)
answerable.add(
    "born on leap day 2008, 28 February 2026",
    {"owner_born": "2008-02-29", "on": "2026-02-28"},
    {"guardian": True, "of_age_on": "2026-03-01"},
)
answerable.add(
    "born on leap day 2008, 1 March 2026",
    {"owner_born": "2008-02-29", "on": "2026-03-01"},
    {"guardian": False},
)
answerable.add("born in 1941", {"owner_born": "1941-12-07"}, {"guardian": False, "of_age_on": "1959-12-07"})
answerable.add("age unknown", {}, {"guardian": False, "of_age_on": None})
answerable.refuse("not yet born", "owner_born", {"owner_born": "2026-05-05"})


def kept(dogs: int = 0, cats: int = 0, *more: dict[str, Any]) -> dict[str, Any]:
    animals = [{"species": "dog", "born": "2020-01-01"}] * dogs + [{"species": "cat", "born": None}] * cats
    return {"animals": [*animals, *more]}


def pup(born: str | None) -> dict[str, Any]:
    return {"species": "puppy", "born": born, "born_in_litter_here": True}


kennel = Cases("kennel", on="2026-05-04")
kennel.add("none", kept(), {"count": 0, "kennel": False, "violation": False})
kennel.add("four", kept(4), {"count": 4, "kennel": False, "violation": False})
kennel.add("five dogs", kept(5), {"count": 5, "kennel": True, "violation": True})
kennel.add("three dogs, two cats", kept(3, 2), {"count": 5, "kennel": True, "violation": True})
kennel.add(
    "three dogs, two cats, each species",
    kept(3, 2),
    {"count": 5, "kennel": False, "violation": False},
    readings={"kennel-count": "each-species"},
)
kennel.add(
    "one dog, five cats, each species",
    kept(1, 5),
    {"count": 6, "kennel": True},
    readings={"kennel-count": "each-species"},
)
kennel.add(
    "four dogs and a goat", kept(4, 0, {"species": "goat", "born": None}), {"count": 4, "kennel": False}
)
kennel.add(
    "five, not a business",
    kept(5),
    {"kennel": True, "violation": False},
    readings={"kennel-nuisance": "commercial-only"},
)
kennel.add(
    "five, a business",
    {**kept(5), "commercial": True},
    {"violation": True},
    readings={"kennel-nuisance": "commercial-only"},
)
kennel.add(
    "four, a business: no kennel", {**kept(4), "commercial": True}, {"kennel": False, "violation": False}
)
kennel.add(
    "a litter of 30 November 2025 is exempt through 28 February 2026",
    {**kept(4, 0, pup("2025-11-30")), "on": "2026-02-28"},
    {"count": 4, "kennel": False, "exempt": 1, "exempt_through": "2026-02-28"},
)
kennel.add(
    "and counts on 1 March 2026",
    {**kept(4, 0, pup("2025-11-30")), "on": "2026-03-01"},
    {"count": 5, "kennel": True, "exempt": 0},
)
kennel.add(
    "a young dog bought elsewhere counts",
    kept(4, 0, {"species": "dog", "born": "2026-04-01"}),
    {"count": 5, "kennel": True},
)
kennel.add("a litter of unknown date counts", kept(4, 0, pup(None)), {"count": 5, "kennel": True})
kennel.refuse("born tomorrow", "animals[0].born", kept(0, 0, pup("2026-05-05")))
kennel.refuse("an animal that is a word", "animals[0]", {"animals": ["dog"]})
