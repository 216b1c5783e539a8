"""Who and what the city knows: people, households, premises, animals, whose they are, and their vaccinations.

Nothing here is deleted. A merged record stays as the alias of the one kept (`merged_into`); reads resolve it.
"""

import datetime as dt

import pghistory
from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, GeneratedField, Q

from freeport_animals.attachments.models import Attachment
from freeport_animals.base.editing import VersionedModel


class Plain(Func):
    """Letters and digits only, lower case, no accents: `plain()` is made by the base app's first migration."""

    function = "plain"
    output_field = models.TextField()


class Joined(Func):
    """Columns joined with blanks by an immutable expression, which generated columns need."""

    arg_joiner = " || ' ' || "
    template = "btrim(%(expressions)s)"
    output_field = models.TextField()


class Digits(Func):
    template = "regexp_replace(%(expressions)s, '[^0-9]', '', 'g')"
    output_field = models.TextField()


def trigram(name: str, field: str) -> GinIndex:
    return GinIndex(name=name, fields=[field], opclasses=["gin_trgm_ops"])


@pghistory.track()
class Premises(VersionedModel):
    """A place in or near the city where people live or animals are kept."""

    class Zoning(models.TextChoices):
        AGRICULTURAL = "agricultural", "Agricultural"
        RESIDENTIAL = "residential", "Residential"
        COMMERCIAL = "commercial", "Commercial"
        OTHER = "other", "Other or not known"

    street = models.CharField(max_length=200)
    unit = models.CharField(max_length=40, blank=True)
    city = models.CharField(max_length=80, default="Freeport")
    state = models.CharField(max_length=2, default="MN")
    zip_code = models.CharField(max_length=10, blank=True)
    in_city = models.BooleanField("inside the city limits", default=True)
    zoning = models.CharField(max_length=12, choices=Zoning.choices, default=Zoning.OTHER)
    safety_note = models.TextField(blank=True)  # shown to the officer before the knock
    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases")
    created_at = models.DateTimeField(auto_now_add=True)
    search_text = GeneratedField(
        expression=Plain(Joined("street", "unit", "city", "zip_code")), output_field=models.TextField(), db_persist=True
    )

    class Meta:
        verbose_name_plural = "premises"
        indexes = [trigram("premises_search", "search_text")]
        constraints = [
            models.CheckConstraint(condition=~Q(street=""), name="premises_street_given"),
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="premises_not_its_own_alias"),
        ]

    def __str__(self) -> str:
        return self.street_line

    @property
    def street_line(self) -> str:
        return f"{self.street}, {self.unit}" if self.unit else self.street

    @property
    def address_lines(self) -> list[str]:
        return [self.street_line, f"{self.city}, {self.state} {self.zip_code}".strip()]


@pghistory.track()
class Person(VersionedModel):
    """An owner in the words of 1.D: a person, firm, association or corporation. Also a guardian or a claimant."""

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
    guardian = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="wards")
    email = models.EmailField(blank=True)
    mailing_street = models.CharField(max_length=200, blank=True)  # or a PO box
    mailing_city = models.CharField(max_length=80, blank=True)
    mailing_state = models.CharField(max_length=2, blank=True)
    mailing_zip = models.CharField(max_length=10, blank=True)
    premises = models.ForeignKey(Premises, null=True, blank=True, on_delete=models.PROTECT, related_name="residents")
    safe_at_home = models.BooleanField("Safe at Home participant", default=False)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.HERE)
    status_on = models.DateField(null=True, blank=True)
    note = models.TextField(blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases")
    created_at = models.DateTimeField(auto_now_add=True)
    name = GeneratedField(
        expression=Joined("given_name", "family_name", "organization"), output_field=models.TextField(), db_persist=True
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

    class Meta:
        verbose_name_plural = "people"
        ordering = ["sort_name", "pk"]
        indexes = [
            trigram("person_search", "search_text"),
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
                condition=Q(safe_at_home=False) | ~Q(mailing_street=""), name="person_safe_at_home_has_address"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_organization(self) -> bool:
        return self.kind != self.Kind.PERSON

    @property
    def address_lines(self) -> list[str]:
        """The address that may stand on a screen or paper: of a Safe at Home participant only the designated one."""
        if self.mailing_street:
            return [self.mailing_street, f"{self.mailing_city}, {self.mailing_state} {self.mailing_zip}".strip()]
        if self.premises and not self.safe_at_home:
            return self.premises.address_lines
        return []

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
    """People who keep house together: the release fee scale of 5.C.A.1 counts by household. A firm is its own."""

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
    marks = models.TextField("distinguishing marks", blank=True)
    weight = models.DecimalField("weight in pounds", max_digits=6, decimal_places=1, null=True, blank=True)
    photograph = models.ForeignKey(Attachment, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    premises = models.ForeignKey(
        Premises, null=True, blank=True, on_delete=models.PROTECT, related_name="animals"
    )  # where it is kept
    officer_class = models.CharField(max_length=14, blank=True)  # 1.A, where the rules leave it to the officer
    officer_class_reason = models.TextField(blank=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.HERE)
    status_on = models.DateField(null=True, blank=True)
    note = models.TextField(blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases")
    created_at = models.DateTimeField(auto_now_add=True)
    search_text = GeneratedField(
        expression=Plain(Joined("name", "breed", "color")), output_field=models.TextField(), db_persist=True
    )
    sort_name = GeneratedField(expression=Plain("name"), output_field=models.TextField(), db_persist=True)

    class Meta:
        indexes = [trigram("animal_search", "search_text"), trigram("animal_name_search", "sort_name")]
        constraints = [
            models.CheckConstraint(condition=~Q(species=""), name="animal_species_given"),
            models.CheckConstraint(
                condition=Q(born__isnull=True, born_precision="unknown")
                | (Q(born__isnull=False) & ~Q(born_precision="unknown")),
                name="animal_born_precision_fits",
            ),
            models.CheckConstraint(condition=Q(weight__isnull=True) | Q(weight__gt=0), name="animal_weight_positive"),
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="animal_not_its_own_alias"),
            models.CheckConstraint(
                condition=Q(status="here") | Q(status_on__isnull=False), name="animal_status_dated"
            ),
            models.CheckConstraint(
                condition=Q(officer_class="") | ~Q(officer_class_reason=""), name="animal_officer_class_reasoned"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"unnamed {self.species}"

    @property
    def is_licensable(self) -> bool:
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
    period = DateRangeField()  # the day it ends is not in it
    end_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="ownership_one_primary_at_a_time",
                expressions=[("animal", RangeOperators.EQUAL), ("period", RangeOperators.OVERLAPS)],
                condition=Q(primary=True),
            ),
            ExclusionConstraint(
                name="ownership_person_once_at_a_time",
                expressions=[
                    ("animal", RangeOperators.EQUAL),
                    ("person", RangeOperators.EQUAL),
                    ("period", RangeOperators.OVERLAPS),
                ],
            ),
            models.CheckConstraint(condition=Q(period__isempty=False), name="ownership_not_empty"),
            models.CheckConstraint(condition=Q(primary=False) | Q(role="owner"), name="ownership_primary_is_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_role_display().lower()} of {self.animal}"


@pghistory.track()
class Veterinarian(models.Model):
    """A veterinarian or clinic, kept once and offered again."""

    name = models.CharField(max_length=120)
    clinic = models.CharField(max_length=160, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    licensed = models.BooleanField("licensed to practice where the animal was vaccinated", default=True)
    search_text = GeneratedField(
        expression=Plain(Joined("name", "clinic")), output_field=models.TextField(), db_persist=True
    )

    class Meta:
        ordering = ["name", "clinic"]
        indexes = [trigram("veterinarian_search", "search_text")]
        constraints = [models.UniqueConstraint(fields=["search_text"], name="veterinarian_once")]

    def __str__(self) -> str:
        return f"{self.name}, {self.clinic}" if self.clinic else self.name


@pghistory.track()
class Vaccination(models.Model):
    """One shot as its certificate states it. A mistake is voided and entered again, so that a license keeps its proof."""

    class Disease(models.TextChoices):
        RABIES = "rabies", "Rabies"
        DISTEMPER = "distemper", "Distemper"

    class Product(models.TextChoices):
        UNKNOWN = "", "Not stated"
        INACTIVATED = "inactivated", "Inactivated (killed)"
        MODIFIED_LIVE = "modified-live", "Modified live"

    animal = models.ForeignKey(Animal, on_delete=models.PROTECT, related_name="vaccinations")
    disease = models.CharField(max_length=10, choices=Disease.choices)
    given = models.DateField()
    expires = models.DateField(null=True, blank=True)  # as the certificate says
    veterinarian = models.ForeignKey(
        Veterinarian, null=True, blank=True, on_delete=models.PROTECT, related_name="vaccinations"
    )
    product = models.CharField(max_length=14, choices=Product.choices, blank=True)
    product_name = models.CharField(max_length=120, blank=True)  # and serial number
    certificate_shown = models.BooleanField(default=False)
    certificate_number = models.CharField(max_length=60, blank=True)
    certificate_file = models.ForeignKey(
        Attachment, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField(auto_now_add=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-given", "-pk"]
        indexes = [models.Index(fields=["animal", "disease", "-given"], name="vaccination_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires__isnull=True) | Q(expires__gt=F("given")), name="vaccination_expires_later"
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) | ~Q(void_reason=""), name="vaccination_void_reasoned"
            ),
            models.UniqueConstraint(
                fields=["animal", "disease", "given"],
                condition=Q(voided_at__isnull=True),
                name="vaccination_once_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_disease_display()} {self.given:%Y-%m-%d}"


class Merge(models.Model):
    """The trace of a merge made on purpose: what became an alias of what, by whom and why."""

    kind = models.CharField(max_length=10, choices=[("person", "Person"), ("animal", "Animal"), ("premises", "Premises")])
    merged = models.PositiveBigIntegerField()
    kept = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=300)
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    done_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undo_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["kind", "kept"], name="merge_kept")]

    def __str__(self) -> str:
        return f"{self.kind} {self.merged} into {self.kept}"
