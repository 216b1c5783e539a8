"""Cases worked by hand from the ordinance's text, a file for each department.

A weekday in a note (`Mon 4 May 2026`) is checked against the calendar, and so the hand that counted.
"""

import importlib
import pkgutil
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """One case: what is asked, the part of the value that must come out, or the fact to be refused."""

    rule: str
    note: str
    facts: dict[str, Any]
    expect: dict[str, Any] | None = None
    error: str | None = None
    request: dict[str, Any] = field(default_factory=dict)

    @property
    def asked(self) -> dict[str, Any]:
        return {"rule": self.rule, "facts": self.facts, **self.request}


class Cases:
    """Collects the cases of one rule; `base` facts stand under each case's own."""

    def __init__(self, rule: str, **base: Any) -> None:
        self.rule = rule
        self.base = base
        self.cases: list[Case] = []

    def add(self, note: str, facts: dict[str, Any] | None = None, expect: Any = None, **request: Any) -> None:
        self.cases.append(Case(self.rule, note, {**self.base, **(facts or {})}, expect, request=request))

    def refuse(self, note: str, fact: str, facts: dict[str, Any] | None = None, **request: Any) -> None:
        self.cases.append(Case(self.rule, note, {**self.base, **(facts or {})}, error=fact, request=request))


def worked() -> list[Case]:
    """Every case of every file in this folder."""
    found: list[Case] = []
    for module in pkgutil.iter_modules(__path__):
        for value in vars(importlib.import_module(f"{__name__}.{module.name}")).values():
            if isinstance(value, Cases):
                found += value.cases
    return found
