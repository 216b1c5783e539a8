"""Ask the ordinance: a form for each rule, the answer with its steps, nothing stored."""

import datetime as dt
import html
import json
import random
import re
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict

from freeport_animals import rules
from freeport_animals.base.access import Role
from freeport_animals.ordinance.asking import cases
from freeport_animals.ordinance.asking.asked import ask
from freeport_animals.ordinance.asking.boxes import MomentField
from freeport_animals.ordinance.words import QUESTIONS, TOPICS
from freeport_animals.rules.front import parse_facts
from tests.cast import TODAY
from tests.rules.cases import worked

HOLD = "/ordinance/ask/hold/"
ORDINARY = "impounded_on=6/1/2026&kinds=ordinary"
EVIDENCE = (
    "unprovoked=yes&injured_person=no&attacked_person=no&chased_or_approached=no&threatened=no"
    "&incident_on=6/1/2026"
)
JUNK = [
    "", " ", "x", "dog", "goat", "yes", "no", "rabies", "ordinary", "2/30/2026", "6/1/2026", "12/31/2075",
    "1/1/1899", "6/1/2004", "2026-06-01", "6/1/2026 2:30 pm", "11/1/2026 1:30 am", "3/8/2026 2:30 am", "NaN",
    "6/1/2026 25:00", "-1", "1e9", "0", "7", "999999999999", "5.00", "$5", "٣", "∞", "'\"%00", "{{ 7 }}",
    "<script>alert(1)</script>", "a" * 600, "\u202egnol", "24-hours", "no-such-choice", "priors-0", "1",
]  # fmt: skip


def plain(page: str) -> str:
    """The page's text without tags, white space folded."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def asked(rule: str, query: str, today: dt.date = TODAY) -> Any:
    return ask(cases.read(rules.RULES[rule], QueryDict(query)), today)


# The list


def test_every_rule_stands_in_the_list_once():
    listed = [name for _, group in TOPICS for name in group]
    assert sorted(listed) == sorted(rules.RULES)
    assert len(set(QUESTIONS.values())) == len(listed)


@pytest.mark.parametrize("role", Role)
def test_all_staff_may_ask_and_nobody_else(cast, client, role, today):
    page = cast.client(cast.by_role(role)).get("/ordinance/ask/").content.decode()
    for name, question in QUESTIONS.items():
        assert f'href="/ordinance/ask/{name}/"' in page
        assert question in page
    assert cast.client(cast.by_role(role)).get(HOLD).status_code == 200
    assert client.get(HOLD).status_code == 302


def test_an_unknown_rule_is_not_found(cast):
    assert cast.client(cast.clerk).get("/ordinance/ask/no-such-rule/").status_code == 404


@pytest.mark.parametrize("name", rules.RULES)
def test_every_form_opens_with_a_box_for_each_fact(cast, name, today):
    answer = cast.client(cast.attorney).get(f"/ordinance/ask/{name}/")
    page = answer.content.decode()
    for fact in rules.RULES[name].facts:
        assert f'name="{fact.name}"' in page or f'value="{fact.name}"' in page, fact.name
    assert "field--bad" not in page, "nothing is wrong before anything was asked"
    assert "The answer stands here" in page


# The answer


def test_a_hold_is_answered_in_peoples_words_with_its_clauses(cast, today):
    page = plain(
        cast.client(cast.clerk).get(f"{HOLD}?impounded_on=6/1/2026&kinds=ordinary&ask=1").content.decode()
    )
    assert "Last day Monday, 8 June 2026" in page
    assert "May be disposed of from Tuesday, 9 June 2026" in page
    assert "5.C An impounded animal is kept five regular business days; Monday 1 June 2026" in page
    assert "Regular business day : A day on which the shelter is open four hours" in page


def test_a_release_shows_its_lines_its_total_and_what_another_reading_gives(cast, today):
    query = (
        "species=dog&animal=Bella&owner=o&household=h&event=now&impounded_at=6/1/2026 4:30 pm"
        "&released_at=6/2/2026 9:00 am&reasons=at-large&shelter=city"
        "&priors-0-event=then&priors-0-animal=Max&priors-0-owner=o&priors-0-household=h"
        "&priors-0-impounded_on=9/10/2025&priors-0-reasons=at-large&ask=1"
    )
    response = cast.client(cast.clerk).get(f"/ordinance/ask/release-fee/?{query}")
    page = plain(response.content.decode())
    assert "Total $91.00" in page
    assert "Release 5.C.A.1 $75.00" in page
    assert "Boarding 5.C.A.2 $16.00" in page
    assert "Second release for this household: $75.00." in page
    assert (
        "Otherwise: Only impounds of this very animal count. What is owed: release $50.00, boarding $16.00"
        in page
    )


def test_state_law_stands_apart(cast, today):
    page = plain(
        cast.client(cast.attorney)
        .get("/ordinance/ask/deadline/?kind=hearing&from=6/1/2026&species=dog&ask=1")
        .content.decode()
    )
    assert "Last day Monday, 22 June 2026" in page
    assert "Last day under state law Monday, 15 June 2026" in page
    assert "State law beside the ordinance" in page
    assert "Minn. Stat. 347.541, subd. 4 (2010)" in page


# A box takes no invisible characters, which some cases hand to the rule.
WORKED = [
    case
    for case in worked()
    if case.error is None and set(case.asked) == {"rule", "facts"} and "\\x" not in repr(case.facts)
]


@pytest.mark.parametrize("name", rules.RULES)
def test_the_page_answers_every_worked_case_as_the_rule_itself_does(db, name):
    """Through the address and back: what is typed reaches the rule as it was meant."""
    mine = [case for case in WORKED if case.rule == name]
    assert mine, "there are cases by hand for every rule"
    rule = rules.RULES[name]
    for case in mine:
        query = cases.of(rule, case.facts).query()
        made = asked(name, query)
        expected = rule.function(**parse_facts(rule, case.facts))
        assert made.answer is not None, (case.note, [form.errors for form in made.forms])
        assert made.answer.value == expected.value, case.note
        assert made.parts


def test_the_shared_cases_too(db):
    vectors = json.loads((Path(__file__).parents[1] / "rules" / "vectors.json").read_text())
    for case in vectors:
        if case.get("error") or set(case) & {"readings", "parameters", "closures"}:
            continue
        rule = rules.RULES[case["rule"]]
        made = asked(case["rule"], cases.of(rule, case["facts"]).query())
        assert made.answer is not None, (case["note"], [form.errors for form in made.forms])
        assert made.answer.value == rule.function(**parse_facts(rule, case["facts"])).value, case["note"]


# What is in force, and readings to try


def test_each_day_is_answered_under_what_is_in_force_on_it(adopted, to_come):
    def fee(query: str) -> Decimal:
        return asked("license-fee", f"species=dog&ask=1&{query}").answer["total"]

    assert fee("on=12/31/2025") == Decimal("5.00")
    assert fee("on=6/3/2026") == Decimal("8.00")
    assert fee("on=1/1/2027") == Decimal("10.00")
    assert fee("on=1/1/2027&as_of=6/3/2026") == Decimal("8.00"), "as things stood before that resolution"


def test_a_case_without_a_day_is_answered_as_of_today(adopted, to_come):
    assert asked("destruction-charge", "section=9&days_boarded=0&ask=1").answer["total"] == Decimal("75.00")
    kennel = "&".join(f"animals-{n}-species={'dog' if n < 3 else 'cat'}" for n in range(5))
    assert asked("kennel", f"{kennel}&on=6/3/2026&ask=1").answer["kennel"] is True
    assert asked("kennel", f"{kennel}&on=1/2/2027&ask=1").answer["kennel"] is False


def test_another_reading_is_tried_without_adopting_it(cast, adopted, today):
    query = "issued_on=6/1/2026&r.license-term=twelve-months&ask=1"
    page = plain(cast.client(cast.attorney).get(f"/ordinance/ask/license-term/?{query}").content.decode())
    assert "Valid through Monday, 31 May 2027" in page
    assert "Tried here; in force: Through 31 December of the year in which it begins." in page
    assert asked("license-term", "issued_on=6/1/2026&ask=1").answer["valid_to"] == dt.date(2026, 12, 31)


def test_what_another_reading_gives_can_be_tried_with_one_click(cast, today):
    client = cast.client(cast.clerk)
    page = client.get("/ordinance/ask/license-term/?issued_on=6/1/2026&ask=1").content.decode()
    links = [html.unescape(link) for link in re.findall(r'href="\?([^"]*r\.license-term=[^"]*)"', page)]
    assert len(links) == 2, "a calendar year and twelve months; with no vaccinations the third cannot be told"
    for link in links:
        assert "Tried here" in client.get(f"/ordinance/ask/license-term/?{link}").content.decode()


# Refusals


def errors_of(made: Any) -> dict[str, str]:
    return {
        f"{form.prefix}-{name}" if form.prefix else name: " ".join(errors)
        for form in made.forms
        for name, errors in form.errors.items()
    }


def test_everything_that_is_missing_is_named_at_once_beside_its_box(cast, today):
    made = asked("quarantine", "bitten_at=yesterday&confined_at=6/1/2026&ask=1")
    errors = errors_of(made)
    assert errors["bitten_at"].startswith("“yesterday” is not a date and time.")
    assert errors["confined_at"].startswith("“6/1/2026” is not a date and time.")
    assert errors["skin_punctured"] == errors["place"] == "Choose one."
    page = (
        cast.client(cast.clerk).get("/ordinance/ask/quarantine/?bitten_at=yesterday&ask=1").content.decode()
    )
    assert 'value="yesterday"' in page, "what was typed is kept"
    assert 'href="#id_bitten_at"' in page, "the summary leads to the box"


@pytest.mark.parametrize(
    ("rule", "query", "box", "says"),
    [
        ("license-fee", "species=goat&on=6/1/2026", "species", "dog or cat, the only animals that are"),
        ("license-fee", "species=dog&on=6/1/2004", "on", "when the ordinance took effect"),
        ("license-required", "species=dog&on=6/1/2026&born=6/2/2026", "born", "not after Mon 1 June 2026"),
        ("hold", "impounded_on=6/1/2026&kinds=bite", "confined_at", "for an animal held after a bite"),
        ("destruction-charge", "section=10&days_boarded=2&shelter=tri-county", "shelter_invoice", "invoice"),
        ("designate", f"{EVIDENCE}&bites-0-victim=person&bites-0-on=6/1/2004", "bites-0-on", "took effect"),
        ("hold", f"{ORDINARY}&r.boarding-day=weekly", "r.boarding-day", "is none of these"),
        ("hold", f"{ORDINARY}&as_of=then", "as_of", "is not a date"),
    ],
)
def test_a_refusal_stands_beside_the_box_it_is_about(db, rule, query, box, says):
    made = asked(rule, f"{query}&ask=1")
    assert made.answer is None
    assert says in errors_of(made)[box]
    assert "YYYY" not in errors_of(made)[box] and "null" not in errors_of(made)[box]


def test_a_refusal_about_a_later_row_finds_it_though_an_empty_one_stands_before(db):
    query = (
        "species=dog&animal=a&owner=o&household=h&event=e&impounded_at=6/1/2026 9am&released_at=6/2/2026 9am"
        "&reasons=at-large&shelter=city&priors-0-event=x&priors-0-animal=a&priors-1-event=y&priors-1-animal=b"
        "&priors-1-owner=o&priors-1-household=h&priors-1-impounded_on=6/9/2026&priors-1-reasons=at-large&ask=1"
    )
    made = asked("release-fee", query)
    assert list(errors_of(made)) == ["priors-0-impounded_on"], (
        "the empty row is gone, so this one is the first"
    )
    assert "not after Mon 1 June 2026" in errors_of(made)["priors-0-impounded_on"]


# Rows of a list, without any script


def follow(client: Any, url: str) -> Any:
    return client.get(url, follow=True)


def test_rows_are_added_and_left_out_and_what_was_typed_stays(cast, today):
    client = cast.client(cast.clerk)
    start = "/ordinance/ask/kennel/?on=6/1/2026&animals-0-species=dog&animals-0-born="
    answer = follow(client, f"{start}&add=animals")
    page = answer.content.decode()
    assert 'value="dog"' in page and 'name="animals-1-species"' in page and 'name="animals-2-' not in page
    assert "field--bad" not in page, "nothing was asked yet"
    assert "born=&" not in answer.request["QUERY_STRING"], "what is empty leaves the address"
    answer = follow(
        client,
        "/ordinance/ask/kennel/?on=6/1/2026&animals-0-species=dog&animals-1-species=cat&drop=animals-0",
    )
    page = answer.content.decode()
    assert 'name="animals-0-species" value="cat"' in page and "animals-1-" not in page


def test_a_list_has_an_end(db):
    many = "&".join(f"animals-{n}-species=dog" for n in range(500))
    made = asked("kennel", f"{many}&on=6/1/2026&ask=1")
    assert len(made.rows["animals"].forms) == cases.MOST_ROWS == made.answer["count"]
    assert made.rows["animals"].is_full
    case = cases.read(rules.RULES["kennel"], QueryDict("rows-animals=9999"))
    assert len(case.with_row("animals").rows["animals"]) == cases.MOST_ROWS


# The address


@pytest.mark.parametrize("name", rules.RULES)
def test_an_address_read_and_written_is_the_same_case(name):
    for case in [case for case in WORKED if case.rule == name][:6]:
        made = cases.of(rules.RULES[name], case.facts, {"boarding-day": "24-hours"})
        assert cases.read(rules.RULES[name], QueryDict(made.query())) == made


def test_the_address_can_be_sent(cast, today):
    page = cast.client(cast.clerk).get(f"{HOLD}?impounded_on=6/1/2026&kinds=ordinary&ask=1").content.decode()
    address = html.unescape(re.search(r'id="address" readonly value="([^"]+)"', page)[1])
    parts = urlsplit(address)
    assert parts.path == HOLD
    assert parse_qs(parts.query)["impounded_on"] == ["6/1/2026"]
    sent = html.unescape(re.search(r'href="(mailto:[^"]+)"', page)[1])
    assert parse_qs(urlsplit(sent).query)["body"] == [address]


def test_nothing_is_stored_and_few_questions_are_put_to_the_database(
    cast, adopted, django_assert_max_num_queries, today
):
    client = cast.client(cast.clerk)
    client.get("/ordinance/ask/")  # the session is prolonged once
    with django_assert_max_num_queries(5) as seen:
        client.get(f"{HOLD}?impounded_on=6/1/2026&kinds=ordinary&ask=1")
    assert all(query["sql"].startswith("SELECT") for query in seen.captured_queries)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("6/1/2026 2:30 pm", "2026-06-01T14:30"),
        ("6/1/2026 12:05 am", "2026-06-01T00:05"),
        ("6/1/2026 12 pm", "2026-06-01T12:00"),
        ("2026-06-01T09:00", "2026-06-01T09:00"),
        ("1 Jun 2026 at 9am", "2026-06-01T09:00"),
        ("Jun 1, 2026, 14:30", "2026-06-01T14:30"),
        ("11/1/2026 1:30 am CST", "2026-11-01T01:30-06:00"),
        ("11/1/2026 1:30 -05:00", "2026-11-01T01:30-05:00"),
    ],
)
def test_a_time_is_taken_as_it_is_typed(typed, meant):
    assert MomentField().clean(typed) == meant


def test_a_time_that_the_clock_shows_twice_is_asked_back(db):
    query = "skin_punctured=yes&doctor_required=no&vaccinated_with_certificate=no&place=shelter&ask=1"
    query += "&bitten_at=10/31/2026 9:00 am&confined_at=11/1/2026 1:30 am"
    assert "it shows that time twice" in errors_of(asked("quarantine", query))["confined_at"]
    made = asked("quarantine", f"{query} CST")
    assert made.answer["release_not_before"].isoformat() == "2026-11-11T01:30:00-06:00"


# Junk


@pytest.mark.parametrize("name", rules.RULES)
def test_no_junk_in_the_address_ever_fails(cast, name, today):
    """Every box of every rule, filled at random from what people and programs send."""
    client = cast.client(cast.clerk)
    dice = random.Random(name)
    rule = rules.RULES[name]
    for _ in range(4):
        query = QueryDict(mutable=True)
        for fact in rule.facts:
            inner = cases.parts(fact)
            if inner:
                for row in (0, 1, 7, 9999):
                    for part in inner:
                        query.setlist(
                            f"{fact.name}-{row}-{part.name}", dice.choices(JUNK, k=dice.randint(0, 2))
                        )
                query[f"rows-{fact.name}"] = dice.choice(JUNK)
            query.setlist(
                fact.name,
                dice.choices([*JUNK, *map(str, getattr(fact, "choices", ()))], k=dice.randint(0, 3)),
            )
        for id in dice.sample(rules.RESOLUTION_READINGS, 4):
            query[f"r.{id}"] = dice.choice([*JUNK, rules.READINGS[id].choices[-1].id])
        query["as_of"] = dice.choice(JUNK)
        query[dice.choice(["ask", "ask", "ask", "add", "drop", "unknown"])] = dice.choice(JUNK)
        answer = client.get(f"/ordinance/ask/{name}/?{query.urlencode()}", follow=True)
        assert answer.status_code == 200, query.urlencode()
        assert len(answer.redirect_chain) < 3
        assert "<script>alert" not in answer.content.decode()


def test_a_control_character_is_refused_before_it_gets_here(cast):
    assert cast.client(cast.clerk).get(f"{HOLD}?kinds=%00&ask=1").status_code == 400
