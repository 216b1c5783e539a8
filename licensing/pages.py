"""What licensing adds to the pages of others: panels of owner and animal, the clerk's home page, the VOID stamp."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from freeport_animals import rules
from freeport_animals.base.access import Role
from freeport_animals.base.clock import today
from freeport_animals.base.formats import clock, day, moment, shortday
from freeport_animals.city.selectors import context as in_force
from freeport_animals.documents.kinds import Stamp
from freeport_animals.documents.models import Document
from freeport_animals.ledger.models import Receipt
from freeport_animals.registry.models import Animal, Person
from freeport_animals.registry.selectors import alias_ids
from licensing.models import Exemption, License
from licensing.selectors import (
    expiring,
    issued_on,
    licenses,
    licenses_of,
    vaccination_overdue,
    visits_waiting,
)

COUNTER = frozenset({Role.CLERK, Role.ADMINISTRATOR})
READERS = frozenset({Role.CLERK, Role.ADMINISTRATOR, Role.OFFICER, Role.PEACE_OFFICER})
SHOWN = 6


def _holds(request: HttpRequest, roles: frozenset[str]) -> bool:
    return bool(set(request.user.roles) & roles)


def owner_panel(request: HttpRequest, person: Person) -> dict[str, Any] | None:
    """The owner's licenses, and the place where the renewal in two keys loads (a page of its own, see `renew`)."""
    if not _holds(request, READERS):
        return None
    on = today()
    at_desk = _holds(request, COUNTER)
    rows = list(licenses().filter(owner__in=alias_ids(person)).order_by("-valid_from", "-pk")[:SHOWN])
    for row in rows:
        row.state_now = row.status(on)
    return {"owner": person, "licenses": rows, "at_desk": at_desk and person.status == Person.Status.HERE}


def receipt_panel(request: HttpRequest, receipt: Receipt) -> dict[str, Any] | None:
    """The licenses that a receipt paid, on its page and before it is voided."""
    rows = list(licenses().filter(receipt=receipt).order_by("pk"))
    for row in rows:
        row.state_now = row.status(today())
    return {"licenses": rows} if rows else None


def animal_panel(request: HttpRequest, animal: Animal) -> dict[str, Any] | None:
    """Every license the animal ever had, its tags, and its exemption."""
    if not _holds(request, READERS):
        return None
    on = today()
    rows = list(licenses_of(animal)[:SHOWN])
    for row in rows:
        row.state_now = row.status(on)
    exemption = (
        Exemption.objects.filter(animal__in=alias_ids(animal), voided_at__isnull=True, period__contains=on)
        .order_by("-pk")
        .first()
    )
    required = None
    if animal.status == Animal.Status.HERE:
        try:
            required = rules.license_required(
                species=animal.species, born=animal.born, on=on, context=in_force()
            )
        except rules.RuleError:
            required = None
    if not rows and exemption is None and not rules.is_dog_or_cat(animal.species):
        return None
    return {
        "animal": animal,
        "licenses": rows,
        "exemption": exemption,
        "required": required,
        "covered": any(row.state_now in ("valid", "upcoming") for row in rows),
        "at_desk": _holds(request, COUNTER),
    }


# --- the clerk's home page -----------------------------------------------------------------------------------


def home_counter(request: HttpRequest) -> dict[str, Any]:
    """What was licensed today."""
    found = issued_on(today())
    rows = list(found[: SHOWN + 1])
    return {
        "title": "Licensed today",
        "count": len(rows) if len(rows) <= SHOWN else found.count(),
        "items": [
            {
                "url": row.get_absolute_url(),
                "title": f"{row.animal}, {row.owner}",
                "meta": f"{row.number} · {clock(row.issued_at)}",
                "badge": "void" if row.voided_at else "",
            }
            for row in rows[:SHOWN]
        ],
        "url": reverse("counter"),
        "url_text": "To the counter",
        "empty": "No license yet today.",
    }


def home_parked(request: HttpRequest) -> dict[str, Any]:
    """Visits that wait for a paper."""
    rows = list(visits_waiting()[: SHOWN + 1])
    return {
        "title": "Parked visits",
        "count": len(rows),
        "items": [
            {
                "url": reverse("visit", args=[row.pk]),
                "title": str(row.owner),
                "meta": row.missing[0]["says"]
                if row.missing
                else f"Begun {day(row.started_at)} by {row.started_by}",
                "badge": "parked" if row.parked_at else "open",
                "badge_text": f"Since {shortday(row.parked_at)}" if row.parked_at else "At the counter",
            }
            for row in rows[:SHOWN]
        ],
        "url": reverse("counter") if rows else "",
        "url_text": "All",
        "empty": "Nobody waits for a paper.",
    }


def home_expiring(request: HttpRequest) -> dict[str, Any]:
    """Licenses that end within 30 days and are not renewed."""
    on = today()
    found = expiring(License.objects.select_related("animal", "owner"), on).order_by("valid_to", "pk")
    rows = list(found[: SHOWN + 1])
    return {
        "title": "Licenses ending within 30 days",
        "count": len(rows) if len(rows) <= SHOWN else found.count(),
        "items": [
            {
                "url": row.owner.get_absolute_url(),
                "title": f"{row.animal}, {row.owner}",
                "meta": f"{row.number} · ends {day(row.valid_to)}",
                "due": row.valid_to,
            }
            for row in rows[:SHOWN]
        ],
        "url": f"{reverse('license-list')}?state=due",
        "url_text": "All",
        "empty": "None ends within 30 days.",
    }


def home_vaccinations(request: HttpRequest) -> dict[str, Any]:
    """Dogs and cats whose rabies or distemper vaccination ran out, or of which none is on record."""
    found = vaccination_overdue(today(), in_force())
    rows = list(found[: SHOWN + 1])
    return {
        "title": "Vaccinations overdue",
        "count": len(rows) if len(rows) <= SHOWN else found.count(),
        "items": [
            {
                "url": row.get_absolute_url(),
                "title": str(row),
                "meta": " ".join(word for word in (row.color, row.breed or row.species) if word),
            }
            for row in rows[:SHOWN]
        ],
        "empty": "Every dog and cat on record is vaccinated.",
    }


def license_stamp(document: Document) -> Stamp | None:
    """VOID across the paper of a void license, REPLACED across one with a tag that was lost since."""
    license = License.objects.select_related("voided_by").filter(pk=document.subject_id).first()
    if license is None:
        return None
    if license.voided_at is not None:
        return Stamp(
            "VOID", f"Voided {moment(license.voided_at)} by {license.voided_by}: {license.void_reason}"
        )
    newer = Document.objects.filter(
        kind="license", subject_type="licensing.license", subject_id=license.pk, pk__gt=document.pk
    )
    if newer.exists():
        return Stamp("REPLACED", "The tag was replaced; a newer paper with its number was issued.")
    return None
