from typing import Any

from django.core.management.base import BaseCommand

from freeport_animals.documents import render


class Command(BaseCommand):
    help = "Prepare the typefaces of the papers, once per machine, so that the first paper is quick."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        render.warm_up()
        self.stdout.write("Typefaces ready")
