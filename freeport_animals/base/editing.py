"""Two people editing one record: the second is shown what changed, and nothing is lost.

An editable model has `version`, a counter raised with each save. The form carries the version it was opened
with in a `VersionField`.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from django import forms
from django.db import models, transaction

from freeport_animals.base.wording import shown

M = TypeVar("M", bound=models.Model)


class EditConflict(Exception):
    """The record was saved by somebody else after the form was opened.

    `current` is the record as it now stands.
    """

    def __init__(self, current: models.Model) -> None:
        super().__init__(
            "Somebody saved this record while you were editing it. What you typed is still in the boxes; "
            "compare it with what is saved now, and press Save again to keep yours."
        )
        self.current = current


class VersionField(forms.IntegerField):
    """The hidden field that carries the version of the record that the form was opened with."""

    widget = forms.HiddenInput

    def __init__(self, **kwargs: Any) -> None:
        again = "This form has lost its mark. Open it again and send it once more."
        kwargs.setdefault(
            "error_messages", dict.fromkeys(("required", "invalid", "min_value", "max_value"), again)
        )
        super().__init__(label="", min_value=1, max_value=2_147_483_647, **kwargs)


def lock_for_edit(model: type[M], pk: Any, *, version: int) -> M:
    """The row, locked until the transaction ends.

    Raises EditConflict when its version is not the one expected.
    """
    row: M = model._default_manager.select_for_update(of=("self",)).get(pk=pk)
    if row.version != version:  # type: ignore[attr-defined]
        raise EditConflict(row)
    return row


@transaction.atomic
def save_edit(model: type[M], pk: Any, *, version: int, changes: Mapping[str, Any]) -> M:
    """Set `changes` on the row if it still has `version`, and raise the version by one.

    Raises EditConflict when somebody else saved it since. Changes that change nothing leave the version as
    it is.
    """
    row = lock_for_edit(model, pk, version=version)
    changed = [name for name, value in changes.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, changes[name])
    if changed:
        row.version = version + 1  # type: ignore[attr-defined]
        row.save(update_fields=[*changed, "version"])
    return row


def conflict_context(error: EditConflict, form: forms.BaseForm) -> dict[str, Any]:
    """`by`, `at`, `changes` and `reload_url` for kit/conflict.html, from the record's own history.

    `form` is the valid form whose save was refused. Only fields of the record whose saved value differs from
    what was typed are listed; where no history says what stood in the form when it was opened, `was` is
    empty.
    """
    current = error.current
    events = getattr(type(current), "pgh_event_model", None)
    opened = form.cleaned_data.get("version")
    was = latest = None
    if events is not None:
        history = events._default_manager.filter(pgh_obj_id=current.pk)
        was = history.filter(version=opened).order_by("pgh_id").last()
        latest = history.order_by("pgh_id").last()
    changes = []
    for name, yours in form.cleaned_data.items():
        if name == "version" or not hasattr(current, name):
            continue
        now = getattr(current, name)
        if now == yours:
            continue
        field = _field(current, name)
        changes.append(
            {
                "label": str(form[name].label),
                "was": shown(field, getattr(was, name, None)) if was is not None else "",
                "now": shown(field, now),
                "yours": shown(field, yours),
            }
        )
    return {
        "by": ((latest.pgh_context or {}).get("user_name") if latest is not None else "") or "somebody else",
        "at": latest.pgh_created_at if latest is not None else None,
        "changes": changes,
        "reload_url": "",
    }


def _field(row: models.Model, name: str) -> Any:
    return next((field for field in row._meta.concrete_fields if field.name == name), None)


class VersionedModel(models.Model):
    """A record that people edit."""

    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True
