"""Who looked at what is confidential is written down for good."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from freeport_animals.audit.models import AccessLog
from freeport_animals.audit.selectors import views_of
from freeport_animals.audit.services import record_view
from tests.cast import NOON


def look(cast, what="the complainant's name", **more):
    return record_view(user=cast.clerk, subject=cast.thomas, what=what, at=NOON, **more)


def test_who_what_of_whom_when_and_from_where(cast, rf):
    row = look(cast, request=rf.get("/owners/1/?tab=all", REMOTE_ADDR="192.0.2.5"))
    row.refresh_from_db()
    assert (row.user, row.at, row.what) == (cast.clerk, NOON, "the complainant's name")
    assert (row.subject_type, row.subject_id, row.subject_name) == (
        "registry.person",
        cast.thomas.pk,
        "Thomas Beutz",
    )
    assert (row.url, row.address) == ("/owners/1/?tab=all", "192.0.2.5")
    assert str(row) == "Anna Kramer saw the complainant's name of Thomas Beutz"


def test_the_views_of_a_record_newest_first_with_one_query(cast, django_assert_num_queries):
    for what in ("first", "second"):
        look(cast, what)
    record_view(user=cast.clerk, subject=cast.mai, what="other", at=NOON)
    with django_assert_num_queries(1):
        assert [(row.what, str(row.user)) for row in views_of(cast.thomas)] == [
            ("second", "Anna Kramer"),
            ("first", "Anna Kramer"),
        ]


@pytest.mark.parametrize("change", ["UPDATE audit_accesslog SET what = 'x'", "DELETE FROM audit_accesslog"])
def test_it_cannot_be_changed_or_deleted(cast, change):
    look(cast)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert AccessLog.objects.get().what == "the complainant's name"


def test_a_look_at_nothing_is_refused(cast):
    with pytest.raises(IntegrityError), transaction.atomic():
        look(cast, what="")


def test_long_texts_are_cut_and_never_fail(cast, rf):
    row = look(cast, what="x" * 500, request=rf.get("/x/", {"q": "y" * 500}))
    assert len(row.what) == 200 and len(row.url) == 300


def test_the_administrator_reads_it_on_the_history_page(cast):
    record_view(user=cast.attorney, subject=cast.clerk, what="the sealed file", at=NOON)
    page = cast.client(cast.administrator).get(f"/history/accounts.user/{cast.clerk.pk}/").content.decode()
    assert "Who looked at what is confidential" in page
    assert "Ingrid Solberg: the sealed file" in page
