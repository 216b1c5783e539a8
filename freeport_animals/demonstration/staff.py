"""The demonstration's staff, each with a random password made now and shown once."""

import secrets

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role

STAFF: tuple[tuple[str, str, str, tuple[Role, ...]], ...] = (
    ("clerk", "Anna", "Kramer", (Role.CLERK,)),
    ("clerk2", "Peter", "Lenz", (Role.CLERK,)),
    ("officer", "Luis", "Ortega", (Role.OFFICER,)),
    ("deputy", "Dana", "Brandt", (Role.PEACE_OFFICER,)),
    ("mayor", "Helen", "Dirkes", (Role.COUNCIL,)),
    ("council", "Ray", "Stalboerger", (Role.COUNCIL,)),
    ("attorney", "Ingrid", "Solberg", (Role.ATTORNEY,)),
    ("admin", "Joan", "Fuchs", (Role.ADMINISTRATOR, Role.CLERK)),
)


def new_password() -> str:
    """Random, long enough to be safe, and short enough to be typed."""
    return "-".join(secrets.token_hex(2) for _ in range(4))


def hire() -> list[tuple[User, str]]:
    """Every member of staff with the password that was made: words of no meaning, long enough to be safe."""
    hired = []
    for username, given, family, roles in STAFF:
        password = new_password()
        user = User.objects.create_user(
            username,
            password=password,
            first_name=given,
            last_name=family,
            roles=[str(role) for role in roles],
        )
        hired.append((user, password))
    return hired
