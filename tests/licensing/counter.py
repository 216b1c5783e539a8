"""How the tests stand at the counter: a visit of the cast's people, posted as a browser without scripts does."""

import datetime as dt
import re
import uuid
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from freeport_animals.city.models import Resolution, Setting
from freeport_animals.registry.models import Animal, Person
from licensing.models import Visit
from tests.cast import Cast

BOXES = re.compile(r"<(input|select|textarea)\b[^>]*>", re.IGNORECASE)


def resolve(
    cast: Cast, number: str = "2026-01", on: dt.date = dt.date(2026, 1, 1), **settings: str
) -> Resolution:
    """A resolution in force since `on`: amounts as `license_fee="7.50"`, readings as `license_term="calendar-year"`."""
    resolution = Resolution.objects.create(
        number=number, title="Sample", adopted_on=on, effective_on=on, entered_by=cast.administrator
    )
    for name, value in settings.items():
        name = name.replace("_", "-")
        kind = Setting.Kind.PARAMETER if value[:1].isdigit() and "." in value else Setting.Kind.READING
        Setting.objects.create(
            resolution=resolution,
            kind=kind,
            name=name,
            amount=value if kind == Setting.Kind.PARAMETER else None,
            choice="" if kind == Setting.Kind.PARAMETER else value,
        )
    return resolution


class Desk:
    """A clerk at the counter with one owner. `boxes` are the boxes of the page as a browser would send them."""

    def __init__(self, cast: Cast, owner: Person, client: Client | None = None) -> None:
        self.cast = cast
        self.client = client or cast.client(cast.clerk)
        self.response = self.client.post(reverse("counter-start"), {"owner": owner.pk}, follow=True)
        self.visit = Visit.objects.get(owner=owner, state__in=["open", "parked"])
        self.boxes = boxes_of(self.response)

    @property
    def url(self) -> str:
        return reverse("visit", args=[self.visit.pk])

    def open(self) -> HttpResponse:
        """Look at the page anew."""
        self.response = self.client.get(self.url)
        self.boxes = boxes_of(self.response)
        return self.response

    def fill(self, key: str | Animal, **typed: Any) -> "Desk":
        """Type into an animal's card; None takes a tick away."""
        prefix = key if isinstance(key, str) else f"a{key.pk}"
        for name, value in typed.items():
            if value is None or value is False:
                self.boxes.pop(f"{prefix}-{name}", None)
            else:
                self.boxes[f"{prefix}-{name}"] = "on" if value is True else str(value)
        return self

    def press(self, action: str, *, follow: bool = True, **boxes: str) -> HttpResponse:
        """Press a button of the page."""
        self.response = self.client.post(self.url, {**self.boxes, **boxes, "action": action}, follow=follow)
        if self.response.status_code in (200, 409, 422) and b'name="token"' in self.response.content:
            fresh = boxes_of(self.response)
            if "version" in fresh:
                self.boxes = fresh
        self.visit.refresh_from_db()
        return self.response

    def text(self) -> str:
        """What the page says, on one line."""
        return words(self.response)


def words(response: HttpResponse) -> str:
    """The visible words of a page, white space folded."""
    text = re.sub(r"(?s)<(script|style|datalist).*?</\1>|<[^>]+>", " ", response.content.decode())
    for sign, char in (("&#x27;", "'"), ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(sign, char)
    return re.sub(r"\s+", " ", text)


def boxes_of(response: HttpResponse, action: str = "") -> dict[str, str]:
    """The boxes of the visit's form, or of the one with this action, as a browser sends them; no buttons."""
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.boxes: dict[str, str] = {}
            self.inside = False
            self.select = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            facts = dict(attrs)
            if tag == "form":
                self.inside = facts.get("action") == action if action else facts.get("id") == "visit-form"
            if not self.inside:
                return
            name = facts.get("name") or ""
            if tag == "input" and name and facts.get("type") not in ("submit", "button"):
                if facts.get("type") in ("checkbox", "radio") and "checked" not in facts:
                    return
                self.boxes[name] = facts.get("value") or ("on" if facts.get("type") == "checkbox" else "")
            elif tag == "select":
                self.select = name
                self.boxes[name] = ""
            elif tag == "option" and self.select and "selected" in facts:
                self.boxes[self.select] = facts.get("value") or ""

        def handle_endtag(self, tag: str) -> None:
            if tag == "form":
                self.inside = False
            elif tag == "select":
                self.select = ""

    reader = Reader()
    reader.feed(response.content.decode())
    reader.boxes.pop("csrfmiddlewaretoken", None)
    return reader.boxes


def new_token() -> str:
    return str(uuid.uuid4())
