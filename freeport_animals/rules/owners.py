"""Section 2, Subd. A: who answers for a dog or cat at large."""

from datetime import date

from .answer import Answer, Why
from .context import ORDINANCE, Context
from .days import add_months
from .errors import RuleError
from .facts import Day
from .rule import rule
from .words import full_date


@rule(
    "answerable",
    "2.A",
    Day("owner_born", "The owner's date of birth, if known", any_time=True, nullable=True),
    Day("on", "The day of the violation"),
)
def answerable(*, on: date, owner_born: date | None = None, context: Context = ORDINANCE) -> Answer:
    """Whether the parent or guardian of an owner answers for an animal at large.

    Value: `guardian` (the parent or guardian answers), `of_age_on`, the owner's eighteenth birthday (None
    when the date of birth is not known, and the owner is taken to be of age).
    """
    why = Why(context, on)
    years = why.period("guardian-age")
    if owner_born is None:
        why.say("2.A", f"The owner's age is not known; the owner is taken to be {years} or older.")
        return why.answer(guardian=False, of_age_on=None)
    if owner_born > on:
        raise RuleError("owner_born", owner_born, f"a day not after {on.isoformat()}")
    of_age_on = _birthday(owner_born, years)
    guardian = on < of_age_on
    if guardian:
        why.say(
            "2.A",
            f"The owner is under {years} until {full_date(of_age_on)}: the parents or guardians answer.",
        )
    else:
        why.say("2.A", f"The owner has been {years} since {full_date(of_age_on)} and answers.")
    return why.answer(guardian=guardian, of_age_on=of_age_on)


def _birthday(born: date, years: int) -> date:
    """The birthday on which that age is reached; born on 29 February, 1 March of a common year."""
    day = add_months(born, 12 * years)
    return day if day.day == born.day else date(day.year, 3, 1)
