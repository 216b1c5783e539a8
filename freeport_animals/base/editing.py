"""Two people editing one record: the second is shown what changed, and nothing is lost.

An editable model has `version`, a counter raised with each save. The form carries the version it was opened with.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import models, transaction

M = TypeVar("M", bound=models.Model)


class EditConflict(Exception):
    """The record was saved by somebody else after the form was opened. `current` is the record as it now stands."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(
            "Somebody saved this record while you were editing it. What you typed is still in the boxes; "
            "compare it with what is saved now, and press Save again to keep yours."
        )
        self.current = current


def lock_for_edit(model: type[M], pk: Any, *, version: int) -> M:
    """The row, locked until the transaction ends. Raises EditConflict when its version is not the one expected."""
    row: M = model._default_manager.select_for_update(of=("self",)).get(pk=pk)
    if row.version != version:  # type: ignore[attr-defined]
        raise EditConflict(row)
    return row


@transaction.atomic
def save_edit(model: type[M], pk: Any, *, version: int, changes: Mapping[str, Any]) -> M:
    """Set `changes` on the row if it still has `version`, and raise the version by one."""
    row = lock_for_edit(model, pk, version=version)
    changed = [name for name, value in changes.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, changes[name])
    if changed:
        row.version = version + 1  # type: ignore[attr-defined]
        row.save(update_fields=[*changed, "version"])
    return row


class VersionedModel(models.Model):
    """A record that people edit."""

    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True
