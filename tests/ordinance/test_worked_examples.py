"""The worked examples of the readings: answered by the rules, and different for each choice."""

import datetime as dt

import pytest

from freeport_animals import rules
from freeport_animals.ordinance.worked import EXAMPLES, as_today, outcomes
from freeport_animals.rules.front import parse_facts
from tests.cast import TODAY

ORDINARY = as_today(rules.ORDINANCE, TODAY)


def told(id: str, context: rules.Context = ORDINARY) -> dict[str, str]:
    """What each choice gives, on one line."""
    return {
        outcome.choice.id: "; ".join(f"{part.label}: {part.text}" for part in outcome.parts)
        for outcome in outcomes(id, context, context.reading(id))
    }


def test_every_reading_that_can_be_chosen_has_an_example():
    assert set(EXAMPLES) == set(rules.RESOLUTION_READINGS)


@pytest.mark.parametrize("id", rules.RESOLUTION_READINGS)
def test_each_choice_gives_something_else(id):
    answers = told(id)
    assert set(answers) == {choice.id for choice in rules.READINGS[id].choices}
    assert len(set(answers.values())) == len(answers), answers
    assert all(answers.values())


@pytest.mark.parametrize("id", rules.RESOLUTION_READINGS)
def test_the_reading_itself_is_among_those_that_mattered(id):
    """An example must not differ for another reason."""
    rule = rules.RULES[EXAMPLES[id].rule]
    context = rules.Context.fixed(EXAMPLES[id].under)
    assert id in rule.function(**parse_facts(rule, EXAMPLES[id].facts), context=context).readings


@pytest.mark.parametrize("id", rules.RESOLUTION_READINGS)
def test_under_every_other_choice_of_every_other_reading_there_is_an_answer(id):
    for other in rules.RESOLUTION_READINGS:
        for choice in rules.READINGS[other].choices[1:]:
            context = ORDINARY.with_reading(other, choice.id)
            found = outcomes(id, context, context.reading(id))
            assert all(outcome.parts or outcome.refused for outcome in found), (other, choice.id)
            assert [outcome.is_today for outcome in found] == [True] + [False] * (len(found) - 1)


def test_by_hand():
    """Worked from the text: 75 + 2 × 8 = 91; Mon 4:30 pm to Tue 9:00 am is two dates or one started day."""
    assert told("release-count") == {
        "household": "What is owed: release $75.00, boarding $16.00; Total: $91.00; Step on the fee scale: 2",
        "animal": "What is owed: release $50.00, boarding $16.00; Total: $66.00; Step on the fee scale: 1",
    }
    assert told("boarding-day") == {
        "calendar-dates": "What is owed: release $50.00, boarding $16.00; Total: $66.00",
        "24-hours": "What is owed: release $50.00, boarding $8.00; Total: $58.00",
    }
    assert told("license-term") == {
        "no-expiry": "Valid through: No expiry",
        "calendar-year": "Valid through: Thursday, 31 December 2026",
        "twelve-months": "Valid through: Monday, 31 May 2027",
        "vaccination-linked": "Valid through: Wednesday, 20 January 2027",
    }
    assert told("indigenous-peoples-day")["holiday"].startswith("Last day: Thursday, 15 October 2026")
    assert told("kennel-nuisance") == {
        "five-or-more-violates": "It is a violation: Yes",
        "commercial-only": "It is a violation: No",
    }


def test_amounts_are_todays_whatever_day_the_example_is_of():
    later = rules.Context.under(
        [
            rules.Resolution(
                dt.date(2031, 1, 1),
                parameters={"boarding-rate": rules.PARAMETERS["boarding-rate"].values[0][1] * 2},
            )
        ]
    )
    dearer = as_today(later, dt.date(2031, 6, 1))
    assert "boarding $32.00" in told("boarding-day", dearer)["calendar-dates"]
    assert "boarding $16.00" in told("boarding-day", as_today(later, dt.date(2030, 6, 1)))["calendar-dates"]
