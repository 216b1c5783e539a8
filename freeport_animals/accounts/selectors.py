"""Reads about the staff."""

import datetime as dt
from dataclasses import dataclass

from axes.models import AccessFailureLog, AccessLog
from django.db.models import QuerySet

from freeport_animals.accounts.locks import Lock, locks
from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role


def staff(*, closed: bool = False) -> QuerySet[User]:
    """The accounts by name: those that are open, or those that are closed."""
    return User.objects.filter(is_active=not closed).order_by("last_name", "first_name", "username")


def administrators() -> QuerySet[User]:
    """Who can look after the accounts."""
    return User.objects.filter(is_active=True, roles__contains=[Role.ADMINISTRATOR])


def never_used(*, limit: int = 10) -> list[User]:
    """Open accounts whose owners have never signed in, the oldest first."""
    return list(User.objects.filter(is_active=True, last_login=None).order_by("date_joined", "pk")[:limit])


@dataclass(frozen=True)
class SignIn:
    """A sign-in, or an attempt with a wrong password."""

    at: dt.datetime
    address: str | None
    refused: bool
    signed_out_at: dt.datetime | None = None


def sign_ins(user: User, *, limit: int = 10) -> list[SignIn]:
    """The last sign-ins and refused attempts under this user name, the newest first."""
    entered = [
        SignIn(row.attempt_time, row.ip_address, False, row.logout_time)
        for row in AccessLog.objects.filter(username=user.username).order_by("-attempt_time")[:limit]
    ]
    refused = [
        SignIn(row.attempt_time, row.ip_address, True)
        for row in AccessFailureLog.objects.filter(username=user.username).order_by("-attempt_time")[:limit]
    ]
    return sorted(entered + refused, key=lambda each: each.at, reverse=True)[:limit]


def locks_of(user: User, at: dt.datetime) -> list[Lock]:
    """The locks on this user name at `at`."""
    return locks(at, username=user.username)
