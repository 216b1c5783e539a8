"""What one act changed, written down as it happens, so that the act can be undone as a whole."""

import datetime as dt
from typing import Any

from django.db import models, transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone

from freeport_animals.registry.models import Animal, Ownership, Person
from freeport_animals.registry.services.errors import explained, refuse
from freeport_animals.registry.services.text import gone

MODELS: dict[str, type[models.Model]] = {"animal": Animal, "ownership": Ownership, "person": Person}


def _plain(value: Any) -> Any:
    """A field's value in JSON types."""
    if isinstance(value, DateRange):
        return [_plain(value.lower), _plain(value.upper)]
    if isinstance(value, dt.date):
        return value.isoformat()
    return value


def _typed(field: str, value: Any) -> Any:
    """A value kept in JSON as its field wants it."""
    if field == "period":
        return DateRange(*(dt.date.fromisoformat(day) if day else None for day in value))
    if field == "status_on" and value:
        return dt.date.fromisoformat(value)
    return value


class Effects:
    """Collects the changes of one act."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []

    def change(self, row: Any, **values: Any) -> None:
        """Set these fields of a locked row, and raise its version when it has one."""
        before = {field: _plain(_current(row, field)) for field in values}
        for field, value in values.items():
            setattr(row, field, value)
        fields = [*values]
        if hasattr(row, "version"):
            row.version += 1
            fields.append("version")
        row.save(update_fields=fields)
        after = {field: _plain(_current(row, field)) for field in values}
        self.kept.append(
            {"do": "change", "model": row._meta.model_name, "pk": row.pk, "before": before, "after": after}
        )

    def ended(self, row: Ownership, period: DateRange, reason: str) -> None:
        """Note that an ownership was ended by its own service.

        `period` and `reason` are what it was before.
        """
        self.kept.append(
            {
                "do": "change",
                "model": "ownership",
                "pk": row.pk,
                "before": {"period": _plain(period), "end_reason": reason},
                "after": {"period": _plain(row.period), "end_reason": row.end_reason},
            }
        )

    def began(self, row: Ownership) -> None:
        """Note that an ownership began."""
        self.kept.append({"do": "begin", "model": "ownership", "pk": row.pk})


def _current(row: Any, field: str) -> Any:
    return getattr(row, row._meta.get_field(field).attname)


@transaction.atomic
def undo(effects: list[dict[str, Any]], *, by: Any, reason: str) -> None:
    """Put everything back as it was, the last change first.

    Raises RegistryError when something has been changed again since: then a person must decide.
    """
    rows: dict[int, Any] = {}
    for place, effect in sorted(enumerate(effects), key=lambda each: (each[1]["model"], each[1]["pk"])):
        model = MODELS[effect["model"]]
        rows[place] = model._default_manager.select_for_update(of=("self",)).get(pk=effect["pk"])
    for place in reversed(range(len(effects))):
        rows[place].refresh_from_db()  # two steps may concern one row
        _undo_one(effects[place], rows[place], by, reason)
    reopened = {row.animal_id for row in rows.values() if isinstance(row, Ownership)}
    for animal in Animal.objects.filter(pk__in=reopened, status=Animal.Status.GIVEN_AWAY):
        refuse(everything=f"{gone(animal)} since. Undo that first.")


def _undo_one(effect: dict[str, Any], row: Any, by: Any, reason: str) -> None:
    if effect["do"] == "begin":
        if row.voided_at is not None:
            return
        if row.period.upper is not None:
            _refuse_changed(row)
        row.voided_at, row.voided_by, row.void_reason = timezone.now(), by, f"Undone: {reason}"[:300]
        row.save(update_fields=["voided_at", "voided_by", "void_reason"])
        return
    if any(_plain(_current(row, field)) != value for field, value in effect["after"].items()):
        _refuse_changed(row)
    for field, value in effect["before"].items():
        attribute = row._meta.get_field(field).attname
        setattr(row, attribute, _typed(field, value))
    fields = [*effect["before"]]
    if hasattr(row, "version"):
        row.version += 1
        fields.append("version")
    sentence = ("", f"{row} has another owner now. Put that right on the animal's page first.")
    with explained(
        {"ownership_one_primary_at_a_time": sentence, "ownership_person_once_at_a_time": sentence}
    ):
        row.save(update_fields=fields)


def _refuse_changed(row: Any) -> None:
    refuse(
        everything=f"This was changed again since: {row}. It can no longer be undone in one step; "
        "open the record and correct it there."
    )
