"""`{% csrf_token %}` of every form, with the mark of the person for whom the page was made beside it."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from freeport_animals.accounts.unsent import MARK, mark_for

register = template.Library()


@register.simple_tag(takes_context=True)
def csrf_token(context: Any) -> SafeString:
    """The token against forged forms, and the mark by which an ended session loses nothing (`unsent`)."""
    token = context.get("csrf_token")
    if not token or token == "NOTPROVIDED":
        return SafeString("")
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return field
    return field + format_html('<input type="hidden" name="{}" value="{}">', MARK, mark_for(user))
