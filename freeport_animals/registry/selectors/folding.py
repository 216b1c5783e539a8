"""Typed text as the database compares it, and searches by words that its indexes answer."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.contrib.postgres.search import SearchQuery
from django.db import connection

from freeport_animals.base.text import control_characters, digits, one_line

LONGEST = 100  # more than any name; the rest of a pasted page is not searched
MOST_WORDS = 8
LIKE = 0.5  # how like two texts must be, of 1: Kremer and Kramer are 0.57
SHORT = 3  # a beginning of fewer letters is no search by words: half of the city begins with it


class Words(SearchQuery):
    """A ready-made tsquery. Django's own parses text anew, and would cut our words apart."""

    def as_sql(self, compiler: Any, connection: Any, *args: Any, **kwargs: Any) -> Any:
        return "%s::tsquery", [self.ready]

    def __init__(self, ready: str) -> None:
        super().__init__(ready, config=None)
        self.ready = ready


@dataclass(frozen=True)
class Folded:
    """A query text, folded by the same functions as the columns that it is compared with."""

    typed: str
    plain: str
    sounds: str
    address: str

    @property
    def words(self) -> list[tuple[str, str]]:
        """Each word as typed and as it sounds."""
        return list(zip(self.plain.split(), self.sounds.split(), strict=True))[:MOST_WORDS]

    @property
    def has_letters(self) -> bool:
        return any(char.isalpha() for char in self.plain)

    @property
    def is_name(self) -> bool:
        """Letters and no figures: what a name looks like, and an address does not."""
        return self.has_letters and not any(char.isdigit() for char in self.plain)

    @property
    def digits(self) -> str:
        found = digits(self.typed)
        return found[1:] if len(found) == 11 and found[0] == "1" else found

    @property
    def is_number(self) -> bool:
        """Digits and what stands between them, as in a telephone number."""
        return bool(re.fullmatch(r"[\d\s()+./-]+", self.typed)) and bool(self.digits)

    def beginnings(self) -> str | None:
        """All words, in any order, the name's words beginning with them as written or as they sound.

        Words of one or two letters must stand alone (Ia, Ly), unless a longer one narrows the search.
        None when no word is long enough to search by.
        """
        parts = []
        for plain, sound in self.words:
            if len(plain) >= SHORT:
                heard = f"{_quoted(sound)}{':*' if len(sound) >= SHORT else ''}"
                parts.append(f"({_quoted(plain)}:* | {heard})")
        return " & ".join(parts) or None

    def short_words(self) -> list[str]:
        """The words of one or two letters."""
        return [plain for plain, _ in self.words if len(plain) < SHORT]

    def whole_words(self) -> str:
        """All words, in any order, each as written or as it sounds."""
        return " & ".join(f"({_quoted(plain)} | {_quoted(sound)})" for plain, sound in self.words)

    def address_beginnings(self) -> str | None:
        """All words of an address in any order; the last may be only begun."""
        words = self.address.split()[:MOST_WORDS]
        if not words or (len(words) == 1 and len(words[0]) < 2):
            return None
        *first, last = words
        # `12` must not find 120 to 129 when more words follow; a word still being typed may go on.
        parts = [_quoted(word) for word in first]
        return " & ".join(
            [*parts, f"{_quoted(last)}:*" if not last.isdigit() or not first else _quoted(last)]
        )


def whole_word(word: str) -> str:
    """A folded word as a tsquery of itself."""
    return _quoted(word)


def _quoted(word: str) -> str:
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


def set_likeness(sender: Any, connection: Any, **kwargs: Any) -> None:
    """Tell a new connection how alike its index operators must find two texts. It costs no query later."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('pg_trgm.similarity_threshold', %s, false), "
                "set_config('pg_trgm.word_similarity_threshold', %s, false)",
                [str(LIKE), str(LIKE)],
            )


@lru_cache(maxsize=2048)
def folded(typed: str) -> Folded:
    """`typed` folded by the database. Control characters and what is beyond 100 characters are left out."""
    text = one_line("".join(char for char in typed if not control_characters(char)))[:LONGEST]
    if not text:
        return Folded("", "", "", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT plain(%s), sounds(%s), address_plain(%s)", [text, text, text])
        plain, sounds, address = cursor.fetchone()
    return Folded(text, plain, sounds, address)
