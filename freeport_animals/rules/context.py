"""What is in force: the ordinance with the council's resolutions upon it, by date."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from .days import FRIDAY_AFTER_THANKSGIVING, INDIGENOUS_PEOPLES_DAY, ORDINANCE_IN_FORCE, Calendar
from .registry import (
    PARAMETERS,
    READINGS,
    STATE_CHECKS,
    check_parameter,
    check_reading,
    check_state_check,
)

T = TypeVar("T")


class InForce(NamedTuple, Generic[T]):
    """A value and since when it holds; `authority` names the resolution, None is the ordinance itself."""

    since: date
    value: T
    authority: str | None = None

    @property
    def by(self) -> str:
        """`, by Resolution 2026-04`, or nothing where the ordinance itself sets it."""
        return f", by {self.authority}" if self.authority else ""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What one resolution of the council sets, from the day it takes effect.

    `readings` id → choice, `parameters` id → dollars, `state_checks` id → shown or not. `name` is how it is
    cited, for instance "Resolution 2026-04".
    """

    effective: date
    name: str | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Decimal] = field(default_factory=dict)
    state_checks: Mapping[str, bool] = field(default_factory=dict)


def _at(entries: tuple[InForce[T], ...], on: date | None) -> InForce[T]:
    """The entry in force on a day; without a day the last; before the first, the first."""
    if on is not None and len(entries) > 1:
        for entry in reversed(entries):
            if entry.since <= on:
                return entry
        return entries[0]
    return entries[-1]


_DEFAULTS: Mapping[str, tuple[InForce[str], ...]] = MappingProxyType(
    {id: (InForce(ORDINANCE_IN_FORCE, reading.default),) for id, reading in READINGS.items()}
)
_AMOUNTS: Mapping[str, tuple[InForce[Decimal], ...]] = MappingProxyType(
    {id: tuple(InForce(since, value) for since, value in p.values) for id, p in PARAMETERS.items()}
)
_SHOWN: Mapping[str, tuple[InForce[bool], ...]] = MappingProxyType(
    {id: (InForce(ORDINANCE_IN_FORCE, True),) for id in STATE_CHECKS}
)


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """Readings, amounts, closures and state checks, each by the date from which it holds. Immutable.

    Make one with `Context.under(resolutions, closures)` from what the council adopted, or with
    `Context.fixed(readings=…, parameters=…)` for a question under other choices. Every rule takes one as
    `context`; without it the ordinance answers with its defaults.
    """

    _readings: Mapping[str, tuple[InForce[str], ...]] = field(default_factory=lambda: _DEFAULTS)
    _parameters: Mapping[str, tuple[InForce[Decimal], ...]] = field(default_factory=lambda: _AMOUNTS)
    _state_checks: Mapping[str, tuple[InForce[bool], ...]] = field(default_factory=lambda: _SHOWN)
    closures: frozenset[date] = frozenset()

    @classmethod
    def under(cls, resolutions: Iterable[Resolution] = (), closures: Iterable[date] = ()) -> "Context":
        """The ordinance under the given resolutions; of two that take effect on one day the later given wins.

        Raises `RuleError` for what a resolution may not set: an amount under its floor, an unknown choice.
        """
        readings, parameters, checks = dict(_DEFAULTS), dict(_AMOUNTS), dict(_SHOWN)
        for resolution in sorted(resolutions, key=lambda resolution: resolution.effective):
            since, name = resolution.effective, resolution.name
            for id, choice in resolution.readings.items():
                check_reading(id, choice)
                readings[id] += (InForce(since, choice, name),)
            for id, amount in resolution.parameters.items():
                entry = InForce(since, check_parameter(id, amount), name)
                parameters[id] = tuple(sorted((*parameters[id], entry), key=lambda known: known.since))
            for id, shown in resolution.state_checks.items():
                check_state_check(id)
                checks[id] += (InForce(since, shown, name),)
        return cls(
            MappingProxyType(readings),
            MappingProxyType(parameters),
            MappingProxyType(checks),
            frozenset(closures),
        )

    @classmethod
    def fixed(
        cls,
        readings: Mapping[str, str] | None = None,
        parameters: Mapping[str, Decimal] | None = None,
        closures: Iterable[date] = (),
        state_checks_off: Iterable[str] = (),
    ) -> "Context":
        """The ordinance as if these had held on every date. Raises `RuleError` as `under` does."""
        context = cls(closures=frozenset(closures))
        for id, choice in (readings or {}).items():
            context = context.with_reading(id, choice)
        amounts = {id: (_always(check_parameter(id, a)),) for id, a in (parameters or {}).items()}
        checks = {check_state_check(id): (_always(False),) for id in state_checks_off}
        return cls(
            context._readings,
            MappingProxyType({**_AMOUNTS, **amounts}),
            MappingProxyType({**_SHOWN, **checks}),
            context.closures,
        )

    def with_reading(self, id: str, choice: str) -> "Context":
        """The same with one reading chosen otherwise, on every date."""
        check_reading(id, choice)
        readings = MappingProxyType({**self._readings, id: (_always(choice),)})
        return Context(readings, self._parameters, self._state_checks, self.closures)

    def reading(self, id: str, on: date | None = None) -> str:
        """The choice in force on a day; without a day the latest."""
        entries = self._readings[id]
        return entries[0].value if len(entries) == 1 else _at(entries, on).value

    def reading_in_force(self, id: str, on: date | None = None) -> InForce[str]:
        """The same with its date and authority."""
        return _at(self._readings[id], on)

    def parameter(self, id: str, on: date | None = None) -> Decimal:
        """The amount in force on a day, in the parameter's unit; without a day the latest."""
        return _at(self._parameters[id], on).value

    def parameter_in_force(self, id: str, on: date | None = None) -> InForce[Decimal]:
        """The same with its date and authority."""
        return _at(self._parameters[id], on)

    def period(self, id: str, on: date | None = None) -> int:
        """A period in whole days, months or pieces, as its unit says."""
        return int(_at(self._parameters[id], on).value)

    def runs(self, id: str, first: date, last: date) -> list[tuple[date, date, InForce[Decimal]]]:
        """The stretches of one amount from `first` through `last`: first day, last day, what is in force."""
        entries = self._parameters[id]
        if len(entries) == 1:
            return [(first, last, entries[0])]
        starts = [first, *sorted({entry.since for entry in entries if first < entry.since <= last})]
        ends = [start - timedelta(days=1) for start in starts[1:]] + [last]
        return [(start, end, _at(entries, start)) for start, end in zip(starts, ends, strict=True)]

    def shows(self, state_check: str, on: date | None = None) -> bool:
        """Whether a state check is switched on that day."""
        return _at(self._state_checks[state_check], on).value

    def state_check_in_force(self, id: str, on: date | None = None) -> InForce[bool]:
        """Whether a state check is switched on that day, with its date and authority."""
        return _at(self._state_checks[id], on)

    def calendar(self, on: date | None = None) -> Calendar:
        """The closed days under the readings in force on a day."""
        return _calendar(
            self.reading(INDIGENOUS_PEOPLES_DAY, on) == "holiday",
            self.reading(FRIDAY_AFTER_THANKSGIVING, on) == "holiday",
            self.closures,
        )

    def readings_of(self, id: str) -> tuple[InForce[str], ...]:
        """Every choice of a reading with its date and authority, oldest first: past, present and to come."""
        return self._readings[id]

    def amounts_of(self, id: str) -> tuple[InForce[Decimal], ...]:
        """Every amount of a parameter with its date and authority, oldest first."""
        return self._parameters[id]


def _always(value: T) -> InForce[T]:
    return InForce(ORDINANCE_IN_FORCE, value)


@lru_cache(maxsize=256)
def _calendar(
    indigenous_peoples_day: bool, friday_after_thanksgiving: bool, closures: frozenset[date]
) -> Calendar:
    return Calendar(indigenous_peoples_day, friday_after_thanksgiving, closures)


#: The ordinance as adopted, with the default readings and no closure.
ORDINANCE = Context()
