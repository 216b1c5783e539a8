"""Photographs and PDFs as cameras, scanners and attackers make them."""

import io

import pikepdf
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image


def picture(
    size: tuple[int, int] = (60, 40), color: str = "red", kind: str = "JPEG", **options: object
) -> bytes:
    """A plain picture; the left half is blue, so that turning it shows."""
    image = Image.new("RGB", size, color)
    image.paste("blue", (0, 0, size[0] // 2, size[1]))
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photograph_of_a_camera(
    *, turned: int = 6, taken: str = "2026:05:20 14:03:00", offset: str = "-05:00"
) -> bytes:
    """A JPEG with orientation, capture time and the position where it was taken."""
    image = Image.open(io.BytesIO(picture((60, 40))))
    exif = Image.Exif()
    exif[0x0112] = turned
    exif[0x010F] = "SECRETCAMERA"
    inner = exif.get_ifd(0x8769)
    inner[36867] = taken
    if offset:
        inner[36881] = offset
    gps = exif.get_ifd(0x8825)
    gps[1], gps[2] = "N", (45.0, 39.0, 47.0)
    gps[3], gps[4] = "W", (94.0, 41.0, 23.0)
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif)
    return out.getvalue()


def pdf(pages: int = 1, **changes: object) -> bytes:
    """A PDF with empty pages; `script` runs JavaScript when opened, `attached` carries a file, `password` locks it."""
    document = pikepdf.new()
    for _ in range(pages):
        document.add_blank_page(page_size=(200, 200))
    if changes.get("script"):
        document.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert('hello')")
        document.Root.Names = pikepdf.Dictionary(
            JavaScript=pikepdf.Dictionary(
                Names=[
                    "x",
                    document.make_indirect(
                        pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert('again')")
                    ),
                ]
            )
        )
        page = document.pages[0]
        page.AA = pikepdf.Dictionary(O=pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert('page')"))
        launch = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 50, 50],
            A=pikepdf.Dictionary(S=pikepdf.Name.Launch, F="cmd.exe"),
        )  # fmt: skip
        harmless = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[0, 0, 50, 50], Contents="a note"
        )
        page.Annots = document.make_indirect(
            pikepdf.Array([document.make_indirect(launch), document.make_indirect(harmless)])
        )
    if changes.get("attached"):
        document.attachments["virus.exe"] = b"MZ..."
    out = io.BytesIO()
    password = changes.get("password")
    if password:
        document.save(out, encryption=pikepdf.Encryption(user=str(password), owner="x", R=6))
    else:
        document.save(out)
    return out.getvalue()


def upload(content: bytes, name: str = "file.bin") -> SimpleUploadedFile:
    """As a browser sends it. The type that it claims counts for nothing."""
    return SimpleUploadedFile(name, content, content_type="text/html")
