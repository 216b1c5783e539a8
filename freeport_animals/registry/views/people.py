"""Owners: the list, the page, adding and editing."""

from typing import Any

import django_filters
from django.contrib import messages
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from freeport_animals import rules
from freeport_animals.audit.services import record_view
from freeport_animals.base.access import allow
from freeport_animals.base.clock import now, today
from freeport_animals.base.extend import panels_for
from freeport_animals.base.formats import shortday
from freeport_animals.base.paging import paged
from freeport_animals.city.selectors import context as city_context
from freeport_animals.registry import services
from freeport_animals.registry.access import MERGE, READ, REVEAL, WRITE
from freeport_animals.registry.forms.people import (
    HouseholdMoveForm,
    PersonAddForm,
    PersonEditForm,
    RevealForm,
)
from freeport_animals.registry.models import Animal, Household, Ownership, Person, Vaccination
from freeport_animals.registry.selectors import (
    departures_of,
    household_of,
    household_people,
    household_with_people,
    households_of,
    kept,
    parts_of,
    people,
    phones_of,
    shown_premises,
    vaccinations_of_many,
    with_phones,
)
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.search import people_found
from freeport_animals.registry.views.common import conflict_of, of, press, snapshot, staff
from freeport_animals.registry.views.likely import (
    likely_people,
    likely_places,
    people_context,
    place_context,
    pressed_before,
    same_place,
)


class PeopleFilter(django_filters.FilterSet):
    """What narrows the list of owners."""

    q = django_filters.CharFilter(label="Name, telephone or mailing address", method="by_text")
    kind = django_filters.ChoiceFilter(label="Kind", choices=Person.Kind.choices, empty_label="All")
    status = django_filters.ChoiceFilter(label="Still here", choices=Person.Status.choices, empty_label="All")

    class Meta:
        model = Person
        fields = ["kind", "status"]

    def by_text(self, rows: QuerySet[Person], name: str, value: str) -> QuerySet[Person]:
        query = folded(value)
        if not query.typed:
            return rows
        if query.is_number:
            return rows.filter(phones__digits__contains=query.digits, phones__in_use=True).distinct()
        return rows.filter(pk__in=[person.pk for person, _ in people_found(query, 200)])


@allow(*READ)
def owners(request: HttpRequest) -> HttpResponse:
    """Everybody on record, by name."""
    rows = with_phones(people().order_by("sort_name", "pk"))
    narrowed = PeopleFilter(request.GET, queryset=rows)
    page = paged(request, narrowed.qs if narrowed.is_valid() else rows)
    return render(request, "registry/owners.html", {"page": page, "filter": narrowed})


def _shots(animals: list[Animal]) -> dict[int, list[dict[str, Any]]]:
    """For each dog and cat the newest vaccination against each disease and whether it is current (2.D)."""
    on, context = today(), city_context()
    found = vaccinations_of_many([animal for animal in animals if animal.is_licensable])
    return {pk: newest_shots(rows, on, context) for pk, rows in found.items()}


def newest_shots(rows: list[Vaccination], on: Any, context: rules.Context) -> list[dict[str, Any]]:
    """The newest vaccination against each disease with the rules' answer; None where there is none."""
    result = []
    for disease, label in Vaccination.Disease.choices:
        newest = next((row for row in rows if row.disease == disease and row.given <= on), None)
        answer = (
            rules.vaccination_current(
                disease=disease, given=newest.given, expires=newest.expires, on=on, context=context
            )
            if newest
            else None
        )
        result.append({"disease": disease, "label": label, "row": newest, "answer": answer})
    return result


# The minors whose guardian somebody is, along with the record itself.
_ITSELF = Q(pk=OuterRef(OuterRef("pk"))) | Q(merged_into=OuterRef(OuterRef("pk")))
WARDS = ArraySubquery(
    Person.objects.filter(
        guardian__in=Person.objects.filter(_ITSELF).order_by().values("pk"), merged_into__isnull=True
    )
    .order_by("sort_name", "pk")
    .values(ward=JSONObject(pk="pk", name="name"))
)


@allow(*READ)
@of(Person, "premises", "premises__merged_into", "guardian", wards_at_hand=WARDS)
def owner(request: HttpRequest, person: Person) -> HttpResponse:
    """One owner: facts, household, animals, and what other departments add."""
    on = today()
    parts = parts_of(person, on)
    shots = _shots([part.animal for part in parts])
    household, people = household_with_people(person, on)
    context = {
        "person": person,
        "place": shown_premises(person),
        "phones": phones_of(person),
        "household": household,
        "others": [other for other in people if other.pk != person.pk],
        "wards": person.wards_at_hand,  # type: ignore[attr-defined]
        "minor": person.is_minor(on),
        "animals": [
            {
                "animal": part.animal,
                "part": part.ownership,
                "shots": shots.get(part.animal.pk, []),
                "now": part.now,
                "until": _until(part.ownership),
            }
            for part in parts
        ],
        "departure": departures_of(person).first() if person.status != Person.Status.HERE else None,
        "panels": panels_for("owner", request, person),
        "may_write": staff(request).has_role(*WRITE),
        "may_merge": staff(request).has_role(*MERGE),
        "may_reveal": staff(request).has_role(*REVEAL),
    }
    return render(request, "registry/owner.html", context)


def _until(part: Ownership | None) -> str:
    """`Until 3 Jun 2026` for a part in an animal that has ended."""
    return f"Until {shortday(part.period.upper)}" if part and part.period.upper else "Earlier"


def _premises_asked(form: Any, places: list[Any]) -> bool:
    """Whether the person must first say which place is meant.

    There are likely ones, none is the address typed.
    """
    if not form.cleaned_data["street"] or form.cleaned_data["place"]:
        return False
    return bool(places) and same_place(places) is None


def _premises_of(form: Any, places: list[Any]) -> Any:
    """The premises chosen, found or added by the boxes; None without an address."""
    if not form.cleaned_data["street"]:
        return None
    chosen = form.chosen_place() or same_place(places)
    return chosen or services.premises_find_or_add(**form.address()).premises


@allow(*WRITE)
def owner_add(request: HttpRequest) -> HttpResponse:
    """Add an owner on one screen. Likely duplicates must be looked at first."""
    household = _household(request)
    initial: dict[str, Any] = {}
    if household is not None:
        initial = _household_address(household) | {"household": household.pk}
    form = PersonAddForm(request.POST or None, initial=initial)
    likely = likely_people(request) if request.method == "POST" else []
    places = likely_places(request) if request.method == "POST" else []
    ask_place = ask_people = False
    if request.method == "POST" and form.is_valid():
        known = pressed_before(form)
        ask_people = not known and not {one.record.pk for one in likely} <= form.ruled_out()
        ask_place = not known and _premises_asked(form, places)
        if not ask_people and not ask_place:

            def work() -> Person:
                return services.person_add(
                    **form.facts(),
                    phones=form.phones(),
                    premises=_premises_of(form, places),
                    household=form.household_chosen(),
                    since=today() if form.household_chosen() else None,
                    today=today(),
                )

            if url := press(request, form, "person_add", work):
                return redirect(url)
    context = {
        "form": form,
        "household": household,
        "ask_people": ask_people,
        "ask_place": ask_place,
        **people_context(likely, form.ruled_out() if form.is_bound and form.is_valid() else set()),
        **place_context(places, form.data.get("place", "")),
    }
    return render(request, "registry/owner_add.html", context, status=200)


def _household(request: HttpRequest) -> Household | None:
    key = request.POST.get("household") or request.GET.get("household") or ""
    return Household.objects.filter(pk=int(key)).first() if key.isdecimal() and len(key) <= 18 else None


def _household_address(household: Household) -> dict[str, Any]:
    """The address that somebody new in a household very likely has; not a protected one."""
    first = next(
        (one for one in household_people(household, today()) if one.premises_id and not one.safe_at_home),
        None,
    )
    if first is None or first.premises is None:
        return {}
    names = ("street", "unit", "city", "state", "zip_code", "in_city", "zoning")
    return {name: getattr(first.premises, name) for name in names} | {"family_name": first.family_name}


@allow(*WRITE)
@of(Person, "premises", "premises__merged_into", "guardian")
def owner_edit(request: HttpRequest, person: Person) -> HttpResponse:
    """Edit an owner. Who saves second sees what the first one saved."""
    phones = phones_of(person)
    opened = PersonEditForm.opened(person, phones)
    form = PersonEditForm(request.POST or None, initial=opened, known_phones=len(phones))
    form.fields["guardian"].exclude(person)  # type: ignore[attr-defined]
    places = likely_places(request) if request.method == "POST" else []
    likely = (
        likely_people(request, person) if request.method == "POST" and "family_name" in request.POST else []
    )
    ask_place = False
    if request.method == "POST" and form.is_valid():
        ask_place = not pressed_before(form) and _premises_asked(form, places)
        if not ask_place:

            def work() -> Person:
                keep = person.safe_at_home and not form.cleaned_data["street"]
                premises = person.premises if keep else _premises_of(form, places)
                return services.person_edit(
                    person=person,
                    version=form.cleaned_data["version"],
                    changes=form.facts() | {"premises": premises},
                    phones=form.phones(),
                    household_too=form.cleaned_data["household_too"],
                    today=today(),
                )

            if url := press(request, form, "person_edit", work):
                messages.success(request, "Saved.")
                return redirect(url)
    household = household_of(person, today())
    housemates = [
        other
        for other in (household_people(household, today()) if household else [])
        if other.pk != person.pk and other.premises_id == person.premises_id and not other.safe_at_home
    ]
    context = {
        "form": form,
        "person": person,
        "conflict": _conflict(form, person),
        "ask_place": ask_place,
        "housemates": housemates,
        "housemates_help": "Their records show the same address and would give it away: "
        + ", ".join(other.name for other in housemates),
        **people_context(likely, {one.record.pk for one in likely}),
        **place_context(places, form.data.get("place", "")),
    }
    return render(request, "registry/owner_edit.html", context, status=409 if context["conflict"] else 200)


def _conflict(form: PersonEditForm, person: Person) -> dict[str, Any] | None:
    current = getattr(form, "conflict", None)
    if current is None:
        return None
    current = Person.objects.select_related("premises", "guardian").get(pk=current.pk)
    now = PersonEditForm.opened(current, phones_of(current))
    before = snapshot(person, form.opened_version)  # type: ignore[attr-defined]
    was = {name: getattr(before, name) for name in now if before is not None and hasattr(before, name)}
    return conflict_of(form, now, {**now, **was}, current.get_absolute_url())


@allow(*REVEAL)
@of(Person, "premises", "premises__merged_into")
def owner_premises(request: HttpRequest, person: Person) -> HttpResponse:
    """Where a Safe at Home participant lives, for somebody who must know and says why. Every look is kept."""
    if not person.safe_at_home:
        return redirect(person)
    form = RevealForm(
        request.POST or None,
        question="Why must you know?",
        help="Your name, the time and this reason are kept.",
    )
    shown = request.method == "POST" and form.is_valid()
    if shown:
        record_view(
            user=staff(request),
            subject=person,
            what=f"the real premises: {form.cleaned_data['reason']}",
            at=now(),
            request=request,
        )
    context = {
        "person": person,
        "form": form,
        "shown": shown,
        "place": kept(person.premises) if shown and person.premises else None,
    }
    response = render(request, "registry/owner_premises.html", context)
    response["Cache-Control"] = "no-store"
    return response


@allow(*WRITE)
@of(Person, "premises")
def owner_household(request: HttpRequest, person: Person) -> HttpResponse:
    """Whom a person keeps house with, from when until when; and a move into another household."""
    on = today()
    form = HouseholdMoveForm(request.POST or None, initial={"on": on}, person=person)
    if request.method == "POST" and form.is_valid():
        into = form.cleaned_data["into"]

        def work() -> Person:
            household = None
            if into is not None:
                household = household_of(into, form.cleaned_data["on"])
                if household is None:
                    raise services.RegistryError(
                        {"into": [f"{into.name} belonged to no household on that day. Choose a later day."]}
                    )
            services.household_move(person=person, into=household, on=form.cleaned_data["on"], today=on)
            return person

        if url := press(request, form, "household_move", work):
            messages.success(request, f"{person.name} moved to another household.")
            return redirect(url)
    household = household_of(person, on)
    context = {
        "person": person,
        "form": form,
        "household": household,
        "members": household_people(household, on) if household else [],
        "households": households_of(person),
    }
    return render(request, "registry/owner_household.html", context)
