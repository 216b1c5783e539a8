"""Animals, their microchips, and whose they are."""

import pghistory
from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, GeneratedField, Q
from django.urls import reverse

from freeport_animals.attachments.models import Attachment
from freeport_animals.base.editing import VersionedModel
from freeport_animals.registry.models.folding import Joined, NameWords, Plain, Sounds, alias_guard, trigram
from freeport_animals.registry.models.people import Person
from freeport_animals.registry.models.premises import Premises


@pghistory.track()
class Animal(VersionedModel):
    class Sex(models.TextChoices):
        FEMALE = "female", "Female"
        MALE = "male", "Male"
        UNKNOWN = "unknown", "Not known"

    class Altered(models.TextChoices):
        YES = "yes", "Yes, spayed or neutered"
        NO = "no", "No"
        UNKNOWN = "unknown", "Not known"

    class BornPrecision(models.TextChoices):
        EXACT = "exact", "Exact"
        ESTIMATED = "estimated", "Estimated"
        UNKNOWN = "unknown", "Not known"

    class Status(models.TextChoices):
        HERE = "here", "In the city"
        MOVED_AWAY = "moved-away", "Moved away"
        GIVEN_AWAY = "given-away", "Given away"
        DIED = "died", "Died"

    name = models.CharField(max_length=100, blank=True)
    species = models.CharField(max_length=60, default="dog")  # dog, cat, or what it is; the rules classify it
    breed = models.CharField(max_length=120, blank=True)
    color = models.CharField(max_length=120, blank=True)
    sex = models.CharField(max_length=8, choices=Sex.choices, default=Sex.UNKNOWN)
    altered = models.CharField(max_length=8, choices=Altered.choices, default=Altered.UNKNOWN)
    born = models.DateField("birth date", null=True, blank=True)
    born_precision = models.CharField(
        max_length=10, choices=BornPrecision.choices, default=BornPrecision.UNKNOWN
    )
    born_in_litter_here = models.BooleanField("born in a litter on these premises", default=False)
    # What 1.A asks beside the species.
    hybrid_with_wild = models.BooleanField("crossbred with a wild animal", default=False, db_default=False)
    venomous_or_constricting = models.BooleanField(
        "poisonous, venomous or constricting", default=False, db_default=False
    )
    commonly_accepted_pet = models.BooleanField("commonly accepted as a pet", default=False, db_default=False)
    marks = models.TextField("distinguishing marks", blank=True)
    weight = models.DecimalField("weight in pounds", max_digits=6, decimal_places=1, null=True, blank=True)
    photograph = models.ForeignKey(
        Attachment, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    premises = models.ForeignKey(
        Premises, null=True, blank=True, on_delete=models.PROTECT, related_name="animals"
    )  # where it is kept
    officer_class = models.CharField(
        max_length=14, blank=True
    )  # 1.A, where the rules leave it to the officer
    officer_class_reason = models.TextField(blank=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.HERE)
    status_on = models.DateField(null=True, blank=True)
    note = models.TextField(blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    search_text = GeneratedField(
        expression=Plain(Joined("name", "breed", "color")), output_field=models.TextField(), db_persist=True
    )
    sort_name = GeneratedField(expression=Plain("name"), output_field=models.TextField(), db_persist=True)
    sound_text = GeneratedField(expression=Sounds("name"), output_field=models.TextField(), db_persist=True)
    words = GeneratedField(
        expression=NameWords(Joined("name", "breed", "color")),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        ordering = ["sort_name", "pk"]
        indexes = [
            trigram("animal_search", "sound_text"),
            GinIndex(name="animal_words", fields=["words"]),
            models.Index(fields=["sort_name", "id"], name="animal_sorted"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(species=""), name="animal_species_given"),
            models.CheckConstraint(
                condition=Q(born__isnull=True, born_precision="unknown")
                | (Q(born__isnull=False) & ~Q(born_precision="unknown")),
                name="animal_born_precision_fits",
            ),
            models.CheckConstraint(
                condition=Q(weight__isnull=True) | Q(weight__gt=0), name="animal_weight_positive"
            ),
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="animal_not_its_own_alias"),
            models.CheckConstraint(
                condition=Q(status="here") | Q(status_on__isnull=False), name="animal_status_dated"
            ),
            models.CheckConstraint(
                condition=Q(officer_class="") | ~Q(officer_class_reason=""),
                name="animal_officer_class_reasoned",
            ),
        ]
        triggers = [alias_guard("registry_animal")]

    def __str__(self) -> str:
        return self.name or f"unnamed {self.species}"

    @property
    def short_name(self) -> str:
        """Its name, or what it is."""
        return self.name or f"this {self.species}"

    def get_absolute_url(self) -> str:
        return reverse("animal", args=[self.pk])

    @property
    def is_licensable(self) -> bool:
        """Whether Sec. 2 licenses its kind."""
        return self.species in ("dog", "cat")


@pghistory.track()
class Microchip(models.Model):
    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="microchips")
    number = models.CharField(max_length=20)  # capital letters and digits as scanned
    in_use = models.BooleanField(default=True)

    class Meta:
        indexes = [trigram("microchip_search", "number")]
        constraints = [
            models.UniqueConstraint(fields=["number"], condition=Q(in_use=True), name="microchip_unique"),
            models.CheckConstraint(condition=Q(number__regex=r"^[0-9A-Z]{9,15}$"), name="microchip_form"),
        ]

    def __str__(self) -> str:
        return self.number


@pghistory.track()
class Ownership(models.Model):
    """Whose an animal is, from when until when. Whoever keeps or harbors it counts as an owner (1.D)."""

    class Role(models.TextChoices):
        OWNER = "owner", "Owner"
        KEEPER = "keeper", "Keeper"
        HARBORER = "harborer", "Harborer"

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="ownerships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="ownerships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.OWNER)
    primary = models.BooleanField(default=True)
    period = DateRangeField()  # the day it ends is not in it; no lower end where nobody knows since when
    end_reason = models.CharField(max_length=200, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)  # entered by mistake
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    void_reason = models.CharField(max_length=300, blank=True, db_default="")

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="ownership_one_primary_at_a_time",
                expressions=[("animal", RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
                condition=Q(primary=True, voided_at__isnull=True),
            ),
            ExclusionConstraint(
                name="ownership_person_once_at_a_time",
                expressions=[
                    ("animal", RangeOperators.EQUAL),
                    ("person", RangeOperators.EQUAL),
                    ("period", RangeOperators.OVERLAPS),
                ],
                condition=Q(voided_at__isnull=True),
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) | ~Q(void_reason=""), name="ownership_void_reasoned"
            ),
            models.CheckConstraint(condition=Q(period__isempty=False), name="ownership_not_empty"),
            models.CheckConstraint(
                condition=Q(primary=False) | Q(role="owner"), name="ownership_primary_is_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_role_display().lower()} of {self.animal}"
