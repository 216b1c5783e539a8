"""The only way to a file.

Signed in, by a role that may look things up, as a harmless copy unless asked otherwise.
"""

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from freeport_animals.attachments.models import Attachment
from freeport_animals.attachments.services import small_name
from freeport_animals.base.access import Role, allow

READ = (Role.CLERK, Role.OFFICER, Role.PEACE_OFFICER, Role.ATTORNEY, Role.ADMINISTRATOR)
ORIGINAL = (Role.CLERK, Role.OFFICER, Role.ATTORNEY)


def _served(
    request: HttpRequest, name: str, content_type: str, file_name: str, *, save: bool
) -> HttpResponseBase:
    try:
        file = default_storage.open(name, "rb")
    except (FileNotFoundError, OSError):
        return render(request, "attachments/missing.html", {"file_name": file_name}, status=404)
    response = FileResponse(file, content_type=content_type, as_attachment=save, filename=file_name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, max-age=86400, immutable"
    # Nothing in a handed-in file may run. A PDF is drawn by the browser's own reader, which a sandbox shuts
    # out.
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    response["Content-Security-Policy"] = (
        policy if content_type == "application/pdf" else f"{policy}; img-src 'self'; sandbox"
    )
    return response


@allow(*READ)
@require_safe
def attachment(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The copy that is shown; `?small` the one for lists."""
    found = get_object_or_404(Attachment, pk=pk)
    if found.kind == Attachment.Kind.PDF:
        return _served(request, found.shown, "application/pdf", f"attachment-{pk}.pdf", save=False)
    name = small_name(found.shown) if "small" in request.GET else found.shown
    return _served(request, name, "image/jpeg", f"attachment-{pk}.jpg", save=False)


@allow(*ORIGINAL)
@require_safe
def attachment_original(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The sealed original, byte for byte, to be saved and never opened in the browser: for evidence."""
    found = get_object_or_404(Attachment, pk=pk)
    if not found.original:
        raise Http404
    suffix = found.original.rsplit(".", 1)[-1]
    return _served(request, found.original, "application/octet-stream", f"original-{pk}.{suffix}", save=True)
