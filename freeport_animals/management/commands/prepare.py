"""Bring a database up to date: the schema, and what the application's role may do. Runs as the owner."""

import gc
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from freeport_animals.migrating import quick_state


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--role", help="the application's role; otherwise the user in DATABASE_URL")

    def handle(self, *args: Any, role: str | None, verbosity: int, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT lower('ÅÉĐ') = 'åéđ'")
            if not cursor.fetchone()[0]:
                raise CommandError(
                    "This database does not know accented letters, so names would not be found. Create it "
                    "with LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0."
                )
        MigrationLoader(connection)
        self.stdout.write("The migrations are read.")
        gc.disable()  # thousands of short-lived model classes: collecting them takes longer than making them
        with quick_state():
            call_command("migrate", interactive=False, verbosity=max(0, verbosity - 1))
        gc.enable()
        call_command("grant_application_role", role=role, stdout=self.stdout)
