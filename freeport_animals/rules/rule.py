"""The wrapper that makes a function a rule: its facts are checked and its answer can be asked again."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, cast

from .answer import Answer, Question
from .context import ORDINANCE, Context
from .errors import NOTHING, RuleError
from .facts import Fact
from .words import listed

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the contract: its name, what it answers, its facts, and the function to call."""

    name: str
    says: str
    cites: tuple[str, ...]
    facts: tuple[Fact, ...]
    function: Callable[..., Answer]

    def fact(self, name: str) -> Fact:
        """The fact of that name; `KeyError` when there is none."""
        for fact in self.facts:
            if fact.name == name:
                return fact
        raise KeyError(name)


def rule(name: str, cites: str, *facts: Fact) -> Callable[[Callable[P, Answer]], Callable[P, Answer]]:
    """Makes a function the rule `name`, which rests on the clauses `cites` (space between), with these facts.

    Defaults come from the function's own signature. The function's first docstring line says what it
    answers. The facts are checked before it runs, and the result knows its question.
    """

    def wrap(function: Callable[P, Answer]) -> Callable[P, Answer]:
        signature = inspect.signature(function)
        told = []
        for fact in facts:
            default = signature.parameters[fact.argument].default
            told.append(replace(fact, default=NOTHING if default is inspect.Parameter.empty else default))
        if {fact.argument for fact in told} | {"context"} != set(signature.parameters):
            raise TypeError(f"{name}: facts and signature differ")
        checks = {fact.argument: fact.check for fact in told}
        required = [(fact.argument, fact) for fact in told if fact.required]
        answers = cast(Callable[..., Answer], function)

        @functools.wraps(function)
        def ask(*args: Any, context: Context = ORDINANCE, **given: Any) -> Answer:
            if args:
                raise TypeError(f"{function.__name__} takes its facts by name")
            checked = {}
            for argument, value in given.items():
                if argument not in checks:
                    raise RuleError(argument, value, f"one of {listed(checks, 'or')}")
                checked[argument] = checks[argument](value)
            for argument, fact in required:
                if argument not in checked:
                    raise RuleError(fact.name, NOTHING, fact.expects)
            answer = answers(**checked, context=context)
            question = Question(name, ask, checked, context)
            return Answer(answer.value, answer.steps, answer.readings, answer.state_checks, question)

        says = inspect.getdoc(function) or ""
        summary = " ".join(says.split("\n\n")[0].split())
        ask.rule = Rule(name, summary, tuple(cites.split()), tuple(told), ask)  # type: ignore[attr-defined]
        return cast(Callable[P, Answer], ask)

    return wrap


def rule_of(function: Callable[..., Answer]) -> Rule:
    """The rule that a function decorated with `rule` is."""
    return cast(Rule, function.rule)  # type: ignore[attr-defined]
