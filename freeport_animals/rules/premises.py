"""Section 6: how many dogs and cats on one premises are a kennel."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from .answer import Answer, Why
from .classification import canonical_species
from .context import ORDINANCE, Context
from .days import add_months
from .errors import RuleError
from .facts import Day, Many, Record, Text, YesNo
from .rule import rule
from .words import capital, count, number_word, short_date


@dataclass(frozen=True, slots=True)
class KeptAnimal:
    """An animal kept on the premises, whoever owns it."""

    species: str
    born: date | None = None
    born_in_litter_here: bool = False


@rule(
    "kennel",
    "6.A 6.B",
    Many(
        "animals",
        "Every animal kept on the premises, whoever owns it",
        of=Record(
            "animal",
            "One animal",
            type=KeptAnimal,
            facts=(
                Text("species", "What the animal is"),
                Day("born", "The day it was born, if known", any_time=True, nullable=True),
                YesNo("born_in_litter_here", "It is of a litter born on these premises", default=False),
            ),
        ),
    ),
    Day("on", "The day asked about"),
    YesNo("commercial", "The animals are kept as a business"),
)
def kennel(
    *, animals: Collection[KeptAnimal], on: date, commercial: bool = False, context: Context = ORDINANCE
) -> Answer:
    """Whether the dogs and cats on one premises are a kennel, and whether that is a violation.

    Value: `count` of the dogs and cats that count, `kennel`, `violation`; `dogs`, `cats`, `exempt` (of
    litters), and `exempt_through`, the last day on which a litter here is exempt (None without one).
    """
    why = Why(context, on)
    months = why.period("litter")
    limit = why.period("kennel")
    counted = {"dog": 0, "cat": 0}
    exempt: list[date] = []
    unknown = 0
    for i, animal in enumerate(animals):
        name = canonical_species(animal.species)
        if animal.born is not None and animal.born > on:
            raise RuleError(f"animals[{i}].born", animal.born, f"a day not after {on.isoformat()}")
        if name not in counted:
            continue
        if animal.born_in_litter_here and animal.born is None:
            unknown += 1
        if animal.born_in_litter_here and animal.born is not None and on <= add_months(animal.born, months):
            exempt.append(add_months(animal.born, months))
        else:
            counted[name] += 1
    dogs, cats = counted["dog"], counted["cat"]
    total = dogs + cats
    says = f"{capital(count(dogs, 'dog'))} and {count(cats, 'cat')} on the premises count: {total}."
    why.say("6.A", says, "count")
    if exempt:
        why.say(
            "6.A",
            f"A fresh litter does not count for {count(months, 'month')}: "
            f"{count(len(exempt), 'pup or kitten', 'pups or kittens')} exempt, "
            f"the first through {short_date(min(exempt))}.",
            "exempt",
        )
    if unknown:
        of = count(unknown, "pup or kitten", "pups or kittens")
        why.say(
            "6.A", f"{capital(of)} of unknown birth date count, since no three months can be told.", "exempt"
        )
    most = total if why.reads("kennel-count") == "combined" else max(dogs, cats)
    is_kennel = most >= limit
    if is_kennel:
        why.say("6.A", f"{capital(number_word(limit))} or more dogs or cats are a kennel.", "kennel")
    else:
        why.say("6.A", f"Fewer than {number_word(limit)}: no kennel.", "kennel")
    if total >= limit > max(dogs, cats):
        why.say(
            "6.A",
            f"Warning: neither dogs ({dogs}) nor cats ({cats}) alone reach {number_word(limit)}; "
            "it depends on whether they count together.",
            "kennel",
        )
    violation = is_kennel
    if is_kennel:
        if why.reads("kennel-nuisance") == "commercial-only":
            violation = commercial
            kept = "this one is kept as a business" if commercial else "this one is not kept as a business"
            why.say(
                "6.B",
                f"As the council reads 6.B only a commercial kennel is a violation; {kept}.",
                "violation",
            )
        else:
            says = f"Keeping {number_word(limit)} or more dogs or cats on the premises is a nuisance."
            why.say("6.B", says, "violation")
    return why.answer(
        count=total,
        kennel=is_kennel,
        violation=violation,
        dogs=dogs,
        cats=cats,
        exempt=len(exempt),
        exempt_through=min(exempt) if exempt else None,
    )
