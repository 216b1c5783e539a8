"""Writing down who saw what."""

import datetime as dt

from django.db import models
from django.http import HttpRequest

from freeport_animals.accounts.addresses import client_address
from freeport_animals.accounts.models import User
from freeport_animals.audit.models import AccessLog


def record_view(
    *, user: User, subject: models.Model, what: str, at: dt.datetime, request: HttpRequest | None = None
) -> AccessLog:
    """Write down that `user` saw `what` ("the complainant's name") of `subject` at `at`.

    Call it in the view that shows the thing, before it is shown: when it cannot be written down, it is not
    shown. `request` tells from where.
    """
    return AccessLog.objects.create(
        user=user,
        at=at,
        subject_type=subject._meta.label_lower,
        subject_id=subject.pk,
        subject_name=str(subject)[:200],
        what=what[:200],
        url=request.get_full_path()[:300] if request else "",
        address=client_address(request) if request else None,
    )
