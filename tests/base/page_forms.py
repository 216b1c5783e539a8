"""The forms of a page, with what a browser would send of each."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class PageForm:
    """`boxes` hold the values that stand in them; a press adds one of `buttons`."""

    action: str
    is_post: bool
    boxes: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.inside = False
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(PageForm(facts.get("action", ""), facts.get("method", "").lower() == "post"))
            self.inside = True
        if not self.inside:
            return
        form, name = self.forms[-1], facts.get("name", "")
        if tag == "button" or (tag == "input" and facts.get("type") == "submit"):
            if name:
                form.buttons.append({name: facts.get("value", "")})
        elif tag == "input" and name:
            ticked = facts.get("type") not in ("checkbox", "radio") or "checked" in facts
            if ticked:
                form.boxes[name] = facts.get("value", "on" if facts.get("type") == "checkbox" else "")
        elif tag == "select" and name:
            self.select = name
        elif tag == "option" and self.select:
            if "selected" in facts or self.select not in form.boxes:
                form.boxes[self.select] = facts.get("value", "")
        elif tag == "textarea" and name:
            self.area = name
            form.boxes[name] = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.forms[-1].boxes[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""


def forms_of(answer: Any) -> list[PageForm]:
    """The forms of an answer of the test client; none of what is no page."""
    if not answer.get("Content-Type", "").startswith("text/html"):
        return []
    reader = _Reader()
    reader.feed(answer.content.decode())
    return reader.forms
