"""Fill an empty database with the fictional demonstration city, and print its sign-ins."""

import random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from freeport_animals.accounts.models import User
from freeport_animals.base import clock
from freeport_animals.demonstration.city import adopt
from freeport_animals.demonstration.licenses import license_all
from freeport_animals.demonstration.registry import settle_all
from freeport_animals.demonstration.staff import hire, sign_in_lines
from freeport_animals.documents.numbers import only_writer


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.CITY_MODE != "demonstration":
            raise CommandError("This is a city's own database: the demonstration is never mixed into it.")
        if User.objects.exists():
            raise CommandError("This database is in use. The demonstration fills an empty one only.")
        today = clock.today()
        dice = random.Random(2005_03)  # the same city at every start
        with transaction.atomic(), only_writer():  # all of it or nothing, should it be broken off
            hired = hire()
            staff = {user.username: user for user, _ in hired}
            adopt(today=today, by=staff["admin"])
            settled = settle_all(today=today, dice=dice)
            license_all(settled, today=today, by=staff["clerk"], dice=dice)
        self.stdout.write("\n".join(sign_in_lines(hired)))
