"""The clauses of the ordinance for a page: nested by section, searched, each with what touches it today."""

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from freeport_animals import rules
from freeport_animals.ordinance.words import QUESTIONS, amount_words


@dataclass(frozen=True)
class ReadingToday:
    """A reading as it stands on a day: the choice made, who made it, and what else could be chosen."""

    reading: rules.registry.Reading
    chosen: rules.registry.Choice
    entry: rules.InForce[str]
    others: tuple[rules.registry.Choice, ...]


@dataclass(frozen=True)
class AmountToday:
    """An amount or period as it stands on a day, in words, and who set it."""

    parameter: rules.registry.Parameter
    words: str
    entry: rules.InForce[Decimal]


@dataclass(frozen=True)
class Entry:
    """A clause on the page. Texts have what was searched for marked."""

    clause: rules.registry.Clause
    heading: SafeString
    says: SafeString
    does: SafeString
    readings: tuple[ReadingToday, ...]
    amounts: tuple[AmountToday, ...]
    asks: tuple[tuple[str, str], ...]  # rules that rest on it, each with its question
    found: bool = True  # False: it only stands over one that was found


@dataclass(frozen=True)
class Section:
    """A section with its clauses in the ordinance's order, the section itself first."""

    number: str
    heading: str
    entries: tuple[Entry, ...]


def reading_today(id: str, context: rules.Context, on: dt.date) -> ReadingToday:
    """How a reading is chosen on a day."""
    reading, entry = rules.READINGS[id], context.reading_in_force(id, on)
    others = tuple(choice for choice in reading.choices if choice.id != entry.value)
    return ReadingToday(reading, reading.choice(entry.value), entry, others)


def amount_today(id: str, context: rules.Context, on: dt.date) -> AmountToday:
    """What an amount or period is on a day."""
    parameter, entry = rules.PARAMETERS[id], context.parameter_in_force(id, on)
    return AmountToday(parameter, amount_words(parameter, entry.value), entry)


# The rules that rest on each clause, with their questions.
_ASKS: dict[str, tuple[tuple[str, str], ...]] = {
    number: tuple((name, QUESTIONS[name]) for name, rule in rules.RULES.items() if number in rule.cites)
    for number in rules.CLAUSES
}


def sections(context: rules.Context, on: dt.date, query: str = "") -> list[Section]:
    """The sections with the clauses that answer `query`, or all of them.

    A clause answers when every word of the query stands in it, whatever its case and accents, or when the
    query is its number or that of a clause it belongs to. The clauses over one that was found stand there
    too, so that it keeps its place.
    """
    words = folded(query)[0].split()
    numbers = _numbers(query)
    found = {
        number for number, clause in rules.CLAUSES.items() if not words or _answers(clause, words, numbers)
    }
    over = {parent for number in found for parent in _parents(number)}
    amounts: dict[str, list[str]] = {}
    for id, parameter in rules.PARAMETERS.items():
        amounts.setdefault(parameter.cite, []).append(id)
    grouped: dict[str, list[Entry]] = {}
    for number, clause in rules.CLAUSES.items():
        if number in found or number in over:
            entry = Entry(
                clause,
                marked(clause.heading, words),
                marked(clause.says, words),
                # A heading over parts only points at them, which the page shows by itself.
                marked("" if clause.does.startswith("See its") else clause.does, words),
                tuple(reading_today(id, context, on) for id in clause.readings),
                tuple(amount_today(id, context, on) for id in amounts.get(number, ())),
                _ASKS.get(number, ()),
                number in found,
            )
            grouped.setdefault(str(clause.section), []).append(entry)
    return [
        Section(number, rules.CLAUSES[number].heading, tuple(entries)) for number, entries in grouped.items()
    ]


def _parents(number: str) -> list[str]:
    parts = number.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def _numbers(query: str) -> str:
    """The clause number that a query is, such as `5.C.A.1` of "Sec. 5 C a 1"; else nothing."""
    text = re.sub(r"^(section|sec|subd|clause)\b\.?", "", query.strip().lower())
    parts = re.findall(r"\d+|[a-z]", text)
    if not parts or not parts[0].isdigit() or re.sub(r"[\s.,]|subd", "", text) != "".join(parts):
        return ""
    return ".".join(parts)


def _answers(clause: rules.registry.Clause, words: list[str], number: str) -> bool:
    own = clause.number.lower()
    if number:
        return own == number or own.startswith(f"{number}.")
    text = _text(clause)
    return all(word in text for word in words)


def _text(clause: rules.registry.Clause) -> str:
    touching = [rules.READINGS[id] for id in clause.readings]
    amounts = [parameter for parameter in rules.PARAMETERS.values() if parameter.cite == clause.number]
    told = [
        clause.number,
        clause.heading,
        clause.says,
        clause.does,
        *(f"{each.name} {each.text} {' '.join(choice.says for choice in each.choices)}" for each in touching),
        *(f"{each.name} {each.says}" for each in amounts),
    ]
    return folded(" ".join(told))[0]


def folded(text: str) -> tuple[str, list[int]]:
    """`text` without case and accents, and for each of its letters where in `text` it comes from."""
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for plain in unicodedata.normalize("NFKD", char.casefold()):
            if not unicodedata.combining(plain):
                letters.append("'" if plain in "’‘ʼ`" else plain)
                places.append(place)
    return "".join(letters), places


def marked(text: str, words: list[str]) -> SafeString:
    """`text` as HTML with the words found in it marked."""
    if not words:
        return escape(text)
    plain, places = folded(text)
    hits = sorted(
        (places[match.start()], places[match.end() - 1] + 1)
        for word in words
        for match in re.finditer(re.escape(word), plain)
    )
    done: list[str] = []
    at = 0
    for start, end in hits:
        if end <= at:
            continue
        start = max(start, at)
        done += [escape(text[at:start]), "<mark>", escape(text[start:end]), "</mark>"]
        at = end
    return mark_safe("".join([*done, escape(text[at:])]))  # every piece of it was escaped
