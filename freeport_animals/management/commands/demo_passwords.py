"""Make new passwords for the demonstration's staff, and print its sign-ins."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from freeport_animals.demonstration.staff import new_passwords, sign_in_lines


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.CITY_MODE != "demonstration":
            raise CommandError(
                "This is a city's own database: an administrator resets passwords under Staff."
            )
        self.stdout.write("\n".join(sign_in_lines(new_passwords())))
