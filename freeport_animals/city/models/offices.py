"""Who holds an office: animal control officers and their assistants (Sec. 15), the mayor and the council."""

import pghistory
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Func, Q

from freeport_animals.base.editing import VersionedModel
from freeport_animals.city.models.common import NEVER_DELETED, STAFF, period
from freeport_animals.city.models.resolutions import Resolution

PLAIN_NAME = Func(F("name"), function="plain", output_field=models.TextField())


@pghistory.track()
class Appointment(VersionedModel):
    """An officer appointed by the council, or an assistant designated by an officer with its consent."""

    class Kind(models.TextChoices):
        OFFICER = "officer", "Animal control officer"
        ASSISTANT = "assistant", "Assistant"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=150)
    user = models.ForeignKey(null=True, blank=True, **STAFF)  # the account they sign in with
    designated_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="assistants"
    )
    resolution = models.ForeignKey(Resolution, on_delete=models.PROTECT, related_name="appointments")
    first_day = models.DateField()
    last_day = models.DateField(null=True, blank=True)
    end_reason = models.CharField(max_length=300, blank=True)
    entered_by = models.ForeignKey(null=True, **STAFF)
    entered_at = models.DateTimeField(auto_now_add=True)
    period = period("first_day", "last_day")

    class Meta:
        ordering = ["-first_day", "-pk"]
        triggers = NEVER_DELETED
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="appointment_named"),
            models.CheckConstraint(
                condition=Q(kind="officer", designated_by__isnull=True)
                | Q(kind="assistant", designated_by__isnull=False),
                name="appointment_assistant_of_an_officer",
            ),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | Q(last_day__gte=F("first_day")),
                name="appointment_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(last_day__isnull=True) | ~Q(end_reason=""), name="appointment_end_reasoned"
            ),
            ExclusionConstraint(
                name="appointment_once_at_a_time",
                expressions=[(PLAIN_NAME, RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_kind_display().lower()}"


@pghistory.track()
class CouncilMember(VersionedModel):
    """A term of the mayor or of a council member."""

    class Seat(models.TextChoices):
        MAYOR = "mayor", "Mayor"
        MEMBER = "member", "Council member"

    seat = models.CharField(max_length=8, choices=Seat.choices)
    name = models.CharField(max_length=150)
    user = models.ForeignKey(null=True, blank=True, **STAFF)
    first_day = models.DateField()
    last_day = models.DateField()  # of the term, or the day the seat was left
    left_reason = models.CharField(max_length=300, blank=True)  # where the seat was left early
    entered_by = models.ForeignKey(null=True, **STAFF)
    entered_at = models.DateTimeField(auto_now_add=True)
    period = period("first_day", "last_day")

    class Meta:
        ordering = ["seat", "-first_day", "name"]
        triggers = NEVER_DELETED
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="council_member_named"),
            models.CheckConstraint(
                condition=Q(last_day__gte=F("first_day")), name="council_member_ends_after_it_begins"
            ),
            ExclusionConstraint(
                name="council_one_mayor_at_a_time",
                expressions=[("period", RangeOperators.OVERLAPS)],
                condition=Q(seat="mayor"),
            ),
            ExclusionConstraint(
                name="council_one_seat_each",
                expressions=[(PLAIN_NAME, RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_seat_display().lower()}"
