"""Five or more dogs or cats on one premises, whoever owns them (Sec. 6): a warning, never a bar to licensing."""

import datetime as dt

from licensing.models import License
from tests.cast import AnimalFactory, PersonFactory
from tests.licensing.counter import Desk, resolve

WARNING = "Kennel: five or more at this address"


def test_all_owners_on_the_premises_count(cast, today):
    cast.bella
    cast.max
    for name in ("Fritz", "Mina", "Lumpi"):
        AnimalFactory(name=name, owner=cast.noah)
    desk = Desk(cast, cast.thomas)
    assert WARNING in desk.text()
    assert "Four dogs and one cat on the premises count: 5." in desk.text()
    assert "Sec" not in desk.text() or "6.A" in desk.text()
    desk.fill(cast.max, license=None).press("issue")
    assert License.objects.get().animal == cast.bella


def test_four_are_no_kennel_and_the_fifth_of_the_visit_makes_one(cast, today):
    cast.bella
    for name in ("Fritz", "Mina", "Lumpi"):
        AnimalFactory(name=name, owner=cast.noah)
    desk = Desk(cast, cast.thomas)
    assert WARNING not in desk.text()
    desk.press("add-animal")
    desk.fill("n1", name="Fünf", species="cat")
    assert WARNING in (desk.press("check") and desk.text())


def test_a_fresh_litter_does_not_count_for_three_months(cast, today):
    cast.bella
    for n in range(4):
        AnimalFactory(
            name=f"Pup{n}", owner=cast.thomas, born=dt.date(2026, 3, 3), born_in_litter_here=True
        )  # three months old today, the last exempt day
    assert WARNING not in Desk(cast, cast.thomas).text()


def test_neighbors_do_not_count(cast, today):
    cast.bella
    other = PersonFactory()
    for n in range(5):
        AnimalFactory(name=f"Rex{n}", owner=other)
    assert WARNING not in Desk(cast, cast.thomas).text()


def test_each_species_by_itself_where_the_council_reads_it_so(cast, today):
    resolve(cast, kennel_count="each-species")
    cast.bella
    cast.max
    for name in ("Fritz", "Mina", "Lumpi"):
        AnimalFactory(name=name, owner=cast.noah)
    assert WARNING not in Desk(cast, cast.thomas).text()


def test_the_address_of_a_protected_owner_is_not_shown_by_the_warning(cast, today):
    for n in range(5):
        AnimalFactory(name=f"Coco{n}", owner=cast.halima)
    desk = Desk(cast, cast.halima)
    assert WARNING in desk.text()
    assert "Secret Lane" not in desk.response.content.decode()
    assert "PO Box 17370" in desk.text()
