"""Vaccinations as their certificates state them, and the veterinarians who gave them."""

import pghistory
from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, GeneratedField, Q

from freeport_animals.attachments.models import Attachment
from freeport_animals.registry.models.animals import Animal
from freeport_animals.registry.models.folding import Joined, NameWords, Plain, trigram


class Untitled(Func):
    """Folded text without Dr. and DVM, so that `Dr. Ann Kay` and `Ann Kay, D.V.M.` are one veterinarian."""

    template = r"btrim(regexp_replace(%(expressions)s, '(^| )(dr|doctor|dvm|vmd)(?= |$)', '', 'g'))"
    output_field = models.TextField()


@pghistory.track()
class Veterinarian(models.Model):
    """A veterinarian or clinic, kept once and offered again."""

    name = models.CharField(max_length=160)  # or the clinic alone
    clinic = models.CharField(max_length=160, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    licensed = models.BooleanField("licensed to practice where the animal was vaccinated", default=True)
    search_text = GeneratedField(
        expression=Untitled(Plain(Joined("name", "clinic"))), output_field=models.TextField(), db_persist=True
    )
    words = GeneratedField(
        expression=NameWords(Joined("name", "clinic")), output_field=SearchVectorField(), db_persist=True
    )

    class Meta:
        ordering = ["name", "clinic"]
        indexes = [
            trigram("veterinarian_search", "search_text"),
            GinIndex(name="veterinarian_words", fields=["words"]),
        ]
        constraints = [models.UniqueConstraint(fields=["search_text"], name="veterinarian_once")]

    def __str__(self) -> str:
        return f"{self.name}, {self.clinic}" if self.clinic else self.name


@pghistory.track()
class Vaccination(models.Model):
    """One shot as its certificate states it.

    A mistake is voided and entered again, so that a license keeps its proof.
    """

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
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    void_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-given", "-pk"]
        indexes = [models.Index(fields=["animal", "disease", "-given"], name="vaccination_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires__isnull=True) | Q(expires__gt=F("given")),
                name="vaccination_expires_later",
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
