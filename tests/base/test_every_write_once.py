"""A form pressed twice is done once, whatever the timing."""

import datetime as dt
import threading
import uuid
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from freeport_animals.accounts.models import User
from freeport_animals.base.models import Submission
from freeport_animals.base.once import DifferentContent, TokenField, new_token, run_once


class Work:
    """Counts how often it is done, and returns what it did."""

    def __init__(self):
        self.done = 0

    def __call__(self):
        self.done += 1
        return {"license": self.done}


def press(token, work, user, *, content=None, action="license-issue"):
    return run_once(
        token=token, action=action, content=content or {"fee": Decimal("5.00")}, user=user, work=work
    )


def test_the_second_press_gets_the_first_result(cast):
    token, work = new_token(), Work()
    first = press(token, work, cast.clerk)
    second = press(token, work, cast.clerk)
    assert (first.result, first.repeated) == ({"license": 1}, False)
    assert (second.result, second.repeated) == ({"license": 1}, True)
    assert work.done == 1


def test_another_token_is_another_piece_of_work(cast):
    work = Work()
    press(new_token(), work, cast.clerk)
    press(new_token(), work, cast.clerk)
    assert work.done == 2


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        ({"content": {"fee": Decimal("6.00")}}, "already saved once with other content"),
        ({"action": "license-void"}, "already saved once with other content"),
        ({"user": "second_clerk"}, "Somebody else already sent this form"),
    ],
)
def test_the_same_token_for_something_else_is_refused_and_told(cast, difference, sentence):
    token, work = new_token(), Work()
    press(token, work, cast.clerk)
    user = getattr(cast, difference.pop("user", "clerk"))
    with pytest.raises(DifferentContent) as refused:
        press(token, work, user, **difference)
    assert sentence in str(refused.value)
    assert refused.value.kept == {"license": 1}
    assert work.done == 1


def test_what_fails_keeps_nothing_and_can_be_pressed_again(cast):
    token = new_token()

    def fail():
        User.objects.create_user("half-saved")
        raise ValueError("no")

    with pytest.raises(ValueError):
        press(token, fail, cast.clerk)
    assert not User.objects.filter(username="half-saved").exists()
    assert not Submission.objects.exists()
    assert press(token, Work(), cast.clerk, content={"fee": "corrected"}).repeated is False


def test_the_same_content_in_other_objects_is_the_same(cast):
    token, work = new_token(), Work()
    one = {
        "person": cast.thomas,
        "roles": {"a", "b"},
        "on": dt.date(2026, 6, 3),
        "file": SimpleUploadedFile("a.pdf", b"x"),
    }
    press(token, work, cast.clerk, content=one)
    again = type(cast.thomas).objects.get(pk=cast.thomas.pk)
    two = {
        "file": SimpleUploadedFile("a.pdf", b"x"),
        "on": dt.date(2026, 6, 3),
        "roles": {"b", "a"},
        "person": again,
    }
    assert press(token, work, cast.clerk, content=two).repeated
    with pytest.raises(DifferentContent):
        press(token, work, cast.clerk, content=two | {"person": cast.mai})


def test_two_presses_at_one_moment_are_one(committed_db):
    """The second waits for the first and gets its result."""
    clerk = User.objects.create_user("anna", roles=["clerk"])
    token, outcomes = new_token(), []
    begun, may_end = threading.Event(), threading.Event()

    def slow():
        begun.set()
        may_end.wait(10)
        return {"by": threading.get_ident()}

    def go(work):
        outcomes.append(press(token, work, clerk))
        connection.close()

    first = threading.Thread(target=go, args=(slow,))
    first.start()
    assert begun.wait(10)
    second = threading.Thread(target=go, args=(lambda: {"by": "the second"},))
    second.start()
    second.join(0.3)
    assert second.is_alive(), "it does not run beside the first"
    may_end.set()
    first.join()
    second.join()
    assert sorted(outcome.repeated for outcome in outcomes) == [False, True]
    assert outcomes[0].result == outcomes[1].result == {"by": first.ident}
    assert Submission.objects.count() == 1


def test_when_the_first_fails_the_second_does_the_work(committed_db):
    clerk = User.objects.create_user("anna", roles=["clerk"])
    token, outcomes, errors = new_token(), [], []
    begun, may_end = threading.Event(), threading.Event()

    def fails():
        begun.set()
        may_end.wait(10)
        raise ValueError("no")

    def go(work):
        try:
            outcomes.append(press(token, work, clerk))
        except ValueError as error:
            errors.append(error)
        connection.close()

    first = threading.Thread(target=go, args=(fails,))
    first.start()
    assert begun.wait(10)
    second = threading.Thread(target=go, args=(lambda: "done",))
    second.start()
    may_end.set()
    first.join()
    second.join()
    assert len(errors) == 1
    assert [(outcome.result, outcome.repeated) for outcome in outcomes] == [("done", False)]


def test_a_forged_or_missing_token_is_a_sentence():
    for typed in ("", "abc", "'; DROP TABLE", "\x00" * 40):
        with pytest.raises(Exception) as refused:
            TokenField().clean(typed)
        assert refused.value.messages == ["This form has lost its mark. Open it again and send it once more."]
    assert TokenField().clean(new_token()).__class__ is uuid.UUID
