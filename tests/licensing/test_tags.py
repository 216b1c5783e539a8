"""Tags out of the stamped box: the next proposed, a typed one accepted, skipped ones with a reason, none twice."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from licensing.models import License, Tag
from licensing.tags import LONGEST_SKIP, TagNumber, next_numbers, parse_tag, passed_over, propose, said
from tests.cast import AnimalFactory, VaccinationFactory
from tests.licensing.counter import Desk, resolve, words


def dog(cast, name="Rolf", owner=None):
    animal = AnimalFactory(name=name, owner=owner or cast.mai)
    for disease in ("rabies", "distemper"):
        VaccinationFactory(
            animal=animal, disease=disease, given=dt.date(2026, 4, 1), veterinarian=cast.veterinarian
        )
    return animal


@pytest.fixture
def opened(cast, today):
    """A box opened at 217: Rolf wears it."""
    resolve(cast, license_term="calendar-year")
    rolf = dog(cast)
    Desk(cast, cast.mai).fill(rolf, tag="217").press("issue")
    return cast


def test_a_box_may_start_at_any_number(opened):
    assert [str(tag) for tag in Tag.objects.all()] == ["2026-217"]
    assert next_numbers([2026, 2027]) == {2026: 218, 2027: 1}


def test_the_next_number_is_proposed_for_each_animal_ticked(opened):
    cast = opened
    cast.bella
    other = dog(cast, "Susi", cast.thomas)
    desk = Desk(cast, cast.thomas)
    assert desk.boxes[f"a{cast.bella.pk}-tag"] == "218"
    assert desk.boxes[f"a{other.pk}-tag"] == "219"
    desk.fill(cast.bella, license=None).press("check")
    assert desk.boxes[f"a{cast.bella.pk}-tag"] == ""
    assert desk.boxes[f"a{other.pk}-tag"] == "218"


def test_a_number_typed_by_hand_stays_and_the_others_follow_it(opened):
    cast = opened
    cast.bella
    other = dog(cast, "Susi", cast.thomas)
    desk = Desk(cast, cast.thomas).fill(cast.bella, tag="220")
    desk.press("check")
    assert desk.boxes[f"a{cast.bella.pk}-tag"] == "220"
    assert desk.boxes[f"a{other.pk}-tag"] == "221"


def test_skipping_asks_why_and_the_skipped_are_recorded(opened):
    cast = opened
    cast.bella
    desk = Desk(cast, cast.thomas)
    response = desk.fill(cast.bella, tag="221").press("issue")
    assert response.status_code == 422
    assert (
        "Tags 2026-218 to 2026-220 are skipped. Say why, for example: spoiled, or missing from the box."
        in words(response)
    )
    assert License.objects.count() == 1
    desk.fill(cast.bella, skip_reason="Spoiled in stamping").press("issue")
    skipped = Tag.objects.filter(state="skipped")
    assert sorted(map(str, skipped)) == ["2026-218", "2026-219", "2026-220"]
    assert {(tag.reason, tag.license) for tag in skipped} == {("Spoiled in stamping", None)}
    assert str(License.objects.get(animal=cast.bella).tags.get()) == "2026-221"


def test_a_skipped_tag_found_again_may_be_given_out(opened):
    cast = opened
    cast.bella
    Desk(cast, cast.thomas).fill(cast.bella, tag="219", skip_reason="Missing from the box").press("issue")
    susi = dog(cast, "Susi")
    Desk(cast, cast.mai).fill(susi, tag="218").press("issue")
    tag = Tag.objects.get(number=218)
    assert (tag.state, tag.license.animal.name) == ("worn", "Susi")


def test_a_used_number_is_refused_and_says_whose_it_is(opened):
    cast = opened
    cast.bella
    response = Desk(cast, cast.thomas).fill(cast.bella, tag="217").press("issue")
    assert (
        "Tag 2026-217 is worn by Rolf of Mai Xiong (license L-2026-0001). The next one in the box is 2026-218."
        in words(response)
    )
    assert License.objects.count() == 1


def test_one_number_for_two_animals_of_a_visit_is_refused(opened):
    cast = opened
    cast.bella
    other = dog(cast, "Susi", cast.thomas)
    response = Desk(cast, cast.thomas).fill(cast.bella, tag="218").fill(other, tag="218").press("issue")
    assert "Tag 2026-218 is typed for another animal of this visit too. Each has its own." in words(response)


def test_a_slip_of_the_finger_does_not_skip_a_thousand_tags(opened):
    cast = opened
    cast.bella
    response = Desk(cast, cast.thomas).fill(cast.bella, tag="21800", skip_reason="x").press("issue")
    assert "2026-21800 is 21,582 ahead of the next tag in the box, 2026-218. Check the number." in words(
        response
    )
    assert Tag.objects.count() == 1


def test_no_number_is_asked_for(opened):
    cast = opened
    cast.bella
    response = Desk(cast, cast.thomas).fill(cast.bella, tag="").press("issue")
    assert "Type the number stamped on the tag you hand out." in words(response)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("abc", "“abc” is not a tag number"),
        ("-5", "“-5” is not a tag number"),
        ("0", "Tags are numbered from 1"),
        ("2.5", "“2.5” is not a tag number"),
        ("1234567", "1,234,567 is more than any tag's number"),
        ("2019-5", "Tags of 2019 are not given out for a license of 2026"),
        ("٢١٧", "is not a tag number"),
        ("2" * 25, "at most 20 characters"),
    ],
)
def test_what_is_no_number_is_told_beside_the_box(opened, typed, says):
    cast = opened
    cast.bella
    response = Desk(cast, cast.thomas).fill(cast.bella, tag=typed).press("issue")
    assert response.status_code == 422
    assert says in words(response)
    assert License.objects.count() == 1


def test_a_tag_of_last_years_box_may_be_typed_with_its_year(opened):
    cast = opened
    cast.bella
    Desk(cast, cast.thomas).fill(cast.bella, tag="2025-40").press("issue")
    assert str(License.objects.get(animal=cast.bella).tags.get()) == "2025-40"


# --- the arithmetic ----------------------------------------------------------------------------------------

numbers = st.integers(1, 999_999)


@given(numbers)
def test_a_number_is_read_however_it_is_written(number):
    for typed in (
        f"{number}",
        f"#{number}",
        f" 0{number} ",
        f"2026-{number}",
        f"2026 / {number}",
        f"2026–{number}",
    ):
        if len(str(number)) < 6 or not typed.strip().startswith("0"):
            assert parse_tag(typed, series=2026) == TagNumber(2026, number)


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_a_sentence(typed):
    try:
        tag = parse_tag(typed, series=2026)
    except ValidationError as error:
        assert str(error.messages[0]).endswith(".")
    else:
        assert abs(tag.series - 2026) <= 1 and 1 <= tag.number <= 999_999


@given(st.sets(st.integers(1, 400), min_size=1, max_size=6), st.integers(1, 300))
def test_given_and_skipped_leave_no_hole_behind_the_last(taken, following):
    tags = [TagNumber(2026, number) for number in taken]
    skipped = passed_over(tags, {2026: following})
    assert not set(skipped) & set(tags)
    ahead = {tag.number for tag in [*tags, *skipped] if tag.number >= following}
    if following > 1 and ahead:
        assert ahead == set(range(following, max(taken) + 1))
    if following == 1:
        assert {tag.number for tag in [*tags, *skipped]} == set(range(min(taken), max(taken) + 1))


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from(["", "12", "55", "x", "2025-3"])), max_size=5),
    st.integers(1, 60),
)
def test_proposals_never_collide_and_typed_numbers_stay(cards, following):
    typed = {}
    for n, (ticked, box) in enumerate(cards):
        typed[f"a{n}-tag"] = box
        if ticked:
            typed[f"a{n}-license"] = "on"
    found = propose([(f"a{n}", 2026) for n in range(len(cards))], typed, {2026: following})
    proposed = [box for box, mark in found.values() if mark]
    assert len(proposed) == len(set(proposed))
    for n, (ticked, box) in enumerate(cards):
        if box:
            assert found[f"a{n}"][0] == box
        else:
            assert bool(found[f"a{n}"][0]) is ticked
    assert all(int(each) >= following for each in proposed)
    again = propose(
        [(f"a{n}", 2026) for n in range(len(cards))],
        typed
        | {f"{key}-tag": box for key, (box, _) in found.items()}
        | {f"{key}-tag_proposed": mark for key, (_, mark) in found.items()},
        {2026: following},
    )
    assert again == found


def test_numbers_are_said_as_people_say_them():
    tags = [TagNumber(2026, number) for number in (4, 5, 6)]
    assert said(tags[:1]) == "2026-4"
    assert said(tags[:2]) == "2026-4 and 2026-5"
    assert said(tags) == "2026-4 to 2026-6"
    assert said([TagNumber(2026, 1), TagNumber(2026, 3), TagNumber(2026, 5)]) == "2026-1, 2026-3 and 2026-5"
    assert said([TagNumber(2026, 2 * n) for n in range(1, 9)]).endswith("and 3 more")
    assert LONGEST_SKIP == 500
