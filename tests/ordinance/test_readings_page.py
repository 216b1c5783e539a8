"""Readings and amounts: today's choices, what others would change, and the way to a resolution."""

import html
import re

import pytest
from django.urls import reverse_lazy

from freeport_animals import rules
from freeport_animals.base.access import Role

URL = "/ordinance/readings/"
ADD = reverse_lazy("resolution-add")


def row(page: str, id: str) -> str:
    """The text of the row or panel with this id, from its start to the next one that has an id."""
    start = page.index(f'id="{id}"')
    rest = page[start : start + 12_000]
    end = re.search(rf'<(?:tr|section)[^>]* id="(?!{re.escape(id)})', rest)
    return " ".join(
        html.unescape(re.sub(r"<[^>]+>", " ", rest[: end.start() if end else None])).split()
    ).replace(" ,", ",")


@pytest.mark.parametrize("role", Role)
def test_all_staff_read_them_and_only_the_administrator_is_led_to_a_resolution(cast, client, role, today):
    page = cast.client(cast.by_role(role)).get(URL).content.decode()
    for reading in rules.READINGS.values():
        assert page.count(f'id="{reading.id}"') == 1, "every why leads to its reading"
    assert ("Adopt by entering a resolution" in page) == (role == Role.ADMINISTRATOR)
    assert (str(ADD) in page) == (role == Role.ADMINISTRATOR)
    assert client.get(URL).status_code == 302


def test_todays_choice_its_authority_and_what_came_before(cast, adopted, to_come, today):
    page = cast.client(cast.attorney).get(URL).content.decode()
    term = row(page, "license-term")
    assert (
        "Today Through 31 December of the year in which it begins. Resolution 2025-11, since 1 Jan 2026"
        in term
    )
    assert "Past from 6 Aug 2005: A license runs without end." in term
    assert "Now from 1 Jan 2026: Through 31 December" in term
    kennel = row(page, "kennel-count")
    assert "Today Dogs and cats count together." in kennel
    assert "To come from 1 Jan 2027: Each species counts for itself. Resolution 2026-05" in kennel
    assert f'href="{adopted.get_absolute_url()}"' in page


def test_amounts_with_their_floors_dates_and_resolutions(cast, adopted, to_come, today):
    page = cast.client(cast.mayor).get(URL).content.decode()
    fee = row(page, "amount-license-fee")
    assert "License fee 2.B.2 $8.00 Resolution 2025-11, since 1 Jan 2026 –" in fee
    assert "To come from 1 Jan 2027: $10.00 Resolution 2026-05" in fee
    for id, floor in (("release-fee-1", "$50.00"), ("release-fee-2", "$75.00"), ("release-fee-3", "$100.00")):
        assert f"1.F {floor} The ordinance, since 6 Aug 2005 {floor} Never changed" in row(
            page, f"amount-{id}"
        )
    assert "5 regular business days" in row(page, "amount-hold")


def test_each_choice_shows_what_it_would_give_and_can_be_tried(cast, today):
    client = cast.client(cast.clerk)
    page = client.get(URL).content.decode()
    text = row(page, "release-count")
    assert "Bella is impounded for the first time; Max, of the same household, was impounded last" in text
    assert "Impounds of all animals of the household or owner count together." in text
    assert "Total $91.00" in text and "Total $66.00" in text
    start = page.index('id="release-count"')
    links = re.findall(
        r'href="(/ordinance/ask/release-fee/\?[^"#]+)', page[start : page.index('id="release-per"')]
    )
    totals = [
        re.search(r'ask__main">\s*\$([\d.]+)', client.get(html.unescape(link)).content.decode())[1]
        for link in links
    ]
    assert totals == ["91.00", "66.00"]


def test_adopting_starts_with_the_choice_already_made(cast, today):
    client = cast.client(cast.administrator)
    page = client.get(URL).content.decode()
    link = f"{ADD}?reading=license-term&amp;choice=twelve-months#id_reading-license-term"
    assert link in page
    form = client.get(html.unescape(link).partition("#")[0]).content.decode()
    assert 'id="id_reading-license-term"' in form
    assert re.search(r'<option value="twelve-months" selected', form)
    amount = client.get(ADD).content.decode()
    assert f'href="{ADD}#id_parameter-release-fee-1"' in page
    assert 'id="id_parameter-release-fee-1"' in amount


def test_a_withdrawn_resolution_is_not_to_come(cast, to_come, today):
    from freeport_animals.base.clock import now
    from freeport_animals.city.services import resolution_withdraw

    resolution_withdraw(resolution=to_come, reason="Entered by mistake", by=cast.administrator, at=now())
    assert "Resolution 2026-05" not in cast.client(cast.clerk).get(URL).content.decode()


def test_few_queries(cast, adopted, to_come, django_assert_max_num_queries, today):
    client = cast.client(cast.attorney)
    client.get("/ordinance/ask/")
    with django_assert_max_num_queries(6):
        client.get(URL)
