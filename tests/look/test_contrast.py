"""Every pair of colors that carries text or draws a box, by the measure of WCAG 2.1."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "freeport" / "css"
TOKENS = (CSS / "tokens.css").read_text()


def colors_of(selector: str) -> dict[str, str]:
    """The --fp-… colors set under `selector`; the part of Bootstrap's names comes later and has none."""
    block = TOKENS.split(selector, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--fp-([\w-]+): (#[0-9a-f]{6});", block))


LIGHT = colors_of(":root,\n[data-bs-theme] {")
DARK = colors_of('[data-bs-theme="dark"] {')
AUTO = colors_of('[data-bs-theme="auto"] {')


def luminance(color: str) -> float:
    channels = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_itself():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


GROUNDS = ("paper", "surface", "sunken")
TEXT = [
    *[(text, ground) for text in ("ink", "ink-soft", "accent", "accent-deep") for ground in GROUNDS],
    *[(text, ground) for text in ("bad", "warn", "good") for ground in ("paper", "surface")],
    *[(name, f"{name}-wash") for name in ("accent", "good", "warn", "bad", "quiet")],
    *[("ink", f"{name}-wash") for name in ("accent", "good", "warn", "bad", "quiet")],
    *[("ink-soft", f"{name}-wash") for name in ("accent", "quiet")],
    *[("accent", f"{name}-wash") for name in ("good", "warn", "bad")],
    ("on-accent", "accent"),
    ("on-accent", "accent-deep"),
    ("surface", "bad"),
    ("bar-ink", "bar"),
    ("bar-ink", "bar-deep"),
    ("bar-ink-soft", "bar"),
    ("bar-ink-soft", "bar-deep"),
    ("ink", "mark"),
]
# The edge of a box, the ring of focus, the line under the place where one is: 3 to 1.
DRAWN = [
    *[("line-strong", ground) for ground in ("paper", "surface")],
    *[("focus-line", ground) for ground in GROUNDS],
    *[("accent", ground) for ground in GROUNDS],
    ("bar-line", "bar"),
    ("bar-line", "bar-deep"),
    ("bar-ink", "bar"),
]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_can_be_read(theme, text, ground):
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), DRAWN)
def test_edges_can_be_seen(theme, line, ground):
    assert contrast(theme[line], theme[ground]) >= 3


def test_dark_is_the_same_whether_chosen_or_asked_for_by_the_device():
    assert DARK == AUTO
    assert set(DARK) == set(LIGHT)


def test_no_color_is_written_outside_the_tokens():
    """Other sheets name colors; only print, the demonstration's strip and the icon file write their own."""
    allowed = {"#fff", "#000", "#999", "#f0cf7f", "#2b2206"}
    for sheet in CSS.glob("*.css"):
        if sheet.name != "tokens.css":
            written = set(
                re.findall(r"#[0-9a-fA-F]{3,8}\b", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S))
            )
            assert written <= allowed, sheet.name


def test_the_demonstration_strip_can_be_read():
    assert contrast("#2b2206", "#f0cf7f") >= 4.5
