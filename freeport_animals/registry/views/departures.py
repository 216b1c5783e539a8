"""Died, moved away, given away: one key each, with what follows said before it is done, and a way back."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from freeport_animals.base.access import allow
from freeport_animals.base.clock import today
from freeport_animals.registry import services
from freeport_animals.registry.access import WRITE
from freeport_animals.registry.forms.base import ReasonForm
from freeport_animals.registry.forms.others import DepartureForm, OwnerDepartureForm
from freeport_animals.registry.models import Animal, Ownership, Person, StatusChange
from freeport_animals.registry.selectors import (
    animals_of,
    household_of,
    household_people,
    kept,
    owner_of,
    owners_on,
    registered_owners,
)
from freeport_animals.registry.views.common import of, press, staff


def _animal_page(
    request: HttpRequest,
    animal: Animal,
    *,
    action: str,
    service: Callable[..., StatusChange],
    texts: dict[str, Any],
) -> HttpResponse:
    form = DepartureForm(
        request.POST or None,
        initial={"on": today()},
        day_label=texts["day"],
        note_label=texts["note"],
    )
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            service(
                animal=animal,
                on=form.cleaned_data["on"],
                note=form.cleaned_data["note"],
                by=staff(request),
                today=today(),
            )
            return animal

        if url := press(request, form, action, work):
            messages.success(request, f"{animal}: {texts['done']}. It can be undone on this page.")
            return redirect(url)
    return render(
        request,
        "registry/departure.html",
        {"form": form, "cancel_url": animal.get_absolute_url(), "animal": animal, **texts},
    )


@allow(*WRITE)
@of(Animal)
def animal_died(request: HttpRequest, animal: Animal) -> HttpResponse:
    """An animal died."""
    owner = owner_of(animal, today())
    return _animal_page(
        request,
        animal,
        action="animal_died",
        service=services.animal_died,
        texts={
            "title": f"{animal} died",
            "question": f"When did {animal} die?",
            "day": "Day of death",
            "note": "How, if known",
            "done": "recorded as dead",
            "consequences": [
                f"Letters about {animal} stop"
                + (f"; {owner.name} still gets those about others." if owner else "."),
                "It is no longer counted on its premises, and needs no license from that day on.",
                "Everything on record stays. You can undo this later.",
            ],
            "action_label": "Record the death",
        },
    )


@allow(*WRITE)
@of(Animal)
def animal_moved_away(request: HttpRequest, animal: Animal) -> HttpResponse:
    """An animal left the city, still with its owner."""
    return _animal_page(
        request,
        animal,
        action="animal_moved_away",
        service=services.animal_moved_away,
        texts={
            "title": f"{animal} moved away",
            "question": f"When did {animal} leave the city?",
            "day": "Day of the move",
            "note": "Where to",
            "done": "recorded as moved away",
            "consequences": [
                f"Letters about {animal} stop. It is no longer counted on its premises.",
                "Its owner stays the owner. If the owner moved too, record that on the owner's page instead.",
                "Everything on record stays. You can undo this later.",
            ],
            "action_label": "Record the move",
        },
    )


@allow(*WRITE)
@of(Animal)
def animal_given_away(request: HttpRequest, animal: Animal) -> HttpResponse:
    """An animal was given to somebody outside the city."""
    owners = owners_on(animal, today())
    names = " and ".join(row.person.name for row in owners[:3])
    return _animal_page(
        request,
        animal,
        action="animal_given_away",
        service=services.animal_given_away,
        texts={
            "title": f"{animal} was given away",
            "question": f"When was {animal} given away?",
            "day": "Day it was given away",
            "note": "To whom, where",
            "done": "recorded as given away",
            "transfer": True,
            "consequences": [
                f"{names} will no longer be on record as having {animal}."
                if names
                else "Nobody is on record now.",
                f"Letters about {animal} stop. It is no longer counted on its premises.",
                "Everything on record stays. You can undo this later.",
            ],
            "action_label": "Record that it was given away",
        },
    )


def _others_of(person: Person, animals: list[Animal]) -> list[Person]:
    """Who may have the animals now: co-owners and the grown-up people of the household."""
    on = today()
    parts = (
        Ownership.objects.filter(
            animal__in=[animal.pk for animal in animals], voided_at__isnull=True, period__contains=on
        ).select_related("person__premises", "person__merged_into__premises")
        if animals
        else []
    )
    household = household_of(person, on)
    found = [kept(part.person) for part in parts]
    found += household_people(household, on) if household else []
    return list(
        {
            one.pk: one
            for one in found
            if one.pk != person.pk and one.status == Person.Status.HERE and not one.is_minor(on)
        }.values()
    )


def _owner_page(
    request: HttpRequest,
    person: Person,
    *,
    moved: bool,
    action: str,
    service: Callable[..., StatusChange],
    texts: dict[str, Any],
) -> HttpResponse:
    on = today()
    having = list(animals_of(person, on))
    owners = registered_owners(having, on)
    animals = [animal for animal in having if animal.pk in owners and owners[animal.pk].pk == person.pk]
    form = OwnerDepartureForm(
        request.POST or None,
        initial={"on": on},
        animals=animals,
        others=_others_of(person, animals),
        moved=moved,
        day_label=texts["day"],
        note_label=texts["note"],
    )
    if request.method == "POST" and form.is_valid():

        def work() -> Person:
            service(
                person=person,
                on=form.cleaned_data["on"],
                animals=form.goes(),
                note=form.cleaned_data["note"],
                by=staff(request),
                today=on,
            )
            return person

        if url := press(request, form, action, work):
            messages.success(request, f"{person.name}: {texts['done']}. It can be undone on this page.")
            return redirect(url)
    return render(
        request,
        "registry/owner_departure.html",
        {"form": form, "person": person, "cancel_url": person.get_absolute_url(), **texts},
    )


@allow(*WRITE)
@of(Person, "premises")
def owner_died(request: HttpRequest, person: Person) -> HttpResponse:
    """An owner died."""
    return _owner_page(
        request,
        person,
        moved=False,
        action="person_died",
        service=services.person_died,
        texts={
            "title": f"{person.name} died",
            "question": f"When did {person.name} die?",
            "day": "Day of death",
            "note": "Note",
            "done": "recorded as dead",
            "consequences": [
                "Letters to this person stop at once.",
                "Every animal needs somebody else. What is not known yet can be entered later; until then "
                "the animal is listed as without an owner.",
                "Everything on record stays. You can undo this later.",
            ],
            "action_label": "Record the death",
        },
    )


@allow(*WRITE)
@of(Person, "premises")
def owner_moved_away(request: HttpRequest, person: Person) -> HttpResponse:
    """An owner moved out of the city."""
    return _owner_page(
        request,
        person,
        moved=True,
        action="person_moved_away",
        service=services.person_moved_away,
        texts={
            "title": f"{person.name} moved away",
            "question": f"When did {person.name} leave the city?",
            "day": "Day of the move",
            "note": "Where to",
            "done": "recorded as moved away",
            "consequences": [
                "Letters to this person stop.",
                "Say for each animal whether it goes along.",
                "Everything on record stays. You can undo this later.",
            ],
            "action_label": "Record the move",
        },
    )


@allow(*WRITE)
def departure_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a death, a move or a gift that was recorded by mistake."""
    change = get_object_or_404(
        StatusChange.objects.select_related("person__merged_into", "animal__merged_into"), pk=pk
    )
    record: Any = change.person or change.animal
    record = kept(record)
    form = ReasonForm(request.POST or None, question="What was the mistake?")
    if request.method == "POST" and form.is_valid():

        def work() -> Any:
            services.departure_undo(change=change, reason=form.cleaned_data["reason"], by=staff(request))
            return record

        if url := press(request, form, "departure_undo", work):
            messages.success(request, f"Undone. {record} is here again, as before.")
            return redirect(url)
    return render(
        request,
        "kit/confirm.html",
        {
            "form": form,
            "title": f"Undo: {change.get_kind_display().lower()}",
            "question": f"Put {record} back as before?",
            "consequences": [
                "Everything that followed from it is put back too: owners, animals and their status.",
                "If something was changed since, nothing is undone and you are told what.",
            ],
            "action_label": "Undo it",
            "cancel_url": record.get_absolute_url(),
        },
    )
