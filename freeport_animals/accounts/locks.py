"""The lock after too many wrong passwords: who is locked, until when, and opening it again.

django-axes counts and refuses; a lock holds for one user name from one address.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from axes.models import AccessAttempt
from axes.utils import reset
from django.conf import settings
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.accounts.addresses import client_address
from freeport_animals.accounts.models import User
from freeport_animals.base.clock import now

LOCKED_FOR = dt.timedelta(hours=settings.AXES_COOLOFF_TIME)


@dataclass(frozen=True)
class Lock:
    """A user name that may not sign in from an address, whether or not there is such an account."""

    username: str
    address: str | None
    until: dt.datetime
    user: User | None = None


def locks(at: dt.datetime, *, username: str | None = None, limit: int = 50) -> list[Lock]:
    """The locks that hold at `at`, the newest first, those of accounts before those of invented names."""
    attempts = AccessAttempt.objects.filter(attempt_time__gt=at - LOCKED_FOR)
    if username is not None:
        attempts = attempts.filter(username=username)
    rows = list(
        attempts.order_by()
        .values("username", "ip_address")
        .annotate(wrong=Sum("failures_since_start"), last=Max("attempt_time"))
        .filter(wrong__gte=settings.AXES_FAILURE_LIMIT)
        .order_by("-last")[:limit]
    )
    users = User.objects.in_bulk([row["username"] for row in rows], field_name="username")
    found = [
        Lock(row["username"], row["ip_address"], row["last"] + LOCKED_FOR, users.get(row["username"]))
        for row in rows
    ]
    return sorted(found, key=lambda lock: lock.user is None)


def unlock(user: User) -> bool:
    """Let `user` try again at once, from everywhere. Whether there was anything to open."""
    return bool(reset(username=user.username))


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """The page that says for how long, and whom to ask: the same for accounts and for invented names.

    django-axes calls it (AXES_LOCKOUT_CALLABLE).
    """
    username = (credentials or {}).get("username") or ""
    address = client_address(request)
    held = [lock for lock in locks(now(), username=username) if lock.address == address]
    left = (held[0].until - now()).total_seconds() if held else LOCKED_FOR.total_seconds()
    page = render(
        request,
        "registration/locked.html",
        {"until": held[0].until if held else None, "seconds": left, "username": username},
        status=429,
    )
    page["Retry-After"] = str(max(1, int(left)))
    return page
