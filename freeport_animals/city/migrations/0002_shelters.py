"""The two shelters that the ordinance itself names (5.C.A.2); the council designates them by resolution (Sec. 16)."""

from typing import Any

from django.db import migrations

SHELTERS = (
    ("City shelter", "city"),
    ("Tri-County Humane Society", "tri-county"),
)


def add(apps: Any, schema_editor: Any) -> None:
    shelter = apps.get_model("city", "Shelter")
    for name, boarding in SHELTERS:
        shelter.objects.create(name=name, boarding=boarding)


def remove(apps: Any, schema_editor: Any) -> None:
    """The shelters go with their table."""


class Migration(migrations.Migration):
    dependencies = [("city", "0001_initial")]
    operations = [migrations.RunPython(add, remove)]
