"""What is installed is pinned, hashed, and the same for the tests as for the city."""

import re

import pytest

from script.lib.place import ROOT

LISTS = ["requirements.txt", "requirements-dev.txt"]


def pins(name: str) -> dict[str, str]:
    """Each package with its pinned release, and its marker where there is one."""
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==(.+?) *\\?$", (ROOT / name).read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", LISTS)
def test_every_package_has_a_hash(name):
    blocks = re.split(r"\n(?=[A-Za-z0-9])", (ROOT / name).read_text())
    packages = [block for block in blocks if "==" in block.split("\n", 1)[0]]
    assert len(packages) == len(pins(name)) > 20
    assert all("--hash=sha256:" in block for block in packages)


def test_the_tests_run_on_what_the_city_runs_on():
    tests, city = pins("requirements-dev.txt"), pins("requirements.txt")
    assert {name: tests.get(name) for name in city} == city


@pytest.mark.parametrize("name", LISTS)
def test_no_list_says_where_packages_come_from(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert not re.search(r"^ *(-i|--index-url|--extra-index-url|--find-links|-f)\b", text, re.MULTILINE)
