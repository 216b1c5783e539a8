"""From the counter visit to the license: application, tag, term, void."""

import datetime as dt

import pghistory
import pgtrigger
from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, GeneratedField, Q, Value
from django.urls import reverse

from freeport_animals.ledger.models import Charge, Receipt
from freeport_animals.registry.models import Animal, Person

STAFF = {"to": settings.AUTH_USER_MODEL, "on_delete": models.PROTECT, "related_name": "+"}
NEVER_DELETED = pgtrigger.Protect(name="keep", operation=pgtrigger.Delete)
# What is void stays as it was voided: nothing makes it valid again.
VOID_IS_FINAL = pgtrigger.Protect(
    name="void_is_final", operation=pgtrigger.Update, condition=pgtrigger.Q(old__voided_at__isnull=False)
)


@pghistory.track(exclude=["draft", "missing", "editor"])
class Visit(models.Model):
    """One owner's turn at the counter. Parked, it keeps what was typed until the owner comes back."""

    class State(models.TextChoices):
        OPEN = "open", "At the counter"
        PARKED = "parked", "Parked"
        ISSUED = "issued", "Issued"
        DROPPED = "dropped", "Dropped"

    owner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="visits")
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    draft = models.JSONField(default=dict, blank=True)  # the boxes as they were typed
    missing = models.JSONField(default=list, blank=True)  # what to bring: [{"animal", "what", "says"}]
    editor = models.UUIDField(
        null=True, blank=True, editable=False
    )  # the open page that saved the draft last
    started_by = models.ForeignKey(**STAFF)
    started_at = models.DateTimeField(auto_now_add=True)
    parked_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    receipt = models.OneToOneField(
        Receipt, null=True, blank=True, on_delete=models.PROTECT, related_name="visit"
    )
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["-started_at"]
        indexes = [models.Index(fields=["state", "-started_at"], name="visit_of_state")]
        triggers = [NEVER_DELETED]
        constraints = [
            models.UniqueConstraint(
                fields=["owner"], condition=Q(state__in=["open", "parked"]), name="visit_one_under_way"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "parked"], closed_at__isnull=True)
                | Q(state__in=["issued", "dropped"], closed_at__isnull=False),
                name="visit_closed_dated",
            ),
            models.CheckConstraint(
                condition=Q(receipt__isnull=True) | Q(state="issued"), name="visit_paid_is_issued"
            ),
        ]

    def __str__(self) -> str:
        return f"Visit {self.pk} of {self.owner}"


@pghistory.track()
class Exemption(models.Model):
    """Why an animal needs no license (2.B.4)."""

    class Kind(models.TextChoices):
        VISITOR = "visitor", "Owner is a non-resident temporarily in the city"
        SHOW = "show", "Brought into the city for a show"
        GUIDE = "guide", "Guide dog for a blind person"
        SERVICE = "service", "Other service dog"

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="exemptions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    reason = models.CharField(max_length=300)
    period = DateRangeField()  # the day it ends is not in it; open where no end is known
    answer = models.JSONField()  # 2.B.4 as the rules answered it on the day
    visit = models.ForeignKey(
        Visit, null=True, blank=True, on_delete=models.PROTECT, related_name="exemptions"
    )
    recorded_by = models.ForeignKey(**STAFF)
    recorded_at = models.DateTimeField(auto_now_add=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    voided_by = models.ForeignKey(null=True, blank=True, **STAFF)
    void_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-recorded_at", "-pk"]
        triggers = [NEVER_DELETED, VOID_IS_FINAL]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="exemption_reasoned"),
            models.CheckConstraint(condition=Q(period__isempty=False), name="exemption_not_empty"),
            ExclusionConstraint(
                name="exemption_one_at_a_time",
                expressions=[("animal", RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) | (~Q(void_reason="") & Q(voided_by__isnull=False)),
                name="exemption_void_reasoned",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.animal}"


@pghistory.track()
class License(models.Model):
    """A dog's or cat's license (2.B.3). What it says never changes; it is voided, never edited or deleted."""

    number = models.CharField(max_length=16, unique=True)  # L-2026-0042
    code = models.CharField(max_length=16, unique=True)  # the public validity page's address
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="licenses")
    owner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="licenses")
    visit = models.ForeignKey(Visit, null=True, blank=True, on_delete=models.PROTECT, related_name="licenses")
    renewal_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="renewals"
    )
    issued_on = models.DateField()
    issued_by = models.ForeignKey(**STAFF)
    issued_at = models.DateTimeField(auto_now_add=True)
    valid_from = models.DateField()
    valid_to = models.DateField(null=True, blank=True)  # the last valid day; none where the term has no end
    period = GeneratedField(
        expression=Func(F("valid_from"), F("valid_to"), Value("[]"), function="daterange"),
        output_field=DateRangeField(),
        db_persist=True,
    )
    charge = models.OneToOneField(
        Charge, null=True, blank=True, on_delete=models.PROTECT, related_name="license"
    )
    receipt = models.ForeignKey(
        Receipt, null=True, blank=True, on_delete=models.PROTECT, related_name="licenses"
    )
    exemption = models.ForeignKey(
        Exemption, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    check_answer = models.JSONField()  # 2.B.1 as the rules answered it on the day
    fee_answer = models.JSONField()  # 2.B.2, a free license included
    term_answer = models.JSONField()
    voided_at = models.DateTimeField(null=True, blank=True)
    voided_by = models.ForeignKey(null=True, blank=True, **STAFF)
    void_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-issued_at", "-pk"]
        triggers = [
            NEVER_DELETED,
            VOID_IS_FINAL,
            pgtrigger.ReadOnly(
                name="frozen",
                fields=[
                    "number",
                    "code",
                    "animal",
                    "owner",
                    "visit",
                    "renewal_of",
                    "issued_on",
                    "issued_by",
                    "issued_at",
                    "valid_from",
                    "valid_to",
                    "charge",
                    "receipt",
                    "exemption",
                    "check_answer",
                    "fee_answer",
                    "term_answer",
                ],
            ),
        ]
        indexes = [
            models.Index(fields=["valid_to"], name="license_expiring"),
            models.Index(fields=["-issued_on", "-id"], name="license_newest"),
            models.Index(fields=["owner", "-issued_at"], name="license_of_owner"),
        ]
        constraints = [
            ExclusionConstraint(
                name="license_one_per_animal_and_period",
                expressions=[("animal", RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                condition=Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="license_term_ordered",
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) | (~Q(void_reason="") & Q(voided_by__isnull=False)),
                name="license_void_reasoned",
            ),
        ]

    def __str__(self) -> str:
        return self.number

    def get_absolute_url(self) -> str:
        return reverse("license", args=[self.pk])

    def status(self, on: dt.date) -> str:
        """`void`, `expired`, `upcoming` or `valid` on the date `on`: a void license is never shown as valid."""
        if self.voided_at is not None:
            return "void"
        if self.valid_to is not None and on > self.valid_to:
            return "expired"
        return "upcoming" if on < self.valid_from else "valid"


@pghistory.track()
class Tag(models.Model):
    """A metal tag out of the stamped box, or one that was passed over with a reason."""

    class State(models.TextChoices):
        WORN = "worn", "In use"
        LOST = "lost", "Lost, replaced"
        VOID = "void", "License void"
        SKIPPED = "skipped", "Skipped"

    series = models.PositiveSmallIntegerField()  # the year stamped on it
    number = models.PositiveIntegerField()
    license = models.ForeignKey(License, null=True, blank=True, on_delete=models.PROTECT, related_name="tags")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WORN)
    reason = models.CharField(max_length=300, blank=True)  # why skipped or replaced
    given_on = models.DateField()
    ended_on = models.DateField(null=True, blank=True)
    recorded_by = models.ForeignKey(**STAFF)

    class Meta:
        ordering = ["-series", "-number"]
        triggers = [NEVER_DELETED]
        indexes = [
            models.Index(fields=["license", "-id"], name="tag_of_license"),
            models.Index(fields=["number", "-series"], name="tag_of_number"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="tag_once"),
            models.UniqueConstraint(fields=["license"], condition=Q(state="worn"), name="tag_one_worn"),
            models.CheckConstraint(
                condition=(Q(state="skipped") & Q(license__isnull=True) & ~Q(reason=""))
                | (~Q(state="skipped") & Q(license__isnull=False)),
                name="tag_skipped_has_reason_others_a_license",
            ),
            models.CheckConstraint(condition=Q(number__gt=0), name="tag_number_positive"),
            models.CheckConstraint(
                condition=Q(state__in=["worn", "skipped"], ended_on__isnull=True)
                | Q(state__in=["lost", "void"], ended_on__isnull=False),
                name="tag_ended_dated",
            ),
            models.CheckConstraint(condition=~Q(state="lost") | ~Q(reason=""), name="tag_lost_reasoned"),
        ]

    def __str__(self) -> str:
        return f"{self.series}-{self.number}"
