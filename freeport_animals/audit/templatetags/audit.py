from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from freeport_animals.audit.subjects import history_url

register = template.Library()


@register.simple_tag(takes_context=True)
def history_link(context: Any, record: Any, label: str = "History") -> SafeString:
    """A link to the record's history, for those who may read it; nothing for others."""
    user = getattr(context.get("request"), "user", None)
    url = history_url(record, user.roles) if user is not None and user.is_authenticated else ""
    return format_html('<a class="btn btn-secondary" href="{}">{}</a>', url, label) if url else SafeString("")
