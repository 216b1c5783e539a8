"""The one error of the rules: a fact, reading or amount that cannot be answered."""

import json
from typing import Any

_LONGEST = 60


class RuleError(ValueError):
    """A request that a rule refuses, told in one plain sentence.

    `fact` names what is at fault (`priors[0].impounded_on`), `given` is what was given, `expected` says
    what is expected. `sentence` leaves the fact's name out, for a form that shows it beside the field;
    `str()` has it.
    """

    def __init__(self, fact: str, given: Any, expected: str, sentence: str | None = None) -> None:
        self.fact = fact
        self.given = given
        self.expected = expected
        self.sentence = sentence or f"Expected {expected}, but {shown(given)} was given."
        super().__init__(f"{fact}: {self.sentence}")

    def at(self, place: str) -> "RuleError":
        """The same with the fact named as it stands inside a list or object."""
        return RuleError(place, self.given, self.expected, self.sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.fact, self.given, self.expected, self.sentence))


class _Nothing:
    """Stands for a fact that was not given at all."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


def shown(given: Any) -> str:
    """What was given, on one line, safe to print and no longer than a line."""
    if given is NOTHING:
        return "nothing"
    if given is None:
        return "null"
    try:
        text = json.dumps(given, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = given.isoformat() if hasattr(given, "isoformat") else f"a {type(given).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
