from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from freeport_animals.documents.models import Document, DocumentFile

Issue = Callable[..., Document]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("documents_render_pending", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_makes_what_is_missing_once(issue: Issue) -> None:
    issue()
    issue(kind="receipt", number="000123")
    assert run("--limit", "1") == "1 paper made\n"
    assert run() == "1 paper made\n"
    assert run() == "0 papers made\n"
    assert DocumentFile.objects.count() == 2


def test_one_that_fails_does_not_hold_up_the_others(issue: Issue) -> None:
    bad = issue(number="L-2026-0001", template="documents/license.html", context={"created": "never"})
    good = issue(number="L-2026-0002")
    out = StringIO()
    with pytest.raises(CommandError, match="1 paper could not be made"):
        call_command("documents_render_pending", stdout=out, stderr=out)
    assert "1 paper made" in out.getvalue()
    assert "license L-2026-0001: ValueError" in out.getvalue()
    assert DocumentFile.objects.get().document == good
    assert not DocumentFile.objects.filter(document=bad).exists()
