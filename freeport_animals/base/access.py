"""Who may use a view.

A view that does not say so is refused to everybody (`accounts.middleware.DefaultDeny`).

    @allow(Role.CLERK, Role.ADMINISTRATOR)
    def license_issue(request): ...

`signed_in` lets every member of staff in, `public` everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models


class Role(models.TextChoices):
    CLERK = "clerk", "Clerk"
    OFFICER = "officer", "Animal control officer"
    PEACE_OFFICER = "peace-officer", "Peace officer"
    COUNCIL = "council", "Council member"
    ATTORNEY = "attorney", "City attorney"
    ADMINISTRATOR = "administrator", "Administrator"


IN_SENTENCE = {
    Role.CLERK: "the clerk",
    Role.OFFICER: "the animal control officer",
    Role.PEACE_OFFICER: "peace officers",
    Role.COUNCIL: "council members",
    Role.ATTORNEY: "the city attorney",
    Role.ADMINISTRATOR: "administrators",
}


@dataclass(frozen=True)
class Access:
    """What a view declares: open to the public, to all staff, or to the roles named."""

    roles: frozenset[str] = frozenset()
    public: bool = False

    def admits(self, roles: set[str] | frozenset[str]) -> bool:
        """Whether somebody with these roles may come in."""
        return self.public or bool(self.roles & set(roles))

    @property
    def who(self) -> str:
        """Who may come in, for a sentence: `the clerk and administrators`."""
        if self.public:
            return "everybody"
        names = [IN_SENTENCE[role] for role in Role if role in self.roles]
        if len(names) == len(Role):
            return "staff with a role"
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _declare(view: Callable[..., Any], access: Access) -> Callable[..., Any]:
    view.access = access  # type: ignore[attr-defined]
    return view


def allow(*roles: Role) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let only staff with one of `roles` use the view. At least one role is needed."""
    if not roles:
        raise ValueError("allow() needs at least one role; use signed_in or public otherwise")
    access = Access(roles=frozenset(str(role) for role in roles))
    return lambda view: _declare(view, access)


def signed_in(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let every member of staff use the view."""
    return _declare(view, Access(roles=frozenset(Role.values)))


def public(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let everybody use the view, without sign-in."""
    return _declare(view, Access(public=True))
