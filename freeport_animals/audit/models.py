"""Who looked at what is confidential. What was changed is in the database's history (`audit.selectors`)."""

import pgtrigger
from django.conf import settings
from django.db import models


class AccessLog(models.Model):
    """One look at something confidential. Never changed, never deleted."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    subject_type = models.CharField(max_length=60)  # a model's label, such as registry.person
    subject_id = models.PositiveBigIntegerField()
    subject_name = models.CharField(max_length=200)  # what it was called when it was seen
    what = models.CharField(max_length=200)  # "the complainant's name", "photograph IMG_2041.jpg"
    url = models.CharField(max_length=300, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)

    append_only = True

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["subject_type", "subject_id", "-at"], name="accesslog_subject"),
            models.Index(fields=["user", "-at"], name="accesslog_user"),
        ]
        constraints = [models.CheckConstraint(condition=~models.Q(what=""), name="accesslog_says_what")]
        triggers = [pgtrigger.Protect(name="keep", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.user} saw {self.what} of {self.subject_name}"
