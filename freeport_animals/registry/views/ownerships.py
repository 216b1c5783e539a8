"""Who has an animal: handed over, shared, ended, corrected."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from freeport_animals.base.access import allow
from freeport_animals.base.clock import today
from freeport_animals.base.formats import day
from freeport_animals.registry import services
from freeport_animals.registry.access import WRITE
from freeport_animals.registry.forms.animals import PartEndForm, PartForm, PartSinceForm, TransferForm
from freeport_animals.registry.forms.base import DayForm, ReasonForm
from freeport_animals.registry.models import Animal, Ownership
from freeport_animals.registry.selectors import kept, owner_of, owners_on
from freeport_animals.registry.views.common import of, press, staff


@allow(*WRITE)
@of(Animal, "premises")
def animal_transfer(request: HttpRequest, animal: Animal) -> HttpResponse:
    """Hand an animal over to a new owner on record."""
    owner = owner_of(animal, today())
    form = TransferForm(request.POST or None, initial={"on": today()})
    if owner is not None:
        form.fields["to"].exclude(owner)  # type: ignore[attr-defined]
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.ownership_transfer(
                animal=animal,
                to=form.cleaned_data["to"],
                on=form.cleaned_data["on"],
                reason=form.cleaned_data["reason"],
                today=today(),
            )
            return animal

        if url := press(request, form, "ownership_transfer", work):
            messages.success(request, f"{animal} belongs to {form.cleaned_data['to'].name} now.")
            return redirect(url)
    owners = owners_on(animal, today())
    return render(
        request,
        "registry/animal_transfer.html",
        {"form": form, "animal": animal, "owner": owner, "owners": owners},
    )


@allow(*WRITE)
@of(Animal)
def part_add(request: HttpRequest, animal: Animal) -> HttpResponse:
    """A co-owner, keeper or harborer; or the first owner of an animal that has none."""
    form = PartForm(request.POST or None)
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.ownership_begin(
                animal=animal,
                person=form.cleaned_data["person"],
                on=form.cleaned_data["on"],
                role=form.cleaned_data["role"],
                today=today(),
            )
            return animal

        if url := press(request, form, "ownership_begin", work):
            messages.success(request, f"{form.cleaned_data['person'].name} is on record with {animal}.")
            return redirect(url)
    owner = owner_of(animal, today())
    return render(request, "registry/part_add.html", {"form": form, "animal": animal, "owner": owner})


def _part(pk: int) -> Ownership:
    return get_object_or_404(
        Ownership.objects.select_related("animal__merged_into", "person__merged_into"), pk=pk
    )


@allow(*WRITE)
def part_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End somebody's part in an animal."""
    part = _part(pk)
    animal = kept(part.animal)
    heirs = [
        row.person
        for row in owners_on(animal, today())
        if part.primary and row.role == Ownership.Role.OWNER and row.pk != part.pk
    ]
    form = PartEndForm(request.POST or None, initial={"on": today()}, heirs=heirs)
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.ownership_end(
                ownership=part,
                on=form.cleaned_data["on"],
                reason=form.cleaned_data["reason"],
                successor=form.heirs.get(form.cleaned_data.get("successor", "")),
                today=today(),
            )
            return animal

        if url := press(request, form, "ownership_end", work):
            messages.success(request, f"{kept(part.person).name} has no part in {animal} from that day on.")
            return redirect(url)
    return _form_page(
        request,
        form,
        part,
        title=f"{kept(part.person).name} and {animal}",
        question=f"When did {kept(part.person).name} stop being {part.get_role_display().lower()}?",
        consequences=["What was stays in the history. To hand the animal to somebody else, use “New owner”."],
        action_label="End it",
    )


@allow(*WRITE)
def part_primary(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a co-owner the registered owner."""
    part = _part(pk)
    animal = kept(part.animal)
    form = DayForm(request.POST or None, initial={"on": today()})
    form.fields["on"].label = "From which day"
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.ownership_make_primary(ownership=part, on=form.cleaned_data["on"], today=today())
            return animal

        if url := press(request, form, "ownership_make_primary", work):
            messages.success(request, f"{kept(part.person).name} is the registered owner of {animal}.")
            return redirect(url)
    return _form_page(
        request,
        form,
        part,
        title=f"Registered owner of {animal}",
        question=f"Make {kept(part.person).name} the registered owner?",
        consequences=[
            "Letters, licenses and notices go to the registered owner. The other stays a co-owner."
        ],
        action_label="Make registered owner",
    )


@allow(*WRITE)
def part_since(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct since when somebody has a part in an animal."""
    part = _part(pk)
    animal = kept(part.animal)
    form = PartSinceForm(request.POST or None, initial={"on": part.period.lower})
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.ownership_since_set(ownership=part, since=form.cleaned_data["on"], today=today())
            return animal

        if url := press(request, form, "ownership_since_set", work):
            messages.success(request, "Saved.")
            return redirect(url)
    return _form_page(
        request,
        form,
        part,
        title=f"{kept(part.person).name} and {animal}",
        question=f"Since when is {kept(part.person).name} {part.get_role_display().lower()}?",
        consequences=[],
        action_label="Save",
    )


@allow(*WRITE)
def part_void(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark somebody's part in an animal as entered by mistake."""
    part = _part(pk)
    animal = kept(part.animal)
    form = ReasonForm(request.POST or None, question="What was the mistake?")
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.ownership_void(ownership=part, reason=form.cleaned_data["reason"], by=staff(request))
            return animal

        if url := press(request, form, "ownership_void", work):
            messages.success(request, "Marked as entered by mistake.")
            return redirect(url)
    since = day(part.period.lower) or "an unknown day"
    return _form_page(
        request,
        form,
        part,
        title="Entered by mistake",
        question=f"Was {kept(part.person).name}, {part.get_role_display().lower()} of {animal} since "
        f"{since}, entered by mistake?",
        consequences=["It stays in the record, struck through, and counts for nothing."],
        action_label="Mark as a mistake",
        danger=True,
    )


def _form_page(
    request: HttpRequest,
    form: object,
    part: Ownership,
    *,
    title: str,
    question: str,
    consequences: list[str],
    action_label: str,
    danger: bool = False,
) -> HttpResponse:
    return render(
        request,
        "kit/confirm.html",
        {
            "form": form,
            "title": title,
            "question": question,
            "consequences": consequences,
            "action_label": action_label,
            "danger": danger,
            "cancel_url": kept(part.animal).get_absolute_url(),
        },
    )
