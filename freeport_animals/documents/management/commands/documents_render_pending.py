from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from freeport_animals.base.clock import now
from freeport_animals.documents.services import render_pending


class Command(BaseCommand):
    help = "Make the PDFs of issued papers that have none yet. Safe to run again at any time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--limit", type=int, help="make at most this many")

    def handle(self, *args: Any, limit: int | None = None, **options: Any) -> None:
        made, failed = render_pending(at=now(), limit=limit)
        self.stdout.write(f"{made} paper{'s' if made != 1 else ''} made")
        for document, error in failed:
            self.stderr.write(f"{document}: {type(error).__name__}: {error}")
        if failed:
            raise CommandError(f"{len(failed)} paper{'s' if len(failed) != 1 else ''} could not be made")
