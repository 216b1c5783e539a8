"""The template tags and filters of every page. They are built in: no {% load %} is needed.

What each draws, with examples, is in templates/kit/README.md and at /style/.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms, template
from django.core.paginator import Page
from django.forms import BaseForm, BoundField
from django.forms.formsets import BaseFormSet
from django.http import QueryDict
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from freeport_animals.base import clock as calendar
from freeport_animals.base import formats

register = template.Library()

for _filter in (
    formats.money,
    formats.day,
    formats.longday,
    formats.shortday,
    formats.clock,
    formats.moment,
    formats.phone,
    formats.minutes,
):
    register.filter(_filter.__name__, _filter)


# status: (sign, color, word). The sign and the word stand in every badge, so that no color is needed to read it.
STATUSES = {
    "valid": ("check", "good", "Valid"),
    "current": ("check", "good", "Current"),
    "paid": ("check", "good", "Paid"),
    "done": ("check", "good", "Done"),
    "issued": ("check", "good", "Issued"),
    "active": ("check", "good", "Active"),
    "returned": ("check", "good", "Returned"),
    "new": ("plus", "info", "New"),
    "open": ("circle", "info", "Open"),
    "pending": ("clock", "info", "Pending"),
    "exempt": ("info", "info", "Exempt"),
    "due": ("clock", "warn", "Due"),
    "expired": ("clock", "warn", "Expired"),
    "expiring": ("clock", "warn", "Expires soon"),
    "unpaid": ("clock", "warn", "Unpaid"),
    "warning": ("alert", "warn", "Warning"),
    "unknown": ("question", "quiet", "Not known"),
    "overdue": ("alert", "bad", "Overdue"),
    "missing": ("alert", "bad", "Missing"),
    "blocked": ("lock", "bad", "Blocked"),
    "refused": ("ban", "bad", "Refused"),
    "dangerous": ("alert", "bad", "Dangerous"),
    "void": ("ban", "bad", "Void"),
    "reversed": ("undo", "quiet", "Reversed"),
    "refunded": ("undo", "quiet", "Refunded"),
    "parked": ("pause", "quiet", "Parked"),
    "draft": ("edit", "quiet", "Draft"),
    "closed": ("check", "quiet", "Closed"),
    "locked": ("lock", "quiet", "Locked"),
    "unlicensed": ("tag", "warn", "No license"),
    "died": ("circle", "quiet", "Died"),
    "moved": ("arrow-right", "quiet", "Moved away"),
    "given-away": ("arrow-right", "quiet", "Given away"),
    "lost": ("question", "quiet", "Lost"),
    "merged": ("link", "quiet", "Merged"),
}


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A sign from static/freeport/icons.svg. It is decoration unless it has a label."""
    sprite = static("freeport/icons.svg")
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#{}"></use></svg>', label, sprite, name
        )
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>', sprite, name
    )


@register.simple_tag
def badge(status: Any, text: str = "") -> SafeString:
    """The badge of a status (see STATUSES), with its own word or `text`. An unknown status is shown as its own word."""
    key = str(getattr(status, "value", status)).lower().replace("_", "-")
    sign, color, word = STATUSES.get(key, ("circle", "quiet", key.replace("-", " ").capitalize()))
    return format_html('<span class="badge-s badge-s--{}">{}{}</span>', color, icon(sign), text or word)


@register.simple_tag
def due(date: Any, today: Any = None) -> SafeString:
    """A badge for a date by which something must be done: overdue by how many days, due today, or due on that day."""
    if not date:
        return SafeString("")
    date = formats.local_date(date)
    left = (date - (formats.local_date(today) if today else calendar.today())).days
    if left < 0:
        return badge("overdue", f"Overdue {-left} {'day' if left == -1 else 'days'}")
    if left == 0:
        return badge("due", "Due today")
    return badge("pending", "Due tomorrow" if left == 1 else f"Due {formats.day(date).rsplit(' ', 1)[0]}")


@register.simple_tag
def key(keys: str) -> SafeString:
    """How the key of a `data-key` is shown: {% key "alt+p" %}. Hidden on devices without a keyboard."""
    parts = [part.strip() for part in keys.split("+")]
    shown = "+".join(part.capitalize() if len(part) > 1 else part.upper() for part in parts)
    return format_html('<kbd aria-hidden="true">{}</kbd>', shown)


@register.simple_tag
def clause(cite: str, state: bool = False) -> SafeString:
    """A chip that cites a clause of the ordinance and links to it, or, with `state`, a statute that has no page here."""
    if state:
        return format_html('<span class="clause clause--state">{}</span>', cite)
    return format_html('<a class="clause" href="/ordinance/#{}">{}</a>', cite, cite)


def _part(thing: Any, name: str) -> Any:
    """`name` of a mapping or an object: an answer is at hand as the rule returned it or as the JSON that was kept."""
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)


@register.inclusion_tag("kit/why.html")
def why(
    answer: Any, label: str = "Why", *, flow: bool = False, end: bool = False, open: bool = False
) -> dict[str, Any]:
    """The clauses behind an answer, one click away: steps, the readings that mattered, alternatives, state checks.

    `answer` is an Answer or the JSON kept of one. `flow` opens it in the text instead of over it, `end` aligns it
    to the right, `open` shows it at once. None draws nothing.
    """
    if answer is None or answer == "":
        return {"steps": []}
    return {
        "label": label,
        "flow": flow,
        "end": end,
        "open": open,
        "steps": [
            {"cite": _part(step, "cite"), "says": _part(step, "says")}
            for step in _part(answer, "steps") or ()
        ],
        "readings": dict(_part(answer, "readings") or {}),
        "alternatives": list(_part(answer, "alternatives") or ()),
        "state_checks": [
            {"cite": _part(check, "cite"), "says": _part(check, "says")}
            for check in _part(answer, "state_checks") or ()
        ],
    }


# Parts of a page


@register.simple_block_tag(takes_context=True)
def page_head(context: Any, content: str, title: str, sub: str = "", over: str = "") -> str:
    """The page's one h1, with what stands over and under it. The block's content are the actions, to the right."""
    return render_to_string(
        "kit/page_head.html", {"title": title, "sub": sub, "over": over, "actions": mark_safe(content.strip())}
    )


@register.simple_tag
def crumbs(*pairs: str) -> str:
    """Where this page is: {% crumbs "People" people_url person.name %}. Label and address by turns; the last is here."""
    steps = [
        {"label": pairs[n], "url": pairs[n + 1] if n + 1 < len(pairs) else ""}
        for n in range(0, len(pairs), 2)
    ]
    return render_to_string("kit/crumbs.html", {"steps": steps})


@register.simple_block_tag
def panel(
    content: str,
    title: str = "",
    *,
    kind: str = "",
    id: str = "",
    level: int = 2,
    count: Any = None,
    link: str = "",
    link_text: str = "",
) -> str:  # noqa: E501
    """A card. `kind`: strong, warn, bad or quiet. `count` stands beside the title, `link` at the right end."""
    return render_to_string(
        "kit/panel.html",
        {
            "title": title,
            "kind": kind,
            "id": id,
            "level": level,
            "count": count,
            "link": link,
            "link_text": link_text,
            "content": content,
        },
    )


@register.simple_tag
def fact(label: str, value: Any = None, missing: str = "Not recorded") -> SafeString:
    """One entry of <dl class="facts">. An empty value is said to be missing, never left blank."""
    if value is None or value == "":
        return format_html('<div><dt>{}</dt><dd class="unknown">{}</dd></div>', label, missing)
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", label, value)


@register.simple_block_tag
def notice(content: str, kind: str = "info", title: str = "") -> str:
    """A message in the page. `kind`: info, good, warn or bad."""
    return render_to_string("kit/notice.html", {"content": content, "kind": kind, "title": title})


@register.simple_block_tag
def nothing(content: str, title: str, *, icon: str = "list", small: bool = False) -> str:
    """What stands in place of an empty list: what is missing, and in the block what to do about it."""
    return render_to_string(
        "kit/empty.html", {"content": mark_safe(content.strip()), "title": title, "icon": icon, "small": small}
    )


@register.simple_block_tag
def actions(content: str, *, stay: bool = True) -> SafeString:
    """The bar with the page's main action, at the bottom and always in sight (`stay`)."""
    return format_html('<div class="actions{}">{}</div>', " actions--stay" if stay else "", content)


@register.inclusion_tag("kit/pager.html", takes_context=True)
def pager(
    context: Any, page: Page, one: str = "record", many: str = "", parameter: str = "page"
) -> dict[str, Any]:
    """`Page 2 of 14 · 331 people` and the links; everything else in the address stays."""
    return {
        "request": context.get("request"),
        "page": page,
        "noun": one if page.paginator.count == 1 else many or f"{one}s",
        "parameter": parameter,
    }


@register.simple_tag(takes_context=True)
def kit_query(context: Any, name: str, value: Any) -> str:
    """This page's address with one thing changed, as `?q=kramer&page=2`."""
    request = context.get("request")
    query = request.GET.copy() if request is not None else QueryDict(mutable=True)
    query[name] = str(value)
    return f"?{query.urlencode()}"


# Forms


def _first_invalid(form: BaseForm) -> str | None:
    """The name of the first visible field that was refused."""
    if not form.is_bound or not form.errors:
        return None
    return next((name for name in form.fields if name in form.errors and not form[name].is_hidden), None)


def _kind(bound: BoundField) -> str:
    """How the field is laid out: check, choices, file, select, area, money, date or line."""
    widget = bound.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return "check"
    if isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return "choices"
    if bound.use_fieldset:
        return "compound"
    if isinstance(widget, forms.FileInput):
        return "file"
    if isinstance(widget, forms.Select):
        return "select"
    if isinstance(widget, forms.Textarea):
        return "area"
    if "data-money" in widget.attrs:
        return "money"
    return "date" if "data-day" in widget.attrs else "line"


def _sentences(bound: BoundField) -> list[tuple[str, bool]]:
    """What is wrong with the field, and whether the sentence names the field itself.

    Django's "This field is required" says neither which nor what to do; where a form has no better words, these are.
    """
    do = {"check": "Tick it to go on.", "choices": "Choose one.", "select": "Choose one.", "file": "Choose a file."}
    plain = str(forms.Field.default_error_messages["required"])
    found = []
    for error in bound.errors.as_data():
        for text in error.messages:
            missing = error.code == "required" and text == plain
            found.append((f"“{bound.label}” is empty. {do.get(_kind(bound), 'Fill it in.')}" if missing else text, missing))
    return found


CLASSES = {"check": "form-check-input", "choices": "form-check-input", "select": "form-select"}
WIDTHS = {"money": "s", "date": "s"}


@register.simple_tag
def field(
    bound: BoundField,
    *,
    width: str = "",
    prefix: str = "",
    suffix: str = "",
    label: str = "",
    help: str = "",
    optional: bool | None = None,
    layout: str = "",
    css: str = "",
    hide_label: bool = False,
    **attrs: Any,
) -> str | SafeString:
    """A field with its label, help and errors. Every form is drawn with it, crispy's too.

    `width`: xs, s, m, l or nothing for the full line; `prefix`, `suffix`: fixed text at the box; `optional`: whether
    the label says so (by default when the field is not required); `layout` of choices: segments, down or nothing for
    side by side; `css`: classes of the wrapper. Other names become attributes of the box: data_key="t" is data-key.
    """
    if bound.is_hidden:
        return bound.as_widget()
    # The server names everything that is missing at once, in sentences; the browser would stop at the first.
    bound.form.use_required_attribute = False
    if help:
        bound.help_text = help  # so that Django names it in aria-describedby
    kind = _kind(bound)
    widget = bound.field.widget
    extra = {name.replace("_", "-"): value for name, value in attrs.items()}
    classes = [CLASSES.get(kind, "form-control")]
    width = width or WIDTHS.get(kind, "")
    if width and not prefix and not suffix and kind != "money":
        classes.append(f"w-{width}")
    base = [name for name in str(widget.attrs.get("class", "")).split() if name not in classes]
    extra["class"] = " ".join([*base, *classes])
    if bound.field.required and kind not in {"check", "choices"}:
        extra["aria-required"] = "true"
    first = _first_invalid(bound.form)
    if first == bound.name:
        extra["autofocus"] = True
    elif first is not None and "autofocus" in widget.attrs:
        extra["autofocus"] = False
    context: dict[str, Any] = {
        "field": bound,
        "errors": [text for text, _ in _sentences(bound)] if bound.errors else [],
        "kind": kind,
        "label": label or bound.label,
        "help": bound.help_text,
        "prefix": prefix or ("$" if kind == "money" else ""),
        "suffix": suffix,
        "width": width,
        "layout": layout,
        "css": css,
        "hide_label": hide_label,
        "optional": (not bound.field.required and kind != "check") if optional is None else optional,
    }
    if kind == "choices":
        widget.attrs.update({name: value for name, value in extra.items() if name != "autofocus"})
        context["described"] = bound.aria_describedby
        context["options"] = bound.subwidgets
        if extra.get("autofocus") and context["options"]:
            context["options"][0].data["attrs"]["autofocus"] = True
    else:
        context["described"] = bound.aria_describedby if kind == "compound" else ""
        context["box"] = bound.as_widget(attrs=extra)
    return render_to_string("kit/field.html", context)


def _forms(things: Iterable[Any]) -> Iterable[BaseForm | BaseFormSet]:
    for thing in things:
        if isinstance(thing, BaseFormSet):
            yield thing
            yield from thing.forms
        elif isinstance(thing, BaseForm):
            yield thing


def _target(bound: BoundField) -> str:
    """The id to which a line of the summary leads: the box, or the first of the choices."""
    if bound.is_hidden:
        return ""
    return f"{bound.auto_id}_0" if _kind(bound) == "choices" else bound.id_for_label


@register.inclusion_tag("kit/error_summary.html")
def error_summary(*things: Any, title: str = "") -> dict[str, Any]:
    """Everything that was refused in these forms and formsets, each line leading to its field. Nothing if all is well."""
    lines: list[dict[str, str]] = []
    for form in _forms(things):
        if not form.is_bound:
            continue
        if isinstance(form, BaseFormSet):
            lines += [{"text": text, "target": ""} for text in form.non_form_errors()]
            continue
        lines += [{"text": text, "target": ""} for text in form.non_field_errors()]
        for name in form.fields:
            bound = form[name]
            lines += [
                {"text": text, "label": "" if named else bound.label, "target": _target(bound)}
                for text, named in _sentences(bound)
            ]
    if not title:
        title = "One thing to put right" if len(lines) == 1 else f"{len(lines)} things to put right"
    return {"lines": lines, "title": title}
