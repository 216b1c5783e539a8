"""Migrating in a third of the time: a new index, constraint or trigger does not touch other models.

For each of them Django builds the classes of all related models anew, some seven thousand in this schema.
Inside `quick_state` only the model itself is built again, which is all that the statements need. The state is
marked as delayed, as Django's own shortcuts mark it, so that a step written in Python still gets all models
fresh.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from django.db.migrations.state import ProjectState
from pgtrigger.migrations import AddTrigger, RemoveTrigger

ALONE = (
    (ProjectState, "_append_option"),
    (ProjectState, "_remove_option"),
    (AddTrigger, "state_forwards"),
    (RemoveTrigger, "state_forwards"),
)


@contextmanager
def quick_state() -> Iterator[None]:
    """Apply migrations quickly inside this block. The schema comes out the same."""
    find_all = ProjectState._find_reload_model  # type: ignore[attr-defined]
    alone = False

    def find(
        state: ProjectState, app_label: str, model_name: str, delay: bool = False
    ) -> set[tuple[str, str]]:
        if alone:
            state.is_delayed = True
            return {(app_label, model_name)}
        return find_all(state, app_label, model_name, delay)

    def by_itself(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any, **options: Any) -> Any:
            nonlocal alone
            alone = True
            try:
                return change(*arguments, **options)
            finally:
                alone = False

        return changed

    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(ProjectState, "_find_reload_model", find))
        for owner, name in ALONE:
            patches.enter_context(mock.patch.object(owner, name, by_itself(getattr(owner, name))))
        yield
