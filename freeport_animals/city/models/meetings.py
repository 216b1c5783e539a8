"""When the council meets. Regular meetings follow from the schedule; a row says what is special about one."""

import pghistory
from django.db import models
from django.db.models import Q
from django.urls import reverse

from freeport_animals.base.editing import VersionedModel
from freeport_animals.city.models.common import APPEND_ONLY, NEVER_DELETED, STAFF, Weekday
from freeport_animals.city.models.resolutions import Resolution


class MeetingSchedule(models.Model):
    """The regular meetings from the day a resolution takes effect. Before any: the last Tuesday at 19:00."""

    class Week(models.IntegerChoices):
        FIRST = 1, "first"
        SECOND = 2, "second"
        THIRD = 3, "third"
        FOURTH = 4, "fourth"
        LAST = -1, "last"

    resolution = models.OneToOneField(Resolution, on_delete=models.PROTECT, related_name="meeting_schedule")
    week = models.SmallIntegerField(choices=Week.choices)
    weekday = models.PositiveSmallIntegerField(choices=Weekday.choices)
    starts = models.TimeField()
    place = models.CharField(max_length=200)
    entered_by = models.ForeignKey(null=True, **STAFF)
    entered_at = models.DateTimeField(auto_now_add=True)

    append_only = True

    class Meta:
        triggers = APPEND_ONLY
        constraints = [
            models.CheckConstraint(condition=Q(week__in=[1, 2, 3, 4, -1]), name="meeting_schedule_week"),
            models.CheckConstraint(condition=Q(weekday__range=(1, 7)), name="meeting_schedule_weekday"),
        ]

    def __str__(self) -> str:
        return f"{self.get_week_display()} {self.get_weekday_display()} at {self.starts:%H:%M}"


@pghistory.track()
class Meeting(VersionedModel):
    """A special meeting, or a regular one that was moved, cancelled or has papers of its own."""

    on = models.DateField()
    starts = models.TimeField()
    place = models.CharField(max_length=200)
    regular_on = models.DateField(null=True, blank=True, unique=True)  # of a regular one: when it falls
    purpose = models.CharField(max_length=300, blank=True)  # a special meeting deals with nothing else
    called_by = models.CharField(max_length=200, blank=True)
    notice_posted_on = models.DateField(null=True, blank=True)
    emergency_reason = models.CharField(max_length=300, blank=True)  # why it could not wait for the notice
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.ForeignKey(null=True, blank=True, **STAFF)
    cancel_reason = models.CharField(max_length=300, blank=True)
    entered_by = models.ForeignKey(null=True, **STAFF)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["on", "starts"]
        triggers = NEVER_DELETED
        constraints = [
            models.CheckConstraint(
                condition=Q(regular_on__isnull=False) | ~Q(purpose=""), name="meeting_special_has_purpose"
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at__isnull=True, cancelled_by__isnull=True, cancel_reason="")
                | (Q(cancelled_at__isnull=False, cancelled_by__isnull=False) & ~Q(cancel_reason="")),
                name="meeting_cancelled_with_reason",
            ),
            models.UniqueConstraint(
                fields=["on", "starts"],
                condition=Q(cancelled_at__isnull=True),
                name="meeting_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{'Regular' if self.regular_on else 'Special'} meeting of {self.on}"

    def get_absolute_url(self) -> str:
        return reverse("meeting", args=[self.pk])

    @property
    def is_special(self) -> bool:
        return self.regular_on is None

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None
