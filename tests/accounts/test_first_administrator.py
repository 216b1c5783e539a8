"""The first administrator of an empty city, asked on the terminal or taken from the environment."""

import os
import pty
import re
import subprocess
import sys
import threading
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from freeport_animals.accounts.models import User
from script.lib.place import ROOT
from script.lib.postgres import APPLICATION

GOOD = {
    "NAME": "Joan Maria Fuchs", "USERNAME": "Joan.Fuchs", "EMAIL": "joan@example.org",
    "PASSWORD": "four quiet river stones",
}  # fmt: skip


@pytest.fixture
def environment(monkeypatch):
    def set_all(**values):
        for name in GOOD:
            monkeypatch.delenv(f"FIRST_ADMINISTRATOR_{name}", raising=False)
        for name, value in values.items():
            monkeypatch.setenv(f"FIRST_ADMINISTRATOR_{name}", value)

    set_all()
    return set_all


def run():
    out = StringIO()
    call_command("first_administrator", stdout=out, stderr=out)
    return out.getvalue()


def test_from_the_environment(db, environment):
    environment(**GOOD)
    assert "Joan Maria Fuchs is the administrator. Sign in as joan.fuchs." in run()
    user = User.objects.get()
    assert (user.first_name, user.last_name, user.email) == ("Joan Maria", "Fuchs", "joan@example.org")
    assert user.roles == ["administrator"]
    assert user.check_password(GOOD["PASSWORD"]) and not user.must_change_password


def test_a_second_time_nothing_happens(db, environment):
    environment(**GOOD)
    run()
    environment(**GOOD | {"USERNAME": "other"})
    assert "This city has an administrator already." in run()
    assert User.objects.count() == 1


def test_one_name_and_no_e_mail_will_do(db, environment):
    environment(NAME="Cher", USERNAME="cher", PASSWORD=GOOD["PASSWORD"])
    run()
    assert str(User.objects.get()) == "Cher"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"NAME": ""}, "FIRST_ADMINISTRATOR_NAME: Type your name"),
        ({"NAME": "Jo\x07an"}, "FIRST_ADMINISTRATOR_NAME: This holds an invisible character (U+0007)"),
        ({"USERNAME": "joan fuchs"}, "FIRST_ADMINISTRATOR_USERNAME: A user name has small letters"),
        ({"USERNAME": "x" * 61}, "FIRST_ADMINISTRATOR_USERNAME"),
        ({"EMAIL": "joan"}, "FIRST_ADMINISTRATOR_EMAIL: This is not an e-mail address."),
        ({"PASSWORD": "short"}, "FIRST_ADMINISTRATOR_PASSWORD: This password is too short."),
        (
            {"PASSWORD": "joan-maria-fuchs"},
            "FIRST_ADMINISTRATOR_PASSWORD: This password is too much like your name",
        ),
        ({"PASSWORD": ""}, "FIRST_ADMINISTRATOR_PASSWORD"),
    ],
)
def test_what_is_wrong_in_the_environment_is_named(db, environment, wrong, sentence):
    environment(**GOOD | wrong)
    with pytest.raises(CommandError) as refused:
        run()
    assert str(refused.value).startswith(sentence)
    assert not User.objects.exists()


def test_without_a_terminal_and_without_the_environment_it_says_what_to_do(db, environment, monkeypatch):
    monkeypatch.setattr(sys, "stdin", StringIO())
    with pytest.raises(CommandError, match="Start this in a terminal, or set FIRST_ADMINISTRATOR_NAME"):
        run()


def test_two_at_once_make_one(committed_db, environment):
    environment(**GOOD)
    said = []

    def go():
        try:
            said.append(run())
        except CommandError as error:
            said.append(str(error))
        connection.close()

    threads = [threading.Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert User.objects.count() == 1
    assert sorted("already" in each for each in said) == [False, True]


def test_asked_on_a_real_terminal(committed_db, databases, environment, settings):
    """Wrong answers are asked again; the password is typed twice and never shown."""
    answers = iter(
        [
            ("given and family", ""),
            ("given and family", "Joan Fuchs"),
            ("User name", "Joan Fuchs"),
            ("User name", "joan"),
            ("E-mail", "joan@"),
            ("E-mail", ""),
            ("not shown", "short"),
            ("not shown", "four quiet river stones"),
            ("once more", "four quiet river stone"),
            ("not shown", "four quiet river stones"),
            ("once more", "four quiet river stones"),
        ]
    )
    terminal, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, ROOT / "manage.py", "first_administrator"],
        stdin=inside, stdout=inside, stderr=inside, start_new_session=True, cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": databases.url(APPLICATION, committed_db), "PYTHONWARNINGS": "ignore"},
    )  # fmt: skip
    os.close(inside)
    seen, unread = "", ""
    try:
        for question, answer in answers:
            while question not in unread or not unread.rstrip(" ").endswith(":"):
                unread += os.read(terminal, 4096).decode()
            seen, unread = seen + unread, ""
            os.write(terminal, f"{answer}\n".encode())
        while True:
            try:
                unread += os.read(terminal, 4096).decode()
            except OSError:
                break
        assert process.wait(20) == 0
    finally:
        process.kill()
        os.close(terminal)
    seen += unread
    assert "Joan Fuchs is the administrator. Sign in as joan." in seen
    assert "quiet river" not in seen
    for sentence in (
        "Type your name",
        "A user name has small letters",
        "not an e-mail address",
        "too short",
        "The two differ",
    ):
        assert re.search(sentence, seen), sentence
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]  # as the command has it
    assert User.objects.get().check_password("four quiet river stones")
