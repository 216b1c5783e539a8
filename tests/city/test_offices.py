"""Officers and assistants with the council's consent (Sec. 15), and the council's own terms."""

import datetime as dt

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from freeport_animals.base.editing import EditConflict
from freeport_animals.base.once import new_token
from freeport_animals.city.errors import CityError, DateWrong, NotStanding, Overlap
from freeport_animals.city.models import Appointment, CouncilMember
from freeport_animals.city.selectors import appointments_on, council_on, officers_on
from freeport_animals.city.services import (
    appointment_end,
    council_member_add,
    council_member_leave,
    resolution_withdraw,
)
from tests.city.cast import AT_TWO, TUESDAY, adopt, member, officer, staff


def end(appointment, last_day, reason="Moved to Melrose", version=None):
    return appointment_end(
        appointment=appointment,
        version=appointment.version if version is None else version,
        last_day=dt.date.fromisoformat(last_day),
        reason=reason,
    )


@pytest.mark.django_db
def test_an_officer_is_in_office_from_the_first_day_through_the_last():
    one = officer(first="2025-02-01")
    end(one, "2025-12-31")
    found = {
        day: [row.name for row in officers_on(dt.date.fromisoformat(day))]
        for day in ("2025-01-31", "2025-02-01", "2025-12-31", "2026-01-01")
    }
    assert found == {
        "2025-01-31": [],
        "2025-02-01": ["Jo Stang"],
        "2025-12-31": ["Jo Stang"],
        "2026-01-01": [],
    }


@pytest.mark.django_db
def test_nobody_is_appointed_before_the_resolution_takes_effect_or_by_one_withdrawn():
    one = adopt("2026-01", "2026-01-13", "2026-02-01")
    with pytest.raises(DateWrong, match="takes effect Sun 1 February 2026"):
        officer(one, "2026-01-31")
    resolution_withdraw(resolution=one, reason="x", by=staff(), at=AT_TWO)
    with pytest.raises(NotStanding):
        officer(one, "2026-02-01")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Jo Stang", "JO  STANG", " jo stang "])
def test_one_person_holds_one_appointment_at_a_time(name):
    one = officer()
    with pytest.raises(Overlap, match="already holds an appointment"):
        officer(adopt("2025-91"), "2025-06-01", name=name)
    end(one, "2025-06-30")
    officer(adopt("2025-92"), "2025-07-01", name=name)


@pytest.mark.django_db
def test_an_assistant_is_designated_by_an_officer_in_office():
    one = officer(first="2025-02-01")
    assistant = officer(adopt("2025-91"), "2025-03-01", kind="assistant", name="Al Vang", designated_by=one)
    assert [row.name for row in appointments_on(TUESDAY)] == ["Jo Stang", "Al Vang"]
    for wrong in (None, assistant):
        with pytest.raises(CityError, match="Choose the officer"):
            officer(
                adopt(f"2025-{94 + bool(wrong)}"),
                "2025-03-01",
                kind="assistant",
                name="X",
                designated_by=wrong,
            )
    with pytest.raises(DateWrong, match="was no animal control officer on Wed 15 January 2025"):
        officer(adopt("2025-93", "2025-01-01"), "2025-01-15", kind="assistant", name="Y", designated_by=one)


@pytest.mark.django_db
def test_with_the_officer_end_the_assistants():
    one = officer(first="2025-02-01")
    assistant = officer(adopt("2025-91"), "2025-03-01", kind="assistant", name="Al Vang", designated_by=one)
    with pytest.raises(DateWrong, match="Al Vang was designated from Sat 1 March 2025"):
        end(one, "2025-02-15")
    end(one, "2025-12-31")
    assistant.refresh_from_db()
    assert (assistant.last_day, assistant.end_reason) == (dt.date(2025, 12, 31), "Moved to Melrose")


@pytest.mark.django_db
def test_an_end_has_its_day_and_reason_and_is_entered_once():
    one = officer(first="2025-02-01")
    with pytest.raises(CityError, match="Say why"):
        end(one, "2025-12-31", " ")
    with pytest.raises(DateWrong, match="cannot end before"):
        end(one, "2025-01-31")
    ended = end(one, "2025-12-31")
    with pytest.raises(EditConflict):
        end(one, "2025-12-31", version=1)
    with pytest.raises(NotStanding):
        end(ended, "2025-11-30")


@pytest.mark.django_db
def test_the_database_holds_appointments_together():
    one = officer()
    for change in (
        lambda: Appointment.objects.filter(pk=one.pk).update(last_day=dt.date(2025, 1, 1), end_reason="x"),
        lambda: Appointment.objects.filter(pk=one.pk).update(last_day=dt.date(2025, 12, 1)),
        lambda: Appointment.objects.filter(pk=one.pk).update(kind="assistant"),
        lambda: one.delete(),
    ):
        with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic():
            change()


@pytest.mark.django_db
def test_a_mayor_and_four_members_at_most_on_any_day():
    member("Helen Dirkes", "2025-01-01", "2026-12-31", "mayor")
    with pytest.raises(Overlap, match="Somebody else is mayor"):
        member("Ray Stalboerger", "2026-12-31", "2028-12-31", "mayor")
    member("Ray Stalboerger", "2027-01-01", "2028-12-31", "mayor")
    for name in ("A", "B", "C"):
        member(name, "2025-01-01", "2028-12-31")
    member("D", "2025-01-01", "2026-06-30")
    with pytest.raises(Overlap, match="All 4 seats are taken on Wed 1 January 2025"):
        member("E", "2024-01-01", "2025-03-31")
    member("E", "2026-07-01", "2028-12-31")
    with pytest.raises(Overlap, match="All 4 seats are taken"):
        member("F", "2026-06-30", "2026-07-01")
    assert [row.name for row in council_on(TUESDAY)] == ["Helen Dirkes", "A", "B", "C", "D"]


@pytest.mark.django_db
def test_one_person_has_one_seat():
    member("Pat Maile", "2025-01-01", "2028-12-31")
    with pytest.raises(Overlap, match="pat maile sits on the council"):
        member("pat  maile", "2026-01-01", "2026-12-31", "mayor")


@pytest.mark.django_db
def test_a_term_ends_after_it_begins():
    with pytest.raises(DateWrong):
        member("Pat Maile", "2025-01-01", "2024-12-31")


@pytest.mark.django_db
def test_a_seat_left_early_is_free_the_next_day():
    mayor = member("Helen Dirkes", "2025-01-01", "2026-12-31", "mayor")
    with pytest.raises(DateWrong, match="The term runs from"):
        council_member_leave(member=mayor, version=1, last_day=dt.date(2027, 1, 1), reason="x")
    council_member_leave(member=mayor, version=1, last_day=dt.date(2026, 1, 31), reason="Resigned")
    member("Ray Stalboerger", "2026-02-01", "2026-12-31", "mayor")
    assert [row.name for row in council_on(dt.date(2026, 2, 1))] == ["Ray Stalboerger"]


def test_two_who_take_the_last_seat_at_once(committed_db):
    import threading

    from django.db import connection

    clerk = staff()
    for name in ("A", "B", "C"):
        member(name, "2025-01-01", "2028-12-31")
    gate, results = threading.Barrier(2), []

    def take(name):
        try:
            gate.wait(timeout=30)
            council_member_add(
                seat="member",
                name=name,
                first_day=dt.date(2025, 1, 1),
                last_day=dt.date(2028, 12, 31),
                by=clerk,
            )
            results.append("seated")
        except Overlap:
            results.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=(name,)) for name in ("D", "E")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["refused", "seated"]
    assert CouncilMember.objects.count() == 4


# Their pages


def test_an_officer_is_recorded_on_the_page(administrator):
    one = adopt("2025-90")
    form = {
        "token": new_token(),
        "kind": "officer",
        "name": "Jo Stang",
        "designated_by": "",
        "resolution": one.pk,
        "first_day": "2/1/2025",
        "user": staff("Jo Stang").pk,
    }
    for _ in range(2):
        assert administrator.post("/city/officers/add/", form).url == "/city/officers/"
    made = Appointment.objects.get()
    assert (made.name, made.user) == ("Jo Stang", staff("Jo Stang"))
    page = administrator.get("/city/officers/").content.decode()
    assert "Jo Stang" in page and "Resolution 2025-90" in page and "In office" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Type the name."),
        ({"name": "x" * 151}, "at most 150 characters"),
        ({"first_day": "12/31/2024"}, "takes effect Wed 1 January 2025"),
        ({"first_day": "soon"}, "“soon” is not a date."),
        ({"kind": "assistant"}, "Choose the officer who designated the assistant"),
        ({"kind": "king"}, "Choose one of the two."),
        ({"resolution": "77777"}, "This resolution cannot be cited."),
        ({"user": "77777"}, "Choose an account from the list."),
        ({"designated_by": "77777"}, "Choose an officer from the list."),
    ],
)
def test_an_appointment_that_cannot_be_is_refused_beside_its_box(administrator, fields, sentence):
    form = {
        "token": new_token(), "kind": "officer", "name": "Jo Stang", "designated_by": "",
        "resolution": adopt("2025-90").pk, "first_day": "2/1/2025", "user": "",
    }  # fmt: skip
    response = administrator.post("/city/officers/add/", form | fields)
    assert sentence in response.content.decode()
    assert not Appointment.objects.exists()


def test_an_appointment_is_ended_on_the_page(administrator):
    one = officer()
    url = f"/city/officers/{one.pk}/end/"
    form = {"token": new_token(), "version": one.version, "last_day": "1/31/2026", "reason": "Moved"}
    assert "Say why it ends" in administrator.post(url, form | {"reason": ""}).content.decode()
    for _ in range(2):
        assert administrator.post(url, form).url == "/city/officers/"
    one.refresh_from_db()
    assert one.last_day == dt.date(2026, 1, 31)
    assert administrator.get(url).url == "/city/officers/"


def test_in_two_tabs_the_second_is_told_and_may_go_on(administrator):
    mayor = member("Helen Dirkes", "2025-01-01", "2026-12-31", "mayor")
    council_member_leave(member=mayor, version=1, last_day=dt.date(2026, 6, 30), reason="Resigned")
    url = f"/city/council/{mayor.pk}/leave/"
    form = {"token": new_token(), "version": 1, "last_day": "3/31/2026", "reason": "Moved"}
    response = administrator.post(url, form)
    assert "Somebody saved this record while you were editing it." in response.content.decode()
    again = form | {"token": new_token(), "version": response.context["form"]["version"].value()}
    assert administrator.post(url, again).url == "/city/council/"
    mayor.refresh_from_db()
    assert (mayor.last_day, mayor.left_reason) == (dt.date(2026, 3, 31), "Moved")


def test_a_term_is_recorded_on_the_page(administrator):
    form = {
        "token": new_token(), "seat": "mayor", "name": "Helen Dirkes", "first_day": "1/1/2025",
        "last_day": "12/31/2026", "user": staff("Pat Maile").pk,
    }  # fmt: skip
    for _ in range(2):
        assert administrator.post("/city/council/add/", form).url == "/city/council/"
    assert CouncilMember.objects.get().name == "Helen Dirkes"
    second = administrator.post("/city/council/add/", form | {"token": new_token(), "name": "Somebody Else"})
    assert "Somebody else is mayor" in second.content.decode()
    assert (
        "The term&#x27;s last day comes before its first."
        in administrator.post(
            "/city/council/add/", form | {"token": new_token(), "last_day": "1/1/2024"}
        ).content.decode()
    )


@pytest.mark.parametrize("name", ["Ann Weber", "Jo Stang", "Pat Maile"])
def test_everybody_reads_and_only_the_administrator_appoints(signed_in_as, name):
    one, seat = officer(), member("Helen Dirkes", "2025-01-01", "2099-12-31", "mayor")
    browser = signed_in_as(name)
    assert browser.get("/city/officers/").status_code == 200
    assert browser.get("/city/council/").status_code == 200
    for path in ("officers/add/", f"officers/{one.pk}/end/", "council/add/", f"council/{seat.pk}/leave/"):
        assert browser.get(f"/city/{path}").status_code == 403
        assert browser.post(f"/city/{path}", {"token": new_token()}).status_code == 403


def test_the_lists_are_paged_and_bounded(administrator, django_assert_max_num_queries):
    one = adopt("2025-90")
    for number in range(30):
        officer(one, name=f"Officer {number}")
        member(f"Mayor {number}", f"{2000 + number}-01-01", f"{2000 + number}-12-31", "mayor")
    for path in ("officers", "council"):
        with django_assert_max_num_queries(5):
            response = administrator.get(f"/city/{path}/")
        assert len(response.context["page"]) == 25
