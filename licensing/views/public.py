"""What the QR code on a license opens: whether it is valid, and nothing about a person."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from freeport_animals.base.access import public
from freeport_animals.base.clock import now, today
from licensing.selectors import license_by_code

SHORTLY = 60  # seconds: a license voided now is void everywhere within the minute


@public
@require_safe
def validity(request: HttpRequest, code: str) -> HttpResponse:
    """The public validity page. No personal data, not even the animal's name; kept by caches for a minute."""
    license = license_by_code(code)
    context = {"status": "unknown", "checked_at": now()}
    if license is not None:
        context |= {
            "status": license.status(today()),
            "license_number": license.number,
            "species": license.animal.species.capitalize(),
            "term_from": license.valid_from,
            "term_to": license.valid_to,
        }
    response = render(request, "licensing/public_validity.html", context, status=200 if license else 404)
    response["Cache-Control"] = f"public, max-age={SHORTLY}"
    response["X-Robots-Tag"] = "noindex"
    return response
