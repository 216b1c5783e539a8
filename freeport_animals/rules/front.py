"""The rules in JSON: what `manage.py rules` reads and prints, and what the page *Ask the ordinance* asks."""

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, cast

from .context import ORDINANCE, Context
from .errors import NOTHING, RuleError
from .facts import Day, Many, Money, RepeatedName, Text, parse_all
from .registry import RESOLUTION_PARAMETERS
from .rule import Rule
from .words import listed

_KEYS = ("rule", "facts", "readings", "parameters", "closures", "state_checks_off", "on")
_MONEY = Money("amount", "An amount")
_CLOSURES = Many("closures", "The city's closed days", of=Day("closure", "A closed day"))
_CHECKS_OFF = Many("state_checks_off", "State checks not to be shown", of=Text("check", "A state check"))
_ON = Day("on", "The day the question is about, for a rule whose facts have no date")


def ask(request: Any, rules: Mapping[str, Rule], *, alternatives: bool = True) -> dict[str, Any]:
    """Answers one request in JSON types; a bad one gives `rule` and `error`, a sentence. Never raises."""
    name = request.get("rule") if isinstance(request, Mapping) else None
    name = name if isinstance(name, str) else None
    try:
        rule = _rule(request, rules)
        facts = parse_facts(rule, request.get("facts", NOTHING), request.get("on"))
        answer = rule.function(**facts, context=_context(request))
        return answer.as_json(alternatives=alternatives)
    except RuleError as error:
        return {"rule": name, "error": str(error)}


def parse_facts(rule: Rule, facts: Any, on: Any = None) -> dict[str, Any]:
    """The typed keyword arguments of a rule from facts in JSON types; raises `RuleError`.

    `on` stands in for a fact of that name where the facts leave it out.
    """
    if not isinstance(facts, Mapping):
        raise RuleError("facts", facts, "an object of facts")
    if on is not None and "on" not in facts and any(fact.name == "on" for fact in rule.facts):
        facts = {**facts, "on": on}
    return parse_all(rule.facts, facts)


def _rule(request: Any, rules: Mapping[str, Rule]) -> Rule:
    if not isinstance(request, Mapping):
        raise RuleError("request", request, 'an object such as {"rule": "hold", "facts": {...}}')
    if isinstance(request, RepeatedName):
        raise RuleError(
            "request", request.name, "each key once", f"{request.name[:60]!a} stands in it twice."
        )
    name = request.get("rule", NOTHING)
    if not isinstance(name, str) or name not in rules:
        raise RuleError("rule", name, f"one of {listed(rules, 'or')}")
    for key in request:
        if key not in _KEYS:
            raise RuleError(str(key)[:60], request[key], f"no such key; a request has {listed(_KEYS)}")
    if request.get("on") is not None:
        _ON.parse(request["on"])
    return rules[name]


def _context(request: Mapping[str, Any]) -> Context:
    readings = _object(request, "readings")
    for id, choice in readings.items():
        if not isinstance(choice, str):
            raise RuleError(f"readings.{id[:60]}", choice, "the name of a choice")
    parameters = {id: _amount(id, amount) for id, amount in _object(request, "parameters").items()}
    closures = request.get("closures")
    closed = _CLOSURES.parse(closures) if closures is not None else ()
    checks = request.get("state_checks_off")
    off = _CHECKS_OFF.parse(checks) if checks is not None else ()
    if not (readings or parameters or closed or off):
        return ORDINANCE
    return _fixed(tuple(readings.items()), tuple(parameters.items()), frozenset(closed), off)


def _amount(id: str, amount: Any) -> Decimal:
    try:
        return cast(Decimal, _MONEY.parse(amount))
    except RuleError as error:
        raise error.at(f"parameters.{id[:60]}") from None


@lru_cache(maxsize=256)
def _fixed(
    readings: tuple[tuple[str, str], ...],
    parameters: tuple[tuple[str, Decimal], ...],
    closures: frozenset[date],
    state_checks_off: tuple[str, ...],
) -> Context:
    return Context.fixed(dict(readings), dict(parameters), closures, state_checks_off)


def _object(request: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    given = request.get(key)
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        expected = (
            "amounts by name, such as " + RESOLUTION_PARAMETERS[0] if key == "parameters" else "choices by id"
        )
        raise RuleError(key, given, f"an object of {expected}")
    if isinstance(given, RepeatedName):
        raise RuleError(f"{key}.{given.name[:60]}", "it twice", "each name once")
    return given


def read(text: bytes) -> Any:
    """The request or requests in what came on standard input; raises `RuleError` when it is no JSON."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        names = [name for name, _ in pairs]
        repeated = RepeatedName(made)
        repeated.name = next(name for name in names if names.count(name) > 1)
        return repeated

    def no_constant(name: str) -> None:
        raise ValueError(f"{name} is no JSON number")

    try:
        return json.loads(text.decode("utf-8-sig"), object_pairs_hook=once, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        raise RuleError(
            "input",
            f"{len(text)} bytes",
            "one JSON object or a list",
            f"The input cannot be read as JSON: {reason}.",
        ) from None


def run(text: bytes, rules: Mapping[str, Rule]) -> tuple[Any, bool]:
    """Answers what came on standard input: result or results in JSON types, and whether none was refused."""
    try:
        requests = read(text)
    except RuleError as error:
        return {"rule": None, "error": str(error)}, False
    if isinstance(requests, list):
        results = [ask(request, rules) for request in requests]
        return results, not any("error" in result for result in results)
    result = ask(requests, rules)
    return result, "error" not in result


def describe(rules: Mapping[str, Rule]) -> list[dict[str, Any]]:
    """Every rule with its facts in JSON types, for another program or a form."""
    return [
        {
            "rule": rule.name,
            "says": rule.says,
            "cites": list(rule.cites),
            "facts": [_fact(f) for f in rule.facts],
        }
        for rule in rules.values()
    ]


def _fact(fact: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": fact.name,
        "type": fact.kind,
        "meaning": fact.meaning,
        "required": fact.required,
    }
    if not fact.required:
        default = fact.default
        told["default"] = (
            f"{default:.2f}"
            if isinstance(default, Decimal)
            else list(default)
            if isinstance(default, tuple)
            else default
        )
    if getattr(fact, "choices", ()):
        told["choices"] = list(fact.choices)
    if getattr(fact, "of", None) is not None:
        told["of"] = _fact(fact.of)
    if getattr(fact, "facts", ()):
        told["facts"] = [_fact(part) for part in fact.facts]
    return told
