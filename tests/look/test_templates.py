"""What no template of the project may hold, and what each sign needs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Papers are set by the PDF engine, not by a browser: their own rules are tested with the documents.
TEMPLATES = sorted(
    path
    for folder in ("templates", "freeport_animals", "licensing", "impound", "dangerous")
    for path in (ROOT / folder).rglob("*.html")
    if "documents" not in path.parts
)
names = [str(path.relative_to(ROOT)) for path in TEMPLATES]


def text_of(path: Path) -> str:
    """The template without its comments."""
    text = re.sub(r"{% comment %}.*?{% endcomment %}", "", path.read_text(), flags=re.S)
    return re.sub(r"{#.*?#}", "", text)


def test_there_are_templates():
    assert "templates/base.html" in names


@pytest.mark.parametrize("path", TEMPLATES, ids=names)
def test_nothing_that_the_content_policy_would_refuse(path):
    text = text_of(path)
    assert not re.search(r"<[^>]*\sstyle\s*=", text), "an inline style"
    assert not re.search(r"<style\b", text), "a style element"
    assert not re.search(r"<[^>]*\son[a-z]+\s*=", text), "an inline handler"
    assert not re.search(r"javascript:", text), "a script address"
    for attributes, body in re.findall(r"<script\b([^>]*)>(.*?)</script>", text, flags=re.S):
        assert "src=" in attributes and not body.strip(), "an inline script"
    assert not re.search(r"\bhx-on[:-]|hx-vals=.js:|hx-headers=.js:", text), "script in an htmx attribute"


@pytest.mark.parametrize("path", TEMPLATES, ids=names)
def test_nothing_is_loaded_from_another_host(path):
    for address in re.findall(
        r"<(?:script|link|img|iframe|source|use)\b[^>]*?(?:src|href)=[\"']([^\"']*)", text_of(path)
    ):
        assert not re.match(r"(https?:)?//", address), address


@pytest.mark.parametrize("path", TEMPLATES, ids=names)
def test_comments_end_on_their_line(path):
    """Django's {# #} reaches no further than its line; a longer one would be printed on the page."""
    for line in path.read_text().splitlines():
        assert line.count("{#") == line.count("#}"), line


@pytest.mark.parametrize("path", TEMPLATES, ids=names)
def test_every_post_form_has_its_token_and_leaves_the_checking_to_the_server(path):
    for form in re.findall(r"<form\b[^>]*method=[\"']post[\"'].*?</form>", text_of(path), flags=re.S | re.I):
        assert "{% csrf_token %}" in form
        head = form[: form.index(">") + 1]
        if re.search(r"{% (field|crispy)\b|<(input|select|textarea)\b(?![^>]*type=[\"']hidden)", form):
            assert "novalidate" in head, head


@pytest.mark.parametrize("path", TEMPLATES, ids=names)
def test_every_sign_that_is_named_is_drawn(path):
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/freeport/icons.svg").read_text()))
    used = set(re.findall(r'{% icon "([\w-]+)"', text_of(path)))
    assert used <= drawn


def test_signs_named_in_python_are_drawn():
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/freeport/icons.svg").read_text()))
    used = {}
    for folder in ("freeport_animals", "licensing", "impound", "dangerous"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in re.findall(r"""\bicon(?:"?: |=)"([\w-]+)\"""", path.read_text()):
                used[name] = path.name
    assert used.keys() <= drawn, used


def test_signs_of_statuses_and_of_the_style_guide_are_drawn():
    from freeport_animals.base.style_guide import ICONS
    from freeport_animals.base.templatetags.kit import STATUSES

    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/freeport/icons.svg").read_text()))
    assert {sign for sign, _, _ in STATUSES.values()} <= drawn
    assert set(" ".join(ICONS).split()) == drawn


def test_style_sheets_load_nothing_from_elsewhere():
    for sheet in (ROOT / "static/freeport").rglob("*.css"):
        for address in re.findall(r"url\(\s*[\"']?([^\"')]+)", sheet.read_text()):
            assert address.startswith(("../", "data:image/svg+xml")), f"{sheet.name}: {address}"


def test_scripts_evaluate_no_text():
    for script in (ROOT / "static").rglob("*.js"):
        assert not re.search(r"\beval\(|new Function\(|setTimeout\(\s*[\"']", script.read_text()), script.name
