"""The demonstration city is whole on any day it is invented, and never mixed into a city's own records."""

import datetime as dt
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db.models import Count, Max

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.base.clock import today
from freeport_animals.city.selectors import context
from freeport_animals.demonstration.people import HOMES
from freeport_animals.ledger.models import Receipt
from freeport_animals.registry.models import Animal, Person
from licensing.models import License

pytestmark = pytest.mark.django_db


# The rush of January, when most have yet to come, and a leap day.
@pytest.mark.parametrize("moment", ["2027-01-04 09:00-06:00", "2028-02-29 16:55-06:00"])
def test_the_city_is_whole_and_every_role_can_sign_in(moment: str) -> None:
    with time_machine.travel(dt.datetime.fromisoformat(moment), tick=False):
        first, second = StringIO(), StringIO()
        call_command("seed_demo", stdout=first)
        day = today()
        assert Person.objects.count() == sum(len(home.names) for home in HOMES)
        assert 80 <= Animal.objects.count() <= 100
        assert context().reading("license-term", day) == "calendar-year"
        years = dict(License.objects.values_list("valid_to__year").annotate(Count("pk")))
        assert years[day.year - 1] > 40
        assert set(years) <= {day.year - 1, day.year}
        receipts = Receipt.objects.aggregate(Count("pk"), Max("number"))
        assert int(receipts["number__max"]) == receipts["pk__count"]

        lines = [line.split()[:2] for line in first.getvalue().splitlines()]
        assert len({password for _, password in lines}) == len(lines) == User.objects.count()
        for username, password in lines:
            assert User.objects.get(username=username).check_password(password)
        assert {role for user in User.objects.all() for role in user.roles} == set(Role.values)

        call_command("demo_passwords", stdout=second)  # when the file that keeps them was lost
        username, password = second.getvalue().split()[:2]
        assert [username, password] != lines[0]
        assert User.objects.get(username=username).check_password(password)


def test_a_city_in_use_is_left_alone() -> None:
    User.objects.create_user("somebody")
    with pytest.raises(CommandError, match="in use"):
        call_command("seed_demo")
    assert not Person.objects.exists()


@pytest.mark.parametrize("command", ["seed_demo", "demo_passwords"])
def test_a_city_of_its_own_gets_no_demonstration(command: str, settings) -> None:
    settings.CITY_MODE = "live"
    with pytest.raises(CommandError, match="city's own"):
        call_command(command)
