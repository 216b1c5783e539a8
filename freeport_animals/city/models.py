"""What the council sets. A resolution says from when; nothing it set is ever overwritten, a later one follows it."""

import pghistory
import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q


@pghistory.track()
class Resolution(models.Model):
    """A council resolution: the only way a fee, a reading or a closure changes."""

    number = models.CharField(max_length=40, unique=True)
    title = models.CharField(max_length=200)
    adopted_on = models.DateField()
    effective_on = models.DateField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    entered_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawal_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-effective_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(number=""), name="resolution_numbered"),
            models.CheckConstraint(
                condition=Q(effective_on__gte=F("adopted_on")), name="resolution_never_backdated"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | ~Q(withdrawal_reason=""),
                name="resolution_withdrawal_reasoned",
            ),
        ]

    def __str__(self) -> str:
        return f"Resolution {self.number}"


class Setting(models.Model):
    """One thing that a resolution sets: a parameter's amount, a reading's choice, or a closed day."""

    class Kind(models.TextChoices):
        PARAMETER = "parameter", "Amount"
        READING = "reading", "Reading"
        CLOSURE = "closure", "Closed day"
        STATE_CHECK = "state-check", "State check switched off"

    resolution = models.ForeignKey(Resolution, on_delete=models.PROTECT, related_name="settings")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    name = models.CharField(max_length=60)  # parameter or reading id; what the closure is called
    amount = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    choice = models.CharField(max_length=40, blank=True)
    day = models.DateField(null=True, blank=True)

    append_only = True

    class Meta:
        triggers = [pgtrigger.Protect(name="keep", operation=pgtrigger.Update | pgtrigger.Delete)]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="parameter", amount__isnull=False, choice="", day__isnull=True)
                | (Q(kind="reading", amount__isnull=True, day__isnull=True) & ~Q(choice=""))
                | Q(kind="closure", amount__isnull=True, choice="", day__isnull=False)
                | (Q(kind="state-check", amount__isnull=True, day__isnull=True) & ~Q(choice="")),
                name="setting_one_of_its_kind",
            ),
            # The ordinance's own floors: no resolution goes under them (1.F).
            models.CheckConstraint(
                condition=(~Q(name="release-fee-1") | Q(amount__gte=50))
                & (~Q(name="release-fee-2") | Q(amount__gte=75))
                & (~Q(name="release-fee-3") | Q(amount__gte=100)),
                name="setting_floors_of_1_F",
            ),
            models.CheckConstraint(
                condition=Q(amount__isnull=True) | Q(amount__gte=0), name="setting_not_negative"
            ),
            models.UniqueConstraint(
                fields=["resolution", "kind", "name"],
                condition=~Q(kind="closure"),
                name="setting_once_a_resolution",
            ),
            models.UniqueConstraint(
                fields=["resolution", "day"], condition=Q(kind="closure"), name="setting_closure_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} by {self.resolution_id}"
