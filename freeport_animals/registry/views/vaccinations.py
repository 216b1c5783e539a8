"""Vaccinations and the veterinarians who gave them."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from freeport_animals import rules
from freeport_animals.attachments.services import attachment_store
from freeport_animals.base.access import allow
from freeport_animals.base.clock import today
from freeport_animals.base.paging import paged
from freeport_animals.city.selectors import context as city_context
from freeport_animals.registry import services
from freeport_animals.registry.access import READ, WRITE
from freeport_animals.registry.forms.animals import CertificateForm, VaccinationForm, VeterinarianForm
from freeport_animals.registry.forms.base import ReasonForm
from freeport_animals.registry.models import Animal, Vaccination, Veterinarian
from freeport_animals.registry.selectors import kept, last_veterinarian
from freeport_animals.registry.selectors.veterinarians import veterinarians_like
from freeport_animals.registry.views.common import of, press, staff
from freeport_animals.registry.views.likely import typed


def _file(form: Any, request: HttpRequest) -> Any:
    file = form.cleaned_data.get("certificate_file")
    return attachment_store(file=file, by=staff(request), checked=file.checked) if file else None


@allow(*WRITE)
@of(Animal)
def vaccination_add(request: HttpRequest, animal: Animal) -> HttpResponse:
    """Record a vaccination; last year's veterinarian stands in the box already."""
    initial: dict[str, Any] = {"disease": request.GET.get("disease", "rabies")}
    last = last_veterinarian(animal)
    if last is not None:
        initial |= {"veterinarian": last.name, "clinic": last.clinic}
    form = VaccinationForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST" and form.is_valid():

        def work() -> str:
            data = form.cleaned_data
            veterinarian = None
            if data["veterinarian"] or data["clinic"]:
                veterinarian = services.veterinarian_find_or_add(
                    name=data["veterinarian"], clinic=data["clinic"]
                )
            services.vaccination_record(
                animal=animal,
                disease=data["disease"],
                given=data["given"],
                expires=data["expires"],
                veterinarian=veterinarian,
                product=data["product"],
                product_name=data["product_name"],
                certificate_shown=data["certificate_shown"],
                certificate_number=data["certificate_number"],
                certificate_file=_file(form, request),
                by=staff(request),
                today=today(),
            )
            return (
                f"{reverse('vaccination_add', args=[animal.pk])}?disease=distemper"
                if "next" in request.POST
                else animal.get_absolute_url()
            )

        if url := press(request, form, "vaccination_record", work):
            answer = rules.vaccination_current(
                disease=form.cleaned_data["disease"],
                given=form.cleaned_data["given"],
                expires=form.cleaned_data["expires"],
                on=today(),
                context=city_context(),
            )
            told = messages.success if answer["current"] else messages.warning
            told(request, answer.steps[-1].says)
            return redirect(url)
    return render(
        request,
        "registry/vaccination_add.html",
        {"form": form, "animal": animal, "veterinarians": Veterinarian.objects.all()[:50]},
    )


def _vaccination(pk: int) -> Vaccination:
    return get_object_or_404(Vaccination.objects.select_related("animal__merged_into", "veterinarian"), pk=pk)


@allow(*WRITE)
def vaccination_void(request: HttpRequest, pk: int) -> HttpResponse:
    """Void a vaccination that was recorded by mistake."""
    row = _vaccination(pk)
    animal = kept(row.animal)
    form = ReasonForm(request.POST or None, question="What is wrong with it?")
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.vaccination_void(vaccination=row, reason=form.cleaned_data["reason"], by=staff(request))
            return animal

        if url := press(request, form, "vaccination_void", work):
            messages.success(request, "The vaccination is void.")
            return redirect(url)
    return render(
        request,
        "registry/vaccination_void.html",
        {
            "form": form,
            "row": row,
            "animal": animal,
            "title": "Void a vaccination",
            "action_label": "Void it",
            "danger": True,
            "cancel_url": animal.get_absolute_url(),
            "consequences": [
                "It stays in the record, struck through, and counts for nothing.",
                "Licenses issued on it keep their proof of the day. Check whether they should stand.",
                "Record the right one afterwards.",
            ],
        },
    )


@allow(*WRITE)
def vaccination_certificate(request: HttpRequest, pk: int) -> HttpResponse:
    """The certificate of a recorded vaccination is shown later."""
    row = _vaccination(pk)
    animal = kept(row.animal)
    form = CertificateForm(
        request.POST or None,
        request.FILES or None,
        initial={"certificate_number": row.certificate_number},
    )
    if request.method == "POST" and form.is_valid():

        def work() -> Animal:
            services.vaccination_certificate_set(
                vaccination=row,
                number=form.cleaned_data["certificate_number"],
                file=_file(form, request),
            )
            return animal

        if url := press(request, form, "vaccination_certificate_set", work):
            messages.success(request, "The certificate is on record.")
            return redirect(url)
    return render(
        request, "registry/vaccination_certificate.html", {"form": form, "row": row, "animal": animal}
    )


@allow(*READ)
def veterinarians(request: HttpRequest) -> HttpResponse:
    """Everybody who has vaccinated an animal on record."""
    text = typed(request, "q")
    rows = veterinarians_like(text) if text else Veterinarian.objects.order_by("name", "clinic", "pk")
    rows = rows.annotate(
        count=Count("vaccinations", filter=Q(vaccinations__voided_at__isnull=True)),
        latest=Max("vaccinations__given", filter=Q(vaccinations__voided_at__isnull=True)),
    )
    return render(
        request,
        "registry/veterinarians.html",
        {
            "page": paged(request, rows),
            "text": text,
            "may_write": staff(request).has_role(*WRITE),
        },
    )


@allow(*WRITE)
def veterinarian_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct a veterinarian."""
    one = get_object_or_404(Veterinarian, pk=pk)
    form = VeterinarianForm(request.POST or None, initial=VeterinarianForm.opened(one))
    if request.method == "POST" and form.is_valid():

        def work() -> str:
            services.veterinarian_edit(
                veterinarian=one,
                name=form.cleaned_data["veterinarian"],
                clinic=form.cleaned_data["clinic"],
                phone=form.cleaned_data["phone"],
                licensed=form.cleaned_data["licensed"],
            )
            return reverse("veterinarians")

        if url := press(request, form, "veterinarian_edit", work):
            messages.success(request, "Saved.")
            return redirect(url)
    return render(request, "registry/veterinarian_edit.html", {"form": form, "one": one})


@allow(*READ)
@require_safe
def veterinarians_suggest(request: HttpRequest) -> JsonResponse:
    """Up to ten veterinarians whose name or clinic is like what was typed.

    {"found": [{name, clinic, phone}]}.
    """
    text = typed(request, "q")
    found = veterinarians_like(text)[:10] if text else Veterinarian.objects.none()
    return JsonResponse(
        {"found": [{"pk": v.pk, "name": v.name, "clinic": v.clinic, "phone": v.phone} for v in found]}
    )
