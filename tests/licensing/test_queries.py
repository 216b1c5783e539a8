"""No page asks more than fifteen questions of the database, however many animals and licenses there are."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from licensing.entries import Entry
from licensing.models import License
from licensing.services import visit_issue, visit_start
from licensing.tags import TagNumber
from tests.cast import NOON, AnimalFactory
from tests.licensing.counter import Desk, resolve
from tests.licensing.test_tags import dog

MOST = 15


def asked(work):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        work()
    return [query["sql"] for query in captured if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]


@pytest.fixture
def busy(cast, today):
    """Thomas with six dogs, licensed once, and as many licenses of others."""
    resolve(cast, license_term="calendar-year")
    for n in range(6):
        dog(cast, f"Dog{n}", cast.thomas)
    Desk(cast, cast.thomas).press("issue")
    for n in range(6):
        dog(cast, f"Wau{n}", cast.mai)
    Desk(cast, cast.mai).press("park")
    dog(cast, "Due", cast.dairy)
    AnimalFactory(name="Not in order", owner=cast.dairy)
    return cast


def test_every_page_of_the_counter(busy):
    client = busy.client(busy.clerk)
    visit = Desk(busy, busy.mai, client).visit
    license = License.objects.first()
    pages = {
        "counter": reverse("counter"),
        "search": reverse("counter") + "?q=beutz",
        "find": reverse("counter-find") + "?q=dog",
        "visit": reverse("visit", args=[visit.pk]),
        "done": reverse("visit-done", args=[license.visit_id]),
        "list": reverse("license-list"),
        "license": license.get_absolute_url(),
        "void": reverse("license-void", args=[license.pk]),
        "tag": reverse("license-tag", args=[license.pk]),
        "owner": busy.mai.get_absolute_url(),
        "renewal": reverse("renew", args=[busy.dairy.pk]),
        "animal": license.animal.get_absolute_url(),
        "home": "/",
        "slip": reverse("visit-slip", args=[visit.pk]),
        "application": reverse("visit-application", args=[visit.pk]),
    }
    for name, url in pages.items():
        client.get(url)  # what a process asks once
        queries = asked(lambda url=url: client.get(url))
        assert len(queries) <= MOST, (name, len(queries), queries)


def test_typing_asks_no_more_than_looking(busy):
    desk = Desk(busy, busy.mai)
    url = reverse("visit-live", args=[desk.visit.pk])
    queries = asked(lambda: desk.client.post(url, desk.boxes))
    assert len(queries) <= MOST + 3, (len(queries), queries)  # and keeps it: lock, save, history


def test_the_public_page_asks_once(busy):
    license = License.objects.first()
    client = busy.client()
    assert len(asked(lambda: client.get(reverse("validity", args=[license.code])))) <= 2


def issue(cast, owner, animals, first):
    visit = visit_start(owner=owner, by=cast.clerk)
    entries = [
        Entry(key=f"a{animal.pk}", animal_id=animal.pk, license=True, tag=TagNumber(2026, first + n))
        for n, animal in enumerate(animals)
    ]
    return lambda: visit_issue(
        visit_id=visit.pk,
        entries=entries,
        tender={"tender": "cash", "cash_given": None, "check_number": "", "card_reference": ""},
        by=cast.clerk,
        at=NOON,
        token=uuid.uuid4(),
        content={},
    )


def test_issuing_asks_a_bounded_number_and_the_same_for_each_further_animal(cast, today):
    resolve(cast, license_term="calendar-year")
    one = [dog(cast, "A", cast.thomas)]
    three = [dog(cast, name, cast.mai) for name in "BCD"]
    issue(cast, cast.thomas, one, 1)()
    four = [dog(cast, name, cast.dairy) for name in "EFGH"]
    few = len(asked(issue(cast, cast.mai, three, 2)))
    more = len(asked(issue(cast, cast.dairy, four, 5)))
    assert few <= 50, few
    assert more - few <= 6, (few, more)  # charge, number, paper of one more license
