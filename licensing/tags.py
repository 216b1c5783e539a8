"""Metal tags: a box a year, numbered in sequence, handed out by hand.

The clerk holds the tag, so its number is typed; the box proposes the next one. Whatever lies between the last
number recorded and the one typed was passed over, and says why. A number is used once in its year.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Max

from freeport_animals.base.text import one_line
from licensing.models import Tag

LONGEST_SKIP = 500  # numbers passed over at once; a whole spoiled box is 250
LARGEST = 999_999
SKIP_REASONS = (
    "Spoiled in stamping",
    "Missing from the box",
    "Bent or broken",
    "Given out before, not recorded",
)
# The first key of the advisory lock that makes clerks take numbers of one year's box in turn.
LOCK = 0x7A67


@dataclass(frozen=True, order=True)
class TagNumber:
    """A tag as it is stamped: the year's series and the number in it."""

    series: int
    number: int

    def __str__(self) -> str:
        return f"{self.series}-{self.number}"


def parse_tag(typed: str, *, series: int) -> TagNumber:
    """The tag that `typed` means: `217`, or `2025-217` for another year's box than `series`.

    Raises ValidationError with a sentence.
    """
    text = one_line(typed).removeprefix("#").strip()
    match = re.fullmatch(r"(?:(\d{4})\s*[-–/ ]\s*)?0*(\d{1,9})", text, re.ASCII)
    if match is None:
        raise ValidationError(
            f"“{text[:30]}” is not a tag number. Type the number stamped on the tag, for example 217.",
            code="invalid",
        )
    year, number = int(match[1] or series), int(match[2])
    if number == 0:
        raise ValidationError("Tags are numbered from 1. Type the number stamped on the tag.", code="invalid")
    if number > LARGEST:
        raise ValidationError(f"{number:,} is more than any tag's number. Check the number.", code="invalid")
    if abs(year - series) > 1:
        raise ValidationError(
            f"Tags of {year} are not given out for a license of {series}. Check the year.", code="invalid"
        )
    return TagNumber(year, number)


def series_lock(series: Iterable[int]) -> None:
    """Hold these years' boxes until the transaction ends, always in the same order."""
    with connection.cursor() as cursor:
        for year in sorted(set(series)):
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, year])


def next_numbers(series: Collection[int]) -> dict[int, int]:
    """The next number of each year's box: one more than the last recorded, 1 of a box not yet opened. One query."""
    if not series:
        return {}
    last = dict(
        Tag.objects.filter(series__in=series).order_by().values_list("series").annotate(last=Max("number"))
    )
    return {year: last.get(year, 0) + 1 for year in series}


def passed_over(numbers: Collection[TagNumber], following: dict[int, int]) -> list[TagNumber]:
    """The numbers that taking `numbers` passes over, given the next number of each box.

    None when the box is opened with them: a box may start at any number.
    """
    skipped: list[TagNumber] = []
    for series in sorted({tag.series for tag in numbers}):
        taken = {tag.number for tag in numbers if tag.series == series}
        first = following.get(series, 1)
        start = min(taken) if first == 1 else first
        skipped += [TagNumber(series, number) for number in range(start, max(taken)) if number not in taken]
    return skipped


def said(tags: Collection[TagNumber]) -> str:
    """Numbers in a sentence: `2026-217`, `2026-217 and 2026-219`, `2026-217 to 2026-230`."""
    ordered = sorted(tags)
    if len(ordered) > 2 and ordered[-1].number - ordered[0].number == len(ordered) - 1:
        return f"{ordered[0]} to {ordered[-1]}"
    if len(ordered) > 6:
        return f"{', '.join(map(str, ordered[:5]))} and {len(ordered) - 5} more"
    return " and ".join(filter(None, [", ".join(map(str, ordered[:-1])), str(ordered[-1])]))


def propose(
    cards: Iterable[tuple[str, int]], typed: dict[str, str], following: dict[int, int]
) -> dict[str, tuple[str, str]]:
    """What stands in each card's tag box and is proposed there: {key: (box, proposed)}.

    `cards` are (key, series) in the page's order; `typed` holds the boxes `KEY-license`, `KEY-tag` and
    `KEY-tag_proposed`. A number typed by hand stays; a proposal untouched is made anew for the animals that are
    ticked, after the highest number typed. An animal that is not ticked has none.
    """
    cards = list(cards)
    result: dict[str, tuple[str, str]] = {}
    by_hand: set[TagNumber] = set()
    open_boxes: list[tuple[str, int]] = []
    for key, series in cards:
        box, proposed = typed.get(f"{key}-tag", "").strip(), typed.get(f"{key}-tag_proposed", "").strip()
        try:
            tag = parse_tag(box, series=series) if box else None
        except ValidationError:
            result[key] = (typed.get(f"{key}-tag", ""), proposed)
            continue
        untouched = (tag is None and not proposed) or (tag is not None and str(tag) == proposed)
        if not untouched:
            if tag is not None:
                by_hand.add(tag)
            result[key] = (typed.get(f"{key}-tag", ""), proposed)
        elif f"{key}-license" in typed:
            open_boxes.append((key, series))
        else:
            result[key] = ("", "")
    given = dict(following)
    for tag in by_hand:
        given[tag.series] = max(given.get(tag.series, 1), tag.number + 1)
    for key, series in open_boxes:
        number = given.get(series, 1)
        given[series] = number + 1
        result[key] = (str(number), str(TagNumber(series, number)))
    return result
