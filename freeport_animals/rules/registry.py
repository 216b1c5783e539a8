"""What the ordinance sets and how it may be read: the three tables beside this file, loaded once and never
changed.

`PARAMETERS` amounts and periods by id, `READINGS` by id, `CLAUSES` by number in the ordinance's order,
`STATE_CHECKS` by id. The texts are in our own words, ready for a page.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .errors import RuleError
from .words import dollars, listed

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Parameter:
    """An amount or period. `values` by effective date, oldest first; money in dollars with two places."""

    id: str
    name: str
    unit: str
    cite: str
    says: str
    resolution: bool
    floor: Decimal | None
    values: tuple[tuple[date, Decimal], ...]

    @property
    def is_money(self) -> bool:
        return self.unit.startswith("dollars")


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to read a clause, in a plain sentence."""

    id: str
    says: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A place where the text can be read more than one way. The first choice is the default.

    `resolution` tells whether the council may choose another by resolution; with one choice there is
    nothing to choose.
    """

    id: str
    name: str
    clauses: tuple[str, ...]
    text: str
    note: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> str:
        return self.choices[0].id

    @property
    def resolution(self) -> bool:
        return len(self.choices) > 1

    def choice(self, choice_id: str) -> Choice:
        """The choice with that id; `KeyError` when there is none."""
        for choice in self.choices:
            if choice.id == choice_id:
                return choice
        raise KeyError(choice_id)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the ordinance: its number as the rules cite it, what it says and what the software does."""

    number: str
    heading: str
    says: str
    does: str
    readings: tuple[str, ...]

    @property
    def section(self) -> int:
        return int(self.number.split(".")[0])

    @property
    def depth(self) -> int:
        """0 for a section, 1 for a subdivision, and so on."""
        return self.number.count(".")


@dataclass(frozen=True, slots=True)
class StateCheck:
    """State law beside the ordinance, written from the statute of `year`."""

    id: str
    cite: str
    year: int
    name: str
    says: str
    switchable: bool


def _table(name: str) -> dict[str, Any]:
    with (_HERE / name).open("rb") as file:
        return tomllib.load(file)


def _parameters() -> Mapping[str, Parameter]:
    def parameter(id: str, row: dict[str, Any]) -> Parameter:
        floor = row.pop("floor", None)
        values = tuple(sorted((value["from"], Decimal(value["amount"])) for value in row.pop("values")))
        return Parameter(id=id, floor=Decimal(floor) if floor else None, values=values, **row)

    return MappingProxyType({id: parameter(id, row) for id, row in _table("parameters.toml").items()})


def _readings() -> Mapping[str, Reading]:
    def reading(id: str, row: dict[str, Any]) -> Reading:
        choices = tuple(Choice(choice, says) for choice, says in row.pop("choices").items())
        return Reading(id=id, choices=choices, clauses=tuple(row.pop("clauses")), **row)

    return MappingProxyType({id: reading(id, row) for id, row in _table("readings.toml").items()})


def _clauses() -> Mapping[str, Clause]:
    touching: dict[str, list[str]] = {}
    for reading in READINGS.values():
        for number in reading.clauses:
            touching.setdefault(number, []).append(reading.id)
    return MappingProxyType(
        {
            number: Clause(number=number, readings=tuple(touching.get(number, ())), **row)
            for number, row in _table("clauses.toml").items()
        }
    )


PARAMETERS: Mapping[str, Parameter] = _parameters()
READINGS: Mapping[str, Reading] = _readings()
STATE_CHECKS: Mapping[str, StateCheck] = MappingProxyType(
    {id: StateCheck(id=id, **row) for id, row in _table("state_checks.toml").items()}
)
CLAUSES: Mapping[str, Clause] = _clauses()

#: What a resolution may set, in the order of the ordinance.
RESOLUTION_PARAMETERS: tuple[str, ...] = tuple(id for id, p in PARAMETERS.items() if p.resolution)
RESOLUTION_READINGS: tuple[str, ...] = tuple(id for id, r in READINGS.items() if r.resolution)


def check_parameter(name: str, amount: Decimal) -> Decimal:
    """The amount, when a resolution may set it so; else `RuleError` with a sentence for the person who
    enters it.
    """
    parameter = PARAMETERS.get(name) if isinstance(name, str) else None
    if parameter is None:
        raise RuleError(
            "parameters", name, f"one of {listed(RESOLUTION_PARAMETERS, 'or')}", "There is no such amount."
        )
    if not parameter.resolution:
        raise RuleError(
            name,
            str(amount),
            "no other value",
            f"{parameter.name} is fixed by the ordinance ({parameter.cite}); "
            "only an amendment can change it.",
        )
    if not isinstance(amount, Decimal) or not amount.is_finite() or not 0 <= amount < 10**7:
        raise RuleError(name, amount, "an amount in dollars from 0.00 to 9999999.99")
    if amount != amount.quantize(Decimal("0.01")):
        raise RuleError(name, str(amount), "an amount in whole cents")
    if parameter.floor is not None and amount < parameter.floor:
        raise RuleError(
            name,
            f"{amount:.2f}",
            f"at least {dollars(parameter.floor)}",
            f"{parameter.name} cannot be less than {dollars(parameter.floor)} ({parameter.cite}); "
            f"{dollars(amount)} was given.",
        )
    return amount.quantize(Decimal("0.01"))


def check_reading(id: str, choice: str) -> str:
    """The choice, when the reading offers it; else `RuleError` with a sentence for whoever enters it."""
    reading = READINGS.get(id) if isinstance(id, str) else None
    if reading is None:
        raise RuleError(
            "readings", id, "the id of a reading, as in readings.toml", "There is no such reading."
        )
    choices = [option.id for option in reading.choices]
    if choice not in choices:
        only = ", the only way it is read" if len(choices) == 1 else ""
        expected = listed(choices, "or") + only
        raise RuleError(f"readings.{id}", choice, expected)
    return choice


def check_state_check(id: str) -> str:
    """The id, when it is a state check that can be switched off; else `RuleError`."""
    switchable = [check.id for check in STATE_CHECKS.values() if check.switchable]
    if id not in switchable:
        raise RuleError("state_checks_off", id, listed(switchable, "or"))
    return id


def named_requirements(items: Iterable[int]) -> str:
    """Requirements of 12.A for people: `12.A.3 (insurance) and 12.A.6 (registration with the county)`."""
    named = []
    for item in items:
        heading = CLAUSES[f"12.A.{item}"].heading
        named.append(f"12.A.{item} ({heading[:1].lower()}{heading[1:]})")
    return listed(named)
