"""The search over everything, from any page."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from freeport_animals.base.access import signed_in
from freeport_animals.registry.access import WRITE
from freeport_animals.registry.selectors.everywhere import PLURALS, search
from freeport_animals.registry.views.common import staff
from freeport_animals.registry.views.likely import typed

IN_DROP = 6  # of each kind under the box
DROPPED = 9  # all together
ON_PAGE = 10  # of each kind on the page of all kinds
OF_A_KIND = 25
MOST_PAGES = 16


@signed_in
@require_safe
def search_everywhere(request: HttpRequest) -> HttpResponse:
    """`/search/?q=…`: everything found, by kind.

    `&kind=Owner&page=2` one kind, paged; for htmx a short list.
    """
    user = staff(request)
    text = typed(request, "q")
    if request.htmx and request.htmx.target == "find-results":  # type: ignore[attr-defined]
        response = _drop(request, text, user.roles)
    else:
        response = _page(request, text, user.roles)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _row(hit: Any) -> dict[str, Any]:
    return {"url": hit.url, "title": hit.title, "meta": hit.detail, "badge": hit.badge, "kind": hit.kind}


def _drop(request: HttpRequest, text: str, roles: list[str]) -> HttpResponse:
    groups = search(text, roles, limit=IN_DROP) if len(text) > 1 else []
    hits = sorted((hit for group in groups for hit in group.hits), key=lambda hit: -hit.score)
    return render(
        request,
        "registry/search_drop.html",
        {
            "rows": [_row(hit) | {"meta": _meta(hit)} for hit in hits[:DROPPED]],
            "more": len(hits) > DROPPED or any(group.more for group in groups),
            "text": text,
        },
    )


def _meta(hit: Any) -> str:
    return f"{hit.kind} · {hit.detail}" if hit.detail else str(hit.kind)


def _page(request: HttpRequest, text: str, roles: list[str]) -> HttpResponse:
    kind = typed(request, "kind")[:30]
    user = staff(request)
    context: dict[str, Any] = {
        "search_text": text,
        "text": text,
        "kind": kind,
        "everything_url": f"{reverse('search')}?{urlencode({'q': text})}",
        "may_write": user.has_role(*WRITE),
    }
    if kind:
        number = typed(request, "page")
        page = min(max(int(number), 1), MOST_PAGES) if number.isdecimal() and len(number) < 6 else 1
        found = search(text, roles, limit=OF_A_KIND * page, kind=kind)
        hits = found[0].hits if found else []
        more = bool(found) and found[0].more and page < MOST_PAGES
        shown = hits[OF_A_KIND * (page - 1) : OF_A_KIND * page]
        if not shown and page > 1:
            shown, more, page = hits[-OF_A_KIND:], False, max(1, -(-len(hits) // OF_A_KIND))
        context |= {
            "groups": [
                {"kind": kind, "label": PLURALS.get(kind, f"{kind}s"), "rows": [_row(h) for h in shown]}
            ]
            if shown
            else [],
            "page": page,
            "next": page + 1 if more else None,
            "previous": page - 1 if page > 1 else None,
        }
    else:
        context["groups"] = [
            {
                "kind": group.kind,
                "label": group.label,
                "rows": [_row(hit) for hit in group.hits],
                "more": group.more,
            }
            for group in search(text, roles, limit=ON_PAGE)
        ]
    return render(request, "registry/search.html", context)
