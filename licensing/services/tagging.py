"""Which tags a visit gives out: checked against what is recorded, under the lock of each year's box."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import IntegrityError

from freeport_animals.accounts.models import User
from freeport_animals.base.formats import day
from licensing.entries import Entry, Problem
from licensing.models import License, Tag
from licensing.selectors import tag_holder, tags_taken
from licensing.services.errors import NotReady
from licensing.tags import LONGEST_SKIP, TagNumber, next_numbers, passed_over, said, series_lock


@dataclass(kw_only=True)
class TagPlan:
    """The tags to give, those to record as skipped with the reason, and the rows of skipped ones found again."""

    given: dict[str, TagNumber] = field(default_factory=dict)
    skipped: dict[TagNumber, str] = field(default_factory=dict)
    found_again: dict[TagNumber, Tag] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def taken_sentence(tag: TagNumber, row: Tag, following: int) -> str:
    """Whose a tag is that somebody typed again."""
    holder = tag_holder(row)
    if row.state == Tag.State.LOST:
        says = f"Tag {tag} was {holder} and was reported lost {day(row.ended_on)}."
    elif row.state == Tag.State.VOID:
        says = f"Tag {tag} went with a license that is void: {holder}."
    else:
        says = f"Tag {tag} is worn by {holder}."
    return f"{says} The next one in the box is {TagNumber(tag.series, following)}."


def tag_plan(entries: Sequence[Entry], *, lock: bool) -> TagPlan:
    """Check the tags typed for the animals that get a license. With `lock` nobody else takes any until the end."""
    plan = TagPlan()
    first: dict[TagNumber, Entry] = {}
    for entry in (each for each in entries if each.license):
        if entry.tag is None:
            says = "Type the number stamped on the tag you hand out."
            plan.problems.append(Problem(key=entry.key, field="tag", says=says))
        elif entry.tag in first:
            plan.problems.append(
                Problem(
                    key=entry.key,
                    field="tag",
                    says=f"Tag {entry.tag} is typed for another animal of this visit too. Each has its own.",
                )
            )
        else:
            first[entry.tag] = entry
    series = {tag.series for tag in first}
    if lock:
        series_lock(series)
    following = next_numbers(series)
    taken = tags_taken(first)
    for tag, entry in first.items():
        row = taken.get(tag)
        if row is None or row.state == Tag.State.SKIPPED:
            plan.given[entry.key] = tag
            if row is not None:
                plan.found_again[tag] = row
        else:
            says = taken_sentence(tag, row, following[tag.series])
            plan.problems.append(Problem(key=entry.key, field="tag", says=says))
    _skips(plan, {tag: entry for tag, entry in first.items() if entry.key in plan.given}, following)
    return plan


def _skips(plan: TagPlan, given: dict[TagNumber, Entry], following: dict[int, int]) -> None:
    """What was passed over in each box, with its reason."""
    for series in sorted({tag.series for tag in given}):
        of_box = {tag: entry for tag, entry in given.items() if tag.series == series}
        highest = max(of_box)
        ahead = highest.number - following[series]
        if following[series] > 1 and ahead > LONGEST_SKIP:
            says = (
                f"{highest} is {ahead:,} ahead of the next tag in the box, {TagNumber(series, following[series])}. "
                "Check the number."
            )
            plan.problems.append(Problem(key=of_box[highest].key, field="tag", says=says))
            continue
        skipped = passed_over(list(of_box), following)
        if not skipped:
            continue
        reason = next((entry.skip_reason for entry in of_box.values() if entry.skip_reason), "")
        if not reason:
            many = "Tags" if len(skipped) > 1 else "Tag"
            verb = "are" if len(skipped) > 1 else "is"
            says = f"{many} {said(skipped)} {verb} skipped. Say why, for example: spoiled, or missing from the box."
            plan.problems.append(Problem(key=of_box[highest].key, field="skip_reason", says=says))
        plan.skipped.update(dict.fromkeys(skipped, reason))


def tags_give(plan: TagPlan, licenses: dict[str, License], *, on: dt.date, by: User) -> None:
    """Record the tags given and those skipped. Raises NotReady when somebody took one all the same."""
    fresh = []
    for key, tag in plan.given.items():
        row = plan.found_again.get(tag)
        if row is None:
            fresh.append(
                Tag(series=tag.series, number=tag.number, license=licenses[key], given_on=on, recorded_by=by)
            )
        else:
            row.license, row.state, row.given_on, row.recorded_by = licenses[key], Tag.State.WORN, on, by
            row.save(update_fields=["license", "state", "given_on", "recorded_by"])
    fresh += [
        Tag(
            series=tag.series,
            number=tag.number,
            state=Tag.State.SKIPPED,
            reason=reason,
            given_on=on,
            recorded_by=by,
        )
        for tag, reason in plan.skipped.items()
    ]
    try:
        Tag.objects.bulk_create(fresh)  # no savepoint: a refusal undoes everything
    except IntegrityError as error:
        if "tag_once" not in str(error):
            raise
        raise NotReady(
            [
                Problem(
                    key=key, field="tag", says=f"Tag {tag} was given out a moment ago. Type another number."
                )
                for key, tag in plan.given.items()
            ]
        ) from error
