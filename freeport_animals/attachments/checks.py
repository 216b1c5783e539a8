"""What a handed-in file really is, told from its content, and the copy of it that may be shown."""

import datetime as dt
import io
import re
from dataclasses import dataclass

import pikepdf
from django.core.exceptions import ValidationError
from django.utils import timezone
from PIL import Image, ImageCms, ImageFile, ImageOps, UnidentifiedImageError

MOST_BYTES = 15 * 1024 * 1024
# A small file may unfold to a picture that fills the memory. A JPEG is unfolded at a fraction of its size.
MOST_PIXELS = 25_000_000
MOST_PIXELS_JPEG = 60_000_000
LONGEST_SIDE = 2000  # of the copy that is shown
SMALL_SIDE = 320  # of the one in lists
MOST_PAGES = 60
FORMATS = ("JPEG", "PNG", "WEBP")  # MPO, what some cameras write, comes with JPEG
TAKEN, TAKEN_OFFSET = 36867, 36881  # EXIF: DateTimeOriginal, OffsetTimeOriginal
EXIF_IFD = 0x8769
ACTIVE = {"/FileAttachment", "/RichMedia", "/Movie", "/Sound", "/Screen", "/3D", "/Widget"}


@dataclass(frozen=True)
class Checked:
    """A file that may be kept: what it is, the copy to show, and when the camera took it."""

    kind: str  # photograph or pdf
    content_type: str  # of the original
    suffix: str
    shown: bytes
    shown_suffix: str
    small: bytes | None = None
    captured_at: dt.datetime | None = None


def _refuse(sentence: str, code: str) -> ValidationError:
    return ValidationError(sentence, code=code)


def check(content: bytes, accept: frozenset[str]) -> Checked:
    """Tell what `content` is and make the copy to show. `accept` holds `photograph`, `pdf` or both.

    The name that the file came with counts for nothing. Raises ValidationError with a sentence.
    """
    if not content:
        raise _refuse("The file is empty. Choose another one.", "empty")
    if len(content) > MOST_BYTES:
        raise too_large()
    # Some scanners put a few bytes before the mark; a PDF reader looks for it in the first kilobyte.
    if b"%PDF-" in content[:1024]:
        if "pdf" not in accept:
            raise _refuse("This is a PDF. Choose a photograph: JPEG, PNG or WebP.", "not_a_photograph")
        return _pdf(content)
    if "photograph" not in accept:
        raise _refuse("This is not a PDF. Choose a PDF.", "not_a_pdf")
    return _photograph(content, accept)


def too_large() -> ValidationError:
    """The refusal of a file that is too large."""
    return _refuse(
        f"The file is larger than {MOST_BYTES // 1024 // 1024} MB. Take the photograph at a lower "
        "resolution, or scan in black and white.",
        "too_large",
    )


def _photograph(content: bytes, accept: frozenset[str]) -> Checked:
    wanted = "a photograph (JPEG, PNG or WebP)" + (" or a PDF" if "pdf" in accept else "")
    if content[4:12] in (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1"):
        raise _refuse(
            "This photograph is in Apple's HEIC format. On the telephone choose Settings, Camera, Formats, "
            "Most Compatible, or send it as JPEG.",
            "heic",
        )
    try:
        image: Image.Image = Image.open(io.BytesIO(content), formats=FORMATS)
        most = MOST_PIXELS_JPEG if image.format in ("JPEG", "MPO") else MOST_PIXELS
        if image.width * image.height > most:
            raise _refuse(
                f"The photograph has {image.width:,} by {image.height:,} points. Send a smaller copy.",
                "too_many_pixels",
            )
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        # WeasyPrint lets every cut-off picture pass, for the whole process; what is handed in must be whole.
        ImageFile.LOAD_TRUNCATED_IMAGES = False
        image.load()
    except ValidationError:
        raise
    except Image.DecompressionBombError:
        raise _refuse("The photograph unfolds to far too many points. Send a smaller copy.", "bomb") from None
    except UnidentifiedImageError:
        raise _refuse(f"This is not {wanted}. Choose another file.", "unknown") from None
    except Exception:  # a decoder meeting a broken file may raise nearly anything
        raise _refuse(
            "The photograph is damaged and cannot be opened. Take or send it again.", "damaged"
        ) from None
    content_type = {"PNG": "image/png", "WEBP": "image/webp"}.get(image.format or "", "image/jpeg")
    suffix = {"image/png": "png", "image/webp": "webp"}.get(content_type, "jpg")
    taken = _taken(image)
    copy = _plain_copy(image)
    return Checked(
        kind="photograph",
        content_type=content_type,
        suffix=suffix,
        shown=_jpeg(copy, LONGEST_SIDE),
        shown_suffix="jpg",
        small=_jpeg(copy, SMALL_SIDE),
        captured_at=taken,
    )


def _plain_copy(image: Image.Image) -> Image.Image:
    """Upright, in ordinary colors on white, without anything that the camera wrote beside the picture."""
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    if profile:
        try:
            mode = "RGB" if image.mode not in ("RGB", "RGBA") else image.mode
            image = ImageCms.profileToProfile(  # type: ignore[assignment]
                image.convert(mode) if image.mode not in ("CMYK", "L") else image,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode=mode,
            )
        except (ImageCms.PyCMSError, ValueError, OSError):
            pass  # a broken profile: the colors as they are
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGB", image.size, "white")
        white.paste(image, mask=image.getchannel("A"))
        return white
    return image.convert("RGB")


def _jpeg(image: Image.Image, longest: int) -> bytes:
    copy = image.copy()
    copy.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    copy.info.clear()
    out = io.BytesIO()
    copy.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()


def _taken(image: Image.Image) -> dt.datetime | None:
    """When the camera says that it was taken; without a time zone the city's clock is meant."""
    try:
        exif = image.getexif()
        inner = exif.get_ifd(EXIF_IFD)
        text = str(inner.get(TAKEN) or exif.get(306) or "").strip("\x00 ")
        moment = dt.datetime.strptime(text, "%Y:%m:%d %H:%M:%S")
        offset = str(inner.get(TAKEN_OFFSET) or "").strip("\x00 ")
        if re.fullmatch(r"[+-]\d\d:\d\d", offset):
            return dt.datetime.strptime(f"{text}{offset}", "%Y:%m:%d %H:%M:%S%z")
        return timezone.make_aware(moment)
    except Exception:  # whatever a camera may have written there
        return None


def _pdf(content: bytes) -> Checked:
    """A PDF that opens, without password; what is shown runs nothing and carries nothing along."""
    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            if len(pdf.pages) > MOST_PAGES:
                raise _refuse(
                    f"The PDF has {len(pdf.pages)} pages. Send only those of the certificate.",
                    "too_many_pages",
                )
            if not pdf.pages:
                raise _refuse("The PDF has no page. Scan it again.", "no_pages")
            out = io.BytesIO()
            _still(pdf).save(out)
    except ValidationError:
        raise
    except pikepdf.PasswordError:
        raise _refuse(
            "The PDF is locked with a password. Ask for one without, or print and scan it.", "locked"
        ) from None
    except Exception:  # qpdf meeting a broken file may raise nearly anything
        raise _refuse("The PDF is damaged and cannot be opened. Scan or send it again.", "damaged") from None
    return Checked("pdf", "application/pdf", "pdf", out.getvalue(), "pdf")


def _still(pdf: pikepdf.Pdf) -> pikepdf.Pdf:
    """The pages alone: no script, no attached file, nothing that acts or leads elsewhere by itself."""
    still = pikepdf.new()
    for page in pdf.pages:
        annotations = page.get("/Annots")
        if annotations is not None:
            page["/Annots"] = pikepdf.Array([note for note in annotations if not _acts(note)])
        if "/AA" in page:
            del page["/AA"]
        still.pages.append(page)
    return still


def _acts(annotation: pikepdf.Object) -> bool:
    """Whether an annotation does something.

    A form field, a file, a film, or an action other than a page link.
    """
    try:
        kind = str(annotation.get("/Subtype", ""))
        if kind in ACTIVE or "/AA" in annotation:
            return True
        action = annotation.get("/A")
        return action is not None and str(action.get("/S", "")) != "/GoTo"
    except Exception:
        return True
