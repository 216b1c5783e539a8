"""What was typed at the counter, as plain values: the forms make it, the rules judge it, the services save it."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from licensing.tags import TagNumber

DISEASES = ("rabies", "distemper")


@dataclass(frozen=True, kw_only=True)
class Shot:
    """A vaccination newly read from its certificate. `veterinarian` as it was typed, empty when not named.

    `licensed` is False when the registry knows that veterinarian as not licensed to practice.
    """

    disease: str
    given: dt.date
    expires: dt.date | None = None
    certificate: bool = False
    certificate_number: str = ""
    veterinarian: str = ""
    product: str = ""
    licensed: bool = True


@dataclass(frozen=True, kw_only=True)
class ExemptionTyped:
    """Why an animal needs no license (2.B.4), through the last day `until`; None where no end is known."""

    kind: str
    reason: str
    until: dt.date | None = None


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One animal of a visit. `animal_id` is None of an animal that this visit brings into the registry.

    `latest` is the key of the animal's newest license as the page showed it ("" for none); None asks for no comparison.
    `details` holds only what was typed of the animal itself: name, species, breed, color, sex, altered, born,
    born_precision. `shown` are the diseases whose recorded vaccination had no certificate until now.
    """

    key: str
    animal_id: int | None = None
    latest: str | None = None
    license: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)
    shots: Sequence[Shot] = ()
    shown: frozenset[str] = frozenset()
    tag: TagNumber | None = None
    tag_was_proposed: bool = False
    skip_reason: str = ""
    exemption: ExemptionTyped | None = None

    @property
    def says_anything(self) -> bool:
        """Whether there is anything to save of this animal."""
        return bool(self.license or self.details or self.shots or self.shown or self.exemption)


@dataclass(frozen=True, kw_only=True)
class OwnerTyped:
    """The owner's address and telephone, where they were missing and typed in the visit."""

    street: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""
    phone: str = ""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """One thing that stands in the way, for its field: `key` is the card (or `owner`, `tender`), `says` the sentence.

    `bring` names what the owner has to bring, for the slip; empty where the clerk can mend it alone.
    """

    key: str
    field: str
    says: str
    bring: str = ""
