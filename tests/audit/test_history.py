"""Who changed what: readable, complete, with bounded queries, and without secrets."""

import datetime as dt

import pghistory
import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from freeport_animals.accounts.models import User
from freeport_animals.audit.selectors import NOBODY, Change, History, history_of
from freeport_animals.audit.subjects import Part, Subject, history_url, register, subject_of, subjects
from freeport_animals.base.access import Role
from freeport_animals.registry.models import Animal, Person, Phone
from tests.cast import PASSWORD

ADMINISTRATORS = frozenset({"administrator"})
PERSON = Subject(Person, roles=frozenset({"clerk"}), parts=(Part(Phone, "person"),))


def test_a_change_made_on_a_page_says_who_when_where_and_what(cast, today):
    admin = cast.client(cast.administrator)
    admin.post(
        f"/staff/{cast.clerk.pk}/edit/",
        {
            "first_name": "Anne",
            "last_name": "Kramer",
            "username": "anna",
            "email": "",
            "roles": ["clerk", "officer"],
            "version": "1",
        },
    )
    entry = history_of(cast.clerk)[:1][0]
    assert (entry.who, entry.url, entry.address) == (
        "Joan Fuchs",
        f"/staff/{cast.clerk.pk}/edit/",
        "127.0.0.1",
    )
    assert not entry.added
    assert entry.changes == (
        Change("Given name", "Anna", "Anne"),
        Change("Roles", "Clerk", "Clerk, Animal control officer"),
    )


def test_what_nobody_did_is_the_software_s(cast):
    entry = history_of(cast.clerk)[:1][0]
    assert (entry.who, entry.added) == (NOBODY, True)
    assert Change("User name", "", "anna") in entry.changes
    assert Change("May sign in", "", "Yes") in entry.changes


def test_a_history_in_the_order_of_its_changes_the_newest_first(cast):
    for name in ("One", "Two", "Three"):
        User.objects.filter(pk=cast.clerk.pk).update(first_name=name)
    afters = [entry.changes[0].after for entry in history_of(cast.clerk)[:3]]
    assert afters == ["Three", "Two", "One"]


def test_passwords_and_sign_ins_leave_no_trace_in_it(cast, client):
    before = len(history_of(cast.clerk))
    client.post("/sign-in/", {"username": cast.clerk.username, "password": PASSWORD})
    cast.clerk.set_password("something quite new")
    cast.clerk.save(update_fields=["password"])
    assert len(history_of(cast.clerk)) == before
    tracked = {model.__name__ for model in pghistory.models.Event.__subclasses__()}
    assert not {name for name in tracked if "Session" in name or "Submission" in name}
    assert Session.objects.exists()


class TestPartsAndNames:
    def test_rows_that_belong_to_a_record_are_part_of_its_history(self, cast):
        phones = Phone.objects.filter(person=cast.thomas)
        with pghistory.context(user_name="Anna Kramer"):
            phones.update(number="320-555-0199")
        entry = next(each for each in History(cast.thomas, PERSON)[:5] if not each.added)
        assert (entry.part, entry.who) == ("Phone", "Anna Kramer")
        assert entry.changes == (Change("Number", "320-555-0143", "320-555-0199"),)

    def test_related_records_are_named(self, cast):
        Person.objects.filter(pk=cast.thomas.pk).update(premises=cast.second_avenue)
        entry = next(each for each in History(cast.thomas, PERSON)[:5] if not each.added)
        assert entry.changes == (Change("Premises", "414 Main Street E", "214 2nd Avenue SW"),)

    def test_what_the_database_works_out_itself_is_left_out(self, cast):
        Person.objects.filter(pk=cast.thomas.pk).update(family_name="Beutzmann")
        entry = next(each for each in History(cast.thomas, PERSON)[:5] if not each.added)
        assert [change.label for change in entry.changes] == ["Family name"]

    def test_another_person_s_rows_are_not(self, cast):
        assert cast.mai.phones.count() == 1
        assert not any("0112" in str(entry) for entry in History(cast.thomas, PERSON)[:20])

    def test_what_is_protected_is_said_to_have_changed_and_not_shown(self, cast):
        subject = Subject(
            Person,
            roles=frozenset({"clerk"}),
            conceal=lambda person, user: frozenset({"premises"}) if person.safe_at_home else frozenset(),
        )
        Person.objects.filter(pk=cast.halima.pk).update(premises=cast.second_avenue)
        entries = History(cast.halima, subject)[:5]
        assert entries[0].changes == (Change("Premises", "", "", concealed=True),)
        assert not any("Secret" in str(entry) or "2nd Avenue" in str(entry) for entry in entries)

    def test_dates_choices_and_yes_or_no_in_words(self, cast):
        Animal.objects.filter(pk=cast.bella.pk).update(
            born=dt.date(2021, 5, 3), sex="male", born_in_litter_here=True
        )
        changes = History(cast.bella, Subject(Animal, roles=ADMINISTRATORS))[:1][0].changes
        assert changes == (
            Change("Sex", "Female", "Male"),
            Change("Birth date", "Sat 5 March 2022", "Mon 3 May 2021"),
            Change("Born in a litter on these premises", "No", "Yes"),
        )


def test_the_queries_are_bounded_however_long_it_is(cast):
    for n in range(60):
        User.objects.filter(pk=cast.clerk.pk).update(first_name=f"Anna {n}")
        Phone.objects.filter(person=cast.thomas).update(number=f"320-555-{n:04}")
        Person.objects.filter(pk=cast.thomas.pk).update(
            premises=cast.second_avenue if n % 2 else cast.main_street
        )
    history = History(cast.thomas, PERSON)
    with CaptureQueriesContext(connection) as queries:
        assert len(history[:25]) == 25
    assert len(queries) <= 6  # the order, two for each of two tables, one for the premises' names
    with CaptureQueriesContext(connection) as queries:
        assert (
            len(history) == 60 + 59 + 2
        )  # of the telephone, of the person (the first changed nothing), both added
    assert len(queries) == 1


class TestThePage:
    def test_it_is_paged(self, cast):
        for n in range(30):
            User.objects.filter(pk=cast.clerk.pk).update(first_name=f"Anna {n}")
        admin = cast.client(cast.administrator)
        with CaptureQueriesContext(connection) as queries:
            page = admin.get(f"/history/accounts.user/{cast.clerk.pk}/").content.decode()
        assert len(queries) <= 8
        assert "Page 1 of 2 · 31 changes" in page
        assert "Anna 29" in page and "added this record" not in page
        assert (
            "added this record"
            in admin.get(f"/history/accounts.user/{cast.clerk.pk}/?page=2").content.decode()
        )

    def test_it_is_for_the_roles_of_its_kind(self, cast):
        answer = cast.client(cast.clerk).get(f"/history/accounts.user/{cast.clerk.pk}/")
        assert answer.status_code == 403
        assert "It is for administrators only." in answer.content.decode()

    @pytest.mark.parametrize(
        "key", ["accounts.user", "nothing", "auth.permission", "base.submission", "'", "x" * 500]
    )
    def test_what_is_not_there_is_not_found(self, cast, key):
        assert cast.client(cast.administrator).get(f"/history/{key}/987654321/").status_code == 404

    def test_hostile_names_are_text(self, cast):
        User.objects.filter(pk=cast.clerk.pk).update(first_name="<script>alert(1)</script>{{ 7*7 }}")
        page = (
            cast.client(cast.administrator).get(f"/history/accounts.user/{cast.clerk.pk}/").content.decode()
        )
        assert "<script>alert" not in page and "{{ 7*7 }}" in page


def test_a_link_only_for_those_who_may(cast):
    assert history_url(cast.clerk, ["administrator"]) == f"/history/accounts.user/{cast.clerk.pk}/"
    assert history_url(cast.clerk, ["clerk"]) == ""
    assert history_url(Session(), list(Role.values)) == "", "not a kind of record with a history page"


def test_every_registered_kind_can_be_read(cast):
    """Whatever apps register: its page opens for somebody with every role, for a record of the cast."""
    cast.everybody()
    client = cast.client(cast.everything)
    for subject in subjects():
        record = subject.model._default_manager.order_by("-pk").first()
        if record is not None:
            assert client.get(f"/history/{subject.key}/{record.pk}/").status_code == 200, subject.key
            subject.url(record)


def test_a_kind_without_history_cannot_be_registered():
    with pytest.raises(TypeError, match="keeps no history"):
        register(Subject(Session, roles=ADMINISTRATORS))
    assert subject_of("sessions.session") is None
    with pytest.raises(LookupError):
        history_of(Session())


@pytest.mark.parametrize(
    "change", ["UPDATE accounts_userevent SET username = 'x'", "DELETE FROM accounts_userevent"]
)
def test_nobody_can_alter_it(cast, change):
    before = list(User.pgh_event_model.objects.filter(pgh_obj=cast.clerk).values())
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert list(User.pgh_event_model.objects.filter(pgh_obj=cast.clerk).values()) == before != []
