"""The template tags and filters of every page. They are built in: no {% load %} is needed.

What each draws, with examples, is in templates/kit/README.md and at /style/.
"""

from functools import cache
from typing import Any

from django import template
from django.core.paginator import Page
from django.forms import BoundField
from django.http import QueryDict
from django.template.loader import get_template, render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from freeport_animals.base import clock as calendar
from freeport_animals.base import formats
from freeport_animals.base.form_kit import CLASSES, WIDTHS, first_invalid, kind_of, sentences, summary_lines
from freeport_animals.base.why import why_context

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


# status: (sign, color, word). The sign and the word stand in every badge: no color is needed to read it.
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
    "upcoming": ("calendar", "info", "Not begun"),
    "exempt": ("info", "info", "Exempt"),
    "info": ("info", "info", "Note"),
    "worn": ("tag", "good", "In use"),
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
    "dropped": ("x", "quiet", "Dropped"),
    "skipped": ("arrow-right", "quiet", "Skipped"),
    "moved-away": ("arrow-right", "quiet", "Moved away"),
    "moved": ("arrow-right", "quiet", "Moved away"),
    "given-away": ("arrow-right", "quiet", "Given away"),
    "lost": ("question", "quiet", "Lost"),
    "merged": ("link", "quiet", "Merged"),
}


@cache
def _sprite() -> str:
    return static(
        "freeport/icons.svg"
    )  # with a hash in its name: looked up once, drawn a hundred times a page


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A sign from static/freeport/icons.svg. It is decoration unless it has a label."""
    sprite = _sprite()
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#{}"></use></svg>', label, sprite, name
        )
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>', sprite, name
    )


@register.simple_tag
def badge(status: Any, text: str = "") -> SafeString:
    """The badge of a status (see STATUSES) with its word or `text`; an unknown status stands for itself."""
    key = str(getattr(status, "value", status)).lower().replace("_", "-")
    sign, color, word = STATUSES.get(key, ("circle", "quiet", key.replace("-", " ").capitalize()))
    return format_html('<span class="badge-s badge-s--{}">{}{}</span>', color, icon(sign), text or word)


@register.simple_tag
def due(date: Any, today: Any = None) -> SafeString:
    """The badge of a date by which something must be done: overdue how many days, today, tomorrow or when."""
    if not date:
        return SafeString("")
    date = formats.local_date(date)
    now = formats.local_date(today) if today else calendar.today()
    left = (date - now).days
    if left < 0:
        return badge("overdue", f"Overdue {-left} {'day' if left == -1 else 'days'}")
    if left == 0:
        return badge("due", "Due today")
    if left == 1:
        return badge("pending", "Due tomorrow")
    weekday = formats.day(date).split()[0]
    return badge("pending", f"Due {weekday} {formats.shortday(date).removesuffix(f' {now.year}')}")


@register.simple_tag
def key(keys: str) -> SafeString:
    """How the key of a `data-key` is shown: {% key "alt+p" %}. Hidden on devices without a keyboard."""
    parts = [part.strip() for part in keys.split("+")]
    shown = "+".join(part.capitalize() if len(part) > 1 else part.upper() for part in parts)
    return format_html('<kbd aria-hidden="true">{}</kbd>', shown)


@register.simple_tag
def clause(cite: str, state: bool = False) -> SafeString:
    """A chip that cites a clause and links to it; with `state` a statute, which has no page here."""
    if state:
        return format_html('<span class="clause clause--state">{}</span>', cite)
    return format_html('<a class="clause" href="/ordinance/#{}">{}</a>', cite, cite)


@register.inclusion_tag("kit/why.html")
def why(
    answer: Any,
    label: str = "Why",
    *,
    flow: bool = False,
    end: bool = False,
    open: bool = False,
    alternatives: bool = True,
) -> dict[str, Any]:
    """The clauses behind an answer, one click away: steps, readings, alternatives, state checks.

    `answer` is an Answer or the JSON kept of one; None draws nothing. `flow` opens it in the text instead of
    over it, `end` aligns it to the right, `open` shows it at once, `alternatives=False` leaves out the other
    readings.
    """
    if not answer:
        return {"steps": []}
    layout = {"label": label, "flow": flow, "end": end, "open": open}
    return layout | why_context(answer, alternatives=alternatives)


# Parts of a page


@register.simple_block_tag(takes_context=True)
def page_head(context: Any, content: str, title: str, sub: str = "", over: str = "") -> str:
    """The page's one h1, what stands over and under it, and in the block the actions at the right."""
    return render_to_string(
        "kit/page_head.html",
        {"title": title, "sub": sub, "over": over, "actions": mark_safe(content.strip())},
    )


@register.simple_tag(takes_context=True)
def part(context: Any, section: dict[str, Any]) -> str:
    """What an app adds to a page (`base.extend`): its template, drawn with its context over the page's."""
    template = get_template(section["template"]).template  # type: ignore[attr-defined]
    with context.push(**section["context"]):
        return template.render(context)


@register.simple_tag
def crumbs(*pairs: str) -> str:
    """Where this page is: {% crumbs "People" people_url person.name %}. Label, address, and so on."""
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
    css: str = "",
    id: str = "",
    level: int = 2,
    count: Any = None,
    link: str = "",
    link_text: str = "",
) -> str:
    """A card. `kind`: strong, warn, bad or quiet. `count` stands beside the title, `link` at the right."""
    return render_to_string(
        "kit/panel.html",
        {
            "title": title,
            "kind": kind,
            "css": css,
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
        "kit/empty.html",
        {"content": mark_safe(content.strip()), "title": title, "icon": icon, "small": small},
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

    `width`: xs, s, m, l or nothing for the full line; `prefix`, `suffix`: fixed text at the box; `optional`:
    whether the label says so (by default when the field is not required); `layout` of choices: segments, down
    or nothing for side by side; `css`: classes of the wrapper. Other names become attributes of the box:
    data_key="t" is data-key.
    """
    if bound.is_hidden:
        return bound.as_widget()
    # The server names everything that is missing at once, in sentences; the browser would stop at the first.
    bound.form.use_required_attribute = False
    if help:
        bound.help_text = help  # so that Django names it in aria-describedby
    kind = kind_of(bound)
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
    first = first_invalid(bound.form)
    if first == bound.name:
        extra["autofocus"] = True
    elif first is not None and "autofocus" in widget.attrs:
        extra["autofocus"] = False
    context: dict[str, Any] = {
        "field": bound,
        "errors": [text for text, _ in sentences(bound)] if bound.errors else [],
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


@register.inclusion_tag("kit/error_summary.html")
def error_summary(*things: Any, title: str = "") -> dict[str, Any]:
    """Everything that was refused in these forms and formsets, each line leading to its field; or nothing."""
    lines = summary_lines(things)
    if not title:
        title = "One thing to put right" if len(lines) == 1 else f"{len(lines)} things to put right"
    return {"lines": lines, "title": title}
