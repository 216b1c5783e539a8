"""The box that takes a fact: what is typed becomes what the rule is told, or a sentence says why not."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from freeport_animals import rules
from freeport_animals.base.fields import DayField, LineField, MoneyField, parse_day
from freeport_animals.base.text import one_line, refuse_control_characters
from freeport_animals.ordinance.words import choice_words, nothing_chosen
from freeport_animals.rules.facts import Day, Fact, Many, Moment, Money, OneOf, Text, Whole, YesNo

MOST_MONEY = Decimal("999999999.99")
MOST = 4  # choices that stand side by side; more go into a list
_MOMENT = re.compile(
    r"(?P<day>.+?)(?:T|,? (?:at )?)(?P<hour>\d{1,2})(?::?(?P<minute>\d\d))? ?(?P<half>[ap])?\.?(?:m\.?)? ?"
    r"(?P<zone>CST|CDT|[+-]\d\d:\d\d)?",
    re.IGNORECASE,
)
_ZONES = {"CDT": "-05:00", "CST": "-06:00"}
MOMENT_EXAMPLE = "Type the date and the time, for example 6/1/2026 2:30 pm."


class MomentField(forms.Field):
    """A date and time typed on one line; the value is ISO text as the rules take it.

    Where the clock shows a time twice, CDT or CST (or the offset) behind it says which.
    """

    widget = forms.TextInput(
        attrs={"autocomplete": "off", "placeholder": "mm/dd/yyyy h:mm am", "class": "w-m"}
    )

    def to_python(self, value: Any) -> str | None:
        text = one_line(str(value or ""))
        if not text:
            return None
        refuse_control_characters(str(value))
        match = _MOMENT.fullmatch(text)
        if match is None or not (match["minute"] or match["half"]):
            raise ValidationError(f"“{text[:40]}” is not a date and time. {MOMENT_EXAMPLE}", code="invalid")
        day = parse_day(match["day"])
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if match["half"]:
            if not 1 <= hour <= 12:
                raise ValidationError(f"There is no {hour} {match['half'].lower()}m. {MOMENT_EXAMPLE}")
            hour = hour % 12 + (12 if match["half"].lower() == "p" else 0)
        if hour > 23 or minute > 59:
            raise ValidationError(f"There is no {hour}:{minute:02} on the clock. {MOMENT_EXAMPLE}")
        zone = (match["zone"] or "").upper()
        return f"{day.isoformat()}T{hour:02}:{minute:02}{_ZONES.get(zone, zone)}"


class WholeField(forms.Field):
    """A whole number in figures."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "9"})

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip()
        if not text:
            return None
        if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
            raise ValidationError(f"“{text[:30]}” is not a whole number. Type it in figures, such as 3.")
        return int(text)


class _OneOfThese:
    """Says of a forged choice what is wrong in plain words."""

    default_error_messages: Any = {
        "invalid_choice": "“%(value)s” is none of these. Choose one.",
        "invalid_list": "Choose from the list.",
    }

    def validate(self, value: Any) -> None:
        for each in value if isinstance(value, list) else [value]:
            refuse_control_characters(str(each or ""))
        super().validate(value)  # type: ignore[misc]


class ChoiceBox(_OneOfThese, forms.TypedChoiceField):
    """One of a few; the value is what the rule is told."""


class ChoicesBox(_OneOfThese, forms.TypedMultipleChoiceField):
    """Any of a few; the value is the list that the rule is told."""


# Of facts that only tell things apart, and of one that speaks of ISO weekdays, what people would ask.
_ASKED: Mapping[str, str] = {
    "animal": "The animal, by any name",
    "event": "The pickup, by any name",
    "household": "The owner's household then, by any name",
    "owner": "Its owner then, by any name",
    "from_household": "The household it left, by any name",
    "to_household": "The household it came to, by any name",
    "person_id": "Who was bitten, by any name",
    "shelter_open": "Days on which the shelter is open",
}


def split_meaning(fact: Fact) -> tuple[str, str]:
    """A fact's meaning as a label, and what follows a colon or semicolon as its help."""
    if fact.name in _ASKED:
        return _ASKED[fact.name], ""
    match = re.fullmatch(r"(.*?)(?:[:;] (.*))?", fact.meaning)
    label, rest = (match[1], match[2] or "") if match else (fact.meaning, "")
    return label, f"{rest[:1].upper()}{rest[1:]}"


def box(fact: Fact, *, compact: bool = False) -> forms.Field:
    """The form field of a fact; `compact` for a row of a list. `says_optional`: whether its label does."""
    made = _box(fact, compact)
    # One that stands at its usual answer needs no word; one that may stay unknown does.
    kinds = {
        "date": "Type the date.",
        "time": MOMENT_EXAMPLE,
        "money": "Type the amount.",
        "text": "Type it.",
    }
    made.error_messages["required"] = kinds.get(fact.kind, "Choose one.")
    made.says_optional = fact.nullable and not isinstance(made, forms.ChoiceField)  # type: ignore[attr-defined]
    return made


def _box(fact: Fact, compact: bool) -> forms.Field:
    label, help_text = split_meaning(fact)
    told: dict[str, Any] = {
        "label": label,
        "help_text": help_text,
        "required": fact.required and not (isinstance(fact, Many) and fact.least == 0),
    }
    match fact:
        case Day():
            return DayField(**told)
        case Moment():
            return MomentField(**told)
        case Money():
            return MoneyField(maximum=MOST_MONEY, **told)
        case YesNo():
            choices = [("yes", "Yes"), ("no", "No")]
            return _choice(fact, choices, lambda value: value == "yes", compact, told)
        case Whole():
            return WholeField(**told)
        case OneOf(other=True):
            return _suggesting(LineField(**told), fact.name)
        case OneOf():
            choices = [(each, choice_words(fact, each)) for each in fact.choices]
            return _choice(fact, choices, str, compact, told)
        case Text():
            made = LineField(**told)
            return _suggesting(made, fact.name) if fact.name == "species" else made
        case Many(of=OneOf() as one):
            choices = [(each, choice_words(one, each)) for each in one.choices]
            return ChoicesBox(choices=choices, coerce=str, widget=forms.CheckboxSelectMultiple, **told)
        case Many(of=Whole() as one):
            numbers = range(one.least, one.most + 1)
            choices = [(str(each), choice_words(one, each)) for each in numbers]
            return ChoicesBox(choices=choices, coerce=int, widget=forms.CheckboxSelectMultiple, **told)
    raise TypeError(f"there is no box for {fact.name}, a {fact.kind}")


def _choice(
    fact: Fact,
    choices: list[tuple[str, str]],
    coerce: Callable[[str], Any],
    compact: bool,
    told: dict[str, Any],
) -> forms.Field:
    """Side by side where there is room, else a list; first what an optional one says when not chosen."""
    in_a_list = compact or len(choices) > MOST
    if fact.nullable:
        choices = [("", nothing_chosen(fact)), *choices]
    elif in_a_list and fact.required:
        choices = [("", ""), *choices]
    widget = forms.Select if in_a_list else forms.RadioSelect
    return ChoiceBox(choices=choices, coerce=coerce, empty_value=None, widget=widget, **told)


def _suggesting(field: forms.Field, name: str) -> forms.Field:
    field.widget.attrs["list"] = f"known-{name}"
    return field


def suggestions(rule: rules.Rule) -> dict[str, list[str]]:
    """What the boxes of a rule suggest, by the list's name."""
    found: dict[str, list[str]] = {}
    for fact in rule.facts:
        if "species" in (fact.name, *(part.name for part in parts(fact))):
            found["known-species"] = list(rules.known_species())
        elif isinstance(fact, OneOf) and fact.other:
            found[f"known-{fact.name}"] = list(fact.choices)
    return found


def parts(fact: Fact) -> tuple[Fact, ...]:
    """The facts of each record of a list; none for another fact."""
    return getattr(getattr(fact, "of", None), "facts", ())
