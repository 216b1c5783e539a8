"""Make the first administrator of an empty city: asked on the terminal, or taken from the environment.

The environment has FIRST_ADMINISTRATOR_NAME, FIRST_ADMINISTRATOR_USERNAME, FIRST_ADMINISTRATOR_PASSWORD and,
if you like, FIRST_ADMINISTRATOR_EMAIL.
"""

import getpass
import os
import sys
from collections.abc import Callable
from typing import Any

from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from freeport_animals.accounts.models import User
from freeport_animals.accounts.passwords import LONGEST, rules
from freeport_animals.accounts.selectors import administrators
from freeport_animals.accounts.services import StaffError, first_administrator_add
from freeport_animals.base.clock import now
from freeport_animals.base.text import one_line, refuse_control_characters

PREFIX = "FIRST_ADMINISTRATOR_"
FIELDS = ("NAME", "USERNAME", "EMAIL", "PASSWORD")


def _name(typed: str) -> str:
    refuse_control_characters(typed)
    name = one_line(typed)
    if not name:
        raise ValidationError("Type your name: it stands in the history of what you do.")
    if len(name) > 150:
        raise ValidationError("A name has at most 150 letters here.")
    return name


def _username(typed: str) -> str:
    name = one_line(typed).lower()
    if not name:
        raise ValidationError("Type a user name, for example joan.fuchs.")
    return str(User._meta.get_field("username").clean(name, None))


def _email(typed: str) -> str:
    email = one_line(typed)
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise ValidationError(
                "This is not an e-mail address. Type one like name@example.org, or none."
            ) from None
    return email


def _password(typed: str, user: User) -> str:
    if len(typed) > LONGEST:
        raise ValidationError(f"A password has at most {LONGEST} characters.")
    password_validation.validate_password(typed, user)
    return typed


def _user(facts: dict[str, str]) -> User:
    """The account as it will be, for telling whether the password is too much like it."""
    given, _, family = facts["name"].rpartition(" ")
    return User(
        username=facts["username"],
        first_name=given or family,
        last_name=family if given else "",
        email=facts["email"],
    )


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if administrators().exists():
            self.stdout.write("This city has an administrator already. Others are added under Staff.")
            return
        given = {field: os.environ.get(PREFIX + field, "") for field in FIELDS}
        if any(given.values()):
            facts = self._from_environment(given)
        elif sys.stdin.isatty():
            facts = self._ask_everything()
        else:
            raise CommandError(
                "Nobody is at the terminal to be asked. Start this in a terminal, or set "
                + ", ".join(PREFIX + field for field in FIELDS)
                + "."
            )
        user = _user(facts)
        try:
            user = first_administrator_add(
                username=user.username,
                first_name=user.first_name,
                last_name=user.last_name,
                email=user.email,
                password=facts["password"],
                at=now(),
            )
        except StaffError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{user} is the administrator. Sign in as {user.username}.")

    def _from_environment(self, given: dict[str, str]) -> dict[str, str]:
        facts: dict[str, str] = {}
        checks: dict[str, Callable[[str], str]] = {
            "NAME": _name,
            "USERNAME": _username,
            "EMAIL": _email,
            "PASSWORD": lambda typed: _password(typed, _user(facts)),
        }
        for field, check in checks.items():
            try:
                facts[field.lower()] = check(given[field])
            except ValidationError as error:
                raise CommandError(f"{PREFIX}{field}: {' '.join(error.messages)}") from error
        return facts

    def _ask_everything(self) -> dict[str, str]:
        self.stdout.write(
            "This city has no administrator yet. The administrator adds the staff and opens locked accounts."
        )
        try:
            facts = {
                "name": self._ask("Your name (given and family): ", _name),
                "username": self._ask("User name for signing in: ", _username),
                "email": self._ask("E-mail (Enter for none): ", _email),
            }
            self.stdout.write("The password:")
            for rule in rules():
                self.stdout.write(f"  - {rule}")
            while True:
                password = self._ask(
                    "Password (not shown while you type): ",
                    lambda typed: _password(typed, _user(facts)),
                    read=getpass.getpass,
                )
                if getpass.getpass("The same password once more: ") == password:
                    return facts | {"password": password}
                self.stderr.write("The two differ. Type it again.")
        except (KeyboardInterrupt, EOFError):
            raise CommandError("Stopped. No administrator was made.") from None

    def _ask(
        self, question: str, check: Callable[[str], str], *, read: Callable[[str], str] | None = None
    ) -> str:
        """Ask until the answer will do."""
        while True:
            try:
                return check((read or input)(question))
            except ValidationError as error:
                self.stderr.write(" ".join(error.messages))
