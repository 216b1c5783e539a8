"""Whatever is done to an animal's owners, in any order: the timeline holds."""

import datetime as dt

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from freeport_animals.registry.models import Animal, Ownership
from freeport_animals.registry.selectors import owner_of
from freeport_animals.registry.selectors.animals import owners_on
from freeport_animals.registry.services import (
    RegistryError,
    animal_given_away,
    departure_undo,
    ownership_begin,
    ownership_end,
    ownership_make_primary,
    ownership_transfer,
    ownership_void,
    person_died,
    person_moved_away,
)
from tests.cast import AnimalFactory, PersonFactory

TODAY = dt.date(2026, 6, 3)
DAYS = st.integers(min_value=-40, max_value=3).map(lambda n: TODAY + dt.timedelta(days=n))
WHO = st.integers(min_value=0, max_value=2)


class Timeline(RuleBasedStateMachine):
    """Three people and one animal; the service may refuse, but never leaves a timeline that cannot be."""

    @initialize()
    def begin(self) -> None:
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.people = [PersonFactory() for _ in range(3)]
        self.animal = AnimalFactory(owner=self.people[0], owner__since=TODAY - dt.timedelta(days=30))
        self.changes: list[object] = []

    def teardown(self) -> None:
        if hasattr(self, "savepoint"):
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    def attempt(self, service, **facts) -> None:
        try:
            result = service(**facts)
        except RegistryError as refused:
            assert all(
                text.endswith((".", "?")) or ":" in text
                for texts in refused.message_dict.values()
                for text in texts
            )
        else:
            if hasattr(result, "effects"):
                self.changes.append(result)

    def rows(self) -> list[Ownership]:
        return list(Ownership.objects.filter(animal=self.animal).order_by("pk"))

    @rule(who=WHO, on=DAYS)
    def hand_over(self, who: int, on: dt.date) -> None:
        self.attempt(ownership_transfer, animal=self.animal, to=self.people[who], on=on, today=TODAY)

    @rule(who=WHO, on=st.none() | DAYS, role=st.sampled_from(["owner", "keeper", "harborer"]))
    def join(self, who: int, on: dt.date | None, role: str) -> None:
        self.attempt(
            ownership_begin, animal=self.animal, person=self.people[who], on=on, role=role, today=TODAY
        )

    @rule(n=st.integers(0, 9), who=st.none() | WHO, on=DAYS)
    def end(self, n: int, who: int | None, on: dt.date) -> None:
        rows = self.rows()
        successor = None if who is None else self.people[who]
        self.attempt(
            ownership_end, ownership=rows[n % len(rows)], on=on, reason="x", successor=successor, today=TODAY
        )

    @rule(n=st.integers(0, 9), on=DAYS)
    def make_registered(self, n: int, on: dt.date) -> None:
        rows = self.rows()
        self.attempt(ownership_make_primary, ownership=rows[n % len(rows)], on=on, today=TODAY)

    @rule(n=st.integers(0, 9))
    def mistake(self, n: int) -> None:
        rows = self.rows()
        self.attempt(ownership_void, ownership=rows[n % len(rows)], reason="x", by=None)

    @rule(on=DAYS)
    def given_away(self, on: dt.date) -> None:
        self.attempt(animal_given_away, animal=self.animal, on=on, by=None, today=TODAY)

    @rule(who=WHO, on=DAYS, died=st.booleans())
    def owner_gone(self, who: int, on: dt.date, died: bool) -> None:
        service = person_died if died else person_moved_away
        self.attempt(service, person=self.people[who], on=on, by=None, today=TODAY)

    @rule(n=st.integers(0, 9))
    def undo(self, n: int) -> None:
        if self.changes:
            self.attempt(departure_undo, change=self.changes[n % len(self.changes)], reason="x", by=None)

    @invariant()
    def at_most_one_registered_owner_each_day(self) -> None:
        if not hasattr(self, "animal"):
            return
        standing = [row for row in self.rows() if row.voided_at is None]
        for day in (TODAY + dt.timedelta(days=n) for n in range(-45, 5)):
            here = [
                row
                for row in standing
                if (row.period.lower is None or row.period.lower <= day)
                and (row.period.upper is None or day < row.period.upper)
            ]
            assert sum(row.primary for row in here) <= 1
            assert len({row.person_id for row in here}) == len(here)
        registered = [row for row in owners_on(self.animal, TODAY) if row.primary]
        if registered:
            assert owner_of(self.animal, TODAY) == registered[0].person
        animal = Animal.objects.get(pk=self.animal.pk)
        if animal.status == "given-away":
            assert not [row for row in standing if row.period.upper is None]


@pytest.mark.django_db
def test_the_timeline_holds_whatever_is_done() -> None:
    run_state_machine_as_test(
        Timeline,
        settings=settings(
            max_examples=400,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
