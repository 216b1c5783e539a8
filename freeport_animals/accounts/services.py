"""Every write to the accounts of the staff."""

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from freeport_animals.accounts.locks import unlock
from freeport_animals.accounts.models import User
from freeport_animals.accounts.passwords import one_time_end
from freeport_animals.base.access import Role
from freeport_animals.base.editing import lock_for_edit, save_edit
from freeport_animals.base.text import one_line


class StaffError(ValidationError):
    """The change is refused; `message_dict` has a sentence for each field, or `messages` the sentences."""


class LastAdministrator(StaffError):
    """Nobody could look after the accounts any more."""

    def __init__(self, user: User) -> None:
        super().__init__(
            f"{user} is the only administrator who can sign in. "
            "Make somebody else administrator first, then change this."
        )


class OwnAccount(StaffError):
    """An administrator closes their own account by mistake only."""


@contextmanager
def _explained(user: User) -> Iterator[None]:
    """The schema refuses, this says why. What was done inside is undone."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
        if name == "user_last_administrator":
            raise LastAdministrator(user) from error
        if name and "username" in name:
            raise StaffError({"username": "Somebody has this user name already. Choose another."}) from error
        raise


def _checked(user: User) -> None:
    """Refuse what the model refuses, at its fields; beside it, an account needs a name and a role."""
    problems: dict[str, list[str]] = {}
    try:
        user.full_clean(exclude=["password"], validate_constraints=False)
    except ValidationError as error:
        problems = {name: list(texts) for name, texts in error.message_dict.items()}
    if not user.get_full_name():
        problems.setdefault("first_name", []).append(
            "Type the name: it stands on receipts and in the history."
        )
    if not user.roles:
        problems.setdefault("roles", []).append("Choose at least one role. Without one, nothing is open.")
    if problems:
        raise StaffError(problems)


def _roles(roles: Iterable[str]) -> list[str]:
    """The roles in the order of `Role`, each once; an unknown one is refused later by the model."""
    wanted = {str(role) for role in roles}
    return [role.value for role in Role if role in wanted] + sorted(wanted - set(Role.values))


@transaction.atomic
def user_add(
    *,
    username: str,
    first_name: str,
    last_name: str,
    email: str,
    roles: Iterable[str],
    password: str,
    at: dt.datetime,
    one_time: bool = True,
) -> User:
    """Open an account. Raises StaffError with a sentence for each field.

    A `one_time` password lets its owner in for seven days, and only to choose one of their own.
    """
    user = User(
        username=one_line(username).lower(),
        first_name=one_line(first_name),
        last_name=one_line(last_name),
        email=one_line(email),
        roles=_roles(roles),
        date_joined=at,
        must_change_password=one_time,
        one_time_until=one_time_end(at) if one_time else None,
        password_changed_at=None if one_time else at,
    )
    _checked(user)
    user.set_password(password)
    with _explained(user):
        user.save()
    return user


@transaction.atomic
def user_edit(*, user: User, version: int, **changes: Any) -> User:
    """Change username, first_name, last_name, email or roles.

    Raises EditConflict when somebody saved the account since `version`, StaffError with a sentence for each
    field, LastAdministrator when it would leave nobody to look after the accounts.
    """
    allowed = {"username", "first_name", "last_name", "email", "roles"}
    if unknown := set(changes) - allowed:
        raise TypeError(f"user_edit changes no {', '.join(sorted(unknown))}")
    clean = {name: one_line(value) for name, value in changes.items() if name != "roles"}
    if "username" in clean:
        clean["username"] = clean["username"].lower()
    if "roles" in changes:
        clean["roles"] = _roles(changes["roles"])
    current = lock_for_edit(User, user.pk, version=version)
    for name, value in clean.items():
        setattr(current, name, value)
    _checked(current)
    with _explained(current):
        return save_edit(User, user.pk, version=version, changes=clean)


def _locked(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


@transaction.atomic
def user_close(*, user: User, by: User) -> User:
    """Close the account: its owner is signed out at once and cannot sign in. What they did stays theirs.

    Raises OwnAccount and LastAdministrator. A closed account stays closed.
    """
    if user.pk == by.pk:
        raise OwnAccount("This is your own account. Ask another administrator to close it.")
    row = _locked(user)
    if row.is_active:
        row.is_active = False
        row.version += 1
        with _explained(row):
            row.save(update_fields=["is_active", "version"])
    return row


@transaction.atomic
def user_reopen(*, user: User, password: str, at: dt.datetime) -> User:
    """Open a closed account again, with a new one-time password."""
    row = _locked(user)
    row.is_active = True
    return _one_time(row, password, at)


@transaction.atomic
def user_reset_password(*, user: User, password: str, by: User, at: dt.datetime) -> User:
    """Give the account a one-time password. Its owner is signed out everywhere, and a lock is opened.

    Raises StaffError for a closed account, OwnAccount for one's own.
    """
    if user.pk == by.pk:
        raise OwnAccount("This is your own account. Change your password under your name instead.")
    row = _locked(user)
    if not row.is_active:
        raise StaffError(f"The account of {row} is closed. Open it again instead.")
    return _one_time(row, password, at)


def _one_time(row: User, password: str, at: dt.datetime) -> User:
    row.set_password(password)
    row.must_change_password = True
    row.one_time_until = one_time_end(at)
    row.version += 1
    row.save()
    unlock(row)
    return row


@transaction.atomic
def user_choose_password(*, user: User, password: str, at: dt.datetime) -> User:
    """The person's own new password; the form has checked the old one and the rules."""
    row = _locked(user)
    row.set_password(password)
    row.must_change_password = False
    row.one_time_until = None
    row.password_changed_at = at
    row.version += 1
    row.save()
    return row


@transaction.atomic
def first_administrator_add(
    *, username: str, first_name: str, last_name: str, email: str, password: str, at: dt.datetime
) -> User:
    """The administrator of an empty city. Raises StaffError when there is one who can sign in already."""
    with connection.cursor() as cursor:  # two terminals at once: the second finds the first's administrator
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('accounts: first administrator'))")
    if User.objects.filter(is_active=True, roles__contains=[Role.ADMINISTRATOR]).exists():
        raise StaffError("There is an administrator already. Sign in as that person to add others.")
    return user_add(
        username=username,
        first_name=first_name,
        last_name=last_name,
        email=email,
        roles=[Role.ADMINISTRATOR],
        password=password,
        at=at,
        one_time=False,
    )
