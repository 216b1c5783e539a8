"""Bad requests: each is refused in one plain sentence, none ever ends in a traceback."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freeport_animals.rules import RULES, ask, front
from tests.rules.cases import worked
from tests.rules.strategies import ANY_JSON

HOLD = {"rule": "hold", "facts": {"impounded_on": "2026-06-01", "kinds": ["ordinary"]}}
GOOD = {case.rule: case for case in worked() if case.error is None}
FUZZ = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def is_answer_or_sentence(result: Any) -> bool:
    json.dumps(result, allow_nan=False).encode("ascii")
    if "error" in result:
        sentence = result["error"]
        return set(result) == {"rule", "error"} and "\n" not in sentence and "Traceback" not in sentence
    return bool(result["steps"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"facts": {"kinds": ["ordinary"]}},
            "impounded_on: Expected a date written YYYY-MM-DD, but nothing was given.",
        ),
        (
            {"facts": {"impounded_on": "2026-13-01", "kinds": ["ordinary"]}},
            "impounded_on: Expected a date written YYYY-MM-DD that is in the calendar, "
            'but "2026-13-01" was given.',
        ),
        (
            {"facts": {"impounded_on": "2005-08-05", "kinds": ["ordinary"]}},
            "impounded_on: Expected a date written YYYY-MM-DD from 2005-08-06 on, when the ordinance took "
            "effect, "
            "but 2005-08-05 was given.",
        ),
        (
            {"facts": {"impounded_on": "2026-06-01", "kinds": ["boring"]}},
            'kinds[0]: Expected ordinary, dangerous, cruelty or bite, but "boring" was given.',
        ),
        (
            {"facts": {"impounded_on": "2026-06-01", "kinds": "ordinary"}},
            'kinds: Expected a list, but "ordinary" was given.',
        ),
        (
            {"facts": {"impounded_on": "2026-06-01", "kinds": ["ordinary"], "appeal_pending": 1}},
            "appeal_pending: Expected true or false, but 1 was given.",
        ),
        (
            {"facts": {"impounded_on": None, "kinds": ["ordinary"]}},
            "impounded_on: Expected a date written YYYY-MM-DD, but null was given.",
        ),
        ({"facts": None}, "facts: Expected an object of facts, but null was given."),
        (
            {"readings": {"release-count": "herd"}},
            'readings.release-count: Expected household or animal, but "herd" was given.',
        ),
        (
            {"readings": {"sold": "sale"}},
            'readings.sold: Expected no-sale, the only way it is read, but "sale" was given.',
        ),
        ({"readings": {"tides": "high"}}, "readings: There is no such reading."),
        (
            {"readings": ["release-count"]},
            'readings: Expected an object of choices by id, but ["release-count"] was given.',
        ),
        (
            {"parameters": {"release-fee-1": "49.99"}},
            "release-fee-1: Release fee, first impound cannot be less than $50.00 (1.F); $49.99 was given.",
        ),
        (
            {"parameters": {"appeal": "10.00"}},
            "appeal: Time to ask for a hearing is fixed by the ordinance (11.G.1); "
            "only an amendment can change it.",
        ),
        (
            {"parameters": {"boarding-rate": 8}},
            'parameters.boarding-rate: Expected an amount as text with two decimals, such as "8.00", '
            "but 8 was given.",
        ),
        (
            {"closures": ["tomorrow"]},
            'closures[0]: Expected a date written YYYY-MM-DD, but "tomorrow" was given.',
        ),
        ({"state_checks_off": ["holidays"]}, "state_checks_off: "),
        ({"on": "2026-02-29"}, "on: Expected a date written YYYY-MM-DD that is in the calendar"),
        ({"fact": {}}, "fact: "),
    ],
)
def test_the_sentence_names_the_fact_what_was_given_and_what_is_expected(
    change: dict[str, Any], says: str
) -> None:
    result = ask({**HOLD, **change})
    assert result["rule"] == "hold"
    assert result["error"].startswith(says) if says.endswith((": ", "calendar")) else result["error"] == says


def test_an_unknown_rule() -> None:
    assert ask({"rule": "tax", "facts": {}})["error"].startswith(
        "rule: Expected one of classify, animal-allowed, "
    )
    assert ask({"facts": {}})["rule"] is None
    assert ask([])["error"].startswith("request: ")
    assert ask("hold")["rule"] is None


def test_an_unknown_fact_is_not_overlooked() -> None:
    result = ask({"rule": "license-fee", "facts": {"species": "dog", "on": "2026-06-01", "fee": "1.00"}})
    assert result["error"] == "fee: There is no such fact here; expected species, on or assistance."


def test_a_huge_value_is_cut_and_control_characters_are_escaped() -> None:
    result = ask({"rule": "classify", "facts": {"species": ["\x00" * 10_000]}})
    assert len(result["error"]) < 200
    assert "\x00" not in result["error"]


def test_a_name_given_twice_is_refused() -> None:
    result, all_answered = front.run(
        b'{"rule": "license-fee", "facts": {"species": "dog", "on": "2026-06-01", "species": "cat"}}', RULES
    )
    assert result == {"rule": "license-fee", "error": "species: This fact was given twice."}
    assert not all_answered
    result, _ = front.run(b'{"rule": "hold", "rule": "kennel", "facts": {}}', RULES)
    assert "twice" in result["error"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"rule": NaN}',
        b"9" * 5000,
        b'"\\ud800',
        b"\x00",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_json_is_told_so(text: bytes) -> None:
    result, all_answered = front.run(text, RULES)
    assert result["rule"] is None
    assert not all_answered
    assert result["error"].startswith(("input: The input cannot be read as JSON", "request: "))


def test_a_list_keeps_its_order_and_answers_beside_errors() -> None:
    text = json.dumps([HOLD, 7, {"rule": "kennel", "facts": {"animals": [], "on": "2026-06-01"}}]).encode()
    results, all_answered = front.run(text, RULES)
    assert [result.get("rule") for result in results] == ["hold", None, "kennel"]
    assert ["error" in result for result in results] == [False, True, False]
    assert not all_answered
    assert front.run(b"[]", RULES) == ([], True)
    assert front.run(b"\xef\xbb\xbf[]", RULES) == ([], True)


@FUZZ
@given(request=ANY_JSON)
def test_any_json_is_answered_or_refused(request: Any) -> None:
    assert is_answer_or_sentence(ask(request))


@pytest.mark.parametrize("rule", RULES)
@FUZZ
@given(facts=st.dictionaries(st.text(max_size=8), ANY_JSON, max_size=4) | ANY_JSON, extra=ANY_JSON)
def test_any_facts_are_answered_or_refused(rule: str, facts: Any, extra: Any) -> None:
    assert is_answer_or_sentence(ask({"rule": rule, "facts": facts}))
    assert is_answer_or_sentence(ask({"rule": rule, "facts": facts, "readings": extra, "closures": extra}))


@pytest.mark.parametrize("rule", RULES)
@FUZZ
@given(data=st.data())
def test_one_wrong_fact_among_good_ones(rule: str, data: st.DataObject) -> None:
    case = GOOD[rule]
    name = data.draw(st.sampled_from([fact.name for fact in RULES[rule].facts]))
    facts = {**case.facts, name: data.draw(ANY_JSON)}
    assert is_answer_or_sentence(ask({**case.asked, "facts": facts}))


@pytest.mark.parametrize("rule", RULES)
def test_each_required_fact_is_missed_by_name(rule: str) -> None:
    case = GOOD[rule]
    for fact in RULES[rule].facts:
        if fact.required:
            without = {name: value for name, value in case.facts.items() if name != fact.name}
            assert ask({**case.asked, "facts": without})["error"].startswith(f"{fact.name}: Expected ")


@pytest.mark.parametrize("rule", RULES)
def test_null_stands_for_no_fact_only_where_it_may(rule: str) -> None:
    case = GOOD[rule]
    for fact in RULES[rule].facts:
        result = ask({**case.asked, "facts": {**case.facts, fact.name: None}})
        if not fact.nullable:
            assert result["error"].startswith(f"{fact.name}: "), fact.name
        elif "error" in result:
            # Another fact may then be asked for, but null itself is no offense.
            assert "null was given" not in result["error"]
