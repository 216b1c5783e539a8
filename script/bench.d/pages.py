"""How long the pages and the counter's main write take on 10,000 owners, one client: medians.

Prints `name: value unit (goal …)` a line. Requests go through every middleware, without a socket.
The database is the bench's own (`seed_bench`), so what is written here stays nowhere.
"""

import os
import resource
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "freeport_animals.settings")

import django

django.setup()

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from freeport_animals.accounts.models import User
from freeport_animals.base.clock import now, today
from freeport_animals.documents.models import Document
from freeport_animals.documents.services import document_render
from freeport_animals.registry.models import Ownership
from licensing.entries import Entry
from licensing.services import visit_issue
from licensing.tags import TagNumber

ROUNDS = 60
NAMES = ["pundsack", "hoeschen bella", "muñoz jose", "mohamed", "meier", "320-144", "main street 214", "zz"]


def median(work: Callable[[int], Any], rounds: int = ROUNDS) -> float:
    """Milliseconds of wall time; the first five rounds only warm up."""
    times = []
    for n in range(rounds + 5):
        start = time.perf_counter()
        work(n)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times[5:])


def report(name: str, value: float, unit: str, goal: str) -> None:
    print(f"{name}: {value:.1f} {unit} (goal {goal})", flush=True)


def fetch(client: Client, address: str) -> None:
    response = client.get(address, headers={"host": "127.0.0.1"})
    if response.status_code != 200:
        raise SystemExit(f"{address} answered {response.status_code}")


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as found:
        fetch(client, address)
    return len(found)


def main() -> None:
    clerk = User.objects.get(username="bench-clerk")
    client = Client()
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    owned = list(
        Ownership.objects.filter(animal__species__in=["dog", "cat"])
        .order_by("pk")
        .values_list("person_id", "animal_id")[: 40 * ROUNDS : 17]
    )
    report("sign-in page", median(lambda n: fetch(Client(), "/sign-in/")), "ms", "5")
    pages = {
        "search": [f"{reverse('search')}?q={name}" for name in NAMES],
        "owner page": [reverse("owner", args=[person]) for person, _ in owned],
        "animal page": [reverse("animal", args=[animal]) for _, animal in owned],
        "counter": [reverse("counter")],
        "home page": ["/"],
        "license list": [reverse("license-list")],
    }
    for name, addresses in pages.items():
        goal = "20" if name in ("search", "owner page", "animal page") else "none set"
        report(name, median(lambda n, all=addresses: fetch(client, all[n % len(all)])), "ms", goal)
        report(
            f"{name}, queries", max(queries(client, each) for each in addresses[:8]), "queries", "15 at most"
        )

    def issue(n: int) -> None:
        _, animal = owned[n]
        entry = Entry(key="a", animal_id=animal, license=True, tag=TagNumber(today().year, 1 + n))
        visit_issue(
            owner=Ownership.objects.select_related("person").get(animal_id=animal).person,
            entries=[entry],
            tender={"tender": "cash"},
            by=clerk,
            at=now(),
            token=uuid.uuid4(),
            content={"n": n},
        )

    report("issue a license with receipt", median(issue), "ms", "30")
    papers = list(Document.objects.filter(kind="license").order_by("pk")[: ROUNDS + 5])
    report("license PDF", median(lambda n: document_render(document=papers[n], at=now())), "ms", "200")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report("memory at the end, PDFs made", memory, "MB", "200 at most")


if __name__ == "__main__":
    main()
