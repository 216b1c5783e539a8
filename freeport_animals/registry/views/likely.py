"""While something new is typed: who, what or which place it might already be.

Fragments for htmx, and the same lists for forms that come back without scripts.
"""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from freeport_animals.base.access import allow
from freeport_animals.base.models import Submission
from freeport_animals.base.text import control_characters
from freeport_animals.registry.access import READ, WRITE
from freeport_animals.registry.forms.base import RegistryForm
from freeport_animals.registry.forms.pick import people_rows
from freeport_animals.registry.models import Animal, Person, Premises
from freeport_animals.registry.selectors.duplicates import (
    Likeness,
    animal_duplicates,
    person_duplicates,
    premises_duplicates,
)


def typed(request: HttpRequest, name: str) -> str:
    """What stands in a box that is still being typed, without what cannot be stored."""
    text = request.POST.get(name, "") if request.method == "POST" else request.GET.get(name, "")
    return "".join(char for char in text if not control_characters(char))[:300].strip()


def pressed_before(form: RegistryForm) -> bool:
    """Whether this form's token is known: then what it made must not be held against it as a duplicate."""
    return Submission.objects.filter(token=form.cleaned_data["token"]).exists()


def likely_people(request: HttpRequest, exclude: Person | None = None) -> list[Likeness[Person]]:
    """The people whom the boxes of an owner may mean."""
    return person_duplicates(
        given_name=typed(request, "given_name"),
        family_name=typed(request, "family_name"),
        organization=typed(request, "organization") if typed(request, "kind") != "person" else "",
        phones=[
            value for name in request.POST if name.startswith("phone_") and (value := typed(request, name))
        ],
        email=typed(request, "email"),
        street=f"{typed(request, 'street')} {typed(request, 'unit')}".strip(),
        mailing_street=typed(request, "mailing_street"),
        exclude=exclude,
    )


def likely_places(request: HttpRequest, exclude: Premises | None = None) -> list[Likeness[Premises]]:
    """The premises which the boxes of an address may mean."""
    return premises_duplicates(
        street=typed(request, "street"),
        unit=typed(request, "unit"),
        city=typed(request, "city"),
        exclude=exclude,
    )


def same_place(places: Iterable[Likeness[Premises]]) -> Premises | None:
    """The one that is the address typed, whatever its way of writing."""
    return next((place.record for place in places if "Same address" in place.why), None)


def _key(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 18 else None


def likely_animals(
    request: HttpRequest, owner: Person | None, exclude: Animal | None = None
) -> list[Likeness[Animal]]:
    """The animals which the boxes may mean."""
    return animal_duplicates(
        name=typed(request, "name"),
        species=typed(request, "species").lower(),
        owner=owner,
        premises=owner.premises if owner is not None else None,
        microchips=typed(request, "microchips").replace(",", "\n").replace(";", "\n").splitlines(),
        exclude=exclude,
    )


def people_context(found: list[Likeness[Person]], ruled_out: set[int]) -> dict[str, Any]:
    return {
        "likely": found,
        "likely_keys": ",".join(str(one.record.pk) for one in found),
        "ruled_out": bool(found) and {one.record.pk for one in found} <= ruled_out,
    }


def place_context(found: list[Likeness[Premises]], chosen: str) -> dict[str, Any]:
    same = same_place(found)
    return {
        "places": found,
        "place_chosen": chosen or (str(same.pk) if same else ""),
    }


@allow(*WRITE)
@require_POST
def owners_likely(request: HttpRequest) -> HttpResponse:
    """Likely duplicates of the person being typed."""
    key = _key(typed(request, "self"))
    own = Person.objects.filter(pk=key).first() if key else None
    return render(request, "registry/likely_people.html", people_context(likely_people(request, own), set()))


@allow(*WRITE)
@require_POST
def premises_likely(request: HttpRequest) -> HttpResponse:
    """Premises that the address being typed may be."""
    key = _key(typed(request, "self"))
    own = Premises.objects.filter(pk=key).first() if key else None
    context = place_context(likely_places(request, own), typed(request, "place"))
    return render(request, "registry/likely_premises.html", context)


@allow(*WRITE)
@require_POST
def animals_likely(request: HttpRequest) -> HttpResponse:
    """Likely duplicates of the animal being typed."""
    key, own_key = _key(typed(request, "owner")), _key(typed(request, "self"))
    owner = Person.objects.select_related("premises").filter(pk=key).first() if key else None
    own = Animal.objects.filter(pk=own_key).first() if own_key else None
    found = likely_animals(request, owner, own)
    return render(
        request,
        "registry/likely_animals.html",
        {"likely": found, "likely_keys": ",".join(str(one.record.pk) for one in found)},
    )


@allow(*READ)
@require_safe
def owners_choose(request: HttpRequest) -> HttpResponse:
    """The people to choose from for a box of the kind of forms.pick."""
    name = "".join(char for char in typed(request, "name") if char.isalnum() or char in "_-")[:60]
    text = typed(request, f"{name}_typed")
    exclude = _key(typed(request, "exclude"))
    rows = people_rows(text, exclude=exclude) if text else []
    return render(
        request, "registry/widgets/pick_found.html", {"rows": rows, "name": name, "chosen": "", "typed": text}
    )
