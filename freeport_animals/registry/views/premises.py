"""Premises: who lives there, what is kept there, and whether that is a kennel (Sec. 6)."""

from typing import Any

import django_filters
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from freeport_animals import rules
from freeport_animals.base.access import allow
from freeport_animals.base.clock import today
from freeport_animals.base.extend import panels_for
from freeport_animals.base.paging import paged
from freeport_animals.city.selectors import context as city_context
from freeport_animals.registry import services
from freeport_animals.registry.access import MERGE, READ, WRITE
from freeport_animals.registry.forms.others import PremisesAddForm, PremisesForm
from freeport_animals.registry.models import Premises
from freeport_animals.registry.selectors import (
    kept_animals,
    premises_animals,
    protected_animals,
    registered_owners,
    residents,
)
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.search import premises_found
from freeport_animals.registry.views.common import conflict_of, of, press, snapshot, staff
from freeport_animals.registry.views.likely import likely_places, place_context


class PremisesFilter(django_filters.FilterSet):
    """What narrows the list of premises."""

    q = django_filters.CharFilter(label="Address", method="by_text")
    zoning = django_filters.ChoiceFilter(label="Zoning", choices=Premises.Zoning.choices, empty_label="All")
    in_city = django_filters.ChoiceFilter(
        label="City limits", choices=[("true", "Inside"), ("false", "Outside")], empty_label="All"
    )

    class Meta:
        model = Premises
        fields = ["zoning", "in_city"]

    def by_text(self, rows: QuerySet[Premises], name: str, value: str) -> QuerySet[Premises]:
        query = folded(value)
        if not query.typed:
            return rows
        return rows.filter(pk__in=[premises.pk for premises, _ in premises_found(query, 200)])


@allow(*READ)
def premises_list(request: HttpRequest) -> HttpResponse:
    """Every place on record, by street."""
    rows = Premises.objects.filter(merged_into__isnull=True).order_by("search_text", "pk")
    narrowed = PremisesFilter(request.GET, queryset=rows)
    page = paged(request, narrowed.qs if narrowed.is_valid() else rows)
    user = staff(request)
    return render(
        request,
        "registry/premises_list.html",
        {"page": page, "filter": narrowed, "may_write": user.has_role(*WRITE)},
    )


@allow(*READ)
@of(Premises)
def premises(request: HttpRequest, premises: Premises) -> HttpResponse:
    """One place. A Safe at Home participant and their animals are counted and not named."""
    on, context = today(), city_context()
    animals = list(premises_animals(premises, on)[:200])
    hidden = protected_animals([animal.pk for animal in animals], on) if animals else set()
    named = [animal for animal in animals if animal.pk not in hidden]
    owners = registered_owners(named, on) if named else {}
    kennel = rules.kennel(animals=kept_animals(animals, on), on=on, context=context)
    user = staff(request)
    return render(
        request,
        "registry/premises.html",
        {
            "premises": premises,
            "residents": residents(premises)[:100],
            "animals": [(animal, owners.get(animal.pk)) for animal in named],
            "hidden": len(animals) - len(named),
            "kennel": kennel,
            "warn": kennel["kennel"] or kennel["count"] >= 5,
            "kennel_tone": "bad" if kennel["violation"] else "warn",
            "kennel_title": "A kennel, which is a violation (6.B)"
            if kennel["violation"]
            else "Five or more dogs and cats",
            "kennel_says": " ".join(step.says for step in kennel.steps if step.about in ("count", "kennel")),
            "may_merge": user.has_role(*MERGE),
            "panels": panels_for("premises", request, premises),
            "may_write": user.has_role(*WRITE),
        },
    )


@allow(*WRITE)
def premises_add(request: HttpRequest) -> HttpResponse:
    """Add premises that nobody lives on yet; an address on record leads to its page."""
    form = PremisesAddForm(
        request.POST or None,
        initial={
            "city": "Freeport",
            "state": "MN",
            "zip_code": "56331",
            "in_city": True,
            "zoning": "residential",
        },
    )
    places = likely_places(request) if request.method == "POST" else []
    ask = False
    if request.method == "POST" and form.is_valid():
        ask = bool(places) and request.POST.get("place") != "new"
        if not ask:
            found: dict[str, Any] = {}

            def work() -> Premises:
                added = services.premises_find_or_add(
                    **{name: form.cleaned_data[name] for name in PremisesForm.NAMES}
                )
                found["created"] = added.created
                return added.premises

            if url := press(request, form, "premises_add", work):
                if not found.get("created", True):
                    messages.info(request, "This address was on record already.")
                return redirect(url)
    return render(
        request,
        "registry/premises_add.html",
        {"form": form, "ask_place": ask, **place_context(places, request.POST.get("place", ""))},
    )


@allow(*WRITE)
@of(Premises)
def premises_edit(request: HttpRequest, premises: Premises) -> HttpResponse:
    """Edit premises. Who saves second sees what the first one saved."""
    form = PremisesForm(request.POST or None, initial=PremisesForm.opened(premises))
    if request.method == "POST" and form.is_valid():

        def work() -> Premises:
            return services.premises_edit(
                premises=premises,
                version=form.cleaned_data["version"],
                changes={name: form.cleaned_data[name] for name in PremisesForm.NAMES},
            )

        if url := press(request, form, "premises_edit", work):
            messages.success(request, "Saved.")
            return redirect(url)
    conflict = _conflict(form, premises)
    return render(
        request,
        "registry/premises_edit.html",
        {"form": form, "premises": premises, "conflict": conflict},
        status=409 if conflict else 200,
    )


def _conflict(form: PremisesForm, premises: Premises) -> dict[str, Any] | None:
    current: Any = getattr(form, "conflict", None)
    if current is None:
        return None
    before = snapshot(premises, form.opened_version)  # type: ignore[attr-defined]
    now = PremisesForm.opened(current)
    was = {name: getattr(before, name) for name in now} if before is not None else now
    return conflict_of(form, now, was, current.get_absolute_url())
