"""Section 1, Subd. A, Sections 3 and 4: what an animal is and where it may be kept."""

from tests.rules.cases import Cases

classify = Cases("classify")
classify.add("puppies are dogs", {"species": "Puppies"}, {"class": "domestic", "cite": "1.A.1"})
classify.add("a cougar", {"species": "COUGAR"}, {"class": "non-domestic", "cite": "1.A.2.a"})
classify.add("a wolf", {"species": "wolf"}, {"class": "non-domestic", "cite": "1.A.2.b"})
classify.add(
    "a crossbreed of wolf and dog",
    {"species": "dog", "hybrid_with_wild": True},
    {"class": "non-domestic", "cite": "1.A.2.c"},
)
classify.add(
    "one that is commonly a pet",
    {"species": "dog", "hybrid_with_wild": True, "commonly_accepted_pet": True},
    {"class": "domestic", "cite": "1.A.2.c"},
)
classify.add(
    "being commonly a pet lifts no skunk",
    {"species": "skunk", "commonly_accepted_pet": True},
    {"class": "non-domestic"},
)
classify.add("a harmless lizard", {"species": "lizard"}, {"class": "domestic"})
classify.add(
    "a venomous lizard",
    {"species": "lizard", "venomous_or_constricting": True},
    {"class": "non-domestic", "cite": "1.A.2.e"},
)
classify.add(
    "a boa constrictor needs no flag",
    {"species": "boa constrictor"},
    {"class": "non-domestic", "cite": "1.A.2.e"},
)
classify.add("deer", {"species": "deer"}, {"class": "non-domestic", "cite": "1.A.2.f"})
classify.add(
    "a pot-bellied pig", {"species": "Vietnamese pot-bellied pig"}, {"class": "farm", "cite": "1.A.3"}
)
classify.add("bees", {"species": "bees"}, {"class": "farm"})
classify.add("geese", {"species": "geese"}, {"class": "farm"})
classify.add("a llama is on no list", {"species": "llama"}, {"class": "officer-decides", "cite": "1.A"})
classify.add("a hedgehog is on no list", {"species": "hedgehog"}, {"class": "officer-decides"})
classify.refuse(
    "a venomous dog", "venomous_or_constricting", {"species": "dog", "venomous_or_constricting": True}
)
classify.refuse(
    "a constricting horse", "venomous_or_constricting", {"species": "horse", "venomous_or_constricting": True}
)
classify.refuse("nothing", "species", {"species": "  "})
classify.refuse("a number", "species", {"species": 7})

animal_allowed = Cases("animal-allowed", zoning="residential")
animal_allowed.add("a dog anywhere", {"species": "dog"}, {"allowed": True, "cite": "1.A.1"})
animal_allowed.add("hens in town", {"species": "hens"}, {"allowed": False, "cite": "4"})
animal_allowed.add(
    "hens on a farm", {"species": "hens", "zoning": "agricultural"}, {"allowed": True, "cite": "4"}
)
animal_allowed.add(
    "hens in a commercial district",
    {"species": "hen", "zoning": "commercial"},
    {"allowed": False, "cite": "4"},
)
animal_allowed.add(
    "a bear on a farm", {"species": "bear", "zoning": "agricultural"}, {"allowed": False, "cite": "3"}
)
animal_allowed.add(
    "a ferret before the officer decides", {"species": "ferret"}, {"allowed": None, "cite": "1.A.2.d"}
)
animal_allowed.add(
    "a ferret that is a pet", {"species": "ferret", "officer_class": "domestic"}, {"allowed": True}
)
animal_allowed.add(
    "a ferret that is wild",
    {"species": "ferret", "officer_class": "non-domestic"},
    {"allowed": False, "cite": "3"},
)
animal_allowed.add(
    "a llama as a farm animal in town",
    {"species": "llama", "officer_class": "farm"},
    {"allowed": False, "cite": "4"},
)
animal_allowed.add(
    "no officer makes a lion a pet",
    {"species": "lion", "officer_class": "domestic"},
    {"allowed": False, "cite": "3"},
)
animal_allowed.refuse("a district that is none", "zoning", {"species": "dog", "zoning": "downtown"})
