"""Animals: the list, the page, adding and editing."""

import datetime as dt
from typing import Any

import django_filters
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from freeport_animals import rules
from freeport_animals.attachments.services import PHOTOGRAPH, attachment_store
from freeport_animals.base.access import allow
from freeport_animals.base.clock import today
from freeport_animals.base.extend import panels_for
from freeport_animals.base.paging import paged
from freeport_animals.city.selectors import context as city_context
from freeport_animals.registry import services
from freeport_animals.registry.access import DECIDE_CLASS, MERGE, READ, WRITE
from freeport_animals.registry.forms.animals import AnimalAddForm, AnimalEditForm, ClassForm, PhotographForm
from freeport_animals.registry.forms.people import keys
from freeport_animals.registry.models import Animal, Person
from freeport_animals.registry.selectors import (
    animals as all_animals,
)
from freeport_animals.registry.selectors import (
    class_of,
    classification,
    departures_of_animal,
    microchips_of,
    owners_on,
    ownerships_of,
    registered_owners,
    shown_premises_of,
    vaccination_facts,
    vaccinations_of,
    without_owner,
)
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.search import animals_found
from freeport_animals.registry.views.common import conflict_of, of, press, snapshot, staff
from freeport_animals.registry.views.likely import likely_animals, pressed_before
from freeport_animals.registry.views.people import newest_shots


class AnimalFilter(django_filters.FilterSet):
    """What narrows the list of animals."""

    q = django_filters.CharFilter(label="Name, breed, color or microchip", method="by_text")
    kind = django_filters.ChoiceFilter(
        label="Kind", choices=[("dog", "Dogs"), ("cat", "Cats"), ("other", "Others")], method="by_kind",
        empty_label="All",
    )  # fmt: skip
    status = django_filters.ChoiceFilter(
        label="Still here",
        choices=[*Animal.Status.choices, ("no-owner", "Here, without an owner")],
        method="by_status",
        empty_label="All",
    )

    class Meta:
        model = Animal
        fields: list[str] = []

    def by_text(self, rows: QuerySet[Animal], name: str, value: str) -> QuerySet[Animal]:
        query = folded(value)
        if not query.typed:
            return rows
        if query.digits and not query.has_letters:
            return rows.filter(microchips__number__contains=query.digits, microchips__in_use=True).distinct()
        return rows.filter(pk__in=[animal.pk for animal, _ in animals_found(query, 200)])

    def by_kind(self, rows: QuerySet[Animal], name: str, value: str) -> QuerySet[Animal]:
        return rows.exclude(species__in=("dog", "cat")) if value == "other" else rows.filter(species=value)

    def by_status(self, rows: QuerySet[Animal], name: str, value: str) -> QuerySet[Animal]:
        if value == "no-owner":
            return rows.filter(pk__in=without_owner(today()).order_by().values("pk"))
        return rows.filter(status=value)


@allow(*READ)
def animals(request: HttpRequest) -> HttpResponse:
    """Every animal on record, by name."""
    rows = all_animals().order_by("sort_name", "pk")
    narrowed = AnimalFilter(request.GET, queryset=rows)
    page = paged(request, narrowed.qs if narrowed.is_valid() else rows)
    owners = registered_owners(page.object_list, today())
    return render(
        request,
        "registry/animals.html",
        {
            "page": page,
            "filter": narrowed,
            "rows": [(animal, owners.get(animal.pk)) for animal in page.object_list],
        },
    )


@allow(*READ)
@of(Animal, "premises", "premises__merged_into", "photograph")
def animal(request: HttpRequest, animal: Animal) -> HttpResponse:
    """One animal: facts, class, owners, vaccinations, and what other departments add."""
    on, context = today(), city_context()
    timeline = ownerships_of(animal)
    owners = owners_on(animal, on)
    place = shown_premises_of(animal, owners)
    shots = vaccinations_of(animal, with_void=True)
    counting = [row for row in shots if row.voided_at is None]
    classed = classification(animal, context)
    allowed = (
        rules.animal_allowed(
            species=animal.species,
            zoning=place.zoning,
            hybrid_with_wild=animal.hybrid_with_wild,
            venomous_or_constricting=animal.venomous_or_constricting,
            commonly_accepted_pet=animal.commonly_accepted_pet,
            officer_class=animal.officer_class or None,
            context=context,
        )
        if place is not None and place.in_city and animal.status == Animal.Status.HERE
        else None
    )
    check = _check(animal, owners[0].person if owners else None, counting, on, context)
    user = staff(request)
    return render(
        request,
        "registry/animal.html",
        {
            "animal": animal,
            "subtitle": _subtitle(animal),
            "age": _age(animal, on),
            "owners": owners,
            "owner": owners[0].person if owners else None,
            "timeline": timeline,
            "place": place,
            "protected": place is None and animal.premises is not None,
            "chips": microchips_of(animal),
            "classed": classed,
            "class": class_of(animal, context),
            "class_open": classed["class"] == "officer-decides",
            "allowed": allowed,
            "allowed_says": allowed.steps[-1].says if allowed else "",
            "shots": shots,
            "newest": _told(newest_shots(counting, on, context), check) if animal.is_licensable else [],
            "check": check,
            "lacks": _lacks(check),
            "departure": departures_of_animal(animal).first()
            if animal.status != Animal.Status.HERE
            else None,
            "panels": panels_for("animal", request, animal),
            "may_write": user.has_role(*WRITE),
            "may_merge": user.has_role(*MERGE),
            "may_decide": user.has_role(*DECIDE_CLASS),
        },
    )


LACKS = {
    "owner-name": "an owner",
    "owner-address": "the owner's address",
    "animal-name": "its name",
    "breed": "its breed",
    "color": "its color",
    "sex": "its sex",
}


def _lacks(check: rules.Answer | None) -> str:
    """What an application would lack beside vaccinations, as words: `its breed and its color`."""
    if check is None:
        return ""
    words = [LACKS[code] for code in check["missing"] if code in LACKS]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _told(shots: list[dict[str, Any]], check: rules.Answer | None) -> list[dict[str, Any]]:
    """The newest shots, each with the sentence that matters: what a license lacks, or how long it lasts."""
    for shot in shots:
        codes = [code for code in (check["missing"] if check else ()) if code.startswith(shot["disease"])]
        lacking = " ".join(check.explains(code) for code in codes) if check else ""
        shot["says"] = lacking or (shot["answer"].steps[-1].says if shot["answer"] else "")
        shot["refused"] = bool(codes)
    return shots


def _subtitle(animal: Animal) -> str:
    """`Labrador retriever, yellow, spayed female`."""
    sex = "" if animal.sex == Animal.Sex.UNKNOWN else animal.sex
    if animal.altered == Animal.Altered.YES:
        sex = {"female": "spayed female", "male": "neutered male"}.get(sex, "spayed or neutered")
    return ", ".join(part for part in (animal.breed, animal.color, sex) if part)


def _age(animal: Animal, on: dt.date) -> str:
    """`4 years`, `7 months`, `12 days`: how old an animal is that is still here."""
    if animal.born is None or animal.born > on or animal.status != Animal.Status.HERE:
        return ""
    months = (on.year - animal.born.year) * 12 + on.month - animal.born.month
    months -= on.day < animal.born.day
    number, unit = (months // 12, "year") if months >= 24 else (months, "month")
    if months < 1:
        number, unit = (on - animal.born).days, "day"
    return f"{number} {unit}{'' if number == 1 else 's'}"


def _check(
    animal: Animal, owner: Person | None, shots: list[Any], on: Any, context: rules.Context
) -> rules.Answer | None:
    """What a license application of this animal would lack today (2.B.1), for dogs and cats that are here."""
    if not animal.is_licensable or animal.status != Animal.Status.HERE:
        return None
    return rules.license_check(
        species=animal.species,
        on=on,
        owner_name=owner.name if owner else "",
        owner_address=", ".join(owner.address_lines) if owner else "",
        animal_name=animal.name,
        breed=animal.breed,
        color=animal.color,
        sex="" if animal.sex == Animal.Sex.UNKNOWN else animal.sex,
        vaccinations=vaccination_facts(row for row in shots if row.given <= on),
        context=context,
    )


@allow(*WRITE)
@of(Person, "premises")
def animal_add(request: HttpRequest, person: Person) -> HttpResponse:
    """Add an animal of an owner, with a photograph."""
    form = AnimalAddForm(request.POST or None, request.FILES or None, initial={"owned_since": None})
    likely = likely_animals(request, person) if request.method == "POST" else []
    ask = False
    if request.method == "POST" and form.is_valid():
        shown = keys(form.cleaned_data["not_these"])
        ask = not pressed_before(form) and not {one.record.pk for one in likely} <= shown
        if not ask:

            def work() -> Animal:
                return services.animal_add(
                    **form.facts(),
                    microchips=form.chips(),
                    photograph=_stored(form, request),
                    owner=person,
                    owned_since=form.cleaned_data["owned_since"],
                    today=today(),
                )

            if url := press(request, form, "animal_add", work):
                messages.success(request, "The animal is on record. Enter its vaccinations next.")
                return redirect(url)
    return render(
        request,
        "registry/animal_add.html",
        {
            "form": form,
            "person": person,
            "likely": likely,
            "likely_keys": ",".join(str(one.record.pk) for one in likely),
            "ask": ask,
        },
    )


def _stored(form: Any, request: HttpRequest) -> Any:
    file = form.cleaned_data.get("photograph")
    return (
        attachment_store(file=file, by=staff(request), accept=PHOTOGRAPH, checked=file.checked)
        if file
        else None
    )


@allow(*WRITE)
@of(Animal, "premises", "photograph")
def animal_edit(request: HttpRequest, animal: Animal) -> HttpResponse:
    """Edit an animal. Who saves second sees what the first one saved."""
    opened = AnimalEditForm.opened(animal, microchips_of(animal))
    form = AnimalEditForm(request.POST or None, request.FILES or None, initial=opened)
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            saved = services.animal_edit(
                animal=animal,
                version=form.cleaned_data["version"],
                changes=form.facts(),
                microchips=form.chips(),
                today=today(),
            )
            photograph = _stored(form, request)
            if photograph is not None:
                services.animal_photograph_set(animal=saved, photograph=photograph)
            return saved

        if url := press(request, form, "animal_edit", work):
            messages.success(request, "Saved.")
            return redirect(url)
    conflict = _conflict(form, animal)
    return render(
        request,
        "registry/animal_edit.html",
        {"form": form, "animal": animal, "conflict": conflict},
        status=409 if conflict else 200,
    )


def _conflict(form: AnimalEditForm, animal: Animal) -> dict[str, Any] | None:
    current: Any = getattr(form, "conflict", None)
    if current is None:
        return None
    now = AnimalEditForm.opened(current, microchips_of(current))
    before = snapshot(animal, form.opened_version)  # type: ignore[attr-defined]
    was = {name: getattr(before, name) for name in now if before is not None and hasattr(before, name)}
    return conflict_of(form, now, {**now, **was}, current.get_absolute_url())


@allow(*WRITE)
@of(Animal, "photograph")
def animal_photograph(request: HttpRequest, animal: Animal) -> HttpResponse:
    """A new photograph of an animal."""
    form = PhotographForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        url = press(
            request,
            form,
            "animal_photograph",
            lambda: services.animal_photograph_set(animal=animal, photograph=_stored(form, request)),
        )
        if url:
            messages.success(request, "The photograph is on record.")
            return redirect(url)
    return render(request, "registry/animal_photograph.html", {"form": form, "animal": animal})


@allow(*DECIDE_CLASS)
@of(Animal)
def animal_class(request: HttpRequest, animal: Animal) -> HttpResponse:
    """The officer decides the class where the ordinance leaves it open, and writes why."""
    form = ClassForm(
        request.POST or None,
        initial={"officer_class": animal.officer_class, "reason": animal.officer_class_reason},
    )
    if request.method == "POST" and form.is_valid():
        url = press(
            request,
            form,
            "animal_class_decide",
            lambda: services.animal_class_decide(
                animal=animal,
                officer_class=form.cleaned_data["officer_class"],
                reason=form.cleaned_data["reason"],
            ),
        )
        if url:
            messages.success(request, "The decision is on record.")
            return redirect(url)
    answer = classification(animal, city_context())
    return render(request, "registry/animal_class.html", {"form": form, "animal": animal, "answer": answer})
