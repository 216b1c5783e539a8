"""Issued papers: what was frozen, the bytes made from it, and who opened them. Nothing here is changed or
deleted.

Document (number and context, in the issuing transaction) ← DocumentFile (the PDF, made after the commit)
                                                          ← DocumentPrint (each time somebody opened it)
"""

from typing import Any

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q

STAFF: dict[str, Any] = {"to": settings.AUTH_USER_MODEL, "on_delete": models.PROTECT, "related_name": "+"}
KEEP_ALL = pgtrigger.Trigger(
    name="keep_all",
    operation=pgtrigger.Truncate,
    when=pgtrigger.Before,
    level=pgtrigger.Statement,
    func="RAISE EXCEPTION 'issued papers and their numbers are never emptied out';",
)
KEEP = [pgtrigger.Protect(name="keep", operation=pgtrigger.Update | pgtrigger.Delete), KEEP_ALL]


class Counter(models.Model):
    """The last number given in a series. Only `numbers.next_number` writes here."""

    series = models.CharField(max_length=20, primary_key=True)  # "receipt", "L-2026"
    value = models.PositiveIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(value__gt=0), name="counter_positive")]
        triggers = [
            pgtrigger.Protect(name="keep", operation=pgtrigger.Delete),
            KEEP_ALL,
            # A counter that goes back gives a number twice; one that leaps leaves a gap.
            pgtrigger.Protect(
                name="one_up",
                operation=pgtrigger.Update,
                condition=pgtrigger.Condition("NEW.value <> OLD.value + 1 OR NEW.series <> OLD.series"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.value}"


class Document(models.Model):
    """An issued paper: its number, and every fact printed on it as it stood when it was issued."""

    kind = models.CharField(max_length=30)  # a key of `kinds.KINDS`
    number = models.CharField(max_length=30)
    title = models.TextField()
    subject_type = models.CharField(max_length=60)  # "licensing.license": a label, no foreign key
    subject_id = models.BigIntegerField()
    context = models.JSONField()
    template = models.CharField(max_length=100)
    template_version = models.CharField(max_length=64)  # SHA-256 over the template and all it is made from
    language = models.CharField(max_length=12)  # BCP 47
    issued_by = models.ForeignKey(**STAFF)
    issued_at = models.DateTimeField()

    append_only = True

    class Meta:
        ordering = ["-issued_at", "-pk"]
        triggers = KEEP
        indexes = [
            models.Index(fields=["subject_type", "subject_id"], name="document_of_subject"),
            models.Index(fields=["-issued_at"], name="document_newest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["kind", "number"], name="document_number_once"),
            models.CheckConstraint(condition=~Q(kind="") & ~Q(number=""), name="document_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def filename(self) -> str:
        """What the file is called when it is saved: license-L-2026-0042.pdf."""
        safe = "".join(char if char.isascii() and char.isalnum() else "-" for char in self.number)
        return f"{self.kind}-{safe}.pdf"


class DocumentFile(models.Model):
    """The original PDF. A second rendering never replaces it."""

    document = models.OneToOneField(Document, primary_key=True, on_delete=models.PROTECT, related_name="file")
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    page_count = models.PositiveSmallIntegerField()
    template_version = models.CharField(
        max_length=64
    )  # what it was made from, should that have changed since
    rendered_at = models.DateTimeField()

    append_only = True

    class Meta:
        triggers = KEEP
        constraints = [models.CheckConstraint(condition=Q(page_count__gt=0), name="document_file_has_pages")]

    def __str__(self) -> str:
        return f"{self.document_id}: {self.page_count} pages, {self.sha256[:12]}"


class DocumentPrint(models.Model):
    """Somebody opened the paper to print or read it. The first opening of a paper is its original."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="prints")
    at = models.DateTimeField()
    by = models.ForeignKey(**STAFF, null=True)  # nobody when the public opened it
    is_duplicate = models.BooleanField()
    reason = models.CharField(max_length=200, blank=True)

    append_only = True

    class Meta:
        ordering = ["-at", "-pk"]
        triggers = KEEP
        indexes = [models.Index(fields=["document", "-at"], name="document_print_newest")]
        constraints = [
            models.UniqueConstraint(
                fields=["document"], condition=Q(is_duplicate=False), name="document_one_original"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} at {self.at}{' (duplicate)' if self.is_duplicate else ''}"
