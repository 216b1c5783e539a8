"""What the city's tables share."""

from typing import Any

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import DateRangeField
from django.db import models
from django.db.models import F, Func, GeneratedField, Value

STAFF: dict[str, Any] = {"to": settings.AUTH_USER_MODEL, "on_delete": models.PROTECT, "related_name": "+"}
NEVER_EMPTIED = pgtrigger.Trigger(
    name="keep_all",
    operation=pgtrigger.Truncate,
    when=pgtrigger.Before,
    level=pgtrigger.Statement,
    func="RAISE EXCEPTION 'what the council did is never emptied out';",
)
NEVER_DELETED = [pgtrigger.Protect(name="keep", operation=pgtrigger.Delete), NEVER_EMPTIED]
APPEND_ONLY = [pgtrigger.Protect(name="keep", operation=pgtrigger.Update | pgtrigger.Delete), NEVER_EMPTIED]


class Weekday(models.IntegerChoices):
    """As ISO 8601 counts them."""

    MONDAY = 1, "Monday"
    TUESDAY = 2, "Tuesday"
    WEDNESDAY = 3, "Wednesday"
    THURSDAY = 4, "Thursday"
    FRIDAY = 5, "Friday"
    SATURDAY = 6, "Saturday"
    SUNDAY = 7, "Sunday"


def period(first: str, last: str) -> GeneratedField:
    """The dates from one column through another; without end where the other is null."""
    return GeneratedField(
        expression=Func(F(first), F(last), Value("[]"), function="daterange"),
        output_field=DateRangeField(),
        db_persist=True,
    )
