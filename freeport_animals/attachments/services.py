"""Taking in a file: checked, sealed under its hash, its copy made."""

import hashlib
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from freeport_animals.attachments import checks
from freeport_animals.attachments.models import Attachment
from freeport_animals.base.text import control_characters, one_line

ANY = frozenset({"photograph", "pdf"})
PHOTOGRAPH = frozenset({"photograph"})


def _named(prefix: str, digest: str, suffix: str) -> str:
    return f"{prefix}/{digest[:2]}/{digest[2:4]}/{digest}.{suffix}"


def _put(name: str, content: bytes) -> str:
    """Keep bytes under a name made from their hash; bytes that are there already are not written again."""
    if not default_storage.exists(name):
        saved = default_storage.save(name, ContentFile(content))
        if saved != name:
            # Another request stored the same bytes in between: its copy will do.
            default_storage.delete(saved)
    return name


def small_name(shown: str) -> str:
    """The name of the small copy that lists show beside a `shown` photograph."""
    return f"{shown.removesuffix('.jpg')}-small.jpg"


def _file_name(given: str) -> str:
    """What the file was called: its last part, readable, at most 200 characters."""
    name = PurePosixPath(given.replace("\\", "/")).name
    return one_line("".join(char for char in name if not control_characters(char)))[-200:]


def attachment_check(file: UploadedFile, accept: frozenset[str] = ANY) -> checks.Checked:
    """What an uploaded file is, without keeping it. Raises ValidationError with a sentence; for forms."""
    if file.size is not None and file.size > checks.MOST_BYTES:
        raise checks.too_large()
    file.seek(0)
    content = file.read()
    file.seek(0)
    return checks.check(content, accept)


@transaction.atomic
def attachment_store(
    *, file: UploadedFile, by: Any, accept: frozenset[str] = ANY, checked: checks.Checked | None = None
) -> Attachment:
    """Keep an uploaded photograph or PDF: the original sealed under its SHA-256, a harmless copy to show.

    `checked` is the answer of `attachment_check` when a form has asked it already. Raises ValidationError
    with a sentence for anything that is not what `accept` names, or is damaged, locked or too large.
    """
    found = checked or attachment_check(file, accept)
    file.seek(0)
    content = file.read()
    digest = hashlib.sha256(content).hexdigest()
    original = _put(_named("sealed", digest, found.suffix), content)
    shown = _put(_named("shown", hashlib.sha256(found.shown).hexdigest(), found.shown_suffix), found.shown)
    if found.small is not None:
        _put(small_name(shown), found.small)
    return Attachment.objects.create(
        kind=found.kind,
        sha256=digest,
        original=original,
        shown=shown,
        content_type=found.content_type,
        size=len(content),
        file_name=_file_name(file.name or ""),
        captured_at=found.captured_at,
        uploaded_by=by if getattr(by, "pk", None) else None,
    )
