from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from freeport_animals.accounts.middleware import refuse
from freeport_animals.audit.selectors import history_of, views_of
from freeport_animals.audit.subjects import subject_of
from freeport_animals.base.access import Access, Role, signed_in
from freeport_animals.base.paging import paged


@signed_in
@require_safe
def history(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Who changed what of a record, for the roles of its kind; administrators also see who looked at it."""
    subject = subject_of(key)
    if subject is None:
        raise Http404("There is no such history.")
    if not subject.admits(request.user.roles):
        return refuse(request, Access(roles=subject.roles))
    record = get_object_or_404(subject.model._default_manager, pk=pk)
    return render(
        request,
        "audit/history.html",
        {
            "record": record,
            "kind": subject.model._meta.verbose_name,
            "record_url": subject.url(record),
            "page": paged(request, history_of(record, request.user)),
            "views": views_of(record) if request.user.has_role(Role.ADMINISTRATOR) else [],
        },
    )
