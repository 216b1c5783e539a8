"""Making two records one, on purpose and with both in view, and taking it back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from freeport_animals.base.access import allow
from freeport_animals.base.clock import today
from freeport_animals.registry import services
from freeport_animals.registry.access import MERGE, READ
from freeport_animals.registry.forms.base import ReasonForm
from freeport_animals.registry.forms.others import MergeForm
from freeport_animals.registry.models import Merge, Person
from freeport_animals.registry.selectors.animals import microchips_of, owner_of
from freeport_animals.registry.selectors.duplicates import (
    animal_duplicates,
    person_duplicates,
    premises_duplicates,
)
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.merges import comparison, conflicts, merges_of, moves
from freeport_animals.registry.selectors.people import phones_of
from freeport_animals.registry.selectors.search import (
    animals_found,
    find_phones,
    people_found,
    premises_found,
)
from freeport_animals.registry.services.merges import MODELS, fills, obstacles
from freeport_animals.registry.views.common import press, staff
from freeport_animals.registry.views.likely import typed

RELATED = {
    "person": ("premises", "guardian"),
    "animal": ("premises", "photograph"),
    "premises": (),
}


def _get(kind: str, pk: int) -> Any:
    model = MODELS.get(kind)
    if model is None:
        raise Http404
    return get_object_or_404(model._default_manager.select_related(*RELATED[kind]), pk=pk)


@allow(*MERGE)
def merge_choose(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Which other record is the same: likely ones first, or any that is searched for."""
    record = _get(kind, pk)
    if record.merged_into_id is not None:
        return redirect("merge_choose", kind=kind, pk=record.merged_into_id)
    text = typed(request, "q")
    rows = (
        _searched(kind, text) if text else [(one.record, "; ".join(one.why)) for one in _likely(kind, record)]
    )
    return render(
        request,
        "registry/merge_choose.html",
        {
            "kind": kind,
            "record": record,
            "text": text,
            "list_title": "Found" if text else "Records that look alike",
            "rows": [
                {
                    "url": reverse("merge_confirm", args=[kind, record.pk, other.pk]),
                    "title": str(other),
                    "meta": why,
                }
                for other, why in rows
                if other.pk != record.pk
            ],
        },
    )


def _likely(kind: str, record: Any) -> list[Any]:
    if kind == "person":
        return person_duplicates(
            given_name=record.given_name,
            family_name=record.family_name,
            organization=record.organization,
            phones=[phone.number for phone in phones_of(record)],
            email=record.email,
            premises=None if record.safe_at_home else record.premises,
            mailing_street=record.mailing_street,
            exclude=record,
            limit=10,
        )
    if kind == "animal":
        return animal_duplicates(
            name=record.name,
            species=record.species,
            owner=owner_of(record, today()),
            premises=record.premises,
            microchips=microchips_of(record),
            exclude=record,
            limit=10,
        )
    return premises_duplicates(street=record.street, unit=record.unit, exclude=record, limit=10)


def _searched(kind: str, text: str) -> list[tuple[Any, str]]:
    query = folded(text)
    if kind == "person":
        if query.is_number:
            hits = find_phones(text, 20, frozenset())
            keys = [int(hit.url.rstrip("/").rsplit("/", 1)[-1]) for hit in hits]
            return [(person, ", ".join(person.address_lines)) for person in _people(keys)]
        return [(person, ", ".join(person.address_lines)) for person, _ in people_found(query, 20)]
    if kind == "animal":
        return [
            (animal, ", ".join(part for part in (animal.species, animal.breed, animal.color) if part))
            for animal, _ in animals_found(query, 20)
        ]
    return [(premises, premises.address_lines[1]) for premises, _ in premises_found(query, 20)]


def _people(keys: list[int]) -> Any:
    return Person.objects.filter(pk__in=keys).select_related("premises").order_by("sort_name", "pk")


@allow(*MERGE)
def merge_confirm(request: HttpRequest, kind: str, pk: int, other: int) -> HttpResponse:
    """Both records side by side, what will move, what stands against it; then one of them is kept."""
    records = [_get(kind, pk), _get(kind, other)]
    if any(record.merged_into_id is not None for record in records) or pk == other:
        messages.info(request, "These two are one record already.")
        return redirect(records[0].merged_into or records[0])
    keep_key = request.POST.get("keep") or request.GET.get("keep") or str(pk)
    kept, merged = records if keep_key != str(other) else records[::-1]
    form = MergeForm(request.POST or None, records=records, initial={"keep": kept.pk})
    against = obstacles(kind, kept, merged)
    if request.method == "POST" and form.is_valid():

        def work() -> Any:
            services.record_merge(
                kind=kind,
                keep=int(form.cleaned_data["keep"]),
                merge=pk if int(form.cleaned_data["keep"]) == other else other,
                reason=form.cleaned_data["reason"],
                by=staff(request),
            )
            return kept

        if url := press(request, form, f"record_merge.{kind}", work):
            messages.success(
                request, f"{merged} and {kept} are one record now. It can be undone on its page."
            )
            return redirect(url)
    return render(
        request,
        "registry/merge_confirm.html",
        {
            "kind": kind,
            "records": records,
            "kept": kept,
            "merged": merged,
            "form": form,
            "rows": comparison(kind, records),
            "moves": moves(kind, merged),
            "takes": [kept._meta.get_field(name).verbose_name for name in fills(kind, kept, merged)],
            "against": against,
            "conflicts": conflicts(kind, kept, merged, today()),
        },
        status=200,
    )


@allow(*READ)
def merges(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """What was merged into a record, by whom and why, and what was undone."""
    record = _get(kind, pk)
    user = staff(request)
    return render(
        request,
        "registry/merges.html",
        {
            "record": record,
            "kind": kind,
            "rows": merges_of(kind, record),
            "may_undo": user.has_role(*MERGE),
        },
    )


@allow(*MERGE)
def merge_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a merge back."""
    merge = get_object_or_404(Merge, pk=pk)
    kept, merged = _get(merge.kind, merge.kept), _get(merge.kind, merge.merged)
    form = ReasonForm(request.POST or None, question="Why are they not one?")
    if request.method == "POST" and form.is_valid():

        def work() -> Any:
            services.merge_undo(merge=merge, reason=form.cleaned_data["reason"], by=staff(request))
            return merged

        if url := press(request, form, "merge_undo", work):
            messages.success(request, f"{merged} is a record of its own again.")
            return redirect(url)
    return render(
        request,
        "kit/confirm.html",
        {
            "form": form,
            "title": "Undo a merge",
            "question": f"Make {merged} a record of its own again?",
            "consequences": [
                f"What belonged to {merged} before the merge is on that record again.",
                f"What was added since stays with {kept}.",
            ],
            "action_label": "Undo the merge",
            "cancel_url": reverse("merges", args=[merge.kind, merge.kept]),
        },
    )
