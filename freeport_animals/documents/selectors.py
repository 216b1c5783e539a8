"""Reads of `documents`."""

from collections.abc import Iterable

from django.db import models
from django.db.models import QuerySet

from freeport_animals.documents import kinds
from freeport_animals.documents.models import Document


def documents_of(subject: models.Model) -> QuerySet[Document]:
    """The papers issued about a record, newest first."""
    return Document.objects.filter(subject_type=subject._meta.label_lower, subject_id=subject.pk)


def document_for(*, kind: str, number: str) -> Document | None:
    """The paper of this kind with this number, None when there is none."""
    return Document.objects.filter(kind=kind, number=number).first()


def may_open(document: Document, roles: Iterable[str]) -> bool:
    """Whether somebody with these roles may open the paper. A kind that no app registers is opened by
    nobody."""
    try:
        kind = kinds.get(document.kind)
    except kinds.UnknownKind:
        return False
    return kind.public or bool(kind.roles & set(roles))
