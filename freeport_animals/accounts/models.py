from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

import pghistory

from freeport_animals.base.access import Role


@pghistory.track(exclude=["password", "last_login"])
class User(AbstractUser):
    """A member of staff. One person may hold several roles: in a small city they often do."""

    roles = ArrayField(models.CharField(max_length=20, choices=Role.choices), default=list, blank=True)
    must_change_password = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["username"]
        constraints = [
            models.CheckConstraint(
                condition=Q(roles__contained_by=list(Role.values)), name="user_roles_known"
            ),
        ]

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    def has_role(self, *roles: str) -> bool:
        """Whether this person holds one of `roles`."""
        return bool(set(self.roles) & {str(role) for role in roles})

    @property
    def role_names(self) -> list[str]:
        return [Role(role).label for role in self.roles]
