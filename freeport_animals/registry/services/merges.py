"""Two records of one person, animal or place made one on purpose: the other becomes an alias of the kept.

No row is repointed: what belonged to the alias still does, and reads take both together
(`selectors.alias_ids`).
"""

from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.registry.models import Animal, Merge, Person, Premises
from freeport_animals.registry.selectors.aliases import kept_id
from freeport_animals.registry.services.errors import AlreadyMerged, explained, refuse
from freeport_animals.registry.services.locks import lock_all
from freeport_animals.registry.services.text import reason_given

MODELS: dict[str, type[Person] | type[Animal] | type[Premises]] = {
    "person": Person,
    "animal": Animal,
    "premises": Premises,
}
# What the kept record takes over from the other where it has nothing itself.
FILLS: dict[str, tuple[str, ...]] = {
    "person": ("given_name", "other_names", "birth_date", "guardian", "email", "premises"),
    "animal": ("name", "breed", "color", "marks", "weight", "photograph", "premises"),
    "premises": ("zip_code", "safety_note", "latitude", "longitude"),
}
MAILING = ("mailing_street", "mailing_city", "mailing_state", "mailing_zip")


def fills(kind: str, kept: Any, merged: Any) -> dict[str, Any]:
    """What the kept record lacks and the other has, by field, as stored."""
    result = {
        name: _value(merged, name)
        for name in FILLS[kind]
        if _value(kept, name) in (None, "") and _value(merged, name) not in (None, "")
    }
    if kind == "person":
        if kept.is_organization or not merged.given_name or kept.family_name != merged.family_name:
            result.pop("given_name", None)
        if result.get("guardian") in (kept.pk, merged.pk):
            result.pop("guardian", None)
        if not kept.mailing_street and merged.mailing_street:
            result |= {name: _value(merged, name) for name in MAILING}
    if kind == "animal":
        if kept.born is None and merged.born is not None:
            result |= {"born": merged.born, "born_precision": merged.born_precision}
        for name in ("sex", "altered"):
            if _value(kept, name) == "unknown" != _value(merged, name):
                result[name] = _value(merged, name)
    if kind == "premises" and kept.zoning == "other" != merged.zoning:
        result["zoning"] = merged.zoning
    return result


def _attribute(record: models.Model, name: str) -> str:
    """Where an instance keeps the field's stored value: `guardian_id` for `guardian`."""
    field: Any = record._meta.get_field(name)
    return str(field.attname)


def _value(record: models.Model, name: str) -> Any:
    return getattr(record, _attribute(record, name))


def obstacles(kind: str, kept: Any, merged: Any) -> list[str]:
    """Why the two cannot be one record; empty when they can."""
    found = []
    if kept.pk == merged.pk:
        return ["This is one record already."]
    if kind == "person":
        if kept.is_organization != merged.is_organization:
            found.append("One is a person, the other is not. Change the kind of one of them first.")
        if merged.safe_at_home and not kept.safe_at_home:
            found.append(
                f"{merged.name} takes part in Safe at Home: keep that record, so that the protection stays."
            )
        if kept.guardian_id == merged.pk or merged.guardian_id == kept.pk:
            found.append("One is the other's guardian: they are two people.")
        births = {kept.birth_date, merged.birth_date} - {None}
        if len(births) == 2:
            found.append("They have different birth dates. If it is one person, correct one of them first.")
    if kind == "animal" and kept.species != merged.species:
        found.append(
            f"One is a {kept.species}, the other a {merged.species}. If it is one animal, correct that first."
        )
    return found


def _lock_merging(kind: str) -> None:
    """One merge or undo of a kind at a time: they are rare, and a ring must be impossible."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"registry.merge.{kind}"])


@transaction.atomic
def record_merge(*, kind: str, keep: int, merge: int, reason: str, by: User | None) -> Merge:
    """Make the record `merge` an alias of the record `keep` (their keys).

    The kept record takes over what it lacks; everything else stays where it is. Raises RegistryError with
    the reasons why it cannot be, AlreadyMerged when one of the two has become an alias meanwhile.
    """
    model = MODELS[kind]
    reason = reason_given(reason, why="Say how you know that the two are one.")
    if keep == merge:
        refuse(everything="This is one record already.")
    _lock_merging(kind)
    rows = lock_all(model, (keep, merge))  # type: ignore[type-var]
    if len(rows) != 2:
        refuse(everything="One of the two records does not exist.")
    kept, merged = rows[keep], rows[merge]
    for record in (kept, merged):
        if record.merged_into_id is not None:
            into = model._default_manager.get(pk=record.merged_into_id)
            raise AlreadyMerged(
                {"__all__": [f"{record} was merged into {into} meanwhile. Open that record."]}
            )
    if found := obstacles(kind, kept, merged):
        refuse(everything=" ".join(found))
    filled = fills(kind, kept, merged)
    for name, value in filled.items():
        setattr(kept, _attribute(kept, name), value)
    kept.version += 1
    kept.save(update_fields=["version", *filled])
    # First the other's own aliases, then itself: an alias never points at an alias.
    for alias in model._default_manager.select_for_update().filter(merged_into=merge).order_by("pk"):
        alias.merged_into = kept
        alias.save(update_fields=["merged_into"])
    merged.merged_into = kept
    merged.version += 1
    merged.save(update_fields=["merged_into", "version"])
    return Merge.objects.create(
        kind=kind,
        merged=merge,
        kept=keep,
        reason=reason,
        filled={name: _json(value) for name, value in filled.items()},
        done_by=by,
    )


def _json(value: Any) -> Any:
    return value if value is None or isinstance(value, str | int | bool) else str(value)


@transaction.atomic
def merge_undo(*, merge: Merge, reason: str, by: User | None) -> Merge:
    """Take a merge back: the alias, with all merged into it before, is a record of its own again.

    What the kept record had taken over goes back where it was not changed since. Raises RegistryError when
    it was undone already, or two premises would have one address.
    """
    reason = reason_given(reason, why="Say why they are not one.")
    _lock_merging(merge.kind)
    row = Merge.objects.select_for_update(of=("self",)).get(pk=merge.pk)
    if row.undone_at is not None:
        refuse(everything="This merge has been undone already.")
    model = MODELS[row.kind]
    records = lock_all(model, (row.kept, row.merged))  # type: ignore[type-var]
    alias, kept = records[row.merged], records[row.kept]
    with explained(
        {
            "premises_once": (
                "",
                "Both records would have the same address. Correct the kept record's address first.",
            )
        }
    ):
        alias.merged_into = None
        alias.version += 1
        alias.save(update_fields=["merged_into", "version"])
    for below in _below(row.kind, row.merged):
        other = model._default_manager.select_for_update().get(pk=below)
        other.merged_into = alias
        other.save(update_fields=["merged_into"])
    _give_back(kept, row.filled)
    row.undone_at, row.undo_reason = timezone.now(), reason
    row.undone_by = by  # type: ignore[assignment]
    row.save(update_fields=["undone_at", "undone_by", "undo_reason"])
    return row


def _give_back(kept: Any, filled: dict[str, Any]) -> None:
    """Empty the fields that the kept record had taken over, where they were not changed since."""
    same = {name for name, value in filled.items() if _json(_value(kept, name)) == value}
    for group in (set(MAILING), {"born", "born_precision"}):
        if not (set(filled) & group) <= same:
            same -= group
    if getattr(kept, "safe_at_home", False):
        same -= set(MAILING)  # the designated address stays
    if same:
        for name in same:
            setattr(kept, _attribute(kept, name), _emptied(kept, name))
        kept.version += 1
        kept.save(update_fields=["version", *sorted(same)])


def _emptied(record: models.Model, name: str) -> Any:
    """What a field holds when nothing is known."""
    if name in ("sex", "altered", "born_precision"):
        return "unknown"
    if name == "zoning":
        return Premises.Zoning.OTHER
    return None if record._meta.get_field(name).null else ""


def _below(kind: str, root: int) -> list[int]:
    """The keys of everything merged into `root` by merges that still stand, at any depth."""
    found: list[int] = []
    layer = [root]
    while layer:
        layer = list(
            Merge.objects.filter(kind=kind, kept__in=layer, undone_at__isnull=True).values_list(
                "merged", flat=True
            )
        )
        found += layer
    return found


def merge_of(record: Person | Animal | Premises) -> Merge | None:
    """The merge by which this record is an alias."""
    if kept_id(record) == record.pk:
        return None
    return Merge.objects.filter(
        kind=record._meta.model_name, merged=record.pk, undone_at__isnull=True
    ).first()
