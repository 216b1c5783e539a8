from django.conf import settings
from django.db import models


class Submission(models.Model):
    """One press of one form.

    The token is made with the form, so that a second press finds the first one's result.
    """

    token = models.UUIDField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=60)
    digest = models.CharField(max_length=64)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.action} {self.token}"
