"""Every file that a page asks for is among those that the server gathers."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from script.lib.application import NOT_SERVED
from script.lib.place import ROOT


def asked_for() -> set[str]:
    """What templates name in `{% static "…" %}`."""
    pages = [
        page
        for app in ("templates", "freeport_animals", "licensing")
        for page in (ROOT / app).rglob("*.html")
    ]
    text = "\n".join(page.read_text() for page in pages)
    return set(re.findall(r"""{%\s*static\s+["']([^"']+)["']""", text)) | {"django_htmx/htmx-2.min.js"}


@pytest.mark.parametrize("path", sorted(asked_for()))
def test_it_is_there_and_gathered(path):
    assert finders.find(path), f"{path} is in no static folder"
    assert not any(fnmatch(Path(path).name, pattern) for pattern in NOT_SERVED)
