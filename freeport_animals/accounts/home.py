"""The sections of the home page that need no department: looking things up, looking after the accounts."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from freeport_animals.accounts.locks import locks
from freeport_animals.accounts.selectors import never_used
from freeport_animals.base.access import Role
from freeport_animals.base.clock import now
from freeport_animals.base.extend import HomeSection
from freeport_animals.base.formats import clock, shortday

WORK = "kit/work_section.html"
ADMINISTRATORS = frozenset({str(Role.ADMINISTRATOR)})


def locked(request: HttpRequest) -> dict[str, Any]:
    """Who cannot sign in after too many wrong passwords."""
    held = locks(now(), limit=10)
    return {
        "title": "Locked out",
        "count": len(held),
        "items": [
            {
                "url": reverse("staff-member", args=[lock.user.pk]) if lock.user else reverse("staff"),
                "title": str(lock.user or lock.username),
                "meta": (
                    f"too many wrong passwords from {lock.address or 'an unknown address'}"
                    if lock.user
                    else f"there is no such account; tried from {lock.address or 'an unknown address'}"
                ),
                "badge": "locked",
                "badge_text": f"Until {clock(lock.until)}",
            }
            for lock in held
        ],
        "empty": "Nobody is locked out.",
    }


def unused(request: HttpRequest) -> dict[str, Any]:
    """Accounts that were made and never used: the person may still wait for the password."""
    users = never_used()
    today = timezone.localdate()
    return {
        "title": "Never signed in",
        "count": len(users),
        "items": [
            {
                "url": reverse("staff-member", args=[user.pk]),
                "title": str(user),
                "meta": f"account made {shortday(user.date_joined)}",
                **(
                    {"badge": "expired", "badge_text": "Password ended"}
                    if user.one_time_until and timezone.localdate(user.one_time_until) < today
                    else {"badge": "new"}
                ),
            }
            for user in users
        ],
        "empty": "Everybody on the staff has signed in.",
    }


SECTIONS = (
    HomeSection("staff-locked", ADMINISTRATORS, WORK, locked, order=80),
    HomeSection("staff-unused", ADMINISTRATORS, WORK, unused, order=81),
)
