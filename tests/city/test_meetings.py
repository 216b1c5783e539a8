"""When the council meets: the last Tuesday at 19:00, special meetings, and three days' notice."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freeport_animals.base.editing import EditConflict
from freeport_animals.base.once import new_token
from freeport_animals.city.errors import CityError, DateWrong, NotStanding, Overlap
from freeport_animals.city.models import Meeting
from freeport_animals.city.selectors import meetings_between, next_meetings, schedule_on
from freeport_animals.city.services import (
    meeting_call,
    meeting_cancel,
    meeting_ensure,
    meeting_move,
    meeting_notice_post,
    meeting_schedule_set,
)
from freeport_animals.rules.meetings import earliest_special_meeting, last_posting_day, regular_meetings
from tests.city.cast import AT_TWO, TUESDAY, adopt, staff

SEVEN = dt.time(19)


def day(text):
    return dt.date.fromisoformat(text)


def call(on="2026-01-20", **fields):
    values = {
        "on": day(on),
        "starts": SEVEN,
        "purpose": "Hearing on the dog Rex",
        "called_by": "Mayor Dirkes",
        "by": staff("Ann Weber"),
        "at": AT_TWO,
    }
    return meeting_call(**(values | fields))


def dates(first, last):
    return [meet.on.isoformat() for meet in meetings_between(day(first), day(last))]


@pytest.mark.django_db
def test_regular_meetings_fall_on_the_last_tuesday_at_seven():
    found = meetings_between(day("2026-01-01"), day("2026-12-31"))
    assert [meet.on.isoformat()[5:] for meet in found] == [
        "01-27", "02-24", "03-31", "04-28", "05-26", "06-30",
        "07-28", "08-25", "09-29", "10-27", "11-24", "12-29",
    ]  # fmt: skip
    assert {(meet.starts, meet.is_special, meet.needs_notice) for meet in found} == {(SEVEN, False, False)}


@given(st.dates(day("2005-08-06"), day("2100-01-01")), st.sampled_from([1, 2, 3, 4, -1]), st.integers(1, 7))
def test_a_regular_meeting_is_the_nth_weekday_of_its_month(first, week, weekday):
    last = first + dt.timedelta(days=70)
    found = list(regular_meetings(first, last, week=week, weekday=weekday))
    naive = []
    for number in range((last - first).days + 1):
        each = first + dt.timedelta(days=number)
        nth = (
            (each + dt.timedelta(days=7)).month != each.month
            if week == -1
            else (each.day - 1) // 7 + 1 == week
        )
        if each.isoweekday() == weekday and nth:
            naive.append(each)
    assert found == naive


@pytest.mark.django_db
def test_a_meeting_on_christmas_is_pointed_out():
    (found,) = meetings_between(day("2029-12-01"), day("2029-12-31"))
    assert (found.on, found.holiday) == (day("2029-12-25"), "Christmas Day")


@pytest.mark.django_db
def test_another_schedule_by_resolution_counts_from_its_day():
    one = adopt("2026-01", "2026-01-13", "2026-04-01")
    meeting_schedule_set(
        resolution=one, week=2, weekday=3, starts=dt.time(18, 30), place="Fire Hall", by=staff()
    )
    assert dates("2026-02-01", "2026-05-31") == ["2026-02-24", "2026-03-31", "2026-04-08", "2026-05-13"]
    assert schedule_on(day("2026-03-31")).place == "City Hall, 125 Main Street E"
    assert (schedule_on(day("2026-04-01")).place, schedule_on(day("2026-04-01")).starts) == (
        "Fire Hall",
        dt.time(18, 30),
    )
    with pytest.raises(Overlap):
        meeting_schedule_set(resolution=one, week=1, weekday=1, starts=SEVEN, place="x", by=staff())


def test_three_days_before_the_day_of_posting_left_out():
    assert earliest_special_meeting(day("2026-01-13")) == day("2026-01-16")
    assert last_posting_day(day("2026-01-16")) == day("2026-01-13")


@pytest.mark.django_db
def test_a_special_meeting_stands_among_the_others_with_its_notice():
    special = call("2026-01-16")
    found = next_meetings(TUESDAY, 2)
    assert [(meet.on, meet.is_special) for meet in found] == [
        (day("2026-01-16"), True),
        (day("2026-01-27"), False),
    ]
    assert (found[0].needs_notice, found[0].post_by, found[0].posted_in_time) == (True, TUESDAY, False)
    meeting_notice_post(meeting=special, version=1, posted_on=TUESDAY, at=AT_TWO)
    assert next_meetings(TUESDAY, 1)[0].posted_in_time


@pytest.mark.django_db
@pytest.mark.parametrize("on", ["2026-01-13", "2026-01-14", "2026-01-15"])
def test_too_soon_for_the_notice_needs_an_emergency(on):
    with pytest.raises(DateWrong, match="can be held from Fri 16 January 2026 on") as refused:
        call(on)
    assert refused.value.field == "on"
    assert call(on, emergency_reason="A dangerous animal at large").emergency_reason


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"purpose": " "}, {"called_by": ""}, {"on": "2026-01-12"}])
def test_a_meeting_that_cannot_be_called(fields):
    with pytest.raises(CityError):
        call(**fields)
    assert not Meeting.objects.exists()


@pytest.mark.django_db
def test_two_meetings_never_start_at_once():
    call("2026-01-20")
    with pytest.raises(Overlap, match="already meets Tue 20 January 2026 at 7:00 pm"):
        call("2026-01-20")
    call("2026-01-20", starts=dt.time(18))


@pytest.mark.django_db
def test_a_regular_meeting_is_moved_and_then_needs_a_notice():
    one = meeting_ensure(regular_on=day("2026-01-27"))
    assert meeting_ensure(regular_on=day("2026-01-27")) == one
    meeting_move(meeting=one, version=1, on=day("2026-01-28"), starts=SEVEN, place="Fire Hall", at=AT_TWO)
    (found,) = meetings_between(day("2026-01-14"), day("2026-01-31"))
    assert (found.on, found.is_moved, found.needs_notice, found.place) == (
        day("2026-01-28"),
        True,
        True,
        "Fire Hall",
    )
    with pytest.raises(EditConflict):
        meeting_move(meeting=one, version=1, on=day("2026-01-29"), starts=SEVEN, place="x", at=AT_TWO)


@pytest.mark.django_db
def test_moved_into_another_month_it_is_shown_there_and_not_here():
    one = meeting_ensure(regular_on=day("2026-01-27"))
    meeting_move(meeting=one, version=1, on=day("2026-02-03"), starts=SEVEN, place="x", at=AT_TWO)
    assert dates("2026-01-01", "2026-01-31") == []
    assert dates("2026-02-01", "2026-02-28") == ["2026-02-03", "2026-02-24"]


@pytest.mark.django_db
def test_a_move_takes_the_notice_down():
    one = call("2026-01-20")
    meeting_notice_post(meeting=one, version=1, posted_on=TUESDAY, at=AT_TWO)
    moved = meeting_move(meeting=one, version=2, on=day("2026-01-21"), starts=SEVEN, place="x", at=AT_TWO)
    assert moved.notice_posted_on is None


@pytest.mark.django_db
def test_a_cancelled_meeting_stays_and_is_not_held():
    one = meeting_ensure(regular_on=day("2026-01-27"))
    meeting_cancel(meeting=one, version=1, reason="No quorum", by=staff(), at=AT_TWO)
    assert dates("2026-01-14", "2026-01-31") == ["2026-01-27"]
    assert next_meetings(TUESDAY, 1)[0].on == day("2026-02-24")
    for again in (
        lambda: meeting_cancel(meeting=one, version=2, reason="x", by=staff(), at=AT_TWO),
        lambda: meeting_move(
            meeting=one, version=2, on=day("2026-01-30"), starts=SEVEN, place="x", at=AT_TWO
        ),
        lambda: meeting_notice_post(meeting=one, version=2, posted_on=TUESDAY, at=AT_TWO),
    ):
        with pytest.raises(NotStanding):
            again()
    call("2026-01-27", purpose="What could not wait")


@pytest.mark.django_db
def test_what_was_held_is_neither_moved_nor_cancelled():
    one = meeting_ensure(regular_on=day("2025-12-30"))
    with pytest.raises(NotStanding):
        meeting_move(meeting=one, version=1, on=day("2026-01-30"), starts=SEVEN, place="x", at=AT_TWO)
    with pytest.raises(NotStanding):
        meeting_cancel(meeting=one, version=1, reason="x", by=staff(), at=AT_TWO)


@pytest.mark.django_db
@pytest.mark.parametrize("posted", ["2026-01-14", "2026-01-21"])
def test_a_notice_is_not_posted_in_the_future(posted):
    one = call("2026-01-20")
    with pytest.raises(DateWrong):
        meeting_notice_post(meeting=one, version=1, posted_on=day(posted), at=AT_TWO)


@pytest.mark.django_db
def test_no_regular_meeting_falls_on_any_other_day():
    with pytest.raises(DateWrong):
        meeting_ensure(regular_on=day("2026-01-26"))


# Its pages


@pytest.fixture
def clerk(tuesday, signed_in_as):
    return signed_in_as("Ann Weber")


def called(**fields):
    values = {
        "token": new_token(), "on": "1/20/2026", "starts": "7 pm", "place": "City Hall",
        "purpose": "Hearing on the dog Rex", "called_by": "Mayor Dirkes", "emergency_reason": "",
    }  # fmt: skip
    return values | fields


def test_the_clerk_calls_a_special_meeting_and_records_its_posting(clerk):
    form = called()
    first, second = (clerk.post("/city/meetings/call/", form) for _ in range(2))
    one = Meeting.objects.get()
    assert first.url == second.url == f"/city/meetings/{one.pk}/"
    page = clerk.get(first.url).content.decode()
    assert "Hearing on the dog Rex" in page and "Sat 17 January 2026" in page
    posted = {"token": new_token(), "version": "1", "posted_on": "1/13/2026"}
    clerk.post(f"/city/meetings/{one.pk}/post/", posted)
    assert "Notice posted" in clerk.get("/city/meetings/").content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"on": "1/14/2026"}, "can be held from Fri 16 January 2026 on"),
        ({"on": "1/1/2026"}, "Thu 1 January 2026 has passed."),
        ({"starts": "7"}, "“7” is not a time of day."),
        ({"starts": ""}, "Type the time, for example 7:00 pm."),
        ({"purpose": ""}, "Say what the meeting is about"),
        ({"purpose": "x" * 301}, "at most 300 characters"),
        ({"called_by": ""}, "Say who calls it"),
        ({"place": ""}, "Say where the council meets."),
    ],
)
def test_a_call_that_cannot_be_is_refused_beside_its_box(clerk, fields, sentence):
    response = clerk.post("/city/meetings/call/", called(**fields))
    assert sentence in response.content.decode()
    assert not Meeting.objects.exists()


def test_a_regular_meeting_is_opened_moved_and_cancelled_on_its_pages(clerk):
    opened = clerk.post("/city/meetings/open/", {"regular_on": "2026-01-27"})
    one = Meeting.objects.get()
    assert opened.url == one.get_absolute_url()
    move = {
        "token": new_token(),
        "version": "1",
        "on": "1/28/2026",
        "starts": "7:00 pm",
        "place": "Fire Hall",
    }
    assert clerk.post(f"{opened.url}move/", move).url == opened.url
    assert "Moved from" in clerk.get(opened.url).content.decode()
    cancel = {"token": new_token(), "version": "2", "reason": "No quorum"}
    assert "Say why" in clerk.post(f"{opened.url}cancel/", cancel | {"reason": ""}).content.decode()
    assert clerk.post(f"{opened.url}cancel/", cancel).url == opened.url
    page = clerk.get(opened.url).content.decode()
    assert "Cancelled" in page and "No quorum" in page
    assert clerk.get(f"{opened.url}move/").url == opened.url


@pytest.mark.parametrize("regular_on", ["2026-01-26", "", "x", "2026-13-45", "99999-01-01"])
def test_a_day_without_a_meeting_cannot_be_opened(clerk, regular_on):
    assert clerk.post("/city/meetings/open/", {"regular_on": regular_on}).status_code == 404
    assert not Meeting.objects.exists()


def test_a_posting_in_the_future_is_refused_on_the_page(clerk):
    one = call("2026-01-20")
    response = clerk.post(
        f"/city/meetings/{one.pk}/post/", {"token": new_token(), "version": "1", "posted_on": "1/14/2026"}
    )
    assert "is in the future" in response.content.decode()


def test_the_administrator_sets_the_regular_meetings(administrator):
    one = adopt("2026-01", "2026-01-13", "2026-04-01")
    form = {
        "token": new_token(),
        "resolution": one.pk,
        "week": "2",
        "weekday": "3",
        "starts": "6:30 pm",
        "place": "Fire Hall",
    }
    for _ in range(2):
        assert administrator.post("/city/meetings/schedule/", form).url == "/city/meetings/"
    assert (
        "From Wed 1 April 2026: the second Wednesday at 6:30 pm."
        in administrator.get("/city/meetings/").content.decode()
    )
    wrong = administrator.post("/city/meetings/schedule/", form | {"token": new_token(), "week": "9"})
    assert "Choose one from the list." in wrong.content.decode()


def test_who_may_do_what(tuesday, signed_in_as):
    one = call("2026-01-20")
    for name in ("Jo Stang", "Pat Maile"):
        browser = signed_in_as(name)
        assert browser.get("/city/meetings/").status_code == 200
        assert browser.get(f"/city/meetings/{one.pk}/").status_code == 200
        assert browser.get("/city/meetings/call/").status_code == 403
        for path in ("open/", f"{one.pk}/post/", f"{one.pk}/move/", f"{one.pk}/cancel/"):
            assert browser.post(f"/city/meetings/{path}", {}).status_code == 403
    assert signed_in_as("Ann Weber").get("/city/meetings/schedule/").status_code == 403


def test_the_pages_ask_a_bounded_number_of_questions(administrator, django_assert_max_num_queries):
    for number in range(20):
        call("2026-01-20", starts=dt.time(number))
    with django_assert_max_num_queries(10):
        administrator.get("/city/meetings/")
    with django_assert_max_num_queries(14):
        administrator.get("/city/")
