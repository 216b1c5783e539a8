"""The package itself: pure, standard library only, and tables that hang together."""

import ast
import datetime as dt
import inspect
import sys
from pathlib import Path
from types import ModuleType

import pytest

from freeport_animals import rules
from freeport_animals.rules import CLAUSES, PARAMETERS, READINGS, RULES, STATE_CHECKS

FOLDER = Path(inspect.getfile(rules)).parent


def modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith("freeport_animals.rules")]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_only_the_standard_library_and_no_clock(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [] if node.level else [node.module or ""]
        elif isinstance(node, ast.Attribute):
            assert node.attr not in ("now", "today", "utcnow", "time_ns", "monotonic", "environ"), path.name
            continue
        else:
            assert not isinstance(node, ast.Global | ast.Nonlocal), path.name
            continue
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names, name
            assert name.split(".")[0] not in ("time", "random", "os", "socket", "urllib", "subprocess"), name


def test_no_module_holds_anything_that_could_change() -> None:
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("__") or isinstance(value, ModuleType):
                continue
            if isinstance(value, list | set | bytearray):
                pytest.fail(f"{module.__name__}.{name} is a {type(value).__name__}")


def test_the_tables_hang_together() -> None:
    for reading in READINGS.values():
        assert set(reading.clauses) <= set(CLAUSES), reading.id
        assert reading.text
        assert len({choice.id for choice in reading.choices}) == len(reading.choices)
    for parameter in PARAMETERS.values():
        assert parameter.cite in CLAUSES, parameter.id
        assert parameter.values[0][0] == dt.date(2005, 8, 6)
    for rule in RULES.values():
        assert set(rule.cites) <= set(CLAUSES), rule.name
        assert rule.says.endswith((".", ";")) or ":" in rule.says, rule.name
        assert all(fact.meaning for fact in rule.facts)
    for number, clause in CLAUSES.items():
        parent = number.rpartition(".")[0]
        assert not parent or parent in CLAUSES, number
        assert clause.says.endswith(".")
        assert clause.does.endswith(".")
        for id in clause.readings:
            assert number in READINGS[id].clauses
    assert {clause.section for clause in CLAUSES.values()} == set(range(1, 21))
    assert all(check.year >= 2005 for check in STATE_CHECKS.values())


def test_every_rule_says_in_its_docstring_what_it_gives() -> None:
    for rule in RULES.values():
        assert "Value:" in (rule.function.__doc__ or ""), rule.name
