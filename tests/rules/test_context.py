"""What is in force by date: resolutions of the council upon the ordinance."""

import copy
import datetime as dt
from decimal import Decimal

import pytest

from freeport_animals.rules import (
    ORDINANCE,
    RESOLUTION_PARAMETERS,
    Context,
    Prior,
    Resolution,
    RuleError,
    check_parameter,
    check_reading,
    deadline,
    destruction_charge,
    hold,
    license_fee,
    license_term,
)
from tests.rules.releases import MONDAY, at, release


def test_readings_and_amounts_are_those_in_force_on_their_date() -> None:
    context = Context.under(
        [
            Resolution(
                effective=dt.date(2026, 6, 3),
                name="Resolution 2026-05",
                parameters={"boarding-rate": Decimal("10.00"), "release-fee-1": Decimal("60.00")},
            ),
            Resolution(
                effective=dt.date(2026, 1, 1),
                name="Resolution 2025-11",
                readings={"license-term": "calendar-year"},
                parameters={"license-fee": Decimal("12.00")},
            ),
        ]
    )
    assert license_fee(species="dog", on=dt.date(2025, 12, 31), context=context)["total"] == Decimal("5.00")
    fee = license_fee(species="dog", on=dt.date(2026, 1, 1), context=context)
    assert fee["total"] == Decimal("12.00")
    assert fee.steps[0].says == "License fee for one dog: $12.00, by Resolution 2025-11."
    assert license_term(issued_on=dt.date(2025, 12, 31), vaccinations=[], context=context)["valid_to"] is None
    assert license_term(issued_on=dt.date(2026, 1, 1), vaccinations=[], context=context)[
        "valid_to"
    ] == dt.date(2026, 12, 31)
    # Mon and Tue at 8, Wed and Thu at 10; the release fee is that of the day of release.
    answer = release(context, released_at=at(4))
    assert [line.amount for line in answer["lines"]] == [Decimal("60.00"), Decimal("36.00")]
    assert "two days at $8.00 and two days at $10.00 (Resolution 2026-05)" in answer.explains("boarding")
    assert release(context, released_at=at(2))["lines"][0].amount == Decimal("50.00")


def test_each_started_24_hours_bears_the_rate_of_the_day_it_starts() -> None:
    rate = Resolution(effective=dt.date(2026, 6, 3), parameters={"boarding-rate": Decimal("10.00")})
    reading = Resolution(effective=dt.date(2026, 1, 1), readings={"boarding-day": "24-hours"})
    # From Mon 09:00: days start Mon, Tue (8.00), Wed (10.00); Thu 09:00 exactly starts none.
    answer = release(Context.under([rate, reading]), released_at=at(4))
    assert answer["lines"][1].amount == Decimal("26.00")
    assert release(Context.under([rate, reading]), released_at=at(4, 10))["lines"][1].amount == Decimal(
        "36.00"
    )


def test_days_boarded_before_a_destruction_bear_each_its_own_rate() -> None:
    context = Context.under(
        [Resolution(effective=dt.date(2026, 6, 3), parameters={"boarding-rate": Decimal("10.00")})]
    )
    facts = {"section": "12", "days_boarded": 4, "context": context}
    assert destruction_charge(**facts, on=dt.date(2026, 6, 4))["total"] == Decimal("36.00")
    assert destruction_charge(**facts, on=dt.date(2026, 6, 2))["total"] == Decimal("32.00")
    assert destruction_charge(**facts)["total"] == Decimal("40.00")


def test_a_prior_bore_a_fee_by_the_reading_of_its_own_day() -> None:
    context = Context.under(
        [Resolution(effective=dt.date(2026, 1, 1), readings={"quarantine-release-fee": "with-release-fee"})]
    )
    before = Prior("E1", "A1", "O1", "H1", dt.date(2025, 12, 31), ("bite",))
    after = Prior("E2", "A1", "O1", "H1", dt.date(2026, 1, 1), ("bite",))
    assert release(context, priors=[before])["step"] == 1
    assert release(context, priors=[after])["step"] == 2


def test_of_two_resolutions_on_one_day_the_later_given_wins() -> None:
    one, two = (
        Resolution(effective=MONDAY, name=name, parameters={"license-fee": Decimal(amount)})
        for name, amount in (("One", "6.00"), ("Two", "7.00"))
    )
    assert Context.under([one, two]).parameter("license-fee", MONDAY) == Decimal("7.00")
    assert Context.under([two, one]).parameter("license-fee", MONDAY) == Decimal("6.00")
    history = Context.under([one, two]).amounts_of("license-fee")
    assert [(entry.value, entry.authority) for entry in history] == [
        (Decimal("5.00"), None),
        (Decimal("6.00"), "One"),
        (Decimal("7.00"), "Two"),
    ]


def test_the_calendar_is_the_one_of_the_day_the_clock_starts() -> None:
    context = Context.under(
        [Resolution(effective=dt.date(2026, 10, 1), readings={"indigenous-peoples-day": "open"})]
    )
    assert deadline(kind="appeal", start=dt.date(2026, 9, 28), context=context)["last_day"] == dt.date(
        2026, 10, 13
    )
    assert hold(impounded_on=dt.date(2026, 10, 8), kinds=["ordinary"], context=context)[
        "last_day"
    ] == dt.date(2026, 10, 15)


def test_a_state_check_is_switched_off_from_a_date() -> None:
    context = Context.under([Resolution(effective=MONDAY, state_checks={"cruelty-ten-days": False})])
    facts = {"kinds": ["cruelty"], "context": context}
    assert (
        hold(impounded_on=dt.date(2026, 5, 31), **facts).state_checks[0].cite == "Minn. Stat. 343.235 (2019)"
    )
    assert hold(impounded_on=MONDAY, **facts).state_checks == ()


def test_a_resolution_may_not_go_below_a_floor_or_beyond_its_reach() -> None:
    for name, floor in (("release-fee-1", "50.00"), ("release-fee-2", "75.00"), ("release-fee-3", "100.00")):
        assert check_parameter(name, Decimal(floor)) == Decimal(floor)
        with pytest.raises(RuleError) as refused:
            check_parameter(name, Decimal(floor) - Decimal("0.01"))
        assert refused.value.sentence.endswith("was given.")
        assert refused.value.fact == name
        with pytest.raises(RuleError):
            Context.under([Resolution(effective=MONDAY, parameters={name: Decimal("1.00")})])
    for amount in (Decimal("-0.01"), Decimal("NaN"), Decimal("Infinity"), Decimal("5.001"), 5.0, "5.00"):
        with pytest.raises(RuleError):
            check_parameter("license-fee", amount)  # type: ignore[arg-type]
    with pytest.raises(RuleError):
        check_parameter("hold", Decimal("3"))
    with pytest.raises(RuleError):
        check_parameter("tax", Decimal("3"))
    assert check_reading("license-term", "calendar-year") == "calendar-year"
    for id, choice in (("license-term", "weekly"), ("sold", "sale"), ("tides", "high")):
        with pytest.raises(RuleError):
            check_reading(id, choice)
    assert RESOLUTION_PARAMETERS == (
        "license-fee",
        "release-fee-1",
        "release-fee-2",
        "release-fee-3",
        "boarding-rate",
        "disposal-charge",
    )


def test_a_context_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        ORDINANCE.closures = frozenset({MONDAY})  # type: ignore[misc]
    changed = ORDINANCE.with_reading("license-term", "calendar-year")
    assert ORDINANCE.reading("license-term") == "no-expiry"
    assert changed.reading("license-term") == "calendar-year"
    assert copy.copy(changed).reading("license-term") == "calendar-year"
