"""What the templates of papers need beside Django's own tags."""

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from freeport_animals.documents.text import direction

register = template.Library()


@register.filter
def typed(value: object) -> SafeString | str:
    """Text that a person typed, set apart in its own direction, so that an Arabic name does not turn its
    line."""
    text = "" if value is None else str(value)
    if direction(text) == "rtl":
        return format_html('<bdi dir="rtl" class="rtl">{}</bdi>', text)
    return text


@register.filter
def size_for(value: object, steps: str) -> str:
    """The class for a text of this length: `{{ name|size_for:"14 24 48" }}` gives size-0 up to 14 letters,
    size-1
    up to 24, and so on."""
    length = len(str(value))
    return f"size-{sum(length > int(step) for step in steps.split())}"


@register.simple_tag
def qr(url: str, title: str) -> SafeString:
    """A QR code as a drawing in the page, with `title` as its spoken text. Sized by the style sheet."""
    code = segno.make(url, error="m", micro=False)
    drawing = code.svg_inline(border=0, omitsize=True, svgclass="qr", lineclass=None, title=title)
    return mark_safe(drawing)
