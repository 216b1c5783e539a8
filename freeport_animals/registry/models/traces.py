"""What was done to records as a whole: merges and departures."""

from typing import Any

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import F, Q

from freeport_animals.registry.models.animals import Animal
from freeport_animals.registry.models.people import Person

STAFF: dict[str, Any] = {
    "to": settings.AUTH_USER_MODEL,
    "null": True,
    "on_delete": models.PROTECT,
    "related_name": "+",
}


@pghistory.track()
class Merge(models.Model):
    """The trace of a merge made on purpose: what became an alias of what, by whom and why."""

    kind = models.CharField(
        max_length=10, choices=[("person", "Person"), ("animal", "Animal"), ("premises", "Premises")]
    )
    merged = models.PositiveBigIntegerField()
    kept = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=300)
    filled = models.JSONField(default=dict)  # what the kept record lacked and took over: {field: value}
    done_by = models.ForeignKey(**STAFF)
    done_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(**STAFF, blank=True)
    undo_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["kind", "kept"], name="merge_kept")]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "merged"], condition=Q(undone_at__isnull=True), name="merge_once"
            ),
            models.CheckConstraint(condition=~Q(merged=F("kept")), name="merge_of_two"),
            models.CheckConstraint(condition=~Q(reason=""), name="merge_reasoned"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | ~Q(undo_reason=""), name="merge_undo_reasoned"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.merged} into {self.kept}"


@pghistory.track()
class StatusChange(models.Model):
    """One press of died, moved away or given away, with all that followed from it, to be undone as one."""

    class Kind(models.TextChoices):
        DIED = "died", "Died"
        MOVED_AWAY = "moved-away", "Moved away"
        GIVEN_AWAY = "given-away", "Given away"

    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="status_changes"
    )
    animal = models.ForeignKey(
        Animal, null=True, blank=True, on_delete=models.PROTECT, related_name="status_changes"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    on = models.DateField()
    note = models.CharField(max_length=300, blank=True)  # where to, to whom, of what
    effects = models.JSONField(
        default=list
    )  # [{"model", "pk", "field", "before", "after"}], in the order done
    done_by = models.ForeignKey(**STAFF)
    done_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(**STAFF, blank=True)
    undo_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=True, animal__isnull=False)
                | Q(person__isnull=False, animal__isnull=True),
                name="status_change_of_one",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | ~Q(undo_reason=""), name="status_change_undo_reasoned"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person or self.animal}: {self.get_kind_display().lower()} {self.on:%Y-%m-%d}"
