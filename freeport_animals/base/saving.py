"""What a view does when a service refuses: the sentence stands beside its field, what was typed is kept.

    saving = Saving(request, form)
    if saving.ready:
        with saving:
            person = person_edit(person=person, **form.content())
            return saving.done(f"{person} is saved.", person)
    return saving.page("registry/person_edit.html", {"person": person})

`with saving` catches what services raise on purpose (see `REFUSALS`) and nothing else. After a refusal the
code goes on behind the block, and `page` shows the form again: 409 when somebody else was quicker or the form
had been sent before with other content, 422 when something must be put right.
"""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from freeport_animals.base.editing import EditConflict, conflict_context
from freeport_animals.base.once import DifferentContent, TokenField

REFUSALS: tuple[type[Exception], ...] = (ValidationError, EditConflict, DifferentContent)


class Saving:
    """One attempt to save a form.

    `refusals` are further errors of the services called: their text is the sentence, their attribute `field`,
    if they have one, names the box at fault. `conflict` is filled after an EditConflict.
    """

    def __init__(
        self,
        request: HttpRequest,
        form: forms.BaseForm,
        *others: forms.BaseForm | forms.BaseFormSet,
        refusals: tuple[type[Exception], ...] = (),
    ) -> None:
        self.request = request
        self.form = form
        self.others = others
        self.refusals = REFUSALS + refusals
        self.conflict: dict[str, Any] | None = None
        self.status = 200
        # Every form is asked, so that all faults are named at once.
        valid = [each.is_valid() for each in (form, *others)] if request.method == "POST" else [False]
        self.ready = all(valid)
        if request.method == "POST" and not self.ready:
            self.status = 422

    def __enter__(self) -> "Saving":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, self.refusals):
            return False
        self.status = 422
        if isinstance(error, EditConflict):
            self._conflicts(error)
        elif isinstance(error, DifferentContent):
            self.status = 409
            self.form.add_error(None, str(error))
        elif isinstance(error, ValidationError):
            self._take(error)
        else:
            self._add(getattr(error, "field", None), str(error))
        return True

    def _conflicts(self, error: EditConflict) -> None:
        self.status = 409
        self.conflict = conflict_context(error, self.form)
        # Pressed again, the form is saved over what stands there now: that has been shown.
        data = self.form.data.copy() if isinstance(self.form.data, QueryDict) else dict(self.form.data)
        data[self.form.add_prefix("version")] = str(error.current.version)  # type: ignore[attr-defined]
        self.form.data = data

    def _take(self, error: ValidationError) -> None:
        if not hasattr(error, "error_dict"):
            self.form.add_error(None, error)
            return
        for name, problems in error.error_dict.items():
            for problem in problems:
                self._add(name, problem)

    def _add(self, name: str | None, problem: str | ValidationError) -> None:
        known = name is not None and name != NON_FIELD_ERRORS and name in self.form.fields
        self.form.add_error(name if known else None, problem)

    def done(self, text: str, to: Any, *args: Any) -> HttpResponse:
        """Say what was done and go on to a record or a named page."""
        messages.success(self.request, text)
        return redirect(to, *args)

    def page(self, template: str, context: Mapping[str, Any] | None = None) -> HttpResponse:
        """The form's page: fresh, or with what was refused and what was typed."""
        return render(
            self.request,
            template,
            {"form": self.form, "conflict": self.conflict, **(context or {})},
            status=self.status,
        )


class ConfirmForm(forms.Form):
    """Nothing but the token: what a page that only asks "Do it?" sends."""

    token = TokenField()


def confirm(
    request: HttpRequest,
    *,
    title: str,
    question: str,
    action_label: str,
    cancel_url: str,
    work: Callable[[forms.BaseForm], HttpResponse],
    consequences: tuple[str, ...] = (),
    danger: bool = False,
    form_class: type[forms.BaseForm] = ConfirmForm,
    refusals: tuple[type[Exception], ...] = (),
) -> HttpResponse:
    """A page that asks before something final, and does it with `work(form)` when its button is pressed."""
    form = form_class(request.POST) if request.method == "POST" else form_class()
    saving = Saving(request, form, refusals=refusals)
    if saving.ready:
        with saving:
            return work(form)
    return saving.page(
        "kit/confirm.html",
        {
            "title": title,
            "question": question,
            "consequences": consequences,
            "action_label": action_label,
            "danger": danger,
            "cancel_url": cancel_url,
        },
    )
