"""Ask on the terminal for the first administrator of a city, who then adds everybody else."""

import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from freeport_animals.accounts.models import User
from freeport_animals.accounts.services import user_add
from freeport_animals.base.access import Role
from freeport_animals.base.clock import now

FIELDS = {
    "first_name": "First name",
    "last_name": "Last name",
    "email": "E-mail (may stay empty)",
    "username": "User name (small letters)",
}


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        there = User.objects.filter(is_active=True, roles__contains=[Role.ADMINISTRATOR]).first()
        if there:
            raise CommandError(
                f"{there} is administrator already and adds others on the page Staff. "
                f"A forgotten password:  script/manage --live changepassword {there.username}"
            )
        if not sys.stdin.isatty():
            raise CommandError("This asks questions; run it in a terminal.")
        self.stdout.write("The city's first administrator. Nothing is saved before the last answer.\n")
        try:
            user = self.ask()
        except (KeyboardInterrupt, EOFError):
            raise CommandError("Nothing was saved.") from None
        self.stdout.write(f"{user} can sign in as {user.username}.")

    def ask(self) -> User:
        """Ask until everything is right; only what was wrong is asked again."""
        given: dict[str, str] = {}
        open_questions = list(FIELDS)
        while True:
            for name in open_questions:
                given[name] = input(f"{FIELDS[name]}: ").strip()
            try:
                with transaction.atomic():  # a trial: it says what is wrong before a password is chosen
                    self.add(given, password="", also_clerk=False)
                    transaction.set_rollback(True)
                break
            except ValidationError as error:
                self.explain(error)
                open_questions = [
                    name for name in FIELDS if name in getattr(error, "error_dict", {})
                ] or list(FIELDS)
        also_clerk = input("Do you also work at the counter, as clerk? (y/N) ").strip().lower() in (
            "y",
            "yes",
        )
        return self.add(given, password=self.ask_password(given), also_clerk=also_clerk)

    def ask_password(self, given: dict[str, str]) -> str:
        for text in password_validators_help_texts():
            self.stdout.write(f"  {text}")
        while True:
            password = getpass("Password (not shown): ")
            try:
                validate_password(password, User(**given))
            except ValidationError as error:
                self.explain(error)
                continue
            if getpass("The same again: ") == password:
                return password
            self.stdout.write("  The two differ. Type the password again.")

    def explain(self, error: ValidationError) -> None:
        for text in error.messages:
            self.stdout.write(f"  {text}")

    def add(self, given: dict[str, str], *, password: str, also_clerk: bool) -> User:
        roles = [Role.ADMINISTRATOR, *([Role.CLERK] if also_clerk else [])]
        return user_add(**given, roles=roles, password=password, at=now(), one_time=False)
