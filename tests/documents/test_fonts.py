"""The typefaces: bundled, the same everywhere, and covering what people in the county write."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from django.conf import settings

from freeport_animals.documents import fonts
from tests.documents.cast import license_pdf

SAMPLE = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,;:!?'\"()[]{}<>@#$%&*+-=/\\|_~^`"
    "äöüßẞÄÖÜ ąćęłńóśźżĄĆĘŁŃÓŚŹŻ áéíóúñüÁÉÍÓÚÑ¿¡ àâçèêëîïôœùûÿ åæø čďěňřšťůž ăâđêôơưĂÂĐÊÔƠƯ"
    "ếềểễệốồổỗộớờởỡợứừửữựấầẩẫậắằẳẵặ āēīōū ʻʼ –—‘’“”„…·•°©®™€£½¼¾×÷−≥≤≠ №§¶†"
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويءأإآةىؤئ٠١٢٣٤٥٦٧٨٩،؟ אבגדהוזחטיכלמנסעפצקרשת"
    "አበገደ កខគឃ ກຂຄງ กขคง क ख ग မြန်မာ αβγδε абвгд 中文漢字 かなカナ 한국어 🐕🐶🐈❤🦮🐾👍 →↑✓☐☑★♥"
)


def test_a_sample_of_every_script_in_use_has_its_glyphs() -> None:
    missing = {char for char in SAMPLE if not char.isspace() and not fonts.has_glyph(char)}
    assert not missing


def test_text_is_set_in_public_sans_in_its_real_weights() -> None:
    with pikepdf.open(BytesIO(license_pdf())) as pdf:
        used = {str(font.BaseFont).split("+")[1] for font in pdf.pages[0].Resources.Font.values()}
        assert used == {"Public-Sans", "Public-Sans-Semi-Bold", "Public-Sans-Bold", "Public-Sans-Ultra-Bold"}
        for font in pdf.pages[0].Resources.Font.values():
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor, "embedded"
            assert "/ToUnicode" in font


def test_only_our_own_faces_are_known() -> None:
    """Whatever is installed on the machine, the same paper comes out."""
    configuration = (fonts.prepare() / "fonts.conf").read_text()
    assert "/usr/share/fonts</dir>" not in configuration
    assert configuration.count("<dir>") == 1 + len(fonts.PACKAGED)
    assert "include" not in configuration


def test_preparing_again_finds_what_was_prepared() -> None:
    ready = fonts.prepare()
    before = sorted((path.name, path.lstat().st_mtime_ns) for path in ready.iterdir())
    fonts.prepare.cache_clear()
    assert fonts.prepare() == ready
    assert sorted((path.name, path.lstat().st_mtime_ns) for path in ready.iterdir()) == before


def test_where_nothing_may_be_written_a_place_of_our_own_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(settings, "FONT_CACHE", str(blocked / "fonts"), raising=False)
    monkeypatch.setattr(fonts.tempfile, "gettempdir", lambda: str(tmp_path))
    home = fonts._home()
    assert home.parent == tmp_path
    assert home.stat().st_mode & 0o077 == 0


def test_a_place_that_somebody_else_made_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(settings, "FONT_CACHE", str(blocked / "fonts"), raising=False)
    monkeypatch.setattr(fonts.tempfile, "gettempdir", lambda: str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / f"freeport-animals-fonts-{os.getuid()}").symlink_to(elsewhere)
    assert fonts._home() != tmp_path / f"freeport-animals-fonts-{os.getuid()}"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match="font package manimgx_fonts is not installed"):
        fonts._package("manimgx_fonts")


def test_nothing_heavy_is_loaded_before_the_first_paper() -> None:
    """A web worker that prints nothing does not pay for printing."""
    code = (
        "import django, sys; django.setup()\n"
        "import freeport_animals.documents.views, freeport_animals.documents.render\n"
        "print([name for name in ('weasyprint', 'fontTools', 'cffi') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "freeport_animals.settings"},
        check=True,
    )
    assert done.stdout.strip() == "[]"
