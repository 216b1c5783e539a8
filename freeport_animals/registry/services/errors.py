"""Refusals of the registry's services: plain sentences, each at the field that it is about."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import IntegrityError, transaction


class RegistryError(ValidationError):
    """What was asked cannot be done.

    `message_dict` holds the sentences by field; a form takes it as it is.
    """


class AlreadyMerged(RegistryError):
    """The record has become the alias of another one."""


def refuse(**sentences: str) -> NoReturn:
    """Raise a RegistryError with a sentence for each field; `everything` is for what no field stands for."""
    raise RegistryError(
        {NON_FIELD_ERRORS if field == "everything" else field: [text] for field, text in sentences.items()}
    )


@contextmanager
def explained(sentences: Mapping[str, tuple[str, str]]) -> Iterator[None]:
    """Turn the violation of a named constraint into its sentence: {constraint: (field, sentence)}.

    The schema decides, this only explains it. The work inside is undone up to here.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) or ""
        if name not in sentences:
            raise
        field, sentence = sentences[name]
        raise RegistryError({field or NON_FIELD_ERRORS: [sentence]}) from error


def sentences(error: ValidationError) -> list[str]:
    """All sentences of a refusal, for places that have no fields."""
    found: Any = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
    return [text for texts in found.values() for text in texts]
