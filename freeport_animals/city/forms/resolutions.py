"""Entering a resolution: its number and dates, and whatever it sets."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.forms import BoundField

from freeport_animals import rules
from freeport_animals.base.fields import DayField, LineField, MoneyField
from freeport_animals.base.formats import day, money
from freeport_animals.base.once import TokenField
from freeport_animals.city.errors import CityError
from freeport_animals.city.models import Resolution
from freeport_animals.city.services.resolutions import check_dates

CLOSURE_ROWS = 6
MOST_ROWS = 60
LONGEST_CLOSURE = 31  # days in one row

SECTIONS = {
    1: "Definitions and the release fee",
    2: "Dogs and cats",
    5: "Impounding",
    6: "Kennels",
    8: "Seizure",
    9: "Immediate danger",
    10: "Diseased animals",
    11: "Dangerous animals",
    12: "Requirements for dangerous animals",
    18: "Violations",
}


@dataclass(frozen=True)
class Choice:
    """A reading with its box and what is chosen today."""

    reading: rules.registry.Reading
    box: BoundField
    now: str


class ResolutionForm(forms.Form):
    """Everything that a resolution may set. A box left alone sets nothing."""

    token = TokenField()
    number = LineField(
        label="Number",
        max_length=40,
        help_text="As the council numbers it, for example 2026-04.",
        error_messages={"required": "Type the number of the resolution."},
    )
    title = LineField(
        label="Title",
        max_length=200,
        error_messages={"required": "Say in a few words what it resolves."},
    )
    adopted_on = DayField(
        latest_today=True,
        label="Adopted",
        error_messages={"required": "Type the day on which the council adopted it."},
    )
    effective_on = DayField(
        required=False, label="Takes effect", help_text="Leave it empty for the day it was adopted."
    )

    def __init__(
        self, *args: Any, context: rules.Context, on: dt.date, rows: int = CLOSURE_ROWS, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.context, self.on = context, on
        if self.is_bound:
            sent = str(self.data.get("closure_rows", ""))
            rows = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else rows
        self.rows = max(1, min(rows, MOST_ROWS))
        for id in rules.RESOLUTION_PARAMETERS:
            self.fields[f"parameter-{id}"] = self._amount(rules.PARAMETERS[id])
        for id in rules.RESOLUTION_READINGS:
            self.fields[f"reading-{id}"] = self._reading(rules.READINGS[id])
        for check in rules.STATE_CHECKS.values():
            if check.switchable:
                self.fields[f"check-{check.id}"] = self._check(check)
        for number in range(self.rows):
            self.fields[f"closed-{number}-name"] = LineField(required=False, label="Why", max_length=60)
            self.fields[f"closed-{number}-first"] = DayField(required=False, label="Closed on")
            self.fields[f"closed-{number}-last"] = DayField(required=False, label="Through")

    # The boxes

    def _amount(self, parameter: Any) -> MoneyField:
        now = self.context.parameter(parameter.id, self.on)
        floor = f" Never less than {money(parameter.floor)}." if parameter.floor else ""
        return MoneyField(
            required=False,
            label=parameter.name,
            help_text=f"Today {money(now)}{' a day' if parameter.unit.endswith('a day') else ''}.{floor}",
            maximum=Decimal("9999999.99"),
        )

    def _reading(self, reading: Any) -> forms.ChoiceField:
        chosen = self.context.reading(reading.id, self.on)
        now = reading.choice(chosen).says
        return forms.ChoiceField(
            required=False,
            label=reading.name,
            choices=[("", f"As it is: {now}"), *((choice.id, choice.says) for choice in reading.choices)],
            error_messages={"invalid_choice": "Choose one of the ways listed."},
        )

    def _check(self, check: Any) -> forms.ChoiceField:
        now = "shown" if self.context.shows(check.id, self.on) else "switched off"
        return forms.ChoiceField(
            required=False,
            label=check.name,
            choices=[("", f"As it is: {now}"), ("off", "Switch it off"), ("on", "Show it")],
            help_text=f"{check.says} ({check.cite}, as of {check.year})",
        )

    # What the page shows

    def amounts(self) -> list[tuple[Any, BoundField]]:
        """Each amount with its box."""
        return [(rules.PARAMETERS[id], self[f"parameter-{id}"]) for id in rules.RESOLUTION_PARAMETERS]

    def sections(self) -> list[dict[str, Any]]:
        """The readings by section of the ordinance; `open` where a box of it was used or refused."""
        found: dict[int, list[Choice]] = {}
        for id in rules.RESOLUTION_READINGS:
            reading = rules.READINGS[id]
            section = int(reading.clauses[0].split(".")[0])
            now = self.context.reading(id, self.on)
            found.setdefault(section, []).append(Choice(reading, self[f"reading-{id}"], now))
        return [
            {
                "number": number,
                "name": SECTIONS.get(number, f"Section {number}"),
                "choices": choices,
                "open": any(choice.box.value() or choice.box.errors for choice in choices),
            }
            for number, choices in sorted(found.items())
        ]

    def checks(self) -> list[BoundField]:
        """The boxes of the state checks."""
        return [self[name] for name in self.fields if name.startswith("check-")]

    def closures(self) -> Iterator[tuple[BoundField, BoundField, BoundField]]:
        """The rows of closed days."""
        for number in range(self.rows):
            yield tuple(self[f"closed-{number}-{part}"] for part in ("first", "last", "name"))  # type: ignore[misc]

    # What was typed

    def clean_number(self) -> str:
        number: str = self.cleaned_data["number"].removeprefix("Resolution").strip()
        return number

    def number_is_free(self) -> bool:
        """Whether no resolution has this number yet; else the sentence stands beside the box.

        Asked before it is shown what the resolution changes. When it is entered the service asks, so that a
        second press is not mistaken for a second resolution.
        """
        number = self.cleaned_data["number"]
        if Resolution.objects.filter(number=number).exists():
            self.add_error("number", f"Resolution {number} has been entered already.")
            return False
        return True

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        adopted = data.get("adopted_on")
        if adopted is not None and "effective_on" not in self.errors:
            data["effective_on"] = data.get("effective_on") or adopted
            try:
                check_dates(adopted_on=adopted, effective_on=data["effective_on"])
            except CityError as refusal:
                self.add_error(refusal.field, str(refusal))
        for id in rules.RESOLUTION_PARAMETERS:
            amount = data.get(f"parameter-{id}")
            if amount is not None:
                try:
                    rules.check_parameter(id, amount)
                except rules.RuleError as refusal:
                    self.add_error(f"parameter-{id}", refusal.sentence)
        self.closed = list(self._closed(data))
        return data

    def _closed(self, data: dict[str, Any]) -> Iterator[tuple[dt.date, str]]:
        seen: dict[dt.date, int] = {}
        for number in range(self.rows):
            first, last, name = (data.get(f"closed-{number}-{part}") for part in ("first", "last", "name"))
            if not (first or last or name):
                continue
            if first is None:
                if f"closed-{number}-first" not in self.errors:
                    self.add_error(f"closed-{number}-first", "Type the day on which the city is closed.")
                continue
            if not name:
                self.add_error(f"closed-{number}-name", f"Say why the city is closed {day(first)}.")
                continue
            last = last or first
            if last < first:
                self.add_error(f"closed-{number}-last", f"{day(last)} comes before {day(first)}.")
                continue
            length = (last - first).days + 1
            if length > LONGEST_CLOSURE:
                self.add_error(
                    f"closed-{number}-last", f"{length} days in one row are too many. Check the year."
                )
                continue
            for each in (first + dt.timedelta(days=n) for n in range(length)):
                if each in seen:
                    self.add_error(f"closed-{number}-first", f"{day(each)} stands in this list twice.")
                    break
                seen[each] = number
                yield each, name

    def entry(self) -> dict[str, Any]:
        """The keywords of `resolution_adopt`."""
        data = self.cleaned_data
        picked = {
            kind: {
                name.removeprefix(f"{kind}-"): value
                for name, value in data.items()
                if name.startswith(f"{kind}-") and value not in (None, "")
            }
            for kind in ("parameter", "reading", "check")
        }
        return {
            "number": data["number"],
            "title": data["title"],
            "adopted_on": data["adopted_on"],
            "effective_on": data["effective_on"],
            "parameters": picked["parameter"],
            "readings": picked["reading"],
            "state_checks": {id: value == "on" for id, value in picked["check"].items()},
            "closures": self.closed,
        }


class WithdrawForm(forms.Form):
    """Why a resolution that has not begun is withdrawn."""

    token = TokenField()
    reason = LineField(
        label="Reason",
        max_length=300,
        error_messages={"required": "Say why it is withdrawn. The reason stays with the resolution."},
        help_text="For example: the council rescinded it before it took effect; entered with a wrong date.",
    )
