"""`manage.py rules` as another program runs it: no environment, no database, JSON in and out."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "rules", *arguments],
        input=text,
        capture_output=True,
        cwd=ROOT,
        env={},
        check=False,
    )


def test_one_request_and_a_list_with_a_refusal() -> None:
    good = {"rule": "license-fee", "facts": {"species": "dog", "on": "2026-06-01"}}
    bad = {"rule": "license-fee", "facts": {"species": "dog", "on": "2026-06-31"}}
    done = run(json.dumps([good, bad, good]).encode())
    assert done.returncode == 2
    assert done.stderr == b""
    results = json.loads(done.stdout)
    assert [result.get("value") for result in results] == [{"total": "5.00"}, None, {"total": "5.00"}]
    assert results[1] == {
        "rule": "license-fee",
        "error": "on: Expected a date written YYYY-MM-DD that is in the calendar, "
        'but "2026-06-31" was given.',
    }


def test_a_single_good_request_exits_with_0() -> None:
    done = run(b'{"rule": "kennel", "facts": {"animals": [], "on": "2026-06-01"}}')
    assert done.returncode == 0
    assert json.loads(done.stdout)["value"]["count"] == 0


def test_describe_lists_every_rule_with_its_facts() -> None:
    done = run(b"", "--describe")
    assert done.returncode == 0
    told = {rule["rule"]: rule for rule in json.loads(done.stdout)}
    assert told["hold"]["facts"][0] == {
        "name": "impounded_on",
        "type": "date",
        "meaning": "The day it was impounded, not itself counted",
        "required": True,
    }
    assert [fact["name"] for fact in told["deadline"]["facts"]] == ["kind", "from", "species"]
