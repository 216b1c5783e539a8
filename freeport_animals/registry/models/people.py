"""People, their telephones and their households."""

import datetime as dt

import pghistory
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, GeneratedField, Q
from django.urls import reverse

from freeport_animals.base.editing import VersionedModel
from freeport_animals.registry.models.folding import (
    AddressPlain,
    AddressWords,
    Digits,
    Joined,
    NameWords,
    Plain,
    Sounds,
    alias_guard,
    trigram,
)
from freeport_animals.registry.models.premises import Premises


@pghistory.track()
class Person(VersionedModel):
    """An owner in the words of 1.D.

    A person, firm, association or corporation. Also a guardian or a claimant.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        FIRM = "firm", "Firm"
        ASSOCIATION = "association", "Association"
        CORPORATION = "corporation", "Corporation"

    class Status(models.TextChoices):
        HERE = "here", "In the city's records"
        MOVED_AWAY = "moved-away", "Moved away"
        DIED = "died", "Died"

    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PERSON)
    given_name = models.CharField(max_length=100, blank=True)
    family_name = models.CharField(max_length=100, blank=True)  # a one-word name stands here
    organization = models.CharField(max_length=200, blank=True)
    other_names = models.CharField(max_length=200, blank=True)  # earlier or other names, found by search
    birth_date = models.DateField(null=True, blank=True)
    guardian = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="wards"
    )
    email = models.EmailField(blank=True)
    mailing_street = models.CharField(max_length=200, blank=True)  # or a PO box
    mailing_city = models.CharField(max_length=80, blank=True)
    mailing_state = models.CharField(max_length=2, blank=True)
    mailing_zip = models.CharField(max_length=10, blank=True)
    premises = models.ForeignKey(
        Premises, null=True, blank=True, on_delete=models.PROTECT, related_name="residents"
    )
    safe_at_home = models.BooleanField("Safe at Home participant", default=False)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.HERE)
    status_on = models.DateField(null=True, blank=True)
    note = models.TextField(blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    name = GeneratedField(
        expression=Joined("given_name", "family_name", "organization"),
        output_field=models.TextField(),
        db_persist=True,
    )
    sort_name = GeneratedField(
        expression=Plain(Joined("organization", "family_name", "given_name")),
        output_field=models.TextField(),
        db_persist=True,
    )
    search_text = GeneratedField(
        expression=Plain(Joined("given_name", "family_name", "organization", "other_names")),
        output_field=models.TextField(),
        db_persist=True,
    )
    sound_text = GeneratedField(
        expression=Sounds(Joined("given_name", "family_name", "organization", "other_names")),
        output_field=models.TextField(),
        db_persist=True,
    )
    words = GeneratedField(
        expression=NameWords(Joined("given_name", "family_name", "organization", "other_names")),
        output_field=SearchVectorField(),
        db_persist=True,
    )
    mailing_text = GeneratedField(
        expression=AddressPlain("mailing_street"), output_field=models.TextField(), db_persist=True
    )
    mailing_words = GeneratedField(
        expression=AddressWords(Joined("mailing_street", "mailing_city", "mailing_zip")),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        verbose_name_plural = "people"
        ordering = ["sort_name", "pk"]
        indexes = [
            trigram("person_search", "sound_text"),
            GinIndex(name="person_words", fields=["words"]),
            GinIndex(name="person_mailing_words", fields=["mailing_words"]),
            models.Index(fields=["sort_name", "id"], name="person_sorted"),
            models.Index(Func(F("email"), function="lower"), name="person_email"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(family_name="") | ~Q(given_name="") | ~Q(organization=""), name="person_named"
            ),
            models.CheckConstraint(
                condition=Q(kind="person", organization="") | (~Q(kind="person") & ~Q(organization="")),
                name="person_kind_fits_name",
            ),
            models.CheckConstraint(condition=~Q(guardian=F("id")), name="person_not_own_guardian"),
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="person_not_its_own_alias"),
            models.CheckConstraint(
                condition=Q(safe_at_home=False) | ~Q(mailing_street=""),
                name="person_safe_at_home_has_address",
            ),
            models.CheckConstraint(
                condition=Q(status="here") | Q(status_on__isnull=False), name="person_status_dated"
            ),
        ]
        triggers = [alias_guard("registry_person")]

    def __str__(self) -> str:
        return self.name

    @property
    def short_name(self) -> str:
        """How somebody is called on a page that has said who is meant."""
        return self.given_name or self.family_name or self.organization

    @property
    def is_organization(self) -> bool:
        return self.kind != self.Kind.PERSON

    @property
    def address_lines(self) -> list[str]:
        """The address that may stand on a screen or paper.

        Of a Safe at Home participant only the designated one.
        """
        if self.mailing_street:
            return [
                self.mailing_street,
                f"{self.mailing_city}, {self.mailing_state} {self.mailing_zip}".strip(),
            ]
        if self.premises and not self.safe_at_home:
            return self.premises.address_lines
        return []

    @property
    def letter_lines(self) -> list[str]:
        """Name and address as they stand on a letter."""
        return [self.name, *self.address_lines]

    def get_absolute_url(self) -> str:
        return reverse("owner", args=[self.pk])

    def is_minor(self, on: dt.date) -> bool:
        """Under 18 on `on` (2.A); False when the birth date is not known."""
        if self.birth_date is None:
            return False
        had_birthday = (on.month, on.day) >= (self.birth_date.month, self.birth_date.day)
        return on.year - self.birth_date.year - (0 if had_birthday else 1) < 18


@pghistory.track()
class Phone(models.Model):
    """One of a person's telephone numbers, kept as it was said."""

    class Kind(models.TextChoices):
        MOBILE = "mobile", "Mobile"
        HOME = "home", "Home"
        WORK = "work", "Work"
        OTHER = "other", "Other"

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="phones")
    number = models.CharField(max_length=40)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.MOBILE)
    in_use = models.BooleanField(default=True)
    digits = GeneratedField(expression=Digits("number"), output_field=models.TextField(), db_persist=True)

    class Meta:
        ordering = ["pk"]
        indexes = [trigram("phone_search", "digits")]

    def __str__(self) -> str:
        return self.number


@pghistory.track()
class Household(models.Model):
    """People who keep house together.

    The release fee scale of 5.C.A.1 counts by household. A firm is its own.
    """

    name = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"Household {self.pk}"


@pghistory.track()
class HouseholdMembership(models.Model):
    """A person belongs to one household at a time; the day a membership ends is not in it."""

    household = models.ForeignKey(Household, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    period = DateRangeField()

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="membership_one_household_at_a_time",
                expressions=[("person", RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
            ),
            models.CheckConstraint(condition=Q(period__isempty=False), name="membership_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.household}"
