"""Files that people hand in.

Certificates, photographs. The original is sealed by its hash; what is shown is a copy.
"""

import pgtrigger
from django.conf import settings
from django.db import models
from django.urls import reverse


class Attachment(models.Model):
    """A file as it was handed in, and the copy that is shown (photographs without position data)."""

    class Kind(models.TextChoices):
        PHOTOGRAPH = "photograph", "Photograph"
        PDF = "pdf", "PDF"

    kind = models.CharField(max_length=12, choices=Kind.choices)
    sha256 = models.CharField(max_length=64, db_index=True)
    original = models.CharField(max_length=200)  # name in the storage, made from the hash
    shown = models.CharField(max_length=200)
    content_type = models.CharField(max_length=60)
    size = models.PositiveIntegerField()  # bytes
    file_name = models.CharField(max_length=200, blank=True)  # as it was called when it was handed in
    captured_at = models.DateTimeField(null=True)  # what the camera wrote, when it wrote anything
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    uploaded_at = models.DateTimeField(auto_now_add=True)

    append_only = True

    class Meta:
        triggers = [pgtrigger.Protect(name="keep", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return self.file_name or self.sha256[:12]

    def get_absolute_url(self) -> str:
        return reverse("attachment", args=[self.pk])
