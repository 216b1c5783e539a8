"""Every write of `documents`: issue a paper, make its PDF, log its openings."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from freeport_animals.documents import compose, kinds, papers
from freeport_animals.documents.models import Document, DocumentFile, DocumentPrint
from freeport_animals.documents.render import render_pdf, template_version
from freeport_animals.documents.text import clean

MAXIMUM_DEPTH = 20
LONGEST_NUMBER = Document._meta.get_field("number").max_length or 0
LONGEST_REASON = DocumentPrint._meta.get_field("reason").max_length or 0


class DocumentError(Exception):
    """A paper cannot be issued or opened; the message says why in a plain sentence."""


class NumberTaken(DocumentError):
    """A paper of this kind has this number already."""


class NotPlain(DocumentError, TypeError):
    """The context holds something that JSON cannot keep for ten years: a float, a Decimal, a date, an
    object."""


@dataclass(frozen=True)
class Printed:
    """A paper as it was opened: its bytes, and whether they are a marked copy of the original."""

    content: bytes
    filename: str
    is_duplicate: bool


def freeze(value: Any, *, at: str = "context", depth: int = 0) -> Any:
    """A copy of `value` in plain JSON, its text cleaned (`text.clean`); `at` names the place in an error.

    Money, dates and moments must have been written out as text. Raises NotPlain for anything but text, whole
    numbers, booleans, None, and lists and mappings of these.
    """
    if depth > MAXIMUM_DEPTH:
        raise NotPlain(f"{at} is nested too deeply")
    if isinstance(value, str):
        return clean(str(value))
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise NotPlain(f"{at} has the key {key!r}, which is not text")
        return {key: freeze(item, at=f"{at}.{key}", depth=depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [freeze(item, at=f"{at}[{place}]", depth=depth + 1) for place, item in enumerate(value)]
    raise NotPlain(f"{at} is {type(value).__name__}; write it out as text first")


@transaction.atomic
def document_issue(
    *,
    kind: str,
    number: str,
    subject: models.Model,
    context: Mapping[str, Any],
    issued_by: Any,
    issued_at: datetime,
    title: str = "",
    template: str = "",
    language: str = "en",
) -> Document:
    """Freeze a paper in the caller's transaction. No PDF is made here, so that no lock waits for a page.

    `subject` is the saved record that the paper is about. `title` is `context["title"]` when not given,
    `template` the kind's own. Raises UnknownKind, NotPlain, and NumberTaken when the kind has a paper with
    this number.
    """
    of_kind = kinds.get(kind)
    if subject.pk is None:
        raise DocumentError("A paper is about a record that has been saved.")
    if timezone.is_naive(issued_at):
        raise DocumentError("The moment of issue needs its time zone.")
    number = clean(number)
    if not 0 < len(number) <= LONGEST_NUMBER:
        raise DocumentError(f"A paper needs a number of at most {LONGEST_NUMBER} characters.")
    frozen = freeze(context)
    template = template or of_kind.template
    document = Document(
        kind=kind,
        number=number,
        title=clean(title) or frozen.get("title") or f"{of_kind.name} {number}",
        subject_type=subject._meta.label_lower,
        subject_id=subject.pk,
        context=frozen,
        template=template,
        template_version=template_version(template),
        language=language,
        issued_by=issued_by,
        issued_at=issued_at,
    )
    try:
        with transaction.atomic():
            document.save(force_insert=True)
    except IntegrityError as error:
        if "document_number_once" in str(error):
            raise NumberTaken(f"{of_kind.name} {number} has already been issued.") from error
        raise
    return document


def document_render(*, document: Document, at: datetime) -> DocumentFile:
    """The original PDF of a paper: made now if it was not yet, else the one kept.

    Call it after the issuing transaction has committed. Two at once make it twice, from the same context, and
    keep the first; both get that one.
    """
    kept = DocumentFile.objects.filter(document=document).first()
    if kept is not None:
        return kept
    content = render_pdf(document.template, document.context, title=document.title, lang=document.language)
    made = DocumentFile(
        document=document,
        content=content,
        sha256=hashlib.sha256(content).hexdigest(),
        page_count=compose.page_count(content),
        template_version=template_version(document.template),
        rendered_at=at,
    )
    DocumentFile.objects.bulk_create([made], ignore_conflicts=True)
    return DocumentFile.objects.get(document=document)


def document_print(*, document: Document, by: Any, at: datetime, reason: str = "") -> Printed:
    """Open a paper: its bytes, and a line in its log.

    The first opening is the original. Of a paper about money every later one says DUPLICATE, when and by
    whom it was printed; any paper bears the stamps of its kind (a void license says VOID). The original is
    never altered.
    """
    original = document_render(document=document, at=at)
    reason = clean(reason)[:LONGEST_REASON]
    with transaction.atomic():
        is_duplicate = not _claim_original(document, by, at, reason)
        if is_duplicate:
            DocumentPrint.objects.create(document=document, at=at, by=by, is_duplicate=True, reason=reason)
        stamps = kinds.stamps_of(document)
        if is_duplicate and kinds.get(document.kind).money:
            stamps.append(kinds.Stamp("DUPLICATE", f"Duplicate of {document.title}"))
        content = bytes(original.content)
        if stamps:
            content = compose.stamp(
                content,
                words=[stamp.word for stamp in stamps],
                note=". ".join([*(stamp.says for stamp in stamps if stamp.says), _printed_by(by, at)]),
                title=document.title,
            )
    return Printed(content=content, filename=document.filename, is_duplicate=is_duplicate)


def _claim_original(document: Document, by: Any, at: datetime, reason: str) -> bool:
    """Whether this opening is the first: the unique index lets one through, also of two at once."""
    if DocumentPrint.objects.filter(document=document, is_duplicate=False).exists():
        return False
    try:
        with transaction.atomic():
            DocumentPrint.objects.create(document=document, at=at, by=by, is_duplicate=False, reason=reason)
    except IntegrityError as error:
        if "document_one_original" not in str(error):
            raise
        return False
    return True


def _printed_by(by: Any, at: datetime) -> str:
    moment = f"{papers.written_date(timezone.localtime(at).date())}, {papers.written_time(at)}"
    return f"Printed {moment}" + (f" by {by}" if by is not None else "")


def sheet_print(*, documents: Sequence[Document], by: Any, at: datetime, reason: str = "") -> Printed:
    """Several papers as one PDF: half sheets two to a Letter page, in the order given, whole pages by
    themselves.

    Each paper is logged and marked as if it had been opened alone. Raises DocumentError for an empty list.
    """
    if not documents:
        raise DocumentError("Choose at least one paper.")
    for document in documents:
        document_render(document=document, at=at)
    with transaction.atomic():
        printed = [document_print(document=document, by=by, at=at, reason=reason) for document in documents]
    title = "; ".join(document.title for document in documents)
    content = compose.sheet([item.content for item in printed], title=title, lang=documents[0].language)
    name = "-and-".join(document.filename.removesuffix(".pdf") for document in documents[:3])
    return Printed(
        content=content, filename=f"{name}.pdf", is_duplicate=any(item.is_duplicate for item in printed)
    )


def paper_pdf(*, kind: str, context: Mapping[str, Any], language: str = "en") -> bytes:
    """A paper that is not issued: a blank application, a slip, a preview. It has no number and leaves no
    trace."""
    of_kind = kinds.get(kind)
    frozen = freeze(context)
    return render_pdf(of_kind.template, frozen, title=frozen.get("title") or of_kind.name, lang=language)


def render_pending(*, at: datetime, limit: int | None = None) -> tuple[int, list[tuple[Document, Exception]]]:
    """Make the PDFs still missing, oldest first: how many were made, and which failed with what.

    One paper that fails does not hold up the others.
    """
    missing = Document.objects.filter(file__isnull=True).order_by("pk")
    made, failed = 0, []
    for document in missing[:limit] if limit else missing.iterator(chunk_size=50):
        try:
            document_render(document=document, at=at)
        except Exception as error:  # whatever is wrong with this paper, the next one is waiting
            failed.append((document, error))
        else:
            made += 1
    return made, failed


def is_intact(file: DocumentFile) -> bool:
    """Whether the kept bytes are still those that were hashed when they were made."""
    return hashlib.sha256(bytes(file.content)).hexdigest() == file.sha256
