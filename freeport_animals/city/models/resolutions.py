"""Resolutions of the council: the only way an amount, a reading or a closure changes."""

import datetime as dt

import pghistory
import pgtrigger
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Cast
from django.urls import reverse

from freeport_animals.city.models.common import APPEND_ONLY, NEVER_DELETED, STAFF

CITY_DAY_WITHDRAWN = Cast(
    Func(
        Value("America/Chicago"),
        F("withdrawn_at"),
        function="timezone",
        output_field=models.DateTimeField(),
    ),
    models.DateField(),
)
IN_FORCE = dt.date(2005, 8, 6)  # Section 20: before this there was nothing to set


@pghistory.track()
class Resolution(models.Model):
    """A council resolution, never edited. Before its day it can be withdrawn; later another follows it."""

    number = models.CharField(max_length=40, unique=True)
    title = models.CharField(max_length=200)
    adopted_on = models.DateField()
    effective_on = models.DateField()
    entered_by = models.ForeignKey(null=True, **STAFF)
    entered_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(null=True, blank=True, **STAFF)
    withdrawal_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-effective_on", "-adopted_on", "-pk"]
        triggers = [
            *NEVER_DELETED,
            pgtrigger.ReadOnly(
                name="frozen",
                fields=["number", "title", "adopted_on", "effective_on", "entered_by", "entered_at"],
            ),
            pgtrigger.Protect(
                name="withdrawal_is_final",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__withdrawn_at__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(number="") & ~Q(title=""), name="resolution_numbered"),
            models.CheckConstraint(
                condition=Q(effective_on__gte=F("adopted_on")), name="resolution_never_backdated"
            ),
            models.CheckConstraint(
                condition=Q(effective_on__gte=IN_FORCE), name="resolution_under_the_ordinance"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True, withdrawal_reason="")
                | (Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False) & ~Q(withdrawal_reason="")),
                name="resolution_withdrawal_reasoned",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(effective_on__gt=CITY_DAY_WITHDRAWN),
                name="resolution_withdrawn_before_its_day",
            ),
        ]

    def __str__(self) -> str:
        return f"Resolution {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("resolution", args=[self.pk])

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None


class Setting(models.Model):
    """One thing that a resolution sets: an amount, a reading's choice, a closed day, a state check."""

    class Kind(models.TextChoices):
        PARAMETER = "parameter", "Amount"
        READING = "reading", "Reading"
        CLOSURE = "closure", "Closed day"
        STATE_CHECK = "state-check", "State check"

    resolution = models.ForeignKey(Resolution, on_delete=models.PROTECT, related_name="settings")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    name = models.CharField(
        max_length=60
    )  # id of the amount, reading or check; what the closed day is called
    amount = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    choice = models.CharField(max_length=40, blank=True)  # of a state check: on or off
    day = models.DateField(null=True, blank=True)

    append_only = True

    class Meta:
        ordering = ["pk"]
        triggers = APPEND_ONLY
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="parameter", amount__isnull=False, choice="", day__isnull=True)
                | (Q(kind="reading", amount__isnull=True, day__isnull=True) & ~Q(choice=""))
                | (Q(kind="closure", amount__isnull=True, choice="", day__isnull=False) & ~Q(name=""))
                | Q(kind="state-check", amount__isnull=True, day__isnull=True, choice__in=["on", "off"]),
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
