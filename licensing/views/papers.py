"""A visit's page after it is paid, and the papers of a visit that are not issued: slip and application."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from freeport_animals import rules
from freeport_animals.base.clock import now, today
from freeport_animals.city.selectors import context as in_force
from freeport_animals.documents.models import Document, DocumentPrint
from freeport_animals.documents.services import paper_pdf
from freeport_animals.documents.views import pdf_response
from freeport_animals.registry import selectors as registry
from licensing import counter, papers
from licensing.models import License, Visit
from licensing.selectors import last_licenses, licenses
from licensing.views.visit import at_counter, build_page, visit_or_404


@at_counter
@never_cache
@require_GET
def visit_done(request: HttpRequest, pk: int) -> HttpResponse:
    """What was issued, what to hand back, the sheet to print, and the key for the next owner."""
    one = visit_or_404(pk)
    if one.state != Visit.State.ISSUED:
        return redirect("visit", one.pk) if one.state != Visit.State.DROPPED else redirect("counter")
    issued = list(licenses().filter(visit=one).order_by("pk"))
    documents = _sheet_documents(one, issued)
    printed = DocumentPrint.objects.filter(document__in=documents).exists() if documents else False
    papers_of = {document.subject_id: document for document in documents if document.kind == "license"}
    for each in issued:
        each.paper = papers_of.get(each.pk)
    return render(
        request,
        "licensing/visit_done.html",
        {
            "visit": one,
            "owner": one.owner,
            "licenses": issued,
            "exemptions": list(one.exemptions.select_related("animal")),
            "receipt": one.receipt,
            "payment": one.receipt.payment if one.receipt else None,
            "receipt_paper": next((each for each in documents if each.kind == "receipt"), None),
            "sheet_query": "&".join(f"d={document.pk}" for document in documents),
            "printed": printed,
            "on": today(),
        },
    )


def _sheet_documents(one: Visit, issued: list[License]) -> list[Document]:
    """The visit's papers in the order of the sheet: each license, then the receipt."""
    found = list(
        Document.objects.filter(
            kind="license", subject_type="licensing.license", subject_id__in=[each.pk for each in issued]
        ).order_by("pk")
    )
    if one.receipt_id is not None:
        found += Document.objects.filter(
            kind="receipt", subject_type="ledger.receipt", subject_id=one.receipt_id
        ).order_by("pk")
    return found


@at_counter
@never_cache
@require_GET
def visit_slip(request: HttpRequest, pk: int) -> HttpResponse:
    """The slip of what to bring, as PDF."""
    one = visit_or_404(pk)
    page = build_page(one, one.draft, offer=False)
    animals = []
    for card in page.cards:
        missing = [
            papers.papers.Missing(what=problem.bring, says=problem.says)
            for name, problem in page.problems
            if problem.bring
            and (problem.key == card.key or (problem.key == "owner" and card is page.cards[0]))
        ]
        if missing:
            animals.append((_slip_animal(card), missing))
    if not animals:
        messages.info(request, "Nothing is missing: there is nothing to bring.")
        return redirect("visit", one.pk)
    context = papers.slip_paper(
        visit=one, owner=page.owner, animals=animals, to_pay=page.total or None, at=now()
    )
    return pdf_response(paper_pdf(kind="what-to-bring", context=context), f"what-to-bring-{one.pk}.pdf")


def _slip_animal(card: counter.Card) -> papers.papers.Animal:
    if card.animal is not None:
        return papers.animal_facts(card.animal)
    details = card.entry.details
    return papers.papers.Animal(
        name=details.get("name", ""),
        species=details.get("species", "dog"),
        breed=details.get("breed", ""),
        color=details.get("color", ""),
        sex=details.get("sex", ""),
        born=details.get("born"),
    )


@at_counter
@never_cache
@require_GET
def application(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """The application form of 2.B.1 as PDF: blank, or with what is known of a visit's owner and animals."""
    context = in_force()
    on = today()
    fee = rules.license_fee(species="dog", on=on, context=context)["total"]
    term = rules.license_term(issued_on=on, vaccinations=[], context=_fixed_term(context, on))
    year = on.year if term["valid_to"] == on.replace(month=12, day=31) else None
    more: dict[str, Any] = {"blank_animals": 2}
    if pk is not None:
        one = visit_or_404(pk)
        found = registry.animals_of(one.owner, on)
        animals = [animal for animal in found if rules.is_dog_or_cat(animal.species)]
        facts = papers.facts_of(animals, one.owner, on)
        last = last_licenses(animals, on)
        ends = [last[animal.pk].valid_to if animal.pk in last else None for animal in animals]
        if year and animals and all(end == on.replace(month=12, day=31) for end in ends):
            year += 1  # everything is licensed for this year: the form is for the next
        more = {
            "facts": facts,
            "through": papers.counts_through(facts, on, context),
            "tags": {pk: str(license.all_tags[0]) for pk, license in last.items() if license.all_tags},
            "blank_animals": 0 if animals else 2,
        }
    paper = papers.application_paper(at=now(), fee=fee, year=year, **more)
    return pdf_response(paper_pdf(kind="application", context=paper), "license-application.pdf")


def _fixed_term(context: rules.Context, on: Any) -> rules.Context:
    """The term as on `on`; under `vaccination-linked` none can be told beforehand, so none is printed."""
    if context.reading("license-term", on) == "vaccination-linked":
        return context.with_reading("license-term", "no-expiry")
    return context
