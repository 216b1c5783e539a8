"""How many answers the rules give in a second on one core, against the goals.

Prints `name: value unit (goal …)` a line. Counts the processor's time, so that what else runs matters less.
Holds fall on every day of ten years; releases have three priors, a license due and three days of boarding.
"""

import datetime as dt
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from freeport_animals.rules import CITY_TIME, Answer, Prior, ask, hold, release_fee

DAYS = [dt.date(2020, 1, 1) + dt.timedelta(days=n) for n in range(3653)]
PRIORS = (
    Prior("E1", "A1", "O1", "H1", dt.date(2018, 5, 1), ("at-large",)),
    Prior("E2", "A2", "O1", "H1", dt.date(2018, 6, 1), ("bite",)),
    Prior("E3", "A1", "O2", "H1", dt.date(2018, 7, 1), ("unlicensed", "at-large")),
)


def a_hold(n: int) -> Answer:
    return hold(impounded_on=DAYS[n % len(DAYS)], kinds=("ordinary",))


def a_dangerous_hold(n: int) -> Answer:
    day = DAYS[n % len(DAYS)]
    return hold(impounded_on=day, kinds=("ordinary", "dangerous"), notice_served_on=day)


def a_release(n: int) -> Answer:
    start = dt.datetime.combine(DAYS[n % len(DAYS)], dt.time(16, 30), CITY_TIME)
    return release_fee(
        species="dog",
        animal="A1",
        owner="O1",
        household="H1",
        event="E9",
        impounded_at=start,
        released_at=start + dt.timedelta(days=2),
        reasons=("at-large",),
        priors=PRIORS,
        shelter="city",
        license_due=True,
    )


def a_request(n: int) -> object:
    facts = {"impounded_on": DAYS[n % len(DAYS)].isoformat(), "kinds": ["ordinary"]}
    return json.dumps(ask({"rule": "hold", "facts": facts}))


def per_second(answer: Callable[[int], object], number: int) -> float:
    """Answers in a second of processor time: the best of five rounds, the first of which warms up."""
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        for n in range(number):
            answer(n)
        best = max(best, number / (time.process_time() - start))
    return best


def main() -> None:
    for name, answer, goal in (
        ("hold answers", a_hold, 20_000),
        ("hold answers, dangerous with notice served", a_dangerous_hold, None),
        ("release-fee answers", a_release, 10_000),
        ("hold requests in JSON, with what other readings would give", a_request, None),
    ):
        told = f" (goal {goal:,})" if goal else ""
        print(f"{name}: {per_second(answer, 10_000):,.0f} a second{told}")


if __name__ == "__main__":
    main()
