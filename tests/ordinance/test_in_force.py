"""What is in force on a day, as a page and as a paper for the council and the attorney."""

import html
import re

import pytest

from freeport_animals.base.access import Role
from freeport_animals.ordinance.in_force import in_force_on
from tests.cast import TODAY
from tests.documents.cast import check_accessible, layout_of, missing_glyphs, pages_of, tags_of, text_of

URL = "/ordinance/in-force/"
PDF = "/ordinance/in-force.pdf"


def text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize("role", Role)
def test_all_staff_and_nobody_else(cast, client, role, today):
    mine = cast.client(cast.by_role(role))
    assert mine.get(URL).status_code == 200
    assert client.get(URL).status_code == client.get(PDF).status_code == 302


def test_today_is_shown_first(cast, adopted, to_come, today):
    page = text(cast.client(cast.mayor).get(URL).content.decode())
    assert "Ordinance in force Wednesday, 3 June 2026" in page
    assert "2025-11 License term and fees for 2026 25 Nov 2025 1 Jan 2026" in page
    assert "License fee 2.B.2 $8.00 – Resolution 2025-11, since 1 Jan 2026" in page
    assert "Release fee, first impound 1.F $50.00 $50.00 The ordinance, since 6 Aug 2005" in page
    assert "2026-05" not in page


@pytest.mark.parametrize(
    ("on", "fee", "term"),
    [
        ("8/6/2005", "$5.00", "A license runs without end."),
        ("12/31/2025", "$5.00", "A license runs without end."),
        ("1/1/2026", "$8.00", "Through 31 December of the year in which it begins."),
        ("2027-01-01", "$10.00", "Through 31 December of the year in which it begins."),
    ],
)
def test_a_day_has_what_was_in_force_on_it(cast, adopted, to_come, today, on, fee, term):
    page = text(cast.client(cast.attorney).get(URL, {"on": on}).content.decode())
    assert f"License fee 2.B.2 {fee}" in page
    assert f"How long a license runs 2.B.3 {term}" in page


def test_the_days_closed_are_the_holidays_and_closures_of_that_year(adopted):
    closed = {row.day.isoformat(): (row.name, row.authority) for row in in_force_on(TODAY).closed}
    assert closed["2026-06-19"] == ("Juneteenth", "Minn. Stat. 645.44, subd. 5")
    assert closed["2026-07-03"][0] == "Independence Day observed"
    assert closed["2026-12-24"] == ("Christmas Eve", "Resolution 2025-11")
    assert "2026-11-27" not in closed, "the city is open on the Friday after Thanksgiving"
    assert (
        len(closed) == 13
    )  # ten holidays, Independence Day observed, the second Monday of October, Christmas Eve


@pytest.mark.parametrize(
    ("on", "says"),
    [
        ("8/5/2005", "The ordinance took effect Sat 6 August 2005 (Sec. 20)."),
        ("2/30/2026", "There is no February 30 in 2026"),
        ("tomorrow", "“tomorrow” is not a date."),
        ("1/1/9999", "too far ahead"),
    ],
)
def test_a_day_that_cannot_be_meant_is_told_and_kept(cast, today, on, says):
    client = cast.client(cast.clerk)
    page = client.get(URL, {"on": on}).content.decode()
    assert says in html.unescape(page)
    assert f'value="{on}"' in page
    assert "License fee" not in page
    assert client.get(PDF, {"on": on})["Location"].startswith(URL)


def test_few_queries(cast, adopted, django_assert_max_num_queries, today):
    client = cast.client(cast.attorney)
    client.get("/ordinance/ask/")
    with django_assert_max_num_queries(7):
        client.get(URL)


def test_the_paper_is_accessible_and_says_all_of_it(cast, adopted, to_come, today):
    answer = cast.client(cast.attorney).get(PDF, {"on": "2026-06-03"})
    assert answer["Content-Type"] == "application/pdf"
    assert 'filename="ordinance-in-force-2026-06-03.pdf"' in answer["Content-Disposition"]
    content = answer.content
    check_accessible(content, title="Ordinance in force on Wednesday, 3 June 2026")
    assert missing_glyphs(content) == set()
    said = text_of(content)
    for fact in (
        "Ordinance in force Wednesday, 3 June 2026.",
        "Resolution 2025-11 License term and fees for 2026 25 Nov 2025 1 Jan 2026",
        "License fee 2.B.2 $8.00 no floor Resolution 2025-11, since 1 Jan 2026",
        "Release fee, third and later impounds 1.F $100.00 $100.00 The ordinance, since 6 Aug 2005",
        "Rabies: bi-annually 2.D.1.a Every 24 months. Or: Every six months. Or: As long as the certificate",
        "Hold of an impounded animal 5.C 5 regular business days",
        "Thursday, 24 December 2026 Christmas Eve Resolution 2025-11",
        "Hearing on a dangerous dog",
        "Minn. Stat. 347.541, subd. 4 (2010)",
    ):
        assert fact in said, fact
    assert "2026-05" not in said


def test_pages_are_numbered_and_table_heads_repeat(cast, adopted, today):
    content = cast.client(cast.mayor).get(PDF).content
    pages = pages_of(content)
    assert set(pages) == {(612.0, 792.0)}
    said = text_of(content)
    for number in range(1, len(pages) + 1):
        assert f"Page {number} of {len(pages)}" in said
    heads = [line for line in layout_of(content) if "Read so, and how else it could be read" in line]
    assert len(heads) >= 2, "the readings go over several pages, each with its head"
    assert tags_of(content).count("H2") == 7, "each part of it has its heading"


def test_a_resolution_with_a_strange_title_prints_as_it_is(cast, today):
    import datetime as dt

    from freeport_animals.city.services import resolution_adopt

    resolution_adopt(
        number="<7> & {{ 8 }}",
        title="Qarsoodi {% now %} <b>القرار</b> " + "x" * 120,
        adopted_on=dt.date(2026, 1, 6),
        effective_on=dt.date(2026, 1, 6),
        by=cast.administrator,
    )
    content = cast.client(cast.clerk).get(PDF).content
    said = text_of(content)
    assert "<7> & {{ 8 }}" in said.replace("\n", " ") and "{% now %} <b>" in said
    assert missing_glyphs(content) == set()
