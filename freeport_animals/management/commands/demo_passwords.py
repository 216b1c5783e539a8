"""Give the demonstration's staff new passwords, when those made at its first start were lost; print them."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from freeport_animals.accounts.models import User
from freeport_animals.demonstration.staff import STAFF, new_password


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.CITY_MODE != "demonstration":
            raise CommandError("This is a city's own database; its passwords are not for printing.")
        with transaction.atomic():
            for user in User.objects.filter(username__in=[username for username, *_ in STAFF]).order_by("pk"):
                password = new_password()
                user.set_password(password)
                user.save(update_fields=["password"])
                self.stdout.write(f"{user.username:<10} {password}   {user}: {', '.join(user.role_names)}")
