"""A release to start from, for tests that change one fact."""

import datetime as dt

from freeport_animals import rules
from freeport_animals.rules import CITY_TIME, ORDINANCE, Context, release_fee

MONDAY = dt.date(2026, 6, 1)


def at(day: int, hour: int = 9, month: int = 6) -> dt.datetime:
    return dt.datetime(2026, month, day, hour, tzinfo=CITY_TIME)


def release(context: Context = ORDINANCE, **facts: object) -> rules.Answer:
    base = {
        "species": "dog",
        "animal": "A1",
        "owner": "O1",
        "household": "H1",
        "event": "E9",
        "impounded_at": at(1),
        "released_at": at(2),
        "reasons": ["at-large"],
        "priors": [],
        "shelter": "city",
    }
    return release_fee(**{**base, **facts}, context=context)
