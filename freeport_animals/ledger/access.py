"""Who may do what with money."""

from typing import cast

from django.http import HttpRequest

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role, allow

COUNTER = frozenset({Role.CLERK, Role.ADMINISTRATOR})
SEE_WHAT_IS_OWED = COUNTER | {Role.OFFICER}

at_counter = allow(Role.CLERK, Role.ADMINISTRATOR)


def may(request: HttpRequest, roles: frozenset[Role]) -> bool:
    """Whether whoever is at work holds one of these roles. Nobody comes here without signing in."""
    return cast(User, request.user).has_role(*roles)
