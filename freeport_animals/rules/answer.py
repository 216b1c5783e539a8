"""What every rule returns: the value, and why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

from .context import Context
from .days import CITY_TIME
from .errors import RuleError
from .registry import READINGS, STATE_CHECKS


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the argument: the clause and a plain sentence with the numbers in it.

    `about` names the part of the value that the step explains (`rabies-expired`, `boarding`, a blocking
    clause), so that a screen can put the sentence beside it.
    """

    cite: str
    says: str
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of what is owed, in dollars with two places; equal whatever sentence explains it."""

    kind: str
    amount: Decimal
    cite: str
    says: str = field(compare=False)


class Question(NamedTuple):
    """What was asked, so that it can be asked again under another reading."""

    rule: str
    ask: Callable[..., "Answer"]
    facts: Mapping[str, Any]
    context: Context


@dataclass(frozen=True, slots=True)
class Alternative:
    """What another choice of a reading would have given: the parts of the value that differ."""

    reading: str
    choice: str
    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A rule's answer.

    `value` holds what the contract names for the rule, typed: dates as `date`, times as aware `datetime`,
    money as `Decimal`, lists as tuples, lines as `Line`. `steps` in the order in which they are argued,
    `readings` those that mattered here with the choice made, `state_checks` what state law adds.
    `answer["last_day"]` reads the value.
    """

    value: Mapping[str, Any]
    steps: tuple[Step, ...]
    readings: Mapping[str, str]
    state_checks: tuple[Step, ...] = ()
    question: Question | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, key: str) -> Any:
        return self.value[key]

    @property
    def rule(self) -> str:
        """The name of the rule that was asked."""
        return self.question.rule if self.question else ""

    def explains(self, about: str) -> str:
        """The sentences of the steps about one part of the value, for the place where that part is shown."""
        return " ".join(step.says for step in self.steps if step.about == about)

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """What each other choice of each reading that mattered would have given, where it differs.

        Computed when asked for, by asking the rule again; a choice under which the rule refuses is left out.
        """
        if self.question is None:
            return ()
        found = []
        for id, chosen in self.readings.items():
            for choice in READINGS[id].choices:
                if choice.id == chosen:
                    continue
                try:
                    other = self.question.ask(
                        **self.question.facts, context=self.question.context.with_reading(id, choice.id)
                    )
                except RuleError:
                    continue
                differs = {key: value for key, value in other.value.items() if value != self.value.get(key)}
                if differs:
                    found.append(Alternative(id, choice.id, MappingProxyType(differs)))
        return tuple(found)

    def as_json(self, *, alternatives: bool = True) -> dict[str, Any]:
        """The answer in plain JSON types as `manage.py rules` prints it, also what a charge or deadline
        keeps.

        Without `alternatives` it is several times quicker, for lists.
        """
        result: dict[str, Any] = {
            "rule": self.rule,
            "value": plain(self.value),
            "steps": [_step(step) for step in self.steps],
            "readings": dict(self.readings),
            "state_checks": [_step(check) for check in self.state_checks],
        }
        if alternatives and (others := self.alternatives):
            result["alternatives"] = [plain(other) for other in others]
        return result


def _step(step: Step) -> dict[str, str]:
    said = {"cite": step.cite, "says": step.says}
    if step.about is not None:
        said["about"] = step.about
    return said


def plain(value: Any) -> Any:
    """Any part of an answer in plain JSON types."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Decimal):
        return f"{value:.2f}"
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    return [plain(part) for part in value]


def moment_text(moment: datetime) -> str:
    """`2026-06-11T10:00` on the city's clock, with the offset where the clock shows that time twice."""
    local = moment.astimezone(CITY_TIME)
    text = local.strftime("%Y-%m-%dT%H:%M")
    if local.replace(fold=0).utcoffset() == local.replace(fold=1).utcoffset():
        return text
    return text + local.isoformat(timespec="minutes")[16:]


class Why:
    """Gathers the steps, readings and state checks while a rule is worked out; lives no longer than that."""

    __slots__ = ("_checks", "_readings", "_steps", "context", "on")

    def __init__(self, context: Context, on: date | None) -> None:
        self.context = context
        self.on = on
        self._steps: list[Step] = []
        self._readings: dict[str, str] = {}
        self._checks: list[Step] = []

    def reads(self, id: str, on: date | None = None) -> str:
        """The choice in force on the answer's date, or on another, noted as one that mattered."""
        choice = self.context.reading(id, on or self.on)
        if on is None:
            self._readings[id] = choice
        else:
            # What was in force on another day never hides what is on the answer's own.
            self._readings.setdefault(id, choice)
        return choice

    def period(self, id: str) -> int:
        """A period in force on the answer's date."""
        return self.context.period(id, self.on)

    def say(self, cite: str, says: str, about: str | None = None) -> None:
        self._steps.append(Step(cite, says, about))

    def include(self, answer: "Answer") -> None:
        """Takes over the steps, readings and state checks of a rule that this one rests on."""
        self._steps.extend(answer.steps)
        self._readings.update(answer.readings)
        self._checks.extend(answer.state_checks)

    def check(self, id: str, says: str) -> bool:
        """Adds a state check with its sentence for this case, unless it is switched off; tells whether it
        was.
        """
        if not self.context.shows(id, self.on):
            return False
        known = STATE_CHECKS[id]
        self._checks.append(Step(f"{known.cite} ({known.year})", says, id))
        return True

    def answer(self, **value: Any) -> Answer:
        return Answer(
            MappingProxyType(value),
            tuple(self._steps),
            MappingProxyType(self._readings),
            tuple(self._checks),
        )


class Blocks:
    """Gathers what stands in the way of something, each with its clause and sentence."""

    __slots__ = ("_cites", "why")

    def __init__(self, why: Why) -> None:
        self.why = why
        self._cites: list[str] = []

    def add(self, cite: str, says: str) -> None:
        if cite not in self._cites:
            self._cites.append(cite)
        self.why.say(cite, says, cite)

    def answer(self, cite: str, allowed: str) -> Answer:
        """`allowed` and `blocked_by`; where nothing stands in the way, the sentence that says so."""
        if not self._cites:
            self.why.say(cite, allowed, "allowed")
        return self.why.answer(allowed=not self._cites, blocked_by=tuple(self._cites))
