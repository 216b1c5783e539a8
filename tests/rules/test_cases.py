"""Worked cases: the shared ones and our own, each through the same door as `manage.py rules`."""

import datetime as dt
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from freeport_animals.rules import CLAUSES, RULES, ask
from tests.rules.cases import Case, worked

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
OWN = worked()


def fits(expected: Any, got: Any) -> bool:
    """Whether `got` has everything expected: given keys of objects, lists of names in any order."""
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(
            key in got and fits(part, got[key]) for key, part in expected.items()
        )
    if isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            return False
        if all(isinstance(part, str | int) for part in expected):
            return sorted(map(str, expected)) == sorted(map(str, got))
        return all(fits(one, other) for one, other in zip(expected, got, strict=True))
    return type(expected) is type(got) and expected == got


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: f"{case['rule']}: {case['note']}")
def test_the_shared_cases(case: dict[str, Any]) -> None:
    request = {key: value for key, value in case.items() if key not in ("expect", "note", "error")}
    answer = ask(request)
    if case.get("error"):
        assert set(answer) == {"rule", "error"}
        assert answer["error"].endswith(".")
    else:
        assert "error" not in answer, answer
        assert fits(case["expect"], answer["value"]), answer["value"]
        assert answer["steps"]


@pytest.mark.parametrize("case", OWN, ids=lambda case: f"{case.rule}: {case.note}")
def test_our_own_cases(case: Case) -> None:
    answer = ask(case.asked)
    if case.error is not None:
        assert answer["error"].startswith(f"{case.error}: "), answer
        assert answer["error"].endswith(".")
        assert "\n" not in answer["error"]
        return
    assert "error" not in answer, answer
    assert fits(case.expect, answer["value"]), answer["value"]
    for step in answer["steps"]:
        assert step["cite"] in CLAUSES
        assert step["says"][:1].isupper() or step["says"][:1].isdigit() or step["says"][:1] == "$", step
        assert step["says"].endswith("."), step
        assert "None" not in step["says"], step
    assert answer["steps"]


def test_six_cases_of_our_own_for_each_rule() -> None:
    answered = Counter(case.rule for case in OWN)
    assert set(answered) == set(RULES)
    assert {rule for rule, number in answered.items() if number < 6} == set()


def test_the_weekdays_in_the_notes() -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    found = 0
    for case in OWN:
        for weekday, day, month, year in re.findall(
            r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d+) (\w{3}) (\d{4})", case.note
        ):
            assert dt.date(int(year), months.index(month) + 1, int(day)).strftime("%a") == weekday, case.note
            found += 1
    assert found > 60
