"""The terminal asks for a city's first administrator, and for nothing twice that was right."""

import io
import sys

import pytest
from django.core.management import CommandError, call_command

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role

pytestmark = pytest.mark.django_db
COMMAND = "freeport_animals.management.commands.first_administrator"
PASSWORD = "four-quiet-herons-wade"


@pytest.fixture
def terminal(monkeypatch):
    """Answers what is typed, in order; the questions asked come back in a list."""

    def typing(*lines: str, hidden: tuple[str, ...] = (PASSWORD, PASSWORD)) -> list[str]:
        asked: list[str] = []
        visible, secret = iter(lines), iter(hidden)

        def answer(source):
            def ask(question: str) -> str:
                asked.append(question)
                line = next(source, None)
                if line is None:
                    raise EOFError
                return line

            return ask

        monkeypatch.setattr("builtins.input", answer(visible))
        monkeypatch.setattr(f"{COMMAND}.getpass", answer(secret))
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        return asked

    return typing


def run() -> str:
    said = io.StringIO()
    call_command("first_administrator", stdout=said)
    return said.getvalue()


def test_an_administrator_is_made(terminal):
    terminal("Adele", "Hetland", "adele@example.org", "adele", "n")
    assert "Adele Hetland can sign in as adele." in run()
    user = User.objects.get()
    assert (user.email, user.roles, user.must_change_password) == (
        "adele@example.org",
        [Role.ADMINISTRATOR],
        False,
    )
    assert user.check_password(PASSWORD)


def test_somebody_may_also_be_the_clerk(terminal):
    terminal("Adele", "Hetland", "", "adele", "yes")
    run()
    assert set(User.objects.get().roles) == {Role.ADMINISTRATOR, Role.CLERK}


def test_only_what_was_wrong_is_asked_again(terminal):
    asked = terminal("Adele", "Hetland", "adele at home", "adele", "adele@example.org", "n")
    run()
    assert [question.split()[0] for question in asked[:5]] == ["First", "Last", "E-mail", "User", "E-mail"]
    assert User.objects.get().email == "adele@example.org"


def test_a_weak_password_and_two_that_differ_are_refused(terminal):
    terminal(
        "Adele", "Hetland", "", "adele", "n",
        hidden=("short", PASSWORD, "something-else", PASSWORD, PASSWORD),
    )  # fmt: skip
    said = run()
    assert "too short" in said
    assert "The two differ." in said
    assert User.objects.get().check_password(PASSWORD)


def test_giving_up_saves_nothing(terminal):
    terminal("Adele", "Hetland", "", "adele", "n", hidden=())
    with pytest.raises(CommandError, match=r"Nothing was saved\."):
        run()
    assert not User.objects.exists()


def test_a_second_first_administrator_is_refused(terminal):
    terminal()
    User.objects.create_user("joan", roles=[Role.ADMINISTRATOR], first_name="Joan", last_name="Fuchs")
    with pytest.raises(CommandError, match="changepassword joan"):
        run()


def test_without_a_terminal_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    with pytest.raises(CommandError, match="run it in a terminal"):
        run()
