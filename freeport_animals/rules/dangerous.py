"""Section 11: which animal may be designated dangerous or potentially dangerous, and when one may be
destroyed.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from .answer import Answer, Why
from .context import ORDINANCE, Context
from .errors import RuleError
from .facts import Day, Many, OneOf, Record, Text, YesNo
from .rule import rule
from .words import count, full_date, listed, short_date


@dataclass(frozen=True, slots=True)
class Bite:
    """One bite: whom, and on which day."""

    victim: str
    on: date
    person_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What an animal did, sorted as Section 11 asks for it. A bite is an attack on its victim."""

    bit_person: bool
    bit_domestic: bool
    attacked_person: bool
    attacked_domestic: bool
    attacked_other: bool
    injured_person: bool
    threatened: bool

    @property
    def against_person_or_domestic(self) -> bool:
        """Bitten, attacked or threatened the safety of a person or a domestic animal."""
        return self.attacked_person or self.attacked_domestic or self.injured_person or self.threatened


def _evidence(
    bites: Collection[Bite],
    injured_person: bool,
    attacked_person: bool,
    attacked_animal: str | None,
    threatened: bool,
) -> _Evidence:
    victims = {bite.victim for bite in bites}
    return _Evidence(
        bit_person="person" in victims,
        bit_domestic="domestic" in victims,
        attacked_person=attacked_person or "person" in victims,
        attacked_domestic=attacked_animal == "domestic" or "domestic" in victims,
        attacked_other=attacked_animal == "other" or "other" in victims,
        injured_person=injured_person,
        threatened=threatened,
    )


@rule(
    "designate",
    "11.A 11.C.1 11.C.2 11.D 11.E",
    YesNo("unprovoked", "The animal was not purposely excited, stimulated, agitated or disturbed"),
    YesNo("injured_person", "It caused bodily injury or disfigurement to a person"),
    YesNo("attacked_person", "It attacked a person in a way that shows danger to personal safety"),
    OneOf("attacked_animal", "It attacked an animal", choices=("domestic", "other"), nullable=True),
    Many(
        "bites",
        "Every bite known of this animal",
        of=Record(
            "bite",
            "One bite",
            type=Bite,
            facts=(
                OneOf("victim", "Whom it bit", choices=("person", "domestic", "other")),
                Text("person_id", "The id of the person bitten", nullable=True),
                Day("on", "The day it bit"),
            ),
        ),
    ),
    YesNo("chased_or_approached", "It chased or approached a person in an apparent attitude of attack"),
    YesNo("on_public_property", "That was on a street, a sidewalk or public property"),
    YesNo("threatened", "It threatened the safety of a person or a domestic animal"),
    Day("incident_on", "The day of the incident"),
    Day(
        "prior_potentially_dangerous_on",
        "The day it was designated potentially dangerous before",
        nullable=True,
    ),
    YesNo("owner_knew", "The owner knew personally that it was potentially dangerous"),
    OneOf(
        "exception",
        "A police dog on duty, or an attack on an intruder in the owner's home",
        choices=("police-dog", "intruder"),
        nullable=True,
    ),
)
def designate(
    *,
    unprovoked: bool,
    injured_person: bool,
    attacked_person: bool,
    bites: Collection[Bite],
    chased_or_approached: bool,
    threatened: bool,
    incident_on: date,
    attacked_animal: str | None = None,
    on_public_property: bool = True,
    prior_potentially_dangerous_on: date | None = None,
    owner_knew: bool = False,
    exception: str | None = None,
    context: Context = ORDINANCE,
) -> Answer:
    """Which designation the evidence allows the officer to make, and on which grounds. The officer decides.

    Value: `dangerous_possible`, `potentially_dangerous_possible`, `excepted`; `dangerous` and
    `potentially_dangerous`, the clauses that are met, empty where the designation is not possible.
    """
    why = Why(context, incident_on)
    for i, bite in enumerate(bites):
        if bite.on > incident_on:
            raise RuleError(
                f"bites[{i}].on", bite.on, f"a day not after the incident, {incident_on.isoformat()}"
            )
    if exception is not None:
        by = (
            "A dog under the control of an on-duty officer"
            if exception == "police-dog"
            else ("An attack on an uninvited intruder in the owner's home with criminal intent")
        )
        why.say("11.A", f"{by} is excepted from Section 11.", "excepted")
        return why.answer(
            dangerous_possible=False,
            potentially_dangerous_possible=False,
            excepted=True,
            dangerous=(),
            potentially_dangerous=(),
        )
    found = _evidence(bites, injured_person, attacked_person, attacked_animal, threatened)
    before = prior_potentially_dangerous_on
    earlier = before is not None and before < incident_on
    dangerous = _dangerous_grounds(why, found, bites, earlier or owner_knew)
    since = [bite for bite in bites if before is not None and bite.on > before]
    again = (
        earlier
        and _evidence(
            since, injured_person, attacked_person, attacked_animal, threatened
        ).against_person_or_domestic
    )
    dangerous = _designable(why, dangerous, found, unprovoked, again, before)
    potential = _potential_grounds(why, found, unprovoked, chased_or_approached, on_public_property)
    if dangerous and potential:
        why.reads("both-classes")
        why.say("11.C", "Both definitions are met: the officer chooses and records why.")
    return why.answer(
        dangerous_possible=bool(dangerous),
        potentially_dangerous_possible=bool(potential),
        excepted=False,
        dangerous=tuple(dangerous),
        potentially_dangerous=tuple(potential),
    )


def _dangerous_grounds(why: Why, found: _Evidence, bites: Collection[Bite], known: bool) -> list[str]:
    """The items of 11.C.1 that the evidence meets."""
    occasions = sorted({bite.on for bite in bites if bite.victim == "person"})
    grounds = (
        ("a", found.injured_person, "It caused bodily injury or disfigurement to a person."),
        ("b", found.attacked_person, "It attacked a person in a way that shows danger to personal safety."),
        (
            "c",
            found.attacked_domestic or found.attacked_other,
            "It attacked another animal, which is unusually aggressive behavior.",
        ),
        (
            "d",
            len(occasions) >= 2,
            f"It bit persons on {count(len(occasions), 'occasion')}: {listed(map(short_date, occasions))}.",
        ),
        (
            "e",
            known and found.against_person_or_domestic,
            "It had been found potentially dangerous, or its owner knew, and it then endangered a person "
            "or a domestic animal.",
        ),
    )
    met = []
    for item, holds, says in grounds:
        if holds:
            met.append(f"11.C.1.{item}")
            why.say(f"11.C.1.{item}", says, "dangerous")
    return met


def _designable(
    why: Why, met: list[str], found: _Evidence, unprovoked: bool, again: bool, before: date | None
) -> list[str]:
    """The grounds on which 11.E lets the officer designate the animal dangerous; none when it does not."""
    if again and before is not None:
        why.say(
            "11.E.2",
            f"Designated potentially dangerous on {full_date(before)}, it has since bitten, attacked or "
            "threatened a person or a domestic animal; this needs no 'unprovoked'.",
            "dangerous",
        )
        return [*met, "11.E.2"]
    if not met:
        why.say("11.C.1", "No item of the definition of a dangerous animal is met.", "dangerous")
        return []
    if why.reads("dangerous-evidence") == "criterion-alone":
        why.say("11.E", "As the council reads 11.E, an item of the definition is enough.", "dangerous")
        return met
    if not unprovoked:
        why.say("11.E.1", "It was provoked, so the evidence of 11.E.1 is not there.", "dangerous")
        return []
    why.say("11.E.1", "It was unprovoked: the officer may designate it dangerous.", "dangerous")
    if not found.against_person_or_domestic:
        why.say(
            "11.E.1",
            "11.E.1 speaks of a person or a domestic animal; this was another. Confirm with the attorney.",
            "dangerous",
        )
    return met


def _potential_grounds(why: Why, found: _Evidence, unprovoked: bool, chased: bool, public: bool) -> list[str]:
    """The items of 11.C.2 on which 11.D designates the animal potentially dangerous; none when it was
    provoked.
    """
    grounds = (
        ("a", found.bit_person or found.bit_domestic, "It bit a person or a domestic animal."),
        (
            "b",
            chased and public,
            "It chased or approached a person on public property in an apparent attitude of attack.",
        ),
        (
            "c",
            found.against_person_or_domestic,
            "It attacked, causing injury to or threatening the safety of a person or a domestic animal.",
        ),
    )
    about = "potentially_dangerous"
    met = [(f"11.C.2.{item}", says) for item, holds, says in grounds if holds]
    if not met:
        why.say("11.C.2", "No item of the definition of a potentially dangerous animal is met.", about)
    elif not unprovoked:
        why.say("11.D", "It was provoked; 11.D designates only an animal that was not.", about)
        return []
    for cite, says in met:
        why.say(cite, says, about)
    if met:
        why.say("11.D", "It was unprovoked: the officer designates it potentially dangerous.", about)
    return [cite for cite, _ in met]
