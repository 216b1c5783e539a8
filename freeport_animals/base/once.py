"""Every write can be repeated: the second press of a form returns the first press's result."""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.files import File
from django.db import connection, models, transaction

from freeport_animals.base.models import Submission


class DifferentContent(Exception):
    """The same form was sent again with other content: neither swallowed nor done twice; the person is told.

    `earlier` is the first press; `kept` is its result, for a link to what was saved.
    """

    def __init__(self, earlier: Submission, *, stranger: bool = False) -> None:
        super().__init__(
            "Somebody else already sent this form. Nothing was changed now. Open the form again to go on."
            if stranger
            else "This form was already saved once with other content. Nothing was changed now. "
            "Open the record to see what was saved, and make the change there."
        )
        self.earlier = earlier
        self.kept = earlier.result


@dataclass(frozen=True)
class Outcome:
    """What the work returned (JSON), and whether it had been done by an earlier press."""

    result: Any
    repeated: bool


def new_token() -> str:
    """A token for a fresh form."""
    return str(uuid.uuid4())


class TokenField(forms.UUIDField):
    """The hidden field that carries a form's token."""

    widget = forms.HiddenInput

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("initial", new_token)
        kwargs.setdefault("label", "")
        again = "This form has lost its mark. Open it again and send it once more."
        kwargs.setdefault("error_messages", {"required": again, "invalid": again})
        super().__init__(**kwargs)


def _plain(value: Any) -> Any:
    """What stands for `value` in a form's digest: the same for the same content, whatever object holds it."""
    if isinstance(value, models.Model):
        return [value._meta.label_lower, value.pk]
    if isinstance(value, models.QuerySet):
        return sorted(str(each.pk) for each in value)
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, File):
        return [value.name, value.size]
    return str(value)


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=_plain).encode()).hexdigest()


def run_once(
    *, token: uuid.UUID | str, action: str, content: Mapping[str, Any], user: Any, work: Callable[[], Any]
) -> Outcome:
    """Do `work` in one transaction unless this token has done it already; `work` returns JSON.

    A second press that comes while the first still runs waits for it (unique key), then gets its result.
    When `work` raises, nothing is kept, the token included. Raises DifferentContent when the token was
    used for something else: another action, another person or other content.
    """
    digest = _digest(content)
    user_id = getattr(user, "pk", None)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO base_submission (token, user_id, action, digest, created_at) "
                "VALUES (%s, %s, %s, %s, now()) ON CONFLICT (token) DO NOTHING RETURNING token",
                [str(token), user_id, action, digest],
            )
            fresh = cursor.fetchone() is not None
        if not fresh:
            earlier = Submission.objects.get(token=token)
            if (earlier.user_id, earlier.action, earlier.digest) != (user_id, action, digest):
                raise DifferentContent(earlier, stranger=earlier.user_id != user_id)
            return Outcome(earlier.result, repeated=True)
        result = work()
        Submission.objects.filter(token=token).update(result=result)
        return Outcome(result, repeated=False)
