"""Ordinance 2005-03 of the City of Freeport as pure functions: dated, cited, explained.

    from freeport_animals.rules import license_check, Vaccination

    answer = license_check(species="dog", on=today, vaccinations=[Vaccination(…)], …, context=context)
    answer["issuable"]                      # the value, typed (date, Decimal, bool, tuples)
    answer["missing"]                       # ("rabies-expired",)
    answer.explains("rabies-expired")       # "Certificate runs to 3 May 2027; the city's limit ended …"
    answer.steps                            # every clause used, in order, each with its sentence
    answer.readings                         # the readings that mattered, with the choice made
    answer.alternatives                     # what another choice would have given, where it differs
    answer.as_json()                        # all of it in JSON types, to keep with a charge or deadline

Facts are given by name and typed: dates as `date`, times as `datetime` (aware; naive is taken as the city's
clock), money as `Decimal`. A fact that cannot be answered raises `RuleError` (`fact`, `given`, `expected`,
`sentence`; `str()` is a plain sentence). Nothing here reads a clock, a database or settings, or keeps
state.

`Context` holds what is in force by date: `Context.under([Resolution(effective=…, name="Resolution 2026-04",
readings={…}, parameters={…})], closures=[…])`; every rule takes one as `context`. `check_parameter(name,
amount)` and `check_reading(id, choice)` refuse what a resolution may not set.

`RULES` name → `Rule` (function, facts with type, default, meaning and choices), `CLAUSES`, `READINGS`,
`PARAMETERS`, `STATE_CHECKS`: the tables that pages show. `ask(request)` answers a request in JSON types, as
`manage.py rules` does.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from . import front
from .answer import Alternative, Answer, Line, Step
from .classification import animal_allowed, canonical_species, classify, is_dog_or_cat, known_species
from .context import ORDINANCE, Context, InForce, Resolution
from .dangerous import Bite, designate
from .days import CITY_TIME, ORDINANCE_IN_FORCE, Calendar, add_days, add_months, legal_holidays
from .deadlines import DEADLINE_KINDS, appeal_clock, deadline, offenses
from .errors import RuleError
from .fees import destruction_charge, release_fee
from .holding import disposal_allowed, hold, release_allowed
from .licensing import license_check, license_fee, license_required, license_term
from .orders import dangerous_flag, destruction_order, reversal_costs, subsequent_offense
from .owners import answerable
from .premises import KeptAnimal, kennel
from .quarantine import quarantine
from .reasons import HOLD_KINDS, REASONS, Reason, hold_kinds
from .registry import (
    CLAUSES,
    PARAMETERS,
    READINGS,
    RESOLUTION_PARAMETERS,
    RESOLUTION_READINGS,
    STATE_CHECKS,
    check_parameter,
    check_reading,
    check_state_check,
)
from .requirements import insurance, relocation_notice, requirements
from .rule import Rule, rule_of
from .scale import Prior, Transfer
from .seizure import impound_allowed, seizure
from .vaccination import Vaccination, certificate_check, vaccination_current

# In the contract's order, then what the contract's rules rest on or screens ask beside them.
_FUNCTIONS: tuple[Callable[..., Answer], ...] = (
    classify,
    animal_allowed,
    license_required,
    license_check,
    license_fee,
    license_term,
    hold,
    deadline,
    quarantine,
    release_fee,
    destruction_charge,
    release_allowed,
    disposal_allowed,
    kennel,
    designate,
    seizure,
    destruction_order,
    requirements,
    offenses,
    answerable,
    appeal_clock,
    certificate_check,
    dangerous_flag,
    impound_allowed,
    insurance,
    relocation_notice,
    reversal_costs,
    subsequent_offense,
    vaccination_current,
)
RULES: Mapping[str, Rule] = MappingProxyType({(rule := rule_of(f)).name: rule for f in _FUNCTIONS})


def ask(request: Any, *, alternatives: bool = True) -> dict[str, Any]:
    """Answers one request in JSON types (`{"rule": …, "facts": {…}, "readings": {…}?, …}`). Never raises: a
    bad request gives `{"rule": …, "error": sentence}`.
    """
    return front.ask(request, RULES, alternatives=alternatives)


__all__ = [
    "CITY_TIME",
    "CLAUSES",
    "DEADLINE_KINDS",
    "HOLD_KINDS",
    "ORDINANCE",
    "ORDINANCE_IN_FORCE",
    "PARAMETERS",
    "READINGS",
    "REASONS",
    "RESOLUTION_PARAMETERS",
    "RESOLUTION_READINGS",
    "RULES",
    "STATE_CHECKS",
    "Alternative",
    "Answer",
    "Bite",
    "Calendar",
    "Context",
    "InForce",
    "KeptAnimal",
    "Line",
    "Prior",
    "Reason",
    "Resolution",
    "Rule",
    "RuleError",
    "Step",
    "Transfer",
    "Vaccination",
    "add_days",
    "add_months",
    "animal_allowed",
    "answerable",
    "appeal_clock",
    "ask",
    "canonical_species",
    "certificate_check",
    "check_parameter",
    "check_reading",
    "check_state_check",
    "classify",
    "dangerous_flag",
    "deadline",
    "designate",
    "destruction_charge",
    "destruction_order",
    "disposal_allowed",
    "hold",
    "hold_kinds",
    "impound_allowed",
    "insurance",
    "is_dog_or_cat",
    "kennel",
    "known_species",
    "legal_holidays",
    "license_check",
    "license_fee",
    "license_required",
    "license_term",
    "offenses",
    "quarantine",
    "release_allowed",
    "release_fee",
    "relocation_notice",
    "requirements",
    "reversal_costs",
    "seizure",
    "subsequent_offense",
    "vaccination_current",
]
