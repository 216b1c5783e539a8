"""`manage.py rules`: the ordinance on the command line, JSON in and JSON out."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from freeport_animals.rules import RULES, front


class Command(BaseCommand):
    help = (
        "Answers questions about the ordinance: reads one JSON object, or a list of them, from standard "
        "input and prints the answer or answers as JSON. Needs no database. Exit status 2 when any request "
        "was refused."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--describe", action="store_true", help="print every rule with its facts instead, reading nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["describe"]:
            result, all_answered = front.describe(RULES), True
        else:
            text = getattr(sys.stdin, "buffer", sys.stdin).read()
            result, all_answered = front.run(text.encode() if isinstance(text, str) else text, RULES)
        # ASCII, so that it prints whatever the terminal's encoding is.
        self.stdout.write(json.dumps(result, ensure_ascii=True))
        if not all_answered:
            sys.exit(2)
