"""The typefaces of the papers: the same ones on every machine, whatever is installed there.

Text is set in Public Sans. What it lacks comes, in this order, from the Noto faces of the pinned packages
(Latin with every accent, Arabic, Hebrew, Ethiopic, Khmer, Lao, Thai, Devanagari and more, emoji in one
color, Chinese, Japanese and Korean), then from the system's DejaVu and Noto faces (Pahawh Hmong and other
rare scripts), and a character that no face has is printed as its code, so that nothing comes out as an
empty box.

`prepare` makes once per machine what would be slow to make for each paper: Public Sans cut to single weights,
a fontconfig file that names these faces and no others, and a table of every character they have.
"""

import hashlib
import os
import shutil
import tempfile
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape

from django.conf import settings

VERSION = 1  # raise it when `prepare` would make something else from the same packages
TEXT_FACE = "Public Sans"
UPRIGHT_WEIGHTS = (400, 600, 700, 800)
ITALIC_WEIGHTS = (400, 600)
FALLBACK = (
    "Noto Sans",
    "IBM Plex Sans Arabic",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Ethiopic",
    "Noto Sans Khmer",
    "Noto Sans Lao",
    "Noto Sans Thai",
    "Noto Sans Myanmar",
    "Noto Sans Devanagari",
    "Noto Sans Symbols",
    "Noto Emoji",
    "Noto Sans CJK SC",
)
PACKAGED = ("fontpkg_ibm_plex_sans_arabic", "manimgx_fonts", "noto_cjk_sans_otc")
SYSTEM = tuple(
    Path(root) / family
    for root in ("/usr/share/fonts/truetype", "/usr/local/share/fonts")
    for family in ("noto", "dejavu")
)
# Public Sans has neither, and a name should not change face for a hyphen or a thin space.
PLAIN = {0x2011: "-", 0x2012: "–", 0x2009: " ", 0x200A: " ", 0x202F: "\u00a0"}


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError(f"the font package {name} is not installed; run script/server, which installs it")
    return Path(next(iter(spec.submodule_search_locations)))


def _files(directory: Path) -> list[Path]:
    """The font files below `directory`. Color faces are left out: a counter prints in black."""
    return sorted(
        path
        for path in directory.rglob("*")
        if path.suffix.lower() in {".ttf", ".otf", ".ttc"} and "color" not in path.name.lower()
    )


def _system_files() -> list[Path]:
    """The system's upright regular faces, sans serif before serif."""
    found = [file for directory in SYSTEM for file in _files(directory)]
    regular = [file for file in found if file.stem.endswith("-Regular") or file.stem == "DejaVuSans"]
    return sorted(regular, key=lambda file: ("Serif" in file.name, file.name))


def _home() -> Path:
    """A directory of our own to keep the prepared faces in."""
    wanted = Path(settings.FONT_CACHE)
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        if os.access(wanted, os.W_OK):
            return wanted
    except OSError:
        pass
    # In a shared /tmp a directory that somebody else made first is not to be trusted.
    shared = Path(tempfile.gettempdir()) / f"freeport-animals-fonts-{os.getuid()}"
    shared.mkdir(mode=0o700, exist_ok=True)
    if shared.is_symlink() or shared.stat().st_uid != os.getuid():
        return Path(tempfile.mkdtemp(prefix="freeport-animals-fonts-"))
    return shared


@lru_cache(maxsize=1)
def prepare() -> Path:
    """The directory of the prepared faces, made on the first call on a machine (some seconds), found later.

    Two processes at once both make it, and the first to finish is kept.
    """
    text = _files(_package("fontpkg_public_sans"))
    packaged = [file for name in PACKAGED for file in _files(_package(name))]
    system = _system_files()
    stamp = hashlib.sha256(repr((VERSION, UPRIGHT_WEIGHTS, ITALIC_WEIGHTS, FALLBACK)).encode())
    for file in (*text, *packaged, *system):
        status = file.stat()
        stamp.update(f"{file}|{status.st_size}|{int(status.st_mtime)}".encode())
    home = _home()
    ready = home / stamp.hexdigest()[:20]
    if ready.is_dir():
        return ready
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=home))
    try:
        covered = bytearray(0x110000 // 8)
        for file in (*_cut_weights(text, draft), *packaged):
            _cover(covered, file)
        # A face of the system's joins in only for characters that no face before it has.
        for file in system:
            if _cover(covered, file):
                (draft / file.name).symlink_to(file)
        (draft / "coverage").write_bytes(covered)
        directories = [ready, *(_package(name) for name in PACKAGED)]
        (draft / "fonts.conf").write_text(_fontconfig(directories), encoding="utf-8")
        draft.chmod(0o755)
        draft.rename(ready)
    except OSError:
        if not ready.is_dir():
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return ready


def _cut_weights(text: list[Path], directory: Path) -> list[Path]:
    """Public Sans in single weights: WeasyPrint would otherwise cut each weight again for each paper."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    made = []
    for file in text:
        for weight in ITALIC_WEIGHTS if "Italic" in file.name else UPRIGHT_WEIGHTS:
            face = instantiateVariableFont(TTFont(file), {"wght": weight}, updateFontNames=True)
            path = directory / f"{file.name.split('[')[0]}-{weight}.ttf"
            face.save(path)
            made.append(path)
    return made


def _cover(covered: bytearray, file: Path) -> bool:
    """Set the bits of the characters that the face has, and say whether some were new."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(file, fontNumber=0, lazy=True) as face:
            characters = face.getBestCmap() or {}
    except (TTLibError, OSError):  # a broken file among the system's fonts is no font
        return False
    before = covered[:]
    for code in characters:
        covered[code >> 3] |= 1 << (code & 7)
    return before != covered


def _fontconfig(directories: list[Path]) -> str:
    """A fontconfig file with our faces alone, and with one order among them."""
    lines = [
        '<?xml version="1.0"?>',
        '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
        "<fontconfig>",
    ]
    lines += [f"<dir>{escape(str(directory))}</dir>" for directory in directories]
    lines.append(f"<cachedir>{escape(str(directories[0] / 'cache'))}</cachedir>")
    lines.append(
        "<selectfont><rejectfont>"
        '<pattern><patelt name="scalable"><bool>false</bool></patelt></pattern>'
        '<pattern><patelt name="color"><bool>true</bool></patelt></pattern>'
        "</rejectfont></selectfont>"
    )
    families = "".join(f"<string>{escape(family)}</string>" for family in FALLBACK)
    lines.append(
        '<match target="pattern"><edit name="family" mode="append_last" binding="strong">'
        f"{families}</edit></match>"
    )
    lines.append("</fontconfig>")
    return "\n".join(lines)


@lru_cache(maxsize=1)
def _covered() -> bytes:
    return (prepare() / "coverage").read_bytes()


def has_glyph(char: str) -> bool:
    """Whether some face of ours draws this character."""
    code = ord(char)
    return bool(_covered()[code >> 3] & (1 << (code & 7)))
