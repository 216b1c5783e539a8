import datetime as dt

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from freeport_animals import rules
from freeport_animals.base.access import signed_in
from freeport_animals.base.clock import now, today
from freeport_animals.base.fields import DayField
from freeport_animals.base.formats import day
from freeport_animals.documents.services import paper_pdf
from freeport_animals.documents.views import pdf_response
from freeport_animals.ordinance.in_force import KIND, in_force_on, paper_context


class OnForm(forms.Form):
    """The day asked about."""

    on = DayField(required=False, label="In force on", help_text="Empty: today.")

    def clean_on(self) -> dt.date:
        on: dt.date = self.cleaned_data["on"] or today()
        if on < rules.ORDINANCE_IN_FORCE:
            raise ValidationError(
                f"The ordinance took effect {day(rules.ORDINANCE_IN_FORCE)} (Sec. 20). "
                "Type that day or a later one."
            )
        return on


@signed_in
@require_safe
def in_force(request: HttpRequest) -> HttpResponse:
    """What is in force on a day: amounts, periods, readings, closed days, each with its authority."""
    form = OnForm(request.GET if "on" in request.GET else None, initial={"on": today()})
    on = today() if not form.is_bound else form.cleaned_data["on"] if form.is_valid() else None
    facts = {"form": form, "found": in_force_on(on) if on else None, "tab": "in-force"}
    return render(request, "ordinance/in_force.html", facts)


@signed_in
@require_safe
def in_force_pdf(request: HttpRequest) -> HttpResponse:
    """The same as a paper for the council and the attorney. A day that cannot be meant leads to the page."""
    form = OnForm({"on": request.GET.get("on", "")})
    if not form.is_valid():
        return redirect(f"{reverse('in-force')}?{request.GET.urlencode()}")
    on = form.cleaned_data["on"]
    content = paper_pdf(kind=KIND.key, context=paper_context(in_force_on(on), now()))
    return pdf_response(
        content, f"ordinance-in-force-{on.isoformat()}.pdf", download="download" in request.GET
    )
