"""A certificate as a PDF: opened and checked; what is shown runs nothing."""

import hashlib
import io

import pikepdf
import pytest
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage

from freeport_animals.attachments.models import Attachment
from freeport_animals.attachments.services import attachment_store
from tests.attachments.files import pdf, picture, upload


def stored(name: str) -> bytes:
    with default_storage.open(name) as file:
        return file.read()


def refusal(content: bytes) -> str:
    with pytest.raises(ValidationError) as refused:
        attachment_store(file=upload(content), by=None, accept=frozenset({"pdf"}))
    assert not Attachment.objects.exists()
    return refused.value.messages[0]


def test_the_original_is_sealed_and_the_copy_has_its_pages(db):
    content = pdf(pages=3)
    kept = attachment_store(file=upload(content, "rabies.pdf"), by=None)
    assert (kept.kind, kept.content_type, kept.file_name) == ("pdf", "application/pdf", "rabies.pdf")
    assert kept.sha256 == hashlib.sha256(content).hexdigest()
    assert stored(kept.original) == content
    with pikepdf.open(io.BytesIO(stored(kept.shown))) as shown:
        assert len(shown.pages) == 3


def test_scripts_actions_and_attached_files_are_taken_out_of_what_is_shown(db):
    kept = attachment_store(file=upload(pdf(script=True, attached=True)), by=None)
    shown = stored(kept.shown)
    with pikepdf.open(io.BytesIO(shown)) as document:
        assert "/OpenAction" not in document.Root
        assert "/JavaScript" not in document.Root.get("/Names", {})
        assert "/AA" not in document.pages[0]
        assert len(document.attachments) == 0
        kinds = [str(note.Subtype) for note in document.pages[0].Annots]
        assert kinds == ["/Text"]  # the harmless note stays
        text = "".join(repr(item) for item in document.objects)
    assert "app.alert" not in text and "cmd.exe" not in text and "virus.exe" not in text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7\nnothing more", "damaged"),
        (b"%PDF-", "damaged"),
        (pdf(password="secret"), "locked with a password"),
        (pdf(pages=61), "61 pages"),
        (b"plain text", "This is not a PDF"),
        (picture(), "This is not a PDF"),
    ],
)
def test_what_is_no_certificate_is_refused_in_a_sentence(db, content, sentence):
    assert sentence in refusal(content)


def test_a_scanners_bytes_before_the_mark_are_forgiven(db):
    kept = attachment_store(file=upload(b"\r\n" + pdf()), by=None)
    assert kept.kind == "pdf"
