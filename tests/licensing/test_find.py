"""The counter's search box finds the owner by name, telephone, address, animal, tag or license."""

import datetime as dt

import pytest
from django.urls import reverse

from licensing.models import Visit
from tests.cast import PersonFactory
from tests.licensing.counter import Desk, words


@pytest.fixture
def city(cast, today):
    cast.bella
    cast.rex
    cast.coco
    Desk(cast, cast.thomas).fill(cast.bella, tag="217").press("issue")
    return cast


def find(cast, query):
    return cast.client(cast.clerk).get(reverse("counter-find"), {"q": query})


@pytest.mark.parametrize(
    "query",
    ["beutz", "Thomas Beutz", "beutz thomas", "boitz thomas", "320-555-0143", "5550143", "414 main", "Bella", "217",
     "2026-217", "#217", "L-2026-0001", "2026-0001"],
)  # fmt: skip
def test_thomas_is_found(city, query):
    response = find(city, query)
    assert f'value="{city.thomas.pk}"' in response.content.decode(), query


def test_what_was_found_is_said_beside_the_name(city):
    text = words(find(city, "217"))
    assert "Tag 2026-217, Bella" in text
    assert "414 Main Street E" in text
    assert "Bella (dog)" in text


def test_a_protected_owner_is_found_by_name_and_never_by_the_real_address(city):
    assert "Halima Warsame" in words(find(city, "warsame"))
    assert "PO Box 17370" in words(find(city, "warsame"))
    assert "Halima" not in words(find(city, "77 secret lane"))
    assert "Secret" not in words(find(city, "coco"))


def test_nobody_found_leads_to_a_new_owner(city):
    response = find(city, "Zzyzx")
    assert "Nobody is found for “Zzyzx”." in words(response)
    assert f"{reverse('counter-new-owner')}?q=Zzyzx" in response.content.decode()


def test_nothing_typed_finds_nothing(city):
    assert words(find(city, "   ")).strip() == ""


def test_more_than_fit_is_said(city):
    for n in range(12):
        PersonFactory(given_name=f"Ann{n}", family_name="Meyer")
    response = find(city, "meyer")
    assert response.content.decode().count('name="owner"') == 8
    assert "There are more." in words(response)


def test_without_scripts_the_page_itself_answers(city):
    response = city.client(city.clerk).get(reverse("counter"), {"q": "beutz"})
    html = response.content.decode()
    assert f'name="owner" value="{city.thomas.pk}" autofocus' in html
    assert f'action="{reverse("counter-start")}"' in html


def test_choosing_begins_the_visit(city):
    response = city.client(city.clerk).post(reverse("counter-start"), {"owner": city.mai.pk}, follow=True)
    visit = Visit.objects.get(owner=city.mai)
    assert response.redirect_chain[-1][0] == reverse("visit", args=[visit.pk])
    assert (visit.state, visit.started_by) == ("open", city.clerk)


def test_an_alias_leads_to_the_kept_owner(city):
    alias = PersonFactory(given_name="Tom", family_name="Beutz", merged_into=city.thomas)
    city.client(city.clerk).post(reverse("counter-start"), {"owner": alias.pk})
    assert Visit.objects.get(state="open").owner == city.thomas


def test_who_died_is_not_served(city):
    type(city.mai).objects.filter(pk=city.mai.pk).update(status="died", status_on=dt.date(2026, 5, 1))
    response = city.client(city.clerk).post(reverse("counter-start"), {"owner": city.mai.pk}, follow=True)
    assert "Mai Xiong has died." in words(response)
    assert not Visit.objects.filter(owner=city.mai).exists()


def test_who_moved_away_is_served_with_a_word_about_it(city):
    type(city.mai).objects.filter(pk=city.mai.pk).update(status="moved-away", status_on=dt.date(2026, 5, 1))
    assert "Mai Xiong: moved away since Fri 1 May 2026." in Desk(city, city.mai).text()


def test_the_search_of_every_page_finds_licenses_and_tags(city):
    client = city.client(city.clerk)
    assert "L-2026-0001" in words(client.get("/search/", {"q": "L-2026-0001"}))
    assert "2026-217" in words(client.get("/search/", {"q": "2026-217"}))
