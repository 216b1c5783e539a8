"""Why an animal was impounded: the hold each reason brings and whether it bears a release fee."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason of an impound by its id: clause, kind of hold, and a phrase for people."""

    id: str
    cite: str
    hold: str
    name: str


REASONS: Mapping[str, Reason] = MappingProxyType(
    {
        reason.id: reason
        for reason in (
            Reason("at-large", "5.A", "ordinary", "running at large"),
            Reason("unlicensed", "5.A", "ordinary", "found unlicensed"),
            Reason("nuisance", "7.D", "ordinary", "kept contrary to the ordinance"),
            Reason("seizure", "8", "ordinary", "seized from private property"),
            Reason("cruelty", "5.C", "cruelty", "cruelly treated"),
            Reason("dangerous", "12.C", "dangerous", "dangerous"),
            Reason("danger-cleared", "9", "ordinary", "taken as a danger and cleared"),
            Reason("bite", "5.B", "bite", "confined after a bite"),
            Reason("diseased-cleared", "10.C", "ordinary", "taken as diseased and cleared"),
        )
    }
)
REASON_IDS = tuple(REASONS)
HOLD_KINDS = ("ordinary", "dangerous", "cruelty", "bite")


def hold_kinds(reasons: Collection[str]) -> tuple[str, ...]:
    """The kinds of hold that the reasons of an impound bring, for the rule `hold`."""
    kinds = {REASONS[reason].hold for reason in reasons}
    return tuple(kind for kind in HOLD_KINDS if kind in kinds)
