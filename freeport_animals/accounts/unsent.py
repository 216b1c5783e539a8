"""What somebody sent when their session had ended: kept until they have signed in again.

Every form carries a hidden mark, the signed number of the person it was made for
(`templatetags/form_mark.py`). When a form arrives from nobody, its fields are kept in the anonymous session;
the person signs in and sends the very same fields again with one button. Only the person whose mark it is
gets them back. Files and passwords are never kept, and nothing without a mark.
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from freeport_animals.accounts.models import User
from freeport_animals.base.clock import now

MARK = "signed_in_as"  # the hidden field with the mark
AGAIN = "unsent"  # the hidden field that says which kept form is being sent again
SESSION_KEY = "unsent"
MOST_BYTES = 1024 * 1024
MOST_FORMS = 5
NEVER_KEPT = {"csrfmiddlewaretoken", MARK, AGAIN}
# Boxes that no person filled in, by name.
MACHINERY = {"version", "next", "action", "self", "place", "not_these", "cards"}
KEYS = {"household", "guardian", "owner", "person", "animal", "veterinarian"}  # chosen: a number says nothing
LABELS = {
    "zip_code": "ZIP code",
    "mailing_zip": "Mailing ZIP code",
    "email": "E-mail",
    "first_name": "Given name",
    "last_name": "Family name",
    "guardian_typed": "Parent or guardian",
}

_signer = signing.Signer(salt="accounts.form-mark")


@dataclass(frozen=True)
class Unsent:
    """One form that is kept: for whom, where it goes, its fields in order, and the files that were lost."""

    id: str
    user: int
    path: str  # with the query
    page: str  # where it was filled in
    fields: list[list[str]]
    files: list[str]
    at: str

    @property
    def typed(self) -> list[tuple[str, str]]:
        """What a person would recognize: labels and values, each once, without ticks, tokens and empty boxes.

        What is left out here is sent again all the same.
        """
        seen: dict[tuple[str, str], None] = {}
        for name, value in self.fields:
            if value.strip() and not _is_machinery(name, value):
                seen[_label(name), value] = None
        return list(seen)


def _label(name: str) -> str:
    """The name of a box in words: `a7-zip_code` is `ZIP code`."""
    plain = name.rpartition("-")[2]
    if (telephone := re.fullmatch(r"phone(?:_(\d+))?", plain)) is not None:
        return "Telephone" if telephone[1] in (None, "1") else f"Telephone {telephone[1]}"
    return LABELS.get(plain) or plain.replace("_", " ").capitalize()


def _is_machinery(name: str, value: str) -> bool:
    plain = name.rpartition("-")[2]
    if name.endswith(("_FORMS", "-id", "token", "_kind", "_proposed")) or plain in MACHINERY:
        return True
    if plain in KEYS and value.isdecimal():
        return True
    if value == "on":  # a tick: its name alone tells nobody anything
        return True
    try:
        uuid.UUID(value)
    except ValueError:
        return False
    return True


def mark_for(user: User) -> str:
    """The mark of a form made for `user`."""
    return _signer.sign(str(user.pk))


def marked(request: HttpRequest) -> int | None:
    """The number of the person for whom the form that was sent was made; None without a true mark."""
    try:
        return int(_signer.unsign(request.POST.get(MARK, "")))
    except (signing.BadSignature, ValueError):
        return None


def page_of(request: HttpRequest) -> str:
    """The page of this site from which the request was sent, as a path; `/` when that is not known."""
    sent_from = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    if not url_has_allowed_host_and_scheme(
        sent_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return "/"
    parts = urlsplit(sent_from)
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    return "/" if path.startswith((settings.LOGIN_URL, "//")) else path


def keep(request: HttpRequest) -> str:
    """Keep the form that `request` brings.

    Returns an empty string, or a sentence saying why it was not kept.
    """
    user = marked(request)
    if user is None:
        return "Your session had ended, and nothing was saved. Sign in and do it once more."
    names = set(request.POST)
    if any("password" in name.lower() for name in names):
        return (
            "Your session had ended, and nothing was saved: passwords are never kept. "
            "Sign in and do it once more."
        )
    fields = [
        [name, value] for name, values in request.POST.lists() if name not in NEVER_KEPT for value in values
    ]
    size = _size(fields)
    if size > MOST_BYTES:
        return "Your session had ended, and what you sent was too long to be kept. Nothing was saved."
    one = Unsent(
        id=uuid.uuid4().hex,
        user=user,
        path=request.get_full_path(),
        page=page_of(request),
        fields=fields,
        files=sorted({each.name or name for name, files in request.FILES.lists() for each in files}),
        at=now().isoformat(),
    )
    forms = [*_stored(request), asdict(one)][-MOST_FORMS:]
    while sum(_size(each["fields"]) for each in forms) > MOST_BYTES:
        forms.pop(0)
    request.session[SESSION_KEY] = forms
    return ""


def _size(fields: list[list[str]]) -> int:
    return sum(
        len(name.encode(errors="replace")) + len(value.encode(errors="replace")) for name, value in fields
    )


def _stored(request: HttpRequest) -> list[dict[str, Any]]:
    return request.session.get(SESSION_KEY) or []


def offered(request: HttpRequest) -> list[Unsent]:
    """What is kept for the person signed in, the newest first."""
    return [Unsent(**each) for each in reversed(_stored(request)) if each["user"] == request.user.pk]


def claim(request: HttpRequest) -> int:
    """After a sign-in: throw away what belongs to somebody else. How many forms were thrown away."""
    stored = _stored(request)
    own = [each for each in stored if each["user"] == request.user.pk]
    if len(own) < len(stored):
        _store(request, own)
    return len(stored) - len(own)


def forget(request: HttpRequest, id: str) -> None:
    """Drop a kept form: it was sent, or its owner does not want it."""
    stored = _stored(request)
    rest = [each for each in stored if each["id"] != id]
    if len(rest) < len(stored):
        _store(request, rest)


def _store(request: HttpRequest, forms: list[dict[str, Any]]) -> None:
    if forms:
        request.session[SESSION_KEY] = forms
    else:
        request.session.pop(SESSION_KEY, None)


def fields_again(one: Unsent) -> Iterator[tuple[str, str]]:
    """The hidden fields that send the form again."""
    yield from ((name, value) for name, value in one.fields)
    yield AGAIN, one.id
