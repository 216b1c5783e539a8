from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from freeport_animals.base.access import signed_in
from freeport_animals.base.clock import now
from freeport_animals.documents.models import Document
from freeport_animals.documents.selectors import may_open
from freeport_animals.documents.services import document_print, sheet_print

MAXIMUM_ON_SHEET = 40


def pdf_response(content: bytes, filename: str, *, download: bool = False) -> HttpResponse:
    """A PDF shown in the browser, or saved with `download`; kept by no cache, since it names people."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(download, filename) or "inline"
    response["Content-Length"] = str(len(content))
    response["Cache-Control"] = "private, no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _roles(request: HttpRequest) -> list[str]:
    return getattr(request.user, "roles", [])


@signed_in
@require_GET
def document_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a paper as PDF. Not found when it does not exist or is not for this person's roles."""
    document = Document.objects.filter(pk=pk).first()
    if document is None or not may_open(document, _roles(request)):
        raise Http404("There is no such paper.")
    printed = document_print(document=document, by=request.user, at=now())
    return pdf_response(printed.content, printed.filename, download="download" in request.GET)


@signed_in
@require_GET
def sheet_open(request: HttpRequest) -> HttpResponse:
    """Open several papers as one PDF: ?d=12&d=13, in that order. One that may not be opened hides them
    all."""
    asked = [
        value for value in request.GET.getlist("d") if value.isascii() and value.isdigit() and len(value) < 19
    ]
    keys = list(dict.fromkeys(int(value) for value in asked))
    if not keys or len(keys) > MAXIMUM_ON_SHEET or len(asked) != len(request.GET.getlist("d")):
        raise Http404("There is no such sheet.")
    found = Document.objects.in_bulk(keys)
    documents = [found[key] for key in keys if key in found]
    if len(documents) != len(keys) or not all(may_open(document, _roles(request)) for document in documents):
        raise Http404("There is no such sheet.")
    printed = sheet_print(documents=documents, by=request.user, at=now())
    return pdf_response(printed.content, printed.filename, download="download" in request.GET)
