"""Pressing forms as a browser without scripts would."""

import re
import uuid
from html import unescape
from typing import Any

from django.test import Client

OWNER = {
    "kind": "person",
    "given_name": "",
    "family_name": "",
    "city": "Freeport",
    "state": "MN",
    "zip_code": "56331",
    "mailing_state": "MN",
}
ANIMAL = {"species": "dog", "sex": "unknown", "altered": "unknown", "born_precision": "exact"}


def press(client: Client, url: str, *, token: str | None = None, **boxes: Any) -> Any:
    """POST a form with its token; files go along."""
    return client.post(url, {"token": token or str(uuid.uuid4()), **boxes})


def text_of(response: Any) -> str:
    """What the page says: its text without tags, white space folded."""
    html = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", response.content.decode())
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def errors_of(response: Any) -> dict[str, list[str]]:
    """The form's refusals by field; `__all__` for those that stand on top."""
    return {field: list(texts) for field, texts in response.context["form"].errors.items()}
