import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from freeport_animals import rules
from freeport_animals.base.access import signed_in
from freeport_animals.base.clock import today
from freeport_animals.base.form_kit import summary_lines
from freeport_animals.ordinance.asking.asked import ask
from freeport_animals.ordinance.asking.boxes import suggestions
from freeport_animals.ordinance.asking.cases import Case, lists_of, read
from freeport_animals.ordinance.words import QUESTIONS, TOPICS


@signed_in
@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    """The rules in plain words, by what people ask about."""
    topics = [
        (topic, [(rules.RULES[name], question) for name, question in group.items()])
        for topic, group in TOPICS
    ]
    return render(request, "ordinance/ask_list.html", {"topics": topics})


@signed_in
@require_safe
def ask_rule(request: HttpRequest, name: str) -> HttpResponse:
    """A case put to a rule: the form, and the answer. The address holds the case, and nothing is stored."""
    rule = rules.RULES.get(name)
    if rule is None:
        raise Http404("There is no such rule.")
    case = read(rule, request.GET)
    changed = _changed(case, request)
    if changed is not None:
        return _at(rule, changed)
    # What was left empty makes an address longer and says nothing.
    if request.META.get("QUERY_STRING", "").count("&") > case.query().count("&"):
        return _at(rule, case)
    asked = ask(case, today())
    address = request.build_absolute_uri(f"{request.path}?{case.query()}")
    facts = {
        "rule": rule,
        "question": QUESTIONS[name],
        "asked": asked,
        "suggestions": suggestions(rule),
        "address": address if case.asked else "",
        "lines": summary_lines(asked.forms),
    }
    return render(request, "ordinance/ask.html", facts)


def _at(rule: rules.Rule, case: Case) -> HttpResponse:
    return redirect(f"{reverse('ask-rule', args=[rule.name])}?{case.query()}")


def _changed(case: Case, request: HttpRequest) -> Case | None:
    """The case with the row added or taken out that a button asked for; None when none did."""
    lists = lists_of(case.rule)
    add = request.GET.get("add", "")
    if add in lists:
        return case.with_row(add)
    match = re.fullmatch(r"(\w+)-(\d{1,4})", request.GET.get("drop", ""), re.ASCII)
    if match and match[1] in lists:
        return case.without_row(match[1], int(match[2]))
    return None
