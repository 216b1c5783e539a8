"""The rules as Python calls them: typed facts, frozen answers, what is in force by date."""

import datetime as dt
import pickle
from decimal import Decimal

import pytest

from freeport_animals import rules
from freeport_animals.rules import (
    READINGS,
    Prior,
    RuleError,
    Vaccination,
    classify,
    hold,
    hold_kinds,
    license_check,
    quarantine,
)
from tests.rules.releases import MONDAY, at, release


def test_values_are_typed_and_the_answer_is_frozen() -> None:
    answer = hold(impounded_on=MONDAY, kinds=["ordinary"])
    assert answer["last_day"] == dt.date(2026, 6, 8)
    assert answer.rule == "hold"
    with pytest.raises(TypeError):
        answer.value["last_day"] = MONDAY  # type: ignore[index]
    with pytest.raises(AttributeError):
        answer.steps = ()  # type: ignore[misc]
    total = release()["total"]
    assert isinstance(total, Decimal)
    assert total == Decimal("66.00")


def test_the_sentences_of_a_release() -> None:
    prior = Prior("E1", "A1", "O1", "H1", dt.date(2025, 5, 1), ("at-large",))
    answer = release(priors=[prior], license_due=True)
    assert answer.explains("release") == "Second release for this household: $75.00."
    assert answer.explains("step") == (
        "This household or owner had one earlier impound that bore a release fee; this is the second."
    )
    assert answer.explains("boarding") == (
        "Boarding Monday 1 June 2026 through Tuesday 2 June 2026, every date counted: "
        "two days at $8.00 = $16.00."
    )
    assert answer.explains("license") == "The dog is unlicensed: the regular license fee of $5.00."
    assert answer.explains("total") == "Total: $75.00 + $16.00 + $5.00 = $96.00."
    assert [line.says for line in answer["lines"]] == [
        answer.explains("release"),
        answer.explains("boarding"),
        answer.explains("license"),
    ]


def test_the_sentence_beside_a_stale_certificate() -> None:
    answer = license_check(
        species="dog",
        on=MONDAY,
        owner_name="A",
        owner_address="B",
        animal_name="C",
        breed="D",
        color="E",
        sex="male",
        vaccinations=[
            Vaccination("rabies", dt.date(2025, 6, 2), True, True),
            Vaccination("distemper", dt.date(2025, 5, 3), True, True, expires=dt.date(2027, 5, 3)),
        ],
    )
    assert answer["missing"] == ("distemper-expired",)
    assert answer.explains("distemper-expired") == (
        "Certificate runs to 3 May 2027; the city's limit ended 3 May 2026 (2.D.1)."
    )


def test_what_another_reading_would_have_given() -> None:
    answer = release(priors=[Prior("E1", "A2", "O1", "H1", dt.date(2025, 5, 1), ("at-large",))])
    others = {(other.reading, other.choice): other.value for other in answer.alternatives}
    assert others[("release-count", "animal")]["step"] == 1
    assert others[("release-count", "animal")]["total"] == Decimal("66.00")
    assert others[("boarding-day", "24-hours")]["total"] == Decimal("83.00")
    assert ("release-per", "animal") not in others
    kept = answer.as_json()["alternatives"]
    assert {"reading": "release-count", "choice": "animal"}.items() <= kept[0].items()
    assert kept[0]["value"]["total"] == "66.00"


def test_every_other_choice_of_a_reading_changes_some_answer() -> None:
    """No choice is only a name: for each there is a worked case in which it makes a difference."""
    from tests.rules.cases import worked

    made = set()
    for case in worked():
        if case.error is None:
            answer = rules.ask(case.asked)
            made |= {(other["reading"], other["choice"]) for other in answer.get("alternatives", ())}
            made |= {
                (id, choice) for id, choice in answer["readings"].items() if choice != READINGS[id].default
            }
    wanted = {
        (id, choice.id)
        for id, reading in READINGS.items()
        for choice in reading.choices
        if choice.id != reading.default
    }
    assert wanted - made == set()


def test_wrong_types_from_python_are_refused() -> None:
    for facts in (
        {"impounded_on": "2026-06-01", "kinds": ["ordinary"]},
        {"impounded_on": at(1), "kinds": ["ordinary"]},
        {"impounded_on": MONDAY, "kinds": "ordinary"},
        {"impounded_on": MONDAY, "kinds": ["ordinary"], "colour": "red"},
        {"kinds": ["ordinary"]},
    ):
        with pytest.raises(RuleError):
            hold(**facts)
    with pytest.raises(RuleError) as refused:
        release(capture_cost=5.0)
    assert refused.value.fact == "capture_cost"
    with pytest.raises(RuleError) as refused:
        release(priors=[{"event": "E1"}])
    assert refused.value.fact == "priors[0]"
    with pytest.raises(TypeError):
        hold(MONDAY, ["ordinary"])  # type: ignore[misc, arg-type]


def test_times_of_other_zones_are_turned_to_the_citys_clock() -> None:
    utc = dt.datetime(2026, 6, 2, 4, 30, tzinfo=dt.UTC)  # 23:30 on Monday in Freeport
    assert release(impounded_at=utc, released_at=at(2))["lines"][1].amount == Decimal("16.00")
    naive = dt.datetime(2026, 6, 2, 4, 30)
    assert release(impounded_at=naive, released_at=at(2))["lines"][1].amount == Decimal("8.00")
    ends = quarantine(
        skin_punctured=True,
        doctor_required=False,
        bitten_at=utc,
        confined_at=utc,
        vaccinated_with_certificate=False,
        place="shelter",
    )["release_not_before"]
    assert ends.isoformat() == "2026-06-11T23:30:00-05:00"


def test_an_error_survives_being_pickled() -> None:
    with pytest.raises(RuleError) as refused:
        classify(species="")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.fact, again.sentence) == (
        str(refused.value),
        "species",
        'Expected text with something in it, but "" was given.',
    )


def test_hold_kinds_of_reasons() -> None:
    assert hold_kinds(["at-large", "bite"]) == ("ordinary", "bite")
    assert hold_kinds(["danger-cleared", "nuisance"]) == ("ordinary",)
    assert hold_kinds(["cruelty", "dangerous"]) == ("dangerous", "cruelty")
