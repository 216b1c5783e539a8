"""The form of a rule, filled in from a case, and the rule's answer or what stands in its way."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from freeport_animals import rules
from freeport_animals.base import formats
from freeport_animals.base.fields import DayField
from freeport_animals.city import selectors
from freeport_animals.ordinance.asking.boxes import ChoiceBox, box, parts, split_meaning
from freeport_animals.ordinance.asking.cases import (
    AS_OF,
    MOST_ROWS,
    READING,
    Case,
    Given,
    data_of,
    defaults,
    lists_of,
)
from freeport_animals.ordinance.words import Part, parts_of
from freeport_animals.rules import Answer, RuleError
from freeport_animals.rules.facts import Fact

# Names that only tell records apart: any will do, so they are there from the start.
NAMES: Given = {
    "event": ("this pickup",),
    "animal": ("this animal",),
    "owner": ("this owner",),
    "household": ("this household",),
}
FIRST_ROWS: Mapping[str, tuple[Given, ...]] = {
    "vaccinations": ({"disease": ("rabies",)}, {"disease": ("distemper",)}),
    "animals": ({},),
    "bites": ({},),
}
TODAY = ("on", "issued_on", "impounded_on", "incident_on")
TELLS_NOTHING = {*NAMES, "disease"}  # a row that holds only these was left empty


class FactsForm(forms.Form):
    """The facts of a rule, or of one record of a list."""

    def __init__(self, facts: tuple[Fact, ...], *, compact: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.facts = {fact.name: fact for fact in facts if not parts(fact)}
        for name, fact in self.facts.items():
            self.fields[name] = box(fact, compact=compact)

    def _clean_fields(self) -> None:
        super()._clean_fields()  # type: ignore[misc]
        for name, fact in self.facts.items():
            value = self.cleaned_data.get(name)
            if name in self.errors or value in (None, ""):
                continue
            try:
                # A moment comes as the rules write it, everything else as Python's own type.
                self.cleaned_data[name] = fact.parse(value) if fact.kind == "time" else fact.check(value)
            except RuleError as error:
                self.add_error(name, ValidationError(refusal(error), code="rule"))

    def told(self) -> dict[str, Any]:
        """What the rule is told, by its own argument's name; what was left empty is left to its default."""
        return {
            fact.argument: self.cleaned_data[name]
            for name, fact in self.facts.items()
            if self.cleaned_data.get(name) not in (None, "")
        }


class UnderForm(forms.Form):
    """Under which readings the case is asked, and what of the council's is known."""

    def __init__(self, context: rules.Context, on: dt.date, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields[AS_OF] = DayField(
            label="As things stood on",
            required=False,
            help_text="Empty: each day of the case under what is in force on it.",
        )
        for id in rules.RESOLUTION_READINGS:
            reading = rules.READINGS[id]
            now = reading.choice(context.reading(id, on))
            choices = [("", f"As in force: {now.says}"), *((each.id, each.says) for each in reading.choices)]
            self.fields[f"{READING}{id}"] = ChoiceBox(
                label=reading.name, choices=choices, required=False, empty_value=""
            )


@dataclass(frozen=True)
class Rows:
    """A list of records on the form."""

    fact: Fact
    forms: tuple[FactsForm, ...]
    label: str
    help: str

    @property
    def name(self) -> str:
        return self.fact.name

    @property
    def is_full(self) -> bool:
        """Whether an address can hold no more of them."""
        return len(self.forms) >= MOST_ROWS

    @property
    def one(self) -> str:
        """What one of them is called: `vaccination`."""
        return str(self.fact.of.name)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Otherwise:
    """What another choice of a reading would have given, and the address that tries it."""

    choice: rules.registry.Choice
    parts: list[Part]
    query: str


@dataclass(frozen=True)
class Mattered:
    """A reading that mattered: the choice it was answered under, who made it or that it is only tried."""

    reading: rules.registry.Reading
    choice: rules.registry.Choice
    tried: bool
    in_force: rules.registry.Choice
    authority: str | None
    otherwise: list[Otherwise]


@dataclass
class Asked:
    """A case on its form. `answer` is there when it was asked and nothing stood in its way."""

    case: Case
    form: FactsForm
    rows: dict[str, Rows]
    under: UnderForm
    stand: rules.Context
    today: dt.date
    answer: Answer | None = None

    @property
    def forms(self) -> list[forms.Form]:
        """Every form in the order of the page, for the summary of what was refused."""
        return [self.form, *(each for rows in self.rows.values() for each in rows.forms), self.under]

    @property
    def refused(self) -> bool:
        return any(form.is_bound and form.errors for form in self.forms)

    @property
    def boxes(self) -> list[BoundField | Rows]:
        """The boxes and lists in the rule's own order."""
        return [
            self.rows[fact.name] if fact.name in self.rows else self.form[fact.name]
            for fact in self.case.rule.facts
        ]

    @property
    def parts(self) -> list[Part]:
        """The answer's value in words, what was asked first: of what is owed the total, before its lines."""
        found = parts_of(self.case.rule.name, self.answer.value) if self.answer else []
        return sorted(found, key=lambda part: part.key != "total")

    @property
    def mattered(self) -> list[Mattered]:
        """The readings that mattered, each with what its other choices would have given."""
        if self.answer is None:
            return []
        name = self.case.rule.name
        otherwise: dict[str, list[Otherwise]] = {}
        for other in self.answer.alternatives:
            otherwise.setdefault(other.reading, []).append(
                Otherwise(
                    rules.READINGS[other.reading].choice(other.choice),
                    parts_of(name, other.value, other.value),
                    self.case.with_reading(other.reading, other.choice).query(),
                )
            )
        return [
            Mattered(
                rules.READINGS[id],
                rules.READINGS[id].choice(choice),
                id in self.case.readings,
                rules.READINGS[id].choice(self.stand.reading(id, self.today)),
                next((e.authority for e in reversed(self.stand.readings_of(id)) if e.value == choice), None),
                otherwise.get(id, []),
            )
            for id, choice in self.answer.readings.items()
        ]

    @property
    def likely(self) -> list[BoundField]:
        """The readings that mattered, and those that are tried: more cannot be told before it is asked."""
        wanted = set(self.case.readings)
        if self.answer:
            wanted |= set(self.answer.readings)
        return [self.under[f"{READING}{id}"] for id in rules.RESOLUTION_READINGS if id in wanted]

    @property
    def more_open(self) -> bool:
        """Whether one of the other readings was refused, so that they must be seen."""
        return any(bound.errors for bound in self.unlikely if self.under.is_bound)

    @property
    def unlikely(self) -> list[BoundField]:
        """All the other readings."""
        likely = {bound.name for bound in self.likely}
        return [bound for bound in self.under if bound.name != AS_OF and bound.name not in likely]


def ask(case: Case, today: dt.date) -> Asked:
    """The form of a case, and its answer when it was asked. Stores nothing and never raises."""
    made = _fresh(case, today) if case.is_fresh else _filled(case, today)
    if case.asked:
        valid = [form.is_valid() for form in made.forms]  # each of them, so that every fault is named at once
        if all(valid):
            _answer(made, today)
    return made


def _fresh(case: Case, today: dt.date) -> Asked:
    names = {fact.name for fact in case.rule.facts}
    start: dict[str, Any] = dict(defaults(case.rule.facts))
    start |= {name: values for name, values in NAMES.items() if name in names and "event" in names}
    start |= {name: (_day(today),) for name in TODAY if name in names and name not in start}
    if "species" in names:
        start.setdefault("species", ("dog",))
    rows = {name: FIRST_ROWS.get(name, ()) for name in lists_of(case.rule)}
    return _forms(case, start, rows, today)


def _filled(case: Case, today: dt.date) -> Asked:
    return _forms(case, case.given, case.rows, today)


def _forms(case: Case, given: Given, rows: Mapping[str, tuple[Given, ...]], today: dt.date) -> Asked:
    """The forms: bound when an answer is wanted, else only filled, since nothing is wrong yet."""
    facts = case.rule.facts
    lists = {}
    for name, fact in lists_of(case.rule).items():
        told = rows.get(name, ())
        if case.asked:
            told = tuple(row for row in told if not _is_empty(row, parts(fact)))
        label, help_text = split_meaning(fact)
        made = tuple(
            _form(parts(fact), row, case.asked, f"{name}-{number}") for number, row in enumerate(told)
        )
        lists[name] = Rows(fact, made, label, help_text)
    stand = selectors.context()
    under: dict[str, Any] = {f"{READING}{id}": choice for id, choice in case.readings.items()}
    under[AS_OF] = case.as_of
    under_form = UnderForm(stand, today, **({"data": under} if case.asked else {"initial": under}))
    return Asked(case, _form(facts, given, case.asked), lists, under_form, stand, today)


def _form(facts: tuple[Fact, ...], given: Given, asked: bool, prefix: str = "") -> FactsForm:
    compact = bool(prefix)
    if asked:
        return FactsForm(facts, compact=compact, data=data_of(given, facts, prefix), prefix=prefix or None)
    names = {fact.name for fact in facts}
    shown: dict[str, Any] = {**defaults(facts), **(_earlier(names) if compact else {}), **given}
    many = {fact.name for fact in facts if fact.kind == "list"}
    initial = {name: list(values) if name in many else values[0] for name, values in shown.items()}
    return FactsForm(facts, compact=compact, initial=initial, prefix=prefix or None)


def _earlier(names: set[str]) -> dict[str, tuple[str, ...]]:
    """Names for a new row: an earlier pickup of the same animal, which is what is asked most."""
    if "event" not in names:
        return {}
    return {name: NAMES[name] for name in NAMES if name in names} | {"event": ("an earlier pickup",)}


def _is_empty(row: Given, facts: tuple[Fact, ...]) -> bool:
    usual = defaults(facts)
    return not any(values != usual.get(name) for name, values in row.items() if name not in TELLS_NOTHING)


def _answer(made: Asked, today: dt.date) -> None:
    told = made.form.told()
    try:
        for rows in made.rows.values():
            records = [rows.fact.of.type(**form.told()) for form in rows.forms]  # type: ignore[attr-defined]
            told[rows.fact.argument] = tuple(records)
        made.answer = made.case.rule.function(**told, context=_context(made, today))
    except RuleError as error:
        _place(made, error)


def _context(made: Asked, today: dt.date) -> rules.Context:
    """What is in force, with the readings that are tried.

    A case without any date is answered as things stand today; a day to stand on leaves out what was set
    later.
    """
    on = made.under.cleaned_data[AS_OF]
    dated = any(fact.kind in ("date", "time") for fact in made.form.facts.values() if _has(made.form, fact))
    context = selectors.context(on=on or (None if dated else today))
    for id in rules.RESOLUTION_READINGS:
        choice = made.under.cleaned_data[f"{READING}{id}"]
        if choice:
            context = context.with_reading(id, choice)
    return context


def _has(form: FactsForm, fact: Fact) -> bool:
    return form.cleaned_data.get(fact.name) is not None


_PLACE = re.compile(r"(\w+)(?:\[(\d+)\])?(?:\.(\w+))?(?:\[\d+\])?")
_ISO_DAY = re.compile(r'"?(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?:[+-]\d\d:\d\d)?)?"?')
_FOR_PEOPLE = (
    (" written YYYY-MM-DDTHH:MM", ""),
    (" written YYYY-MM-DD", ""),
    (" or null", ""),
    ("null beside", "nothing beside"),
    ("but nothing was given", "but this is empty"),
)


def refusal(error: RuleError) -> str:
    """A refusal's sentence with days, times and emptiness as people write them."""
    text = error.sentence
    for machine, person in _FOR_PEOPLE:
        text = text.replace(machine, person)
    return _ISO_DAY.sub(_written, text)


def _written(match: re.Match[str]) -> str:
    try:
        day = formats.day(match[1])
    except ValueError:
        return match[0]
    return f"{day}, {formats.clock(dt.time.fromisoformat(match[2]))}" if match[2] else day


def _place(made: Asked, error: RuleError) -> None:
    """Puts a refusal beside the box that it names."""
    match = _PLACE.fullmatch(error.fact)
    says = refusal(error)
    names = {fact.argument: name for name, fact in made.form.facts.items()}
    if match:
        name = names.get(match[1], match[1])
        if name in made.form.fields:
            made.form.add_error(name, says)
            return
        rows = made.rows.get(name)
        if rows and match[2] and int(match[2]) < len(rows.forms):
            form = rows.forms[int(match[2])]
            form.add_error(match[3] if match[3] in form.fields else None, says)
            return
        if rows:
            made.form.add_error(None, f"{rows.label}: {says}")
            return
    made.form.add_error(None, says)


def _day(day: dt.date) -> str:
    return f"{day.month}/{day.day}/{day.year}"
