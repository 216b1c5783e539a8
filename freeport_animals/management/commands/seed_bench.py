"""Fill an empty database with many owners, animals and licenses, made inside Postgres, for `script/bench`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from freeport_animals import demonstration
from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.demonstration.people import HOMES
from freeport_animals.registry.models import Person, Veterinarian

STATEMENTS = Path(demonstration.__file__).with_name("bench.sql")


def name_parts() -> dict[str, list[str]]:
    """The demonstration's names, streets and pets, to be combined into many."""
    people = [name.split(" ", 1) for home in HOMES for name in home.names if " " in name and name[0] != "="]
    pets = [pet for home in HOMES for pet in home.pets]
    return {
        "given": sorted({given for given, _ in people}),
        "family": sorted({family for _, family in people}),
        "streets": sorted({home.street.split(" ", 1)[1] for home in HOMES}),
        "pets": sorted({pet.name for pet in pets}),
        "breeds": sorted({pet.breed for pet in pets}),
    }


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--count", type=int, default=10_000, help="owners, each with an animal and a license"
        )

    def handle(self, *args: Any, count: int, **options: Any) -> None:
        if Person.objects.exists():
            raise CommandError("This database holds people already. seed_bench fills an empty one only.")
        clerk = User.objects.create_user("bench-clerk", roles=[Role.CLERK])
        veterinarian = Veterinarian.objects.create(name="Dr. Bench")
        numbers = {"count": count, "veterinarian": veterinarian.pk, "clerk": clerk.pk}
        with (
            connection.cursor() as cursor
        ):  # each table commits by itself, so that the next is planned on real figures
            for statement in STATEMENTS.read_text().split(";\n"):
                if statement.strip():
                    cursor.execute(statement, numbers | name_parts())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        self.stdout.write(f"{count} owners, animals and licenses.")
