"""A case put to a rule, as it stands in an address: so it can be bookmarked, sent and tried otherwise.

    ?impounded_on=6/1/2026&kinds=ordinary&priors-0-event=…&r.boarding-day=24-hours&as_of=&ask=1

The facts stand under their own names, those of a record as `list-row-fact`, readings to try as `r.id`.
Nothing of it is stored.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from freeport_animals import rules
from freeport_animals.ordinance.asking.boxes import parts
from freeport_animals.rules.errors import NOTHING
from freeport_animals.rules.facts import Fact

MOST_ROWS = 30  # with them an address still fits into what the web server reads
LONGEST = 500  # letters of one value: beyond it no box is filled by hand
AS_OF, ASK, READING, ROWS = "as_of", "ask", "r.", "rows-"

Given = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Case:
    """What was typed, unjudged: texts by fact, by list and row, the readings to try, and a date to stand on.

    `asked` tells whether an answer is wanted; without it rows are still being added.
    """

    rule: rules.Rule
    given: Given = field(default_factory=dict)
    rows: Mapping[str, tuple[Given, ...]] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    as_of: str = ""
    asked: bool = False

    @property
    def is_fresh(self) -> bool:
        """Nothing was typed yet."""
        return not (self.given or self.rows or self.readings or self.as_of or self.asked)

    def query(self) -> str:
        """The case as the query of an address, without what is empty."""
        query = QueryDict(mutable=True)
        for name, values in self.given.items():
            query.setlist(name, list(values))
        for name, rows in self.rows.items():
            for number, row in enumerate(rows):
                for part, values in row.items():
                    query.setlist(f"{name}-{number}-{part}", list(values))
            if rows and not rows[-1] and not self.asked:
                query[f"{ROWS}{name}"] = str(len(rows))
        for id, choice in self.readings.items():
            query[f"{READING}{id}"] = choice
        if self.as_of:
            query[AS_OF] = self.as_of
        if self.asked:
            query[ASK] = "1"
        return query.urlencode(safe="/:,")

    def with_row(self, name: str) -> "Case":
        """With one more row in a list, not asked."""
        rows = self.rows.get(name, ())
        more = rows if len(rows) >= MOST_ROWS else (*rows, {})
        return replace(self, rows={**self.rows, name: more}, asked=False)

    def without_row(self, name: str, number: int) -> "Case":
        """With a row of a list taken out, not asked."""
        left = tuple(row for place, row in enumerate(self.rows.get(name, ())) if place != number)
        return replace(self, rows={**self.rows, name: left}, asked=False)

    def with_reading(self, id: str, choice: str) -> "Case":
        """The same case under another choice of one reading."""
        return replace(self, readings={**self.readings, id: choice}, asked=True)


def lists_of(rule: rules.Rule) -> dict[str, Fact]:
    """The facts of a rule that are lists of records, by name."""
    return {fact.name: fact for fact in rule.facts if parts(fact)}


def read(rule: rules.Rule, query: QueryDict) -> Case:
    """The case that an address holds. What it does not know is passed over; nothing is refused here."""
    lists = lists_of(rule)
    given = {
        fact.name: values
        for fact in rule.facts
        if fact.name not in lists and (values := _typed(query.getlist(fact.name)))
    }
    rows = {name: found for name, fact in lists.items() if (found := tuple(_rows(name, fact, query)))}
    readings = {
        id: choice[:LONGEST]
        for id in rules.RESOLUTION_READINGS
        if (choice := query.get(f"{READING}{id}", "").strip())
    }
    as_of = query.get(AS_OF, "").strip()[:LONGEST]
    return Case(rule, given, rows, readings, as_of, ASK in query)


def _typed(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(value[:LONGEST] for value in values if value.strip())


def _rows(name: str, fact: Fact, query: QueryDict) -> list[Given]:
    """The rows of a list in the order of their numbers, then the empty ones that `rows-…` asks for."""
    found: dict[int, dict[str, tuple[str, ...]]] = {}
    known = {part.name for part in parts(fact)}
    for key in query:
        match = re.fullmatch(rf"{re.escape(name)}-(\d{{1,4}})-(\w+)", key, re.ASCII)
        if match and match[2] in known:
            row = found.setdefault(int(match[1]), {})
            if values := _typed(query.getlist(key)):
                row[match[2]] = values
    rows: list[Given] = [found[number] for number in sorted(found)[:MOST_ROWS]]
    wanted = query.get(f"{ROWS}{name}", "")
    count = min(int(wanted), MOST_ROWS) if re.fullmatch(r"\d{1,4}", wanted, re.ASCII) else 0
    return [*rows, *({} for _ in range(count - len(rows)))]


def of(rule: rules.Rule, facts: Mapping[str, Any], readings: Mapping[str, str] | None = None) -> Case:
    """The case of facts in JSON types, as `manage.py rules` takes them, ready to be asked."""
    lists = lists_of(rule)
    given = {name: _as_typed(value) for name, value in facts.items() if name not in lists}
    rows = {
        name: tuple({part: _as_typed(value) for part, value in row.items()} for row in facts[name])
        for name in lists
        if facts.get(name)
    }
    return Case(
        rule,
        {name: typed for name, typed in given.items() if typed},
        {
            name: tuple({part: typed for part, typed in row.items() if typed} for row in many)
            for name, many in rows.items()
        },
        dict(readings or {}),
        asked=True,
    )


def _as_typed(value: Any) -> tuple[str, ...]:
    """A value in JSON types as a person would type or choose it."""
    if value is None:
        return ()
    if isinstance(value, list | tuple):
        return tuple(text for each in value for text in _as_typed(each))
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, Decimal):
        return (f"{value:.2f}",)
    return (str(value),) if str(value).strip() else ()


def defaults(facts: Iterable[Fact]) -> dict[str, tuple[str, ...]]:
    """What each fact is when nothing is typed, as it would be typed; facts without a default are left out."""
    return {
        fact.name: typed
        for fact in facts
        if fact.default is not NOTHING and not parts(fact) and (typed := _as_typed(fact.default))
    }


def data_of(given: Given, facts: Iterable[Fact], prefix: str = "") -> MultiValueDict:
    """Form data of what was typed, with defaults where nothing was."""
    complete = {**defaults(facts), **given}
    start = f"{prefix}-" if prefix else ""
    return MultiValueDict({f"{start}{name}": list(values) for name, values in complete.items()})
