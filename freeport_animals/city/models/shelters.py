"""The official shelters (Sec. 16): designated, opened and priced by resolution."""

import pghistory
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from freeport_animals.base.editing import VersionedModel
from freeport_animals.city.models.common import APPEND_ONLY, NEVER_DELETED, STAFF, Weekday
from freeport_animals.city.models.resolutions import Resolution


@pghistory.track()
class Shelter(VersionedModel):
    """Where impounded animals are kept. Name and address can be edited; what the council set cannot."""

    class Boarding(models.TextChoices):
        """The `shelter` of the rules."""

        CITY = "city", "The city's rate for each day (5.C.A.2)"
        TRI_COUNTY = "tri-county", "The shelter's own invoice (5.C.A.2)"

    name = models.CharField(max_length=120, unique=True)
    boarding = models.CharField(max_length=12, choices=Boarding.choices)
    street = models.CharField(max_length=200, blank=True)
    city_line = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    after_hours = models.CharField(max_length=200, blank=True)  # whom to call when it is closed

    class Meta:
        ordering = ["pk"]
        triggers = NEVER_DELETED
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="shelter_named")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("shelter", args=[self.pk])


class ShelterTerms(models.Model):
    """What a resolution sets for a shelter, from the day it takes effect until the next for this shelter."""

    shelter = models.ForeignKey(Shelter, on_delete=models.PROTECT, related_name="terms")
    resolution = models.ForeignKey(Resolution, on_delete=models.PROTECT, related_name="shelter_terms")
    designated = models.BooleanField(default=True)  # False: no longer an official shelter
    # What it asks for a day, to tell an owner beforehand; its invoice decides. The city's own rate is an
    # amount of the ordinance (boarding-rate), never kept twice.
    daily_rate = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    entered_by = models.ForeignKey(null=True, **STAFF)
    entered_at = models.DateTimeField(auto_now_add=True)

    append_only = True

    class Meta:
        triggers = APPEND_ONLY
        constraints = [
            models.UniqueConstraint(fields=["shelter", "resolution"], name="shelter_terms_once"),
            models.CheckConstraint(
                condition=Q(daily_rate__isnull=True) | Q(daily_rate__gt=0), name="shelter_rate_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shelter_id} by {self.resolution_id}"


class ShelterHours(models.Model):
    """When the shelter is open on a weekday; a day without a row is closed."""

    terms = models.ForeignKey(ShelterTerms, on_delete=models.PROTECT, related_name="hours")
    weekday = models.PositiveSmallIntegerField(choices=Weekday.choices)
    opens = models.TimeField()
    closes = models.TimeField()

    append_only = True

    class Meta:
        ordering = ["weekday"]
        triggers = APPEND_ONLY
        constraints = [
            models.UniqueConstraint(fields=["terms", "weekday"], name="shelter_hours_once_a_day"),
            models.CheckConstraint(condition=Q(weekday__range=(1, 7)), name="shelter_hours_weekday"),
            models.CheckConstraint(condition=Q(closes__gt=F("opens")), name="shelter_hours_close_later"),
        ]

    def __str__(self) -> str:
        return f"{self.get_weekday_display()} {self.opens:%H:%M}–{self.closes:%H:%M}"
