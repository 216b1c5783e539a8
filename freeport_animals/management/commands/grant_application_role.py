"""Let the application's role read and write, but never change or delete what is kept for good."""

from typing import Any

import environ
from django.core.management.base import BaseCommand, CommandParser

from freeport_animals import privileges


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--role", help="the application's role; otherwise the user in DATABASE_URL")

    def handle(self, *args: Any, role: str | None, **options: Any) -> None:
        role = role or environ.Env().db_url("DATABASE_URL")["USER"]
        if privileges.is_restricted(role):
            privileges.grant(role)
            self.stdout.write(f"{role} may add to append-only tables, and never change them.")
        else:
            self.stdout.write(
                f"The application signs in as {role}, which has the owner's rights. Append-only tables are "
                "protected by their triggers alone; better give DATABASE_OWNER_URL a role of its own."
            )
