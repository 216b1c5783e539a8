"""The one place that asks what time it is.

Rules and services are given dates; only views and commands come here.
"""

import datetime as dt

from django.utils import timezone


def today() -> dt.date:
    """Today's date on the city's calendar (America/Chicago)."""
    return timezone.localdate()


def now() -> dt.datetime:
    """This moment, aware."""
    return timezone.now()
