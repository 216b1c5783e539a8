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
    """Every member of staff with the password that was made."""
    hired = []
    for username, given, family, roles in STAFF:
        password = random_password()
        user = User.objects.create_user(
            username,
            password=password,
            first_name=given,
            last_name=family,
            roles=[str(role) for role in roles],
        )
        hired.append((user, password))
    return hired


def new_passwords() -> list[tuple[User, str]]:
    """The demonstration's staff with passwords made anew; whoever was dismissed meanwhile stays out."""
    renewed = []
    for user in User.objects.filter(username__in=[row[0] for row in STAFF], is_active=True).order_by("pk"):
        password = random_password()
        user.set_password(password)
        user.save(update_fields=["password"])
        renewed.append((user, password))
    return renewed


def random_password() -> str:
    """Letters and digits of no meaning, in groups that can be read aloud: 64 random bits."""
    return "-".join(secrets.token_hex(2) for _ in range(4))


def sign_in_lines(staff: list[tuple[User, str]]) -> list[str]:
    """The sign-ins as they are printed: user name, password, who it is."""
    return [
        f"{user.username:<10} {password}   {user}: {', '.join(user.role_names)}" for user, password in staff
    ]
