"""What a rule may be told: each fact with its type, default, meaning and choices.

A fact knows how to `parse` what came as JSON and how to `check` what a Python caller gave; both return the
typed value or raise `RuleError`. The page *Ask the ordinance* builds its form from the same facts.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, ClassVar

from .days import CITY_TIME, LATEST, ORDINANCE_IN_FORCE
from .errors import NOTHING, RuleError
from .words import listed

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MOMENT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9])([+-][0-9]{2}:[0-9]{2})?")
_MONEY = re.compile(r"[0-9]{1,9}\.[0-9]{2}")
_LARGEST = Decimal("999999999.99")
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact by its name in JSON; `argument` is its name in Python. `default` is `NOTHING` when required."""

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

    @property
    def expects(self) -> str:
        """What is expected, in words."""
        return self.expected

    def parse(self, given: Any) -> Any:
        """The typed value of what came as JSON."""
        return self.check(given)

    def check(self, value: Any) -> Any:
        """The typed value of what came from Python."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is checked")

    def refuse(self, given: Any, detail: str = "") -> RuleError:
        return RuleError(self.name, given, self.expects + (" or null" if self.nullable else "") + detail)


@dataclass(frozen=True, slots=True)
class Day(Fact):
    """A date. Before the ordinance it is refused, unless `any_time`: of an animal's or person's life."""

    any_time: bool = False

    kind: ClassVar[str] = "date"
    expected: ClassVar[str] = "a date written YYYY-MM-DD"

    def parse(self, given: Any) -> date | None:
        if given is None and self.nullable:
            return None
        match = _DATE.fullmatch(given) if isinstance(given, str) else None
        if match is None:
            raise self.refuse(given)
        try:
            day = date(int(match[1]), int(match[2]), int(match[3]))
        except ValueError:
            raise self.refuse(given, " that is in the calendar") from None
        return self.check(day)

    def check(self, value: Any) -> date | None:
        if not isinstance(value, date) or isinstance(value, datetime):
            if value is None and self.nullable:
                return None
            raise self.refuse(value)
        if value < ORDINANCE_IN_FORCE and not self.any_time:
            raise self.refuse(value, _SINCE)
        if value > LATEST:
            raise self.refuse(value, _UNTIL)
        return value


_SINCE = f" from {ORDINANCE_IN_FORCE.isoformat()} on, when the ordinance took effect"
_UNTIL = f" through {LATEST.isoformat()}"


@dataclass(frozen=True, slots=True)
class Moment(Fact):
    """A date and time on the city's clock. From Python aware in any zone; naive ones are the city's."""

    kind: ClassVar[str] = "time"
    expected: ClassVar[str] = "a time written YYYY-MM-DDTHH:MM on the city's clock"

    def parse(self, given: Any) -> datetime | None:
        if given is None and self.nullable:
            return None
        match = _MOMENT.fullmatch(given) if isinstance(given, str) else None
        if match is None:
            raise self.refuse(given)
        try:
            naive = datetime.fromisoformat(f"{match[1]}T{match[2]}:{match[3]}")
        except ValueError:
            raise self.refuse(given, " that is in the calendar") from None
        early, late = naive.replace(tzinfo=CITY_TIME), naive.replace(tzinfo=CITY_TIME, fold=1)
        if early.utcoffset() == late.utcoffset():
            if match[4] not in (None, offset(early)):
                raise self.refuse(given, f", whose offset then is {offset(early)}")
            return self.check(early)
        if utc(early) > utc(late):
            raise self.refuse(given, ", which leaps over that time on that day")
        twice = {offset(early): early, offset(late): late}
        if match[4] not in twice:
            raise self.refuse(given, f"; it shows that time twice, so end it with {listed(twice, 'or')}")
        return self.check(twice[match[4]])

    def check(self, value: Any) -> datetime | None:
        if not isinstance(value, datetime):
            if value is None and self.nullable:
                return None
            raise self.refuse(value)
        moment: datetime = value
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=CITY_TIME)
        elif moment.tzinfo is not CITY_TIME:
            if not 1 < moment.year < 9999:
                raise self.refuse(moment)
            moment = moment.astimezone(CITY_TIME)
        if moment.date() < ORDINANCE_IN_FORCE:
            raise self.refuse(moment, _SINCE)
        if moment.date() > LATEST:
            raise self.refuse(moment, _UNTIL)
        return moment


def offset(moment: datetime) -> str:
    """The offset from UTC as it is written: `-05:00`."""
    return moment.isoformat(timespec="minutes")[16:]


@dataclass(frozen=True, slots=True)
class Money(Fact):
    """Dollars, never negative."""

    kind: ClassVar[str] = "money"
    expected: ClassVar[str] = 'an amount as text with two decimals, such as "8.00"'

    def parse(self, given: Any) -> Decimal | None:
        if given is None and self.nullable:
            return None
        if not isinstance(given, str) or not _MONEY.fullmatch(given):
            raise self.refuse(given)
        return Decimal(given)

    def check(self, value: Any) -> Decimal | None:
        if value is None and self.nullable:
            return None
        if not isinstance(value, Decimal) or not value.is_finite() or not 0 <= value <= _LARGEST:
            raise RuleError(self.name, value, "an amount of dollars that is not negative, as a Decimal")
        exact = value.quantize(_CENT)
        if exact != value:
            raise RuleError(self.name, str(value), "an amount in whole cents")
        return exact


@dataclass(frozen=True, slots=True)
class YesNo(Fact):
    """True or false."""

    kind: ClassVar[str] = "yes-no"
    expected: ClassVar[str] = "true or false"

    def check(self, value: Any) -> bool | None:
        if value is True or value is False:
            return value
        if value is None and self.nullable:
            return None
        raise self.refuse(value)


@dataclass(frozen=True, slots=True)
class Whole(Fact):
    """A whole number between two bounds, both included."""

    least: int = 0
    most: int = 36_600

    kind: ClassVar[str] = "whole"

    @property
    def expects(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def check(self, value: Any) -> int | None:
        if type(value) is int and self.least <= value <= self.most:
            return value
        if value is None and self.nullable:
            return None
        raise self.refuse(value)


@dataclass(frozen=True, slots=True)
class Text(Fact):
    """Text with something in it; with `blank` also none."""

    blank: bool = False

    kind: ClassVar[str] = "text"
    expected: ClassVar[str] = "text"

    def check(self, value: Any) -> str | None:
        if isinstance(value, str):
            if not self.blank and is_blank(value):
                raise self.refuse(value, " with something in it")
            return value
        if value is None and self.nullable:
            return None
        raise self.refuse(value)


def is_blank(text: str | None) -> bool:
    """Whether nothing in it would be seen: empty, spaces, control and zero-width characters."""
    if text is None:
        return True
    seen = text.strip()
    return not seen or (
        not seen.isprintable() and not any(letter.isprintable() and not letter.isspace() for letter in seen)
    )


@dataclass(frozen=True, slots=True)
class OneOf(Fact):
    """One of a few words; with `other` any other text as well."""

    choices: tuple[str, ...] = ()
    other: bool = False

    kind: ClassVar[str] = "choice"

    @property
    def expects(self) -> str:
        return listed(self.choices, "or") + (", or other text" if self.other else "")

    def check(self, value: Any) -> str | None:
        if isinstance(value, str) and (value in self.choices or (self.other and not is_blank(value))):
            return value
        if value is None and self.nullable:
            return None
        raise self.refuse(value)


@dataclass(frozen=True, slots=True)
class Many(Fact):
    """A list of facts of one kind, at least `least` of them."""

    of: Fact = field(kw_only=True)
    least: int = 0

    kind: ClassVar[str] = "list"
    expected: ClassVar[str] = "a list"

    def parse(self, given: Any) -> tuple[Any, ...]:
        if not isinstance(given, list):
            raise self.refuse(given)
        return self._each(self.of.parse, given)

    def check(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple | set | frozenset):
            raise self.refuse(value)
        return self._each(self.of.check, value)

    def _each(self, one: Callable[[Any], Any], items: Collection[Any]) -> tuple[Any, ...]:
        if len(items) < self.least:
            raise self.refuse(list(items), f" of at least {self.least}")
        done: list[Any] = []
        try:
            for item in items:
                done.append(one(item))
        except RuleError as error:
            place = f"{self.name}[{len(done)}]"
            inside = error.fact if isinstance(self.of, Record) and error.fact != self.of.name else ""
            raise error.at(f"{place}.{inside}" if inside else place) from None
        return tuple(done)


@dataclass(frozen=True, slots=True)
class Record(Fact):
    """An object with facts of its own; `type` is the frozen dataclass that holds them in Python."""

    type: type = field(kw_only=True)
    facts: tuple[Fact, ...] = field(kw_only=True)
    _checks: tuple[tuple[str, Callable[[Any], Any]], ...] = field(init=False, repr=False, compare=False)

    kind: ClassVar[str] = "record"
    expected: ClassVar[str] = "an object"

    def __post_init__(self) -> None:
        Fact.__post_init__(self)
        object.__setattr__(self, "_checks", tuple((fact.argument, fact.check) for fact in self.facts))

    def parse(self, given: Any) -> Any:
        if not isinstance(given, Mapping):
            raise self.refuse(given)
        return self.type(**parse_all(self.facts, given))

    def check(self, value: Any) -> Any:
        if not isinstance(value, self.type):
            raise RuleError(self.name, value, f"a {self.type.__name__}")
        for argument, check in self._checks:
            check(getattr(value, argument))
        return value


class RepeatedName(dict[str, Any]):
    """A JSON object in which one name stood twice; `name` is it."""

    name: str = ""


def parse_all(facts: tuple[Fact, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Typed arguments from a JSON object, without defaults; refuses what is unknown, doubled or missing."""
    if isinstance(given, RepeatedName):
        raise RuleError(given.name[:60], "it twice", "each fact once", "This fact was given twice.")
    arguments = {}
    for fact in facts:
        if fact.name in given:
            arguments[fact.argument] = fact.parse(given[fact.name])
        elif fact.default is NOTHING:
            raise RuleError(fact.name, NOTHING, fact.expects)
    if len(arguments) < len(given):
        names = [fact.name for fact in facts]
        unknown = next(name for name in given if name not in names)
        raise RuleError(
            str(unknown)[:60],
            given[unknown],
            f"no such fact, but {listed(names, 'or')}",
            f"There is no such fact here; expected {listed(names, 'or')}.",
        )
    return arguments


def utc(moment: datetime) -> datetime:
    """The moment in UTC, in which moments are compared: the city's clock repeats an hour each November."""
    return moment.astimezone(UTC)
