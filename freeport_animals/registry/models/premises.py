"""Places where people live or animals are kept."""

import pghistory
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, GeneratedField, Q
from django.db.models.functions import Lower
from django.urls import reverse

from freeport_animals.base.editing import VersionedModel
from freeport_animals.registry.models.folding import (
    AddressKey,
    AddressPlain,
    AddressWords,
    Joined,
    alias_guard,
    trigram,
)


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
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="aliases"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    search_text = GeneratedField(
        expression=AddressPlain(Joined("street", "unit")), output_field=models.TextField(), db_persist=True
    )
    key = GeneratedField(
        expression=AddressKey(Joined("street", "unit")), output_field=models.TextField(), db_persist=True
    )
    words = GeneratedField(
        expression=AddressWords(Joined("street", "unit", "city", "zip_code")),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        verbose_name_plural = "premises"
        indexes = [
            trigram("premises_search", "search_text"),
            GinIndex(name="premises_words", fields=["words"]),
            models.Index(fields=["key"], name="premises_key"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(street=""), name="premises_street_given"),
            models.CheckConstraint(condition=~Q(merged_into=F("id")), name="premises_not_its_own_alias"),
            models.UniqueConstraint(
                F("key"),
                Lower("city"),
                F("state"),
                condition=Q(merged_into__isnull=True),
                name="premises_once",
            ),
        ]
        triggers = [alias_guard("registry_premises")]

    def __str__(self) -> str:
        return self.street_line

    @property
    def street_line(self) -> str:
        return f"{self.street}, {self.unit}" if self.unit else self.street

    @property
    def address_lines(self) -> list[str]:
        return [self.street_line, f"{self.city}, {self.state} {self.zip_code}".strip()]

    def get_absolute_url(self) -> str:
        return reverse("premises", args=[self.pk])
