"""A photograph is told by its content, shown as a copy without position, and its original sealed."""

import datetime as dt
import hashlib
import io

import pytest
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.db import DatabaseError, transaction
from PIL import Image

from freeport_animals.attachments import checks
from freeport_animals.attachments.models import Attachment
from freeport_animals.attachments.services import PHOTOGRAPH, attachment_store, small_name
from tests.attachments.files import pdf, photograph_of_a_camera, picture, upload


def stored(name: str) -> bytes:
    with default_storage.open(name) as file:
        return file.read()


def refusal(content: bytes, accept=PHOTOGRAPH) -> str:
    with pytest.raises(ValidationError) as refused:
        attachment_store(file=upload(content), by=None, accept=accept)
    assert not Attachment.objects.exists()
    return refused.value.messages[0]


def test_the_original_is_sealed_byte_for_byte_under_its_hash(db):
    content = photograph_of_a_camera()
    kept = attachment_store(file=upload(content, "bella.jpg"), by=None)
    assert kept.sha256 == hashlib.sha256(content).hexdigest()
    assert stored(kept.original) == content
    assert kept.sha256 in kept.original
    assert (kept.kind, kept.content_type, kept.size, kept.file_name) == (
        "photograph", "image/jpeg", len(content), "bella.jpg",
    )  # fmt: skip


def test_the_copy_stands_upright_and_tells_neither_place_nor_camera(db):
    kept = attachment_store(file=upload(photograph_of_a_camera(turned=6)), by=None)
    shown = stored(kept.shown)
    image = Image.open(io.BytesIO(shown))
    assert image.size == (40, 60)  # turned a quarter: it was 60 by 40
    assert image.getpixel((20, 5))[2] > 200  # what was left is now on top: blue
    assert not image.getexif()
    assert b"SECRETCAMERA" not in shown and b"Exif" not in shown


@pytest.mark.parametrize(
    ("taken", "offset", "moment"),
    [
        ("2026:05:20 14:03:00", "-05:00", dt.datetime(2026, 5, 20, 19, 3, tzinfo=dt.UTC)),
        ("2026:05:20 14:03:00", "", dt.datetime(2026, 5, 20, 19, 3, tzinfo=dt.UTC)),  # the city's clock
        ("2026:01:20 14:03:00", "", dt.datetime(2026, 1, 20, 20, 3, tzinfo=dt.UTC)),
        ("0000:00:00 00:00:00", "", None),
        ("yesterday", "nonsense", None),
    ],
)
def test_the_capture_time_is_kept(db, taken, offset, moment):
    kept = attachment_store(file=upload(photograph_of_a_camera(taken=taken, offset=offset)), by=None)
    assert kept.captured_at == moment


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_three_formats_whatever_the_name_says(db, kind):
    kept = attachment_store(file=upload(picture(kind=kind), "certificate.pdf.exe"), by=None)
    assert kept.content_type == {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}[kind]
    assert Image.open(io.BytesIO(stored(kept.shown))).format == "JPEG"
    assert kept.original.endswith({"JPEG": ".jpg", "PNG": ".png", "WEBP": ".webp"}[kind])


def test_transparent_pictures_stand_on_white(db):
    out = io.BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(out, "PNG")
    kept = attachment_store(file=upload(out.getvalue()), by=None)
    assert Image.open(io.BytesIO(stored(kept.shown))).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["L", "P", "1", "CMYK", "I;16"])
def test_pictures_in_other_colors(db, mode):
    kind = "JPEG" if mode in ("L", "CMYK") else "PNG"
    out = io.BytesIO()
    Image.new(mode, (20, 20)).save(out, kind)
    assert (
        Image.open(io.BytesIO(stored(attachment_store(file=upload(out.getvalue()), by=None).shown))).mode
        == "RGB"
    )


def test_a_large_one_is_shown_smaller_and_smaller_still_in_lists(db):
    kept = attachment_store(file=upload(picture((4000, 3000))), by=None)
    assert Image.open(io.BytesIO(stored(kept.shown))).size == (2000, 1500)
    assert Image.open(io.BytesIO(stored(small_name(kept.shown)))).size == (320, 240)


def test_the_same_bytes_are_stored_once_and_recorded_each_time(db):
    content = picture(color="green")
    first, second = (attachment_store(file=upload(content, name), by=None) for name in ("a.jpg", "b.jpg"))
    assert first.original == second.original
    assert first.pk != second.pk
    folder = first.original.rsplit("/", 1)[0]
    assert len(default_storage.listdir(folder)[1]) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is empty"),
        (b"GIF89a" + b"\x00" * 40, "This is not a photograph"),
        (b"<html><script>alert(1)</script></html>", "This is not a photograph"),
        (b"\xff\xd8\xff\xe0" + b"\x00" * 100, "not a photograph"),
        (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 50, "HEIC"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "This is not a photograph"),
        (b"MZ\x90\x00" + b"\x00" * 100, "This is not a photograph"),
    ],
)
def test_what_is_no_photograph_is_refused_in_a_sentence(db, content, sentence):
    assert sentence in refusal(content)


def test_a_damaged_one_is_refused(db):
    import weasyprint  # noqa: F401 - which lets cut-off pictures pass as soon as it is loaded

    whole = picture((300, 300))
    assert "damaged" in refusal(whole[: len(whole) // 2])


def test_a_pdf_is_no_photograph(db):
    assert "This is a PDF" in refusal(pdf())


def test_a_file_that_is_too_large(db, monkeypatch):
    monkeypatch.setattr(checks, "MOST_BYTES", 1000)
    assert "larger than" in refusal(picture((500, 500), kind="PNG") + b"\x00" * 1001)


def test_a_small_file_that_unfolds_to_a_huge_picture(db):
    """A hundred kilobytes of PNG that would fill 1.2 gigabytes: refused before it is unfolded."""
    out = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(out, "PNG")
    assert len(out.getvalue()) < 200_000
    sentence = refusal(out.getvalue())
    assert "too many points" in sentence or "Send a smaller copy" in sentence


def test_the_name_is_kept_readable_and_short(db):
    kept = attachment_store(file=upload(picture(), "C:\\Users\\x\\..\\ab\x07c" + "n" * 300 + ".jpg"), by=None)
    assert len(kept.file_name) <= 200
    assert "\x07" not in kept.file_name and "\\" not in kept.file_name and "/" not in kept.file_name


def test_an_attachment_never_changes(db):
    kept = attachment_store(file=upload(picture()), by=None)
    with pytest.raises(DatabaseError), transaction.atomic():
        Attachment.objects.filter(pk=kept.pk).update(file_name="other")
    with pytest.raises(DatabaseError), transaction.atomic():
        kept.delete()
