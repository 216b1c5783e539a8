"""SQL functions under generated columns: how names, addresses and numbers are folded to find each other.

`plain()` is made by the base app's first migration, the others by this app's.
"""

import pgtrigger
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Func


class Plain(Func):
    """Letters and digits only, lower case, no accents."""

    function = "plain"
    output_field = models.TextField()


class Sounds(Func):
    """Each word as it sounds, so that Meyer and Maier, Maxamed and Mohamed are the same."""

    function = "sounds"
    output_field = models.TextField()


class NameWords(Func):
    """The words of a name, as typed and as they sound."""

    function = "name_words"
    output_field = SearchVectorField()


class AddressPlain(Func):
    """An address with its words abbreviated alike: `125 main st e`."""

    function = "address_plain"
    output_field = models.TextField()


class AddressKey(Func):
    """An address by which two are one: the house number, then its other words in alphabetical order."""

    function = "address_key"
    output_field = models.TextField()


class AddressWords(Func):
    """The words of an address, abbreviated alike."""

    function = "address_words"
    output_field = SearchVectorField()


class Joined(Func):
    """Columns joined with blanks by an immutable expression, which generated columns need."""

    arg_joiner = " || ' ' || "
    template = "btrim(%(expressions)s)"
    output_field = models.TextField()


class Digits(Func):
    """Only the digits, without the 1 that leads an eleven-digit American number."""

    template = r"regexp_replace(regexp_replace(%(expressions)s, '[^0-9]', '', 'g'), '^1(\d{10})$', '\1')"
    output_field = models.TextField()


def trigram(name: str, field: str) -> GinIndex:
    return GinIndex(name=name, fields=[field], opclasses=["gin_trgm_ops"])


def alias_guard(table: str) -> pgtrigger.Trigger:
    """Keeps `merged_into` one step deep: its target is never an alias itself, so that no ring can arise.

    The target is locked, so that two merges in opposite directions cannot both succeed.
    """
    return pgtrigger.Trigger(
        name="alias_of_a_kept_record",
        when=pgtrigger.Before,
        operation=pgtrigger.Insert | pgtrigger.UpdateOf("merged_into_id"),
        condition=pgtrigger.Q(new__merged_into__isnull=False),
        func=f"""
            IF EXISTS (SELECT 1 FROM {table} WHERE merged_into_id = NEW.id) THEN
                RAISE EXCEPTION 'record % of {table} is itself kept by a merge', NEW.id
                    USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            PERFORM 1 FROM {table} WHERE id = NEW.merged_into_id AND merged_into_id IS NULL FOR NO KEY UPDATE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'record % of {table} is an alias already', NEW.merged_into_id
                    USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        """,
    )
