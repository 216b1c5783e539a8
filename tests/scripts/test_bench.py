"""The bench's database can be made from the schema as it is, and its scripts are found by name."""

import pytest
from django.core.management import call_command

from freeport_animals.registry.models import Animal, Person
from licensing.models import License
from script.lib import bench


def test_the_database_of_the_bench_can_be_made(committed_db, capsys):
    call_command("seed_bench", count=40)
    assert Person.objects.count() == Animal.objects.count() == License.objects.count() == 40
    assert "40 owners" in capsys.readouterr().out


def test_scripts_are_chosen_by_name():
    assert [path.name for path in bench.chosen(["rules"])] == ["rules.py"]
    assert len(bench.chosen([])) > 1


def test_an_unknown_name_is_told_with_those_there_are(capsys):
    with pytest.raises(SystemExit):
        bench.chosen(["everything"])
    assert "There is no bench everything; there are " in capsys.readouterr().err
