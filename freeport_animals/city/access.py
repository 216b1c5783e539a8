"""Who may enter what about the city. Every member of staff may read it."""

from typing import cast

from django.http import HttpRequest

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role, allow, signed_in

#: The council's doings are entered by the administrator.
ENTER = frozenset({Role.ADMINISTRATOR})
#: Meetings are called and their notices posted at the counter.
MEET = frozenset({Role.CLERK, Role.ADMINISTRATOR})

by_administrator = allow(Role.ADMINISTRATOR)
by_clerk = allow(Role.CLERK, Role.ADMINISTRATOR)
by_staff = signed_in


def may(request: HttpRequest, roles: frozenset[Role]) -> bool:
    """Whether whoever is at work holds one of these roles. Nobody comes here without signing in."""
    return cast(User, request.user).has_role(*roles)
