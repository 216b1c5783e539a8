"""The release fee scale of 1.F and 5.C.A.1: which earlier impounds count, and which step this one is."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from .answer import Why
from .errors import RuleError
from .words import count, ordinal, short_date


@dataclass(frozen=True, slots=True)
class Prior:
    """An impound of this or another animal: whose it was on that day, and why. Ids are only compared."""

    event: str
    animal: str
    owner: str
    household: str
    impounded_on: date
    reasons: Collection[str]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A change of the animal's registered owner; inside one household both ids are the same."""

    on: date
    from_household: str
    to_household: str


def bears_release_fee(why: Why, reasons: Collection[str], on: date | None = None) -> bool:
    """Whether an impound for these reasons bears a release fee: when any of them does."""
    for reason in reasons:
        if reason == "bite":
            if why.reads("quarantine-release-fee", on) == "with-release-fee":
                return True
        elif reason == "danger-cleared":
            if why.reads("cleared-fee", on) == "as-5C":
                return True
        elif reason != "diseased-cleared":
            return True
    return False


def step_on_scale(
    why: Why,
    *,
    animal: str,
    owner: str,
    household: str,
    event: str,
    impounded_on: date,
    priors: tuple[Prior, ...],
    transfers: tuple[Transfer, ...],
) -> int | None:
    """Which step of the scale an impound that bears a fee is; None where its pickup has borne one already."""
    _plausible(animal, event, impounded_on, priors)
    by_household = why.reads("release-count") == "household"
    per_event = why.reads("release-per") == "event"
    every = why.reads("release-counts-what") == "every-impound"

    def ours(prior: Prior) -> bool:
        return prior.household == household or prior.owner == owner

    if per_event and any(
        prior.event == event and ours(prior) and bears_release_fee(why, prior.reasons, prior.impounded_on)
        for prior in priors
    ):
        why.say(
            "5.C.A.1", "Another animal of this household in the same pickup bears the release fee.", "release"
        )
        return None

    counting = [
        prior
        for prior in priors
        if (ours(prior) if by_household else prior.animal == animal)
        and not (per_event and prior.event == event)
        and (every or bears_release_fee(why, prior.reasons, prior.impounded_on))
    ]
    changes = [transfer for transfer in transfers if transfer.on <= impounded_on]
    if changes:
        counting = _after_change(why, animal, by_household, counting, changes)
    number = len({prior.event if per_event else (prior.event, prior.animal) for prior in counting})
    whom = "This household or owner" if by_household else "This animal"
    fee = "" if every else " that bore a release fee"
    earlier = count(number, f"earlier impound{fee}", f"earlier impounds{fee}")
    why.say("5.C.A.1", f"{whom} had {earlier}; this is the {ordinal(number + 1)}.", "step")
    return number + 1


def _plausible(animal: str, event: str, impounded_on: date, priors: tuple[Prior, ...]) -> None:
    for i, prior in enumerate(priors):
        if prior.event == event:
            if prior.animal == animal:
                raise RuleError(
                    f"priors[{i}].animal",
                    prior.animal,
                    "another animal",
                    "An impound cannot be its own prior.",
                )
        elif prior.impounded_on > impounded_on:
            raise RuleError(
                f"priors[{i}].impounded_on", prior.impounded_on, f"a day not after {impounded_on.isoformat()}"
            )


def _after_change(
    why: Why, animal: str, by_household: bool, counting: list[Prior], changes: list[Transfer]
) -> list[Prior]:
    """The priors that still count after the animal's registered ownership changed (1.F)."""
    to_zero = why.reads("count-reset") == "to-zero"
    if not to_zero:
        changes = [change for change in changes if change.from_household != change.to_household]
        if by_household or not changes:
            # Under the household count the earlier household's impounds never were this one's.
            return counting
    change = max(changes, key=lambda change: change.on)

    def since(prior: Prior) -> bool:
        return prior.impounded_on > change.on or (
            prior.impounded_on == change.on and prior.household == change.to_household
        )

    kept = [prior for prior in counting if since(prior)]
    changed = f"Its registered owner changed on {short_date(change.on)}"
    if by_household and not any(prior.animal == animal for prior in kept):
        why.say("1.F", f"{changed}; its next impound is a first.", "step")
        return []
    why.say("1.F", f"{changed}, which set the count back to the beginning of the scale.", "step")
    return kept
