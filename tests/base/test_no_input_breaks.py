"""No input ever gives a fault: every address is tried with forged parts, junk queries and junk forms.

What is tried is read from the URLconf, the form classes and the pages themselves, so that what is added later
is tried too. Nothing that is written here stays: each request is undone.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import cycle
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import time_machine
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models, transaction
from django.forms import BaseForm
from django.test import Client

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from tests.base.page_forms import forms_of
from tests.base.site_map import Address, addresses
from tests.cast import NOON, Cast
from tests.licensing.counter import Desk

SITE = addresses()
every_address = pytest.mark.parametrize("address", SITE, ids=str)

NUMBERS = [0, 2**31, 2**63, 10**40]
WORDS = ["'", "x" * 500, "ünïcode", "🐕", "..", "{{7*7}}", "-1"]
JUNK = {
    "nothing": "",
    "NUL": "Bel\x00la",
    "control": "\x1b[31m\x07\x85",
    "half a letter": "\ud800",
    "long": "x" * 10_001,
    "very long number": "9" * 400,
    "negative": "-1",
    "not a number": "NaN",
    "infinite": "1e999",
    "ten dollars": "ten dollars",
    "no such day": "2/30/2026",
    "year of the dinosaurs": "1/1/0001",
    "end of time": "12/31/9999",
    "leap day": "2/29/2028",
    "statement": "'; DROP TABLE registry_person; --",
    "template": "{{ 7*7 }}{% load x %}<script>alert(1)</script>",
    "right to left": "\u202eabc مرحبا",
    "a true number": "1",
    "yes": "on",
}
OF_EVERY_PAGE = {"csrfmiddlewaretoken", "signed_in_as", "q"}
FORM = "application/x-www-form-urlencoded"
QUERY = ("q", "page", "d", "on", "sort", "state", "owner", "parked", "closed", "next")
QUERIES = [
    "?" + urlencode(dict.fromkeys(QUERY, JUNK[name]), errors="replace")
    for name in ("half a letter", "very long number", "negative", "end of time", "statement")
]


def body(fields: dict[str, str]) -> str:
    """A form as a browser sends it, and letters that no browser would."""
    return urlencode(fields, errors="surrogatepass")


def names_of_forms() -> set[str]:
    """The fields of every form class of the project."""

    def below(form: type[BaseForm]) -> Iterator[type[BaseForm]]:
        for each in form.__subclasses__():
            yield each
            yield from below(each)

    ours = ("freeport_animals", "licensing", "impound", "dangerous")
    return {
        name
        for each in below(BaseForm)
        if each.__module__.startswith(ours)
        for name in getattr(each, "base_fields", {})
    }


class Visitor:
    """Somebody whose every request is undone, and whose session survives it."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.cookies = copy.deepcopy(client.cookies)

    def ask(self, method: str, url: str, data: Any = None, **more: Any) -> Any:
        """The answer; a fault of the server is raised here, with the request that brought it about."""
        self.client.cookies = copy.deepcopy(self.cookies)
        try:
            with transaction.atomic():
                answer = getattr(self.client, method)(url, data, **more)
                transaction.set_rollback(True)
        except Exception as fault:
            fault.add_note(f"{method.upper()} {url[:200]} with {str(data)[:300]}")
            raise
        assert answer.status_code < 500, f"{method.upper()} {url} answered {answer.status_code}"
        return answer

    def send(self, url: str, fields: dict[str, str]) -> Any:
        """Send a form."""
        return self.ask("post", url, body(fields), content_type=FORM)


@dataclass
class City:
    """Everybody is there, Bella is licensed, Mai stands at the counter. `rows`: a key by the name of its kind."""

    cast: Cast
    rows: dict[str, int]

    def visitor(self, user: User | None) -> Visitor:
        return Visitor(self.cast.client(user))


@pytest.fixture(scope="module")
def settled(django_db_setup: None, django_db_blocker: Any) -> Iterator[City]:
    """One city for all tests here: none of them leaves anything behind."""
    with django_db_blocker.unblock(), transaction.atomic(), time_machine.travel(NOON, tick=False):
        cast = Cast().everybody()
        Desk(cast, cast.thomas).press("issue")
        Desk(cast, cast.mai)
        found = {}
        for model in apps.get_models():
            if not model.__name__.endswith("Event") and isinstance(model._meta.pk, models.AutoField):
                key = model._default_manager.order_by("pk").values_list("pk", flat=True).first()
                if key is not None:
                    found[f"{model._meta.verbose_name} {model._meta.verbose_name_plural}"] = key
        yield City(cast, found)
        transaction.set_rollback(True)


@pytest.fixture
def city(settled: City, today: Any) -> City:
    return settled


def true_url(visitor: Visitor, address: Address, city: City) -> str:
    """An address of this kind behind which there is something; a forged one where nothing was found."""
    numbers = [name for name, kind in address.parts.items() if kind == "int"]
    if not numbers:
        return address.url()

    def likeness(kind: str) -> float:
        return SequenceMatcher(None, f"{address.route} {address.name}", kind).ratio()

    # The likeliest kinds of row first; eight of them are enough.
    for key in dict.fromkeys(city.rows[kind] for kind in sorted(city.rows, key=likeness, reverse=True)[:8]):
        url = address.url(**dict.fromkeys(numbers, key))
        if visitor.ask("get", url).status_code not in (404, 405) or visitor.send(url, {}).status_code != 404:
            return url
    return address.url()


@every_address
def test_forged_parts_and_junk_queries(address, city):
    visitor = city.visitor(city.cast.everything)
    for kind, values in (("int", NUMBERS), ("str", WORDS), ("slug", WORDS)):
        if kind not in address.parts.values():
            continue
        for value in values:
            parts = [part for part, own in address.parts.items() if own == kind]
            forged = address.url(**dict.fromkeys(parts, quote(str(value))))
            visitor.ask("get", forged)
        visitor.send(forged, {"x": "y"})
    url = true_url(visitor, address, city)
    for query in QUERIES:
        visitor.ask("get", url + query)
    visitor.ask("get", url, headers={"hx-request": "true", "hx-target": "x" * 300})
    for method in ("put", "delete", "options", "head"):
        visitor.ask(method, url)


@every_address
def test_junk_in_every_box_at_once(address, city):
    """Other junk for each box in each of eight rounds; where no page tells the boxes, every form's are sent."""
    visitor = city.visitor(city.cast.everything)
    url = true_url(visitor, address, city)
    forms = [form for form in forms_of(visitor.ask("get", url)) if form.is_post]
    boxes = sorted({box for form in forms for box in form.boxes} - OF_EVERY_PAGE) or sorted(names_of_forms())
    turn = cycle(JUNK.values())
    for _ in range(8):
        visitor.send(url, {box: next(turn) for box in boxes})
        next(turn)
    visitor.ask("post", url, {box: [SimpleUploadedFile("x.pdf", b"%PDF-\x00"), "a"] for box in boxes})
    visitor.ask("post", url, b"\xff\xfe=%ZZ&&=&a", content_type=FORM)
    visitor.ask("post", url, b'{"a": [', content_type="application/json")


@every_address
def test_junk_in_one_box_of_a_form_that_is_right_otherwise(address, city):
    """So that it reaches the services and the database."""
    visitor = city.visitor(city.cast.everything)
    turn = cycle(JUNK.values())
    url = true_url(visitor, address, city)
    for form in forms_of(visitor.ask("get", url)):
        goal = form.action or url
        if not form.is_post or goal == "/sign-out/":
            continue
        for button in form.buttons or [{}]:
            visitor.send(goal, form.boxes | button)
        for box in sorted(form.boxes.keys() - OF_EVERY_PAGE):
            visitor.send(goal, form.boxes | (form.buttons or [{}])[0] | {box: next(turn)})


@pytest.mark.parametrize("role", [None, *Role])
def test_every_role_and_nobody_with_a_little_of_everything(role, city):
    """The other tests go in as somebody with every role; here each role alone."""
    visitor = city.visitor(city.cast.by_role(role) if role else None)
    junk = dict.fromkeys(names_of_forms(), "\x00 12/31/9999")
    some = next(iter(city.rows.values()))
    for address in SITE:
        url = address.url(**{name: some for name, kind in address.parts.items() if kind == "int"})
        visitor.ask("get", url)
        visitor.send(url, junk)


def test_the_forms_and_the_true_addresses_are_found(city):
    """So that the tests above cannot pass by trying nothing."""
    assert {"username", "roles", "token"} <= names_of_forms()
    visitor = city.visitor(city.cast.everything)
    named = {each.name: each for each in SITE}
    for name in ("staff-edit", "owner", "animal", "visit"):
        assert visitor.ask("get", true_url(visitor, named[name], city)).status_code == 200, name
    forms = forms_of(visitor.ask("get", true_url(visitor, named["staff-edit"], city)))
    edit = next(form for form in forms if "username" in form.boxes)
    assert edit.is_post and edit.boxes["version"] == "1" and edit.boxes["signed_in_as"]
