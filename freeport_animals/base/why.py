"""An answer of the rules, put into the words that the "why" of a page shows.

Taken are an `Answer` as a rule returned it and the JSON that a charge or a deadline kept of one, perhaps
years ago: a reading that the ordinance's table no longer knows is shown by its id.
"""

import datetime as dt
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from freeport_animals.base import formats
from freeport_animals.rules import READINGS

DATE = re.compile(r"\d{4}-\d\d-\d\d")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
AMOUNT = re.compile(r"-?\d+\.\d\d")


def part(thing: Any, name: str) -> Any:
    """`name` of a mapping or an object; None when it has none."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


def in_words(value: Any) -> str:
    """A part of an answer's value in words: `yes`, `$66.00`, `Wed 3 June 2026`, `release $50.00`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return formats.money(value)
    if isinstance(value, dt.datetime):
        return formats.moment(value)
    if isinstance(value, dt.date):
        return formats.day(value)
    if isinstance(value, str):
        if DATE.fullmatch(value):
            return formats.day(value)
        if MOMENT.match(value):
            return formats.moment(value)
        return formats.money(value) if AMOUNT.fullmatch(value) else value
    if isinstance(value, list | tuple):
        return ", ".join(in_words(each) for each in value) or "none"
    if part(value, "kind") is not None and part(value, "amount") is not None:
        return f"{part(value, 'kind')} {in_words(part(value, 'amount'))}"
    if isinstance(value, Mapping):
        return ", ".join(f"{_name(key)} {in_words(each)}" for key, each in value.items())
    return str(value)


def _name(key: str) -> str:
    return key.replace("_", " ").replace("-", " ")


def _reading(id: str, choice: str) -> dict[str, str]:
    known = READINGS.get(id)
    says = next((each.says for each in known.choices if each.id == choice), choice) if known else choice
    return {"id": id, "name": known.name if known else id, "choice": choice, "says": says}


def _steps(steps: Any) -> list[dict[str, str]]:
    return [{"cite": part(step, "cite"), "says": part(step, "says")} for step in steps or ()]


def why_context(answer: Any, *, alternatives: bool = True) -> dict[str, Any]:
    """`steps`, `readings`, `alternatives` and `state_checks` of an answer, ready for kit/why.html.

    `alternatives=False` leaves out what another reading would have given, which an answer at hand works out
    anew.
    """
    others = (part(answer, "alternatives") if alternatives else None) or ()
    return {
        "steps": _steps(part(answer, "steps")),
        "readings": [_reading(id, choice) for id, choice in (part(answer, "readings") or {}).items()],
        "alternatives": [
            _reading(part(other, "reading"), part(other, "choice"))
            | {
                "value": [
                    f"{_name(key)}: {in_words(each)}" for key, each in (part(other, "value") or {}).items()
                ]
            }
            for other in others
        ],
        "state_checks": _steps(part(answer, "state_checks")),
    }
