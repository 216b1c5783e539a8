"""What licensing shows elsewhere: the list, the license's page, panels of owner and animal, the clerk's home page."""

import datetime as dt

import pytest
from django.urls import reverse

from freeport_animals.registry.models import Vaccination
from licensing.models import License
from licensing.selectors import last_given_still_current, vaccination_overdue
from tests.cast import NOON, AnimalFactory, VaccinationFactory
from tests.licensing.counter import Desk, resolve, words


@pytest.fixture
def license(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    return License.objects.get()


def old_license(cast, animal, number="L-2025-0009", last=dt.date(2025, 12, 31), **more):
    facts = {
        "code": f"code{number}"[:16],
        "owner": cast.thomas,
        "issued_on": last.replace(month=1, day=5),
        "issued_by": cast.clerk,
        "valid_from": last.replace(month=1, day=5),
        "valid_to": last,
        "check_answer": {},
        "fee_answer": {},
        "term_answer": {},
    }
    return License.objects.create(number=number, animal=animal, **(facts | more))


def listed(cast, query=""):
    return words(cast.client(cast.clerk).get(reverse("license-list") + query))


def test_the_list_is_narrowed_by_state_year_and_species(cast, license):
    old = old_license(cast, cast.bella)
    cat = old_license(cast, cast.max, "L-2025-0010")
    assert all(row.number in listed(cast) for row in (license, old, cat))
    assert license.number in listed(cast, "?state=valid") and old.number not in listed(cast, "?state=valid")
    assert old.number in listed(cast, "?state=expired") and license.number not in listed(
        cast, "?state=expired"
    )
    assert old.number in listed(cast, "?year=2025") and license.number not in listed(cast, "?year=2025")
    assert cat.number in listed(cast, "?species=cat") and old.number not in listed(cast, "?species=cat")
    assert "No license matches" in listed(cast, "?state=upcoming")
    soon = old_license(cast, cast.rex, "L-2025-0011", dt.date(2026, 7, 3), valid_from=dt.date(2025, 7, 4))
    assert soon.number in listed(cast, "?state=due") and license.number not in listed(cast, "?state=due")


def test_the_list_is_paged_and_keeps_its_filters(cast, today):
    for n in range(30):
        old_license(cast, AnimalFactory(), f"L-2025-{n:04d}", code=f"c{n}")
    html = cast.client(cast.clerk).get(reverse("license-list") + "?state=expired").content.decode()
    assert html.count("<tr") == 26  # the head and 25 rows
    assert "?state=expired&amp;page=2" in html
    assert "Page 2 of 2" in listed(cast, "?state=expired&page=9")


def test_the_license_says_everything_and_why(cast, license):
    text = words(cast.client(cast.clerk).get(license.get_absolute_url()))
    for said in (
        "L-2026-0001",
        "Valid",
        "Bella",
        "Thomas Beutz",
        "414 Main Street E",
        "2026-1",
        "$5.00",
        "000001",
        "by Anna Kramer",
        "Wed 3 June 2026, 12:00 pm",
        "Licenses run for the calendar year",
        "License fee for one dog",
        license.code,
    ):
        assert said in text, said


def test_the_owners_page_shows_the_licenses(cast, license):
    text = words(cast.client(cast.clerk).get(cast.thomas.get_absolute_url()))
    assert "Bella, L-2026-0001" in text
    assert "tag 2026-1" in text


def test_the_animals_page_says_whether_it_needs_a_license(cast, license):
    client = cast.client(cast.clerk)
    assert "L-2026-0001" in words(client.get(cast.bella.get_absolute_url()))
    assert "Needs a license" not in words(client.get(cast.bella.get_absolute_url()))
    assert "Needs a license" in words(client.get(cast.rex.get_absolute_url()))
    assert "it needs a license from Tuesday 4 August 2026" in words(client.get(cast.pup.get_absolute_url()))
    rabbit = AnimalFactory(species="rabbit", owner=cast.mai)
    assert "Licenses" not in words(client.get(rabbit.get_absolute_url())).split("Main")[-1].replace(
        "Today Counter Licenses", ""
    )


def test_who_is_gone_keeps_the_license_in_the_history(cast, license):
    from freeport_animals.registry.services import animal_died

    animal_died(animal=cast.bella, on=dt.date(2026, 6, 2), by=cast.clerk, today=dt.date(2026, 6, 3))
    client = cast.client(cast.clerk)
    assert "L-2026-0001" in words(client.get(cast.bella.get_absolute_url()))
    assert "Needs a license" not in words(client.get(cast.bella.get_absolute_url()))
    assert f"a{cast.bella.pk}-license" not in Desk(cast, cast.thomas).boxes


def test_the_clerks_home_page(cast, license):
    cast.max
    cast.rex
    soon = old_license(
        cast, cast.rex, "L-2025-0011", dt.date(2026, 6, 30), valid_from=dt.date(2025, 7, 1), owner=cast.mai
    )
    Desk(cast, cast.thomas).press("park")
    text = words(cast.client(cast.clerk).get("/"))
    assert "Licensed today" in text and "Bella, Thomas Beutz" in text
    assert "Parked visits" in text
    assert "Licenses ending within 30 days" in text and soon.number in text
    assert "Vaccinations overdue" in text and "Max" in text and "Rex" in text
    text = words(cast.client(cast.officer).get("/"))
    assert "Licensed today" not in text and "Parked visits" not in text


# --- vaccinations that ran out, by the rule alone ----------------------------------------------------------


def overdue(on=dt.date(2026, 6, 3), **readings):
    from freeport_animals.rules import Context

    context = Context.fixed(readings={name.replace("_", "-"): choice for name, choice in readings.items()})
    return {animal.name for animal in vaccination_overdue(on, context)}


def shots(cast, name, *, rabies, distemper, **more):
    animal = AnimalFactory(name=name, owner=cast.thomas, **more)
    for disease, (given, expires) in (("rabies", rabies), ("distemper", distemper)):
        VaccinationFactory(animal=animal, disease=disease, given=given, expires=expires)
    return animal


def test_who_is_overdue(cast, today):
    good = (dt.date(2026, 1, 1), None)
    shots(cast, "To the day", rabies=(dt.date(2024, 6, 3), None), distemper=(dt.date(2025, 6, 3), None))
    shots(cast, "Rabies a day late", rabies=(dt.date(2024, 6, 2), None), distemper=good)
    shots(cast, "Distemper a day late", rabies=good, distemper=(dt.date(2025, 6, 2), None))
    shots(cast, "Certificate ended", rabies=(dt.date(2025, 9, 1), dt.date(2026, 6, 2)), distemper=good)
    shots(cast, "Three years", rabies=(dt.date(2024, 5, 1), dt.date(2027, 5, 1)), distemper=good)
    AnimalFactory(name="Never", owner=cast.thomas)
    shots(cast, "Dead", rabies=(dt.date(2020, 1, 1), None), distemper=good, status="died", status_on=today)
    AnimalFactory(name="Goat", species="goat", owner=cast.thomas)
    late = {"Rabies a day late", "Distemper a day late", "Certificate ended", "Never"}
    assert overdue() == late | {"Three years"}
    assert overdue(rabies_interval="certificate-expiry") == late
    assert overdue(rabies_interval="6-months") >= {"To the day", "Certificate ended"}


def test_only_the_newest_that_was_not_voided_counts(cast, today):
    animal = shots(cast, "Twice", rabies=(dt.date(2025, 6, 3), None), distemper=(dt.date(2025, 9, 1), None))
    newer = VaccinationFactory(animal=animal, given=dt.date(2026, 1, 1), expires=dt.date(2026, 2, 1))
    assert overdue() == {"Twice"}
    Vaccination.objects.filter(pk=newer.pk).update(voided_at=NOON, void_reason="Of another dog")
    assert overdue() == set()


def test_the_last_day_that_still_counts_is_the_rules(today):
    from freeport_animals.rules import ORDINANCE, Context

    assert last_given_still_current("rabies", dt.date(2026, 6, 3), ORDINANCE) == dt.date(2024, 6, 3)
    assert last_given_still_current("distemper", dt.date(2026, 6, 3), ORDINANCE) == dt.date(2025, 6, 3)
    assert last_given_still_current("distemper", dt.date(2025, 2, 28), ORDINANCE) == dt.date(2024, 2, 28)
    half = Context.fixed(readings={"rabies-interval": "6-months"})
    assert last_given_still_current("rabies", dt.date(2026, 6, 3), half) == dt.date(2025, 12, 3)
