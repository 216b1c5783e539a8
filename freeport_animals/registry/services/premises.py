"""Places: added once, found again however their address is written."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Value

from freeport_animals.base.editing import save_edit
from freeport_animals.registry.models import AddressKey, Premises
from freeport_animals.registry.services.errors import RegistryError, explained, refuse
from freeport_animals.registry.services.text import line, named, note, state_code, zip_code

ONCE = {"premises_once": ("street", "These premises are in the records already. Choose them from the list.")}
EDITABLE = ("street", "unit", "city", "state", "zip_code", "in_city", "zoning", "safety_note")


@dataclass(frozen=True)
class Found:
    """Premises, and whether they were there already."""

    premises: Premises
    created: bool


def _checked(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of premises as they may be kept; RegistryError beside the field otherwise."""
    clean = dict(facts)
    if "street" in facts:
        clean["street"] = named("street", facts["street"], what="street address")
        if not clean["street"]:
            refuse(street="Type the street and house number, for example 125 Main Street E.")
        folded = clean["street"].lower().replace(".", "").replace(" ", "")
        if folded.startswith(("pobox", "postofficebox")):
            refuse(street="Nobody lives in a PO box. Put it under mailing address, and the street here.")
    if "unit" in facts:
        clean["unit"] = line("unit", facts["unit"], limit=40)
    if "city" in facts:
        clean["city"] = named("city", facts["city"], limit=80, what="city")
        if not clean["city"]:
            refuse(city="Type the city.")
    if "state" in facts:
        clean["state"] = state_code("state", facts["state"])
        if not clean["state"]:
            refuse(state="Type the state's two letters, for example MN.")
    if "zip_code" in facts:
        clean["zip_code"] = zip_code("zip_code", facts["zip_code"])
    if "safety_note" in facts:
        clean["safety_note"] = note("safety_note", facts["safety_note"])
    if "zoning" in facts and facts["zoning"] not in Premises.Zoning.values:
        refuse(zoning="Choose one of the zoning districts.")
    return clean


def _same_place(facts: dict[str, Any]) -> Premises | None:
    """The record with this address, folded by the database as its column is; a kept one before an alias."""
    return (
        Premises.objects.filter(
            key=AddressKey(Value(f"{facts['street']} {facts['unit']}".strip())),
            city__iexact=facts["city"],
            state=facts["state"],
        )
        .select_related("merged_into")
        .order_by(F("merged_into").asc(nulls_first=True), "pk")
        .first()
    )


@transaction.atomic
def premises_find_or_add(
    *,
    street: str,
    unit: str = "",
    city: str = "Freeport",
    state: str = "MN",
    zip_code: str = "",
    in_city: bool = True,
    zoning: str = Premises.Zoning.OTHER,
    safety_note: str = "",
) -> Found:
    """The premises at an address, added when no record has it, however it is abbreviated.

    The other facts count only when they are added. An address that was merged gives the premises it was
    merged into. Raises RegistryError for an address that cannot be one.
    """
    facts = _checked(
        {
            "street": street,
            "unit": unit,
            "city": city,
            "state": state,
            "zip_code": zip_code,
            "in_city": in_city,
            "zoning": zoning,
            "safety_note": safety_note,
        }
    )
    known = _same_place(facts)
    if known is None:
        # Two people adding one address at the same moment: the second finds the first's.
        try:
            with explained(ONCE):
                return Found(Premises.objects.create(**facts), created=True)
        except RegistryError:
            known = _same_place(facts)
            if known is None:
                raise
    return Found(known.merged_into or known, created=False)


@transaction.atomic
def premises_edit(*, premises: Premises, version: int, changes: dict[str, Any]) -> Premises:
    """Change what is known of premises. Raises EditConflict, or RegistryError beside the field."""
    facts = _checked({name: changes[name] for name in EDITABLE if name in changes})
    with explained(
        {"premises_once": ("street", "Another record has this address already. Merge the two instead.")}
    ):
        return save_edit(Premises, premises.pk, version=version, changes=facts)
