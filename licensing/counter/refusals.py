"""What stands in the way on the counter's page: said beside its box, only after somebody has pressed the button."""

from typing import Any

from django.forms.utils import ErrorDict, ErrorList

from licensing.counter.page import CounterPage
from licensing.entries import Problem
from licensing.services.tagging import tag_plan


def hide_errors(page: CounterPage) -> None:
    """Show the page calmly: what is missing stands on the cards, nothing is marked as wrong.

    The cursor goes to the first box that is missing, or, when all is in order, to the main button.
    """
    for form in _forms(page):
        form._errors = ErrorDict()
        for name, box in form.fields.items():
            if page.focus and form[name].id_for_label == page.focus:
                box.widget.attrs["autofocus"] = True


def _forms(page: CounterPage) -> list[Any]:
    forms: list[Any] = [card.form for card in page.cards]
    if page.owner_form is not None:
        forms.append(page.owner_form)
    return [*forms, page.tender_form]


def refuse(page: CounterPage, problems: list[Problem]) -> None:
    """Put each sentence beside its box; what has no box stands at the head of the page."""
    by_key = {card.key: card.form for card in page.cards}
    for problem in problems:
        form: Any = by_key.get(problem.key)
        if problem.key == "owner":
            form = page.owner_form
        elif problem.key == "tender":
            form = page.tender_form
        if form is None:
            if problem.says not in page.general:
                page.general.append(problem.says)
            continue
        name = problem.field if problem.field in form.fields else None
        if name is None or not form.errors.get(name):
            form.add_error(name, problem.says)


def find_problems(page: CounterPage) -> None:
    """Name at once everything that is missing or wrong, each beside its box: what pressing the button would say."""
    if page.gone:
        page.general.append("An animal that stood on this page is no longer this owner's and was left out.")
    if not page.lines and not page.exempting:
        page.general.append("Tick at least one animal to license.")
    refuse(page, [problem for _, problem in page.problems])
    refuse(page, tag_plan([card.entry for card in page.cards], lock=False).problems)
    if page.total:
        page.tender_form.check_against(page.total)


def has_errors(page: CounterPage) -> bool:
    """Whether any box was refused."""
    return bool(page.general) or any(form.errors for form in _forms(page))


def error_lines(page: CounterPage) -> list[dict[str, str]]:
    """Everything that was refused, for the list at the head of the page: {target, label, text}."""
    lines = [{"target": "", "label": "", "text": says} for says in page.general]
    groups: list[tuple[str, Any]] = [("", page.owner_form)] if page.owner_form is not None else []
    groups += [(card.name, card.form) for card in page.cards]
    groups.append(("", page.tender_form))
    for name, form in groups:
        for box, errors in form.errors.items():
            messages: ErrorList = errors
            for text in messages:
                target = form[box].id_for_label if box in form.fields else ""
                label = form.fields[box].label if box in form.fields else ""
                lines.append(
                    {
                        "target": target,
                        "label": ", ".join(filter(None, [name, str(label)])),
                        "text": str(text),
                    }
                )
    return lines
