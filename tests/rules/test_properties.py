"""What must hold for every answer, whatever the facts."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from freeport_animals.rules import (
    CLAUSES,
    READINGS,
    RULES,
    STATE_CHECKS,
    Answer,
    Context,
    Prior,
    Resolution,
    RuleError,
    add_months,
    deadline,
    hold,
    release_fee,
)
from tests.rules.strategies import DAYS, READING_CHOICES, RELEASE_FEES, facts_of

QUICK = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
CLOSURES = st.lists(st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31)), max_size=6)
OWNER_CLOCKS = ("appeal", "certificate-demand", "compliance", "registration", "reclaim")


def answered(rule: str, facts: dict[str, Any], context: Context) -> Answer:
    """The answer, or the example is left where the facts contradict each other."""
    try:
        return RULES[rule].function(**facts, context=context)
    except RuleError as error:
        assert str(error).endswith(".")
        assume(False)
        raise


@pytest.mark.parametrize("rule", RULES)
@QUICK
@given(data=st.data(), readings=READING_CHOICES)
def test_every_answer_is_argued(rule: str, data: st.DataObject, readings: dict[str, str]) -> None:
    facts = data.draw(facts_of(rule))
    context = Context.fixed(readings)
    answer = answered(rule, facts, context)
    assert answer.steps
    for step in answer.steps:
        assert step.cite in CLAUSES
        assert step.says.endswith(".")
    for id, choice in answer.readings.items():
        assert choice == readings.get(id, READINGS[id].default)
    for check in answer.state_checks:
        assert STATE_CHECKS[check.about or ""].cite in check.cite
    # The same question has the same answer.
    assert RULES[rule].function(**facts, context=context) == answer
    # What another reading would have given is what it gives.
    for other in answer.alternatives:
        again = RULES[rule].function(**facts, context=context.with_reading(other.reading, other.choice))
        assert {key: again.value[key] for key in other.value} == dict(other.value)


@pytest.mark.parametrize("rule", RULES)
@QUICK
@given(data=st.data(), readings=READING_CHOICES)
def test_a_reading_answers_alike_however_it_came_into_force(
    rule: str, data: st.DataObject, readings: dict[str, str]
) -> None:
    facts = data.draw(facts_of(rule))
    answer = answered(rule, facts, Context.fixed(readings))
    resolved = Context.under(
        [Resolution(effective=dt.date(2005, 8, 6), name="Resolution 1", readings=readings)]
    )
    assert RULES[rule].function(**facts, context=resolved) == answer


@QUICK
@given(facts=facts_of("hold"), readings=READING_CHOICES, closures=CLOSURES)
def test_a_hold_never_ends_on_or_before_its_day(
    facts: dict[str, Any], readings: dict[str, str], closures: list[dt.date]
) -> None:
    answer = answered("hold", facts, Context.fixed(readings, closures=closures))
    assert answer["last_day"] > facts["impounded_on"]
    if answer["disposable_from"] is not None:
        assert answer["disposable_from"] == answer["last_day"] + dt.timedelta(days=1)
        assert not facts.get("appeal_pending")


@QUICK
@given(
    impounded_on=st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
    kind=st.sampled_from(["ordinary", "dangerous", "cruelty"]),
    closures=CLOSURES,
    more=st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
)
def test_a_closure_more_never_shortens_a_hold(
    impounded_on: dt.date, kind: str, closures: list[dt.date], more: dt.date
) -> None:
    def last(closed: list[dt.date]) -> dt.date:
        context = Context.fixed(closures=closed)
        answer = hold(impounded_on=impounded_on, kinds=[kind], notice_served_on=impounded_on, context=context)
        return answer["last_day"]

    assert last([*closures, more]) >= last(closures)


@QUICK
@given(
    start=st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
    kind=st.sampled_from(OWNER_CLOCKS),
    closures=CLOSURES,
    more=st.dates(dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
)
def test_a_closure_more_never_shortens_an_owners_deadline(
    start: dt.date, kind: str, closures: list[dt.date], more: dt.date
) -> None:
    def last(closed: list[dt.date]) -> dt.date:
        return deadline(kind=kind, start=start, context=Context.fixed(closures=closed))["last_day"]

    assert last([*closures, more]) >= last(closures)


@QUICK
@given(start=DAYS, kind=st.sampled_from(OWNER_CLOCKS))
def test_an_owners_last_day_is_a_day_the_city_is_open(start: dt.date, kind: str) -> None:
    last = deadline(kind=kind, start=start)["last_day"]
    assert last.isoweekday() <= 5
    assert Context().calendar(start).closed(last) is None


@QUICK
@given(start=DAYS, species=st.sampled_from(["dog", "cat"]), closures=CLOSURES)
def test_the_citys_limits_never_roll(start: dt.date, species: str, closures: list[dt.date]) -> None:
    context = Context.fixed(closures=closures)
    hearing = deadline(kind="hearing", start=start, species=species, context=context)
    assert hearing["last_day"] == start + dt.timedelta(days=21)
    assert hearing["state_last_day"] == (start + dt.timedelta(days=14) if species == "dog" else None)
    move = deadline(kind="relocation-notice", start=start, context=context)
    assert move["last_day"] == start - dt.timedelta(days=14)


@settings(QUICK, max_examples=80)
@given(facts=facts_of("release-fee"), readings=READING_CHOICES, fees=RELEASE_FEES)
def test_a_release_adds_up_and_keeps_its_floor(
    facts: dict[str, Any], readings: dict[str, str], fees: dict[str, Decimal]
) -> None:
    answer = answered("release-fee", facts, Context.fixed(readings, fees))
    lines = answer["lines"]
    assert answer["total"] == sum((line.amount for line in lines), Decimal(0))
    kinds = [line.kind for line in lines]
    assert kinds == [kind for kind in ("release", "boarding", "license", "capture") if kind in kinds]
    assert all(line.amount > 0 and line.amount == line.amount.quantize(Decimal("0.01")) for line in lines)
    step = answer["step"]
    assert ("release" in kinds) == (step is not None)
    if step is not None:
        floor = {1: Decimal(50), 2: Decimal(75)}.get(step, Decimal(100))
        assert lines[0].amount >= floor


@settings(QUICK, max_examples=80)
@given(facts=facts_of("release-fee"), readings=READING_CHOICES, data=st.data())
def test_the_step_never_falls_as_priors_rise(
    facts: dict[str, Any], readings: dict[str, str], data: st.DataObject
) -> None:
    context = Context.fixed(readings)
    fewer = answered("release-fee", facts, context)["step"]
    prior = Prior(
        event=data.draw(st.sampled_from(["E1", "E2", "E7", "E8"])),
        animal=data.draw(st.sampled_from(["A1", "A2"])),
        owner=data.draw(st.sampled_from(["O1", "O2"])),
        household=data.draw(st.sampled_from(["H1", "H2"])),
        impounded_on=dt.date(2005, 8, 6),
        reasons=("at-large",),
    )
    assume(prior.event != facts["event"])
    more = answered("release-fee", {**facts, "priors": (*facts["priors"], prior)}, context)["step"]
    assert (more is None) == (fewer is None)
    if more is not None:
        assert more >= fewer


@QUICK
@given(facts=facts_of("destruction-charge"))
def test_a_destruction_adds_up(facts: dict[str, Any]) -> None:
    answer = answered("destruction-charge", facts, Context())
    assert answer["total"] == sum((line.amount for line in answer["lines"]), Decimal(0))


@QUICK
@given(facts=facts_of("disposal-allowed"))
def test_nothing_is_disposed_of_while_an_appeal_runs(facts: dict[str, Any]) -> None:
    answer = answered("disposal-allowed", facts, Context())
    at_once = facts["way"] == "destruction" and (
        facts.get("immediate_danger") or facts.get("veterinarian_found_diseased")
    )
    if (facts["appeal_pending"] or facts["district_court_pending"]) and not at_once:
        assert not answer["allowed"]
    assert answer["allowed"] == (not answer["blocked_by"])
    for cite in answer["blocked_by"]:
        assert answer.explains(cite)


@settings(QUICK, max_examples=300)
@given(day=st.dates(dt.date(1900, 1, 1), dt.date(2900, 12, 31)), months=st.integers(0, 480))
def test_months_clamp_and_never_raise(day: dt.date, months: int) -> None:
    later = add_months(day, months)
    assert (later.year - day.year) * 12 + later.month - day.month == months
    assert later.day == day.day or (later.day < day.day and (later + dt.timedelta(days=1)).day == 1)


def test_every_month_end_and_leap_day() -> None:
    assert add_months(dt.date(2026, 8, 31), 6) == dt.date(2027, 2, 28)
    assert add_months(dt.date(2027, 8, 31), 6) == dt.date(2028, 2, 29)
    assert add_months(dt.date(2028, 2, 29), 12) == dt.date(2029, 2, 28)
    assert add_months(dt.date(2028, 2, 29), 48) == dt.date(2032, 2, 29)
    assert add_months(dt.date(2026, 12, 31), 2) == dt.date(2027, 2, 28)
    assert add_months(dt.date(2026, 1, 31), 3) == dt.date(2026, 4, 30)


@QUICK
@given(facts=facts_of("release-fee"))
def test_an_answer_is_the_same_after_a_trip_through_json(facts: dict[str, Any]) -> None:
    answer = answered("release-fee", facts, Context())
    kept = answer.as_json(alternatives=False)
    assert kept["value"]["total"] == f"{answer['total']:.2f}"
    assert [line["kind"] for line in kept["value"]["lines"]] == [line.kind for line in answer["lines"]]
    assert release_fee(**facts).as_json(alternatives=False) == kept
