"""Locking the record that a service decides on.

Order everywhere: animals, then people, then premises; each by key.
"""

from collections.abc import Iterable
from typing import TypeVar

from freeport_animals.registry.models import Animal, Person, Premises

R = TypeVar("R", Person, Animal, Premises)


def lock_kept(model: type[R], pk: int) -> R:
    """The kept record that stands for `pk`, locked until the transaction ends.

    A merge that ran meanwhile is followed: its target cannot be an alias, and is locked in turn.
    """
    row: R = model._default_manager.select_for_update(of=("self",)).get(pk=pk)
    while row.merged_into_id is not None:
        row = model._default_manager.select_for_update(of=("self",)).get(pk=row.merged_into_id)
    return row


def lock_all(model: type[R], ids: Iterable[int]) -> dict[int, R]:
    """The rows with these keys, locked in the order of their keys."""
    rows = model._default_manager.select_for_update(of=("self",)).filter(pk__in=set(ids)).order_by("pk")
    return {row.pk: row for row in rows}
