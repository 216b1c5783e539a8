"""Staff: who may sign in, and in which roles.

An account is closed, never deleted: what its owner did keeps their name.
"""

from typing import Any

import pghistory
import pgtrigger
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from freeport_animals.base.access import Role

USERNAME = RegexValidator(
    r"^[a-z0-9][a-z0-9._-]*\Z",
    "A user name has small letters, digits, periods, hyphens and underscores, "
    "and begins with a letter or digit.",
)

# Two administrators who close each other's accounts at one moment would each see the other still there.
# The lock lets the second wait for the first, and then look.
KEEP_ONE_ADMINISTRATOR = """
    PERFORM pg_advisory_xact_lock(hashtext('accounts: active administrators'));
    IF NOT EXISTS (
        SELECT FROM accounts_user WHERE is_active AND 'administrator' = ANY(roles) AND id <> OLD.id
    ) THEN
        RAISE EXCEPTION 'the last active administrator stays' USING
            ERRCODE = 'check_violation', CONSTRAINT = 'user_last_administrator', TABLE = 'accounts_user';
    END IF;
    RETURN NEW;
"""


class UserManager(BaseUserManager["User"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        """A new account; nobody can sign in to one without a password. People are added by `user_add`."""
        user = self.model(username=self.model.normalize_username(username), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user


@pghistory.track(exclude=["password", "last_login"])
class User(AbstractBaseUser):
    """A member of staff. One person may hold several roles: in a small city they often do."""

    username = models.CharField(
        "user name",
        max_length=60,
        unique=True,
        validators=[USERNAME],
        error_messages={"unique": "Somebody has this user name already. Choose another."},
    )
    first_name = models.CharField("given name", max_length=100, blank=True)
    last_name = models.CharField("family name", max_length=100, blank=True)
    email = models.EmailField("e-mail", blank=True)
    roles = ArrayField(models.CharField(max_length=20, choices=Role.choices), default=list, blank=True)
    is_active = models.BooleanField("may sign in", default=True)
    must_change_password = models.BooleanField("must choose a password", default=False)
    one_time_until = models.DateTimeField("one-time password good until", null=True, blank=True)
    password_changed_at = models.DateTimeField("password changed", null=True, blank=True)
    date_joined = models.DateTimeField("account made", default=timezone.now)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    class Meta:
        verbose_name = "member of staff"
        verbose_name_plural = "staff"
        ordering = ["username"]
        constraints = [
            models.CheckConstraint(
                condition=Q(roles__contained_by=list(Role.values)), name="user_roles_known"
            ),
            # One spelling only: the lockout counts by user name, and “Anna” must not be five more guesses
            # for “anna”.
            models.CheckConstraint(
                condition=Q(username__regex=r"^[a-z0-9][a-z0-9._-]*$"), name="user_username_form"
            ),
            models.CheckConstraint(
                condition=Q(one_time_until__isnull=True) | Q(must_change_password=True),
                name="user_one_time_is_changed",
            ),
        ]
        triggers = [
            pgtrigger.Protect(name="never_deleted", operation=pgtrigger.Delete),
            pgtrigger.Trigger(
                name="keep_one_administrator",
                operation=pgtrigger.Update,
                when=pgtrigger.Before,
                condition=pgtrigger.Condition(
                    "OLD.is_active AND 'administrator' = ANY(OLD.roles) "
                    "AND NOT (NEW.is_active AND 'administrator' = ANY(NEW.roles))"
                ),
                func=KEEP_ONE_ADMINISTRATOR,
            ),
        ]

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    @property
    def full_name(self) -> str:
        """`Anna Kramer`; empty when no name was given."""
        return f"{self.first_name} {self.last_name}".strip()

    def get_full_name(self) -> str:
        """The same, where Django asks for it."""
        return self.full_name

    def get_short_name(self) -> str:
        """`Anna`: what a greeting says."""
        return self.first_name or self.username

    def has_role(self, *roles: str) -> bool:
        """Whether this person holds one of `roles`."""
        return bool(set(self.roles) & {str(role) for role in roles})

    @property
    def role_names(self) -> list[str]:
        """The roles in words, in the order of `Role`."""
        return [role.label for role in Role if role in self.roles]
