"""What a rule may be told: each fact with its type, default, meaning and choices.

A fact knows how to `parse` what came as JSON and how to `check` what a Python caller gave; both return the
typed value or raise `RuleError`. The page *Ask the ordinance* builds its form from the same facts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from .days import CITY_TIME, LATEST, ORDINANCE_IN_FORCE
from .errors import NOTHING, RuleError
from .words import listed, short_date

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MOMENT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9])([+-][0-9]{2}:[0-9]{2})?")
_MONEY = re.compile(r"[0-9]{1,9}\.[0-9]{2}")
_LARGEST = Decimal("999999999.99")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact by the name it has in JSON; `argument` is its name in Python. `default` is `NOTHING` when
    required.
    """

    name: str
    meaning: str
    default: Any = field(default=NOTHING, kw_only=True)
    nullable: bool = field(default=False, kw_only=True)
    argument: str = field(default="", kw_only=True)

    kind: ClassVar[str] = ""
    expected: ClassVar[str] = ""

    def __post_init__(self) -> None:
        if not self.argument:
            object.__setattr__(self, "argument", self.name)
        if self.nullable and self.default is NOTHING:
            object.__setattr__(self, "default", None)

    @property
    def required(self) -> bool:
        return self.default is NOTHING

    def parse(self, given: Any, path: str) -> Any:
        """The typed value of what came as JSON."""
        if given is None and self.nullable:
            return None
        return self._parse(given, path)

    def check(self, value: Any, path: str) -> Any:
        """The typed value of what came from Python."""
        if value is None and self.nullable:
            return None
        return self._check(value, path)

    def _parse(self, given: Any, path: str) -> Any:
        return self._check(given, path)

    def _check(self, value: Any, path: str) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must say how it is checked")

    def refuse(self, given: Any, path: str, detail: str = "") -> RuleError:
        expected = self.expected + (" or null" if self.nullable else "") + detail
        return RuleError(path, given, expected)


@dataclass(frozen=True, slots=True)
class Day(Fact):
    """A date. Days before the ordinance are refused, unless it is one of an animal's or person's life
    (`any_time`).
    """

    any_time: bool = False

    kind: ClassVar[str] = "date"
    expected: ClassVar[str] = "a date written YYYY-MM-DD"

    def _parse(self, given: Any, path: str) -> date:
        match = _DATE.fullmatch(given) if isinstance(given, str) else None
        if match is None:
            raise self.refuse(given, path)
        try:
            day = date(int(match[1]), int(match[2]), int(match[3]))
        except ValueError:
            raise self.refuse(given, path, " that is in the calendar") from None
        return self._check(day, path)

    def _check(self, value: Any, path: str) -> date:
        if type(value) is not date:
            raise self.refuse(value, path)
        if not self.any_time and value < ORDINANCE_IN_FORCE:
            raise RuleError(
                path,
                value,
                f"a date from {ORDINANCE_IN_FORCE.isoformat()} on, when the ordinance took effect",
            )
        if value > LATEST:
            raise RuleError(path, value, f"a date through {short_date(LATEST)}")
        return value


@dataclass(frozen=True, slots=True)
class Moment(Fact):
    """A date and time on the city's clock; aware datetimes of any zone from Python, naive ones are the
    city's.
    """

    kind: ClassVar[str] = "time"
    expected: ClassVar[str] = "a time written YYYY-MM-DDTHH:MM on the city's clock"

    def _parse(self, given: Any, path: str) -> datetime:
        match = _MOMENT.fullmatch(given) if isinstance(given, str) else None
        if match is None:
            raise self.refuse(given, path)
        try:
            naive = datetime.fromisoformat(f"{match[1]}T{match[2]}:{match[3]}")
        except ValueError:
            raise self.refuse(given, path, " that is in the calendar") from None
        early, late = naive.replace(tzinfo=CITY_TIME), naive.replace(tzinfo=CITY_TIME, fold=1)
        offsets = {_offset(early): early, _offset(late): late}
        if early.astimezone(UTC) > late.astimezone(UTC):
            raise self.refuse(given, path, ", which leaps over that time on that day")
        if match[4] is None:
            if len(offsets) == 2:
                raise self.refuse(
                    given, path, f"; it shows that time twice, so end it with {listed(offsets, 'or')}"
                )
            return self._check(early, path)
        if match[4] not in offsets:
            raise self.refuse(given, path, f", whose offset then is {listed(offsets, 'or')}")
        return self._check(offsets[match[4]], path)

    def _check(self, value: Any, path: str) -> datetime:
        if not isinstance(value, datetime):
            raise self.refuse(value, path)
        if value.tzinfo is None:
            value = value.replace(tzinfo=CITY_TIME)
        elif value.tzinfo is not CITY_TIME:
            if not 1 < value.year < 9999:
                raise self.refuse(value, path)
            value = value.astimezone(CITY_TIME)
        if value.date() < ORDINANCE_IN_FORCE:
            raise RuleError(
                path,
                value,
                f"a time from {ORDINANCE_IN_FORCE.isoformat()} on, when the ordinance took effect",
            )
        if value.date() > LATEST:
            raise RuleError(path, value, f"a time through {short_date(LATEST)}")
        return value


def _offset(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")[16:]


@dataclass(frozen=True, slots=True)
class Money(Fact):
    """Dollars, never negative."""

    kind: ClassVar[str] = "money"
    expected: ClassVar[str] = 'an amount as text with two decimals, such as "8.00"'

    def _parse(self, given: Any, path: str) -> Decimal:
        if not isinstance(given, str) or not _MONEY.fullmatch(given):
            raise self.refuse(given, path)
        return Decimal(given)

    def _check(self, value: Any, path: str) -> Decimal:
        if not isinstance(value, Decimal) or not value.is_finite() or not 0 <= value <= _LARGEST:
            raise RuleError(path, value, "an amount of dollars that is not negative, as a Decimal")
        exact = value.quantize(Decimal("0.01"))
        if exact != value:
            raise RuleError(path, str(value), "an amount in whole cents")
        return exact


@dataclass(frozen=True, slots=True)
class YesNo(Fact):
    """True or false."""

    kind: ClassVar[str] = "yes-no"
    expected: ClassVar[str] = "true or false"

    def _check(self, value: Any, path: str) -> bool:
        if value is not True and value is not False:
            raise self.refuse(value, path)
        return value


@dataclass(frozen=True, slots=True)
class Whole(Fact):
    """A whole number between two bounds, both included."""

    least: int = 0
    most: int = 36_600

    kind: ClassVar[str] = "whole"

    def _check(self, value: Any, path: str) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise RuleError(path, value, f"a whole number from {self.least} to {self.most}")
        return value


@dataclass(frozen=True, slots=True)
class Text(Fact):
    """Text with something in it; with `blank` also none."""

    blank: bool = False

    kind: ClassVar[str] = "text"
    expected: ClassVar[str] = "text"

    def _check(self, value: Any, path: str) -> str:
        if not isinstance(value, str):
            raise self.refuse(value, path)
        if not self.blank and is_blank(value):
            raise self.refuse(value, path, " with something in it")
        return value


def is_blank(text: str | None) -> bool:
    """Whether nothing in it would be seen: empty, spaces, control and zero-width characters."""
    return text is None or not any(letter.isprintable() and not letter.isspace() for letter in text)


@dataclass(frozen=True, slots=True)
class OneOf(Fact):
    """One of a few words; with `other` any other text as well."""

    choices: tuple[str, ...] = ()
    other: bool = False

    kind: ClassVar[str] = "choice"

    def _check(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or (value not in self.choices and (not self.other or is_blank(value))):
            expected = listed(self.choices, "or") + (", or other text" if self.other else "")
            raise RuleError(path, value, expected + (", or null" if self.nullable else ""))
        return value


@dataclass(frozen=True, slots=True)
class Many(Fact):
    """A list of facts of one kind, at least `least` of them."""

    of: Fact = field(kw_only=True)
    least: int = 0

    kind: ClassVar[str] = "list"
    expected: ClassVar[str] = "a list"

    def _parse(self, given: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(given, list):
            raise self.refuse(given, path)
        return self._enough(tuple(self.of.parse(item, f"{path}[{i}]") for i, item in enumerate(given)), path)

    def _check(self, value: Any, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple | set | frozenset):
            raise self.refuse(value, path)
        if not value:
            return self._enough((), path)
        return self._enough(tuple(self.of.check(item, f"{path}[{i}]") for i, item in enumerate(value)), path)

    def _enough(self, items: tuple[Any, ...], path: str) -> tuple[Any, ...]:
        if len(items) < self.least:
            raise self.refuse(list(items), path, f" of at least {self.least}")
        return items


@dataclass(frozen=True, slots=True)
class Record(Fact):
    """An object with facts of its own; `type` is the frozen dataclass that holds them in Python."""

    type: type = field(kw_only=True)
    facts: tuple[Fact, ...] = field(kw_only=True)

    kind: ClassVar[str] = "record"
    expected: ClassVar[str] = "an object"

    def _parse(self, given: Any, path: str) -> Any:
        if not isinstance(given, Mapping):
            raise self.refuse(given, path)
        return self.type(**parse_all(self.facts, given, f"{path}."))

    def _check(self, value: Any, path: str) -> Any:
        if not isinstance(value, self.type):
            raise RuleError(path, value, f"a {self.type.__name__}")
        for fact in self.facts:
            fact.check(getattr(value, fact.argument), f"{path}.{fact.name}")
        return value


class RepeatedName(dict[str, Any]):
    """A JSON object in which one name stood twice; `name` is it."""

    name: str = ""


def parse_all(facts: tuple[Fact, ...], given: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Typed arguments from a JSON object, without defaults; refuses what is unknown, doubled or missing."""
    if isinstance(given, RepeatedName):
        raise RuleError(f"{prefix}{given.name}", "it twice", "each fact once", "This fact was given twice.")
    arguments = {}
    for fact in facts:
        if fact.name in given:
            arguments[fact.argument] = fact.parse(given[fact.name], prefix + fact.name)
        elif fact.required:
            raise RuleError(prefix + fact.name, NOTHING, _expected(fact))
    if len(arguments) < len(given):
        known = {fact.name for fact in facts}
        unknown = next(name for name in given if name not in known)
        raise RuleError(
            prefix + str(unknown)[:60],
            given[unknown],
            f"no such fact; this takes {listed(known_in_order(facts))}",
            f"There is no such fact here; expected {listed(known_in_order(facts), 'or')}.",
        )
    return arguments


def known_in_order(facts: tuple[Fact, ...]) -> list[str]:
    """The facts' names in their own order."""
    return [fact.name for fact in facts]


def _expected(fact: Fact) -> str:
    if isinstance(fact, OneOf):
        return listed(fact.choices, "or") + (", or other text" if fact.other else "")
    if isinstance(fact, Whole):
        return f"a whole number from {fact.least} to {fact.most}"
    return fact.expected


def utc(moment: datetime) -> datetime:
    """The moment in UTC, in which moments are compared: the city's clock repeats an hour each November."""
    return moment.astimezone(UTC)
