"""The kinds of papers: which template prints them, who may open them, and what is stamped across them.

An app registers its own kinds, and the stamps of earlier ones, in `AppConfig.ready`:

    kinds.register(Kind(key="release-permit", name="Release permit", template="documents/release_permit.html",
                        roles=frozenset({Role.CLERK, Role.OFFICER}), money=True))
    kinds.stamp("license", license_stamp)  # license_stamp(document) -> Stamp("VOID", "Void since …") or None
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from freeport_animals.base.access import Role

if TYPE_CHECKING:
    from freeport_animals.documents.models import Document


@dataclass(frozen=True)
class Stamp:
    """A word stamped large across a paper, and the sentence about it in small type at its foot."""

    word: str
    says: str = ""


Stamper = Callable[["Document"], Stamp | None]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of paper.

    `roles` may open it; `public` lets everybody (a posted notice). `money` marks every opening after the
    first with DUPLICATE. `pages` is "letter" or "half": half sheets can share a sheet.
    """

    key: str
    name: str
    template: str
    roles: frozenset[str]
    money: bool = False
    public: bool = False
    pages: str = "letter"


COUNTER = frozenset({Role.CLERK, Role.ADMINISTRATOR})
FIELD = frozenset({Role.CLERK, Role.ADMINISTRATOR, Role.OFFICER, Role.PEACE_OFFICER})

KINDS: dict[str, Kind] = {}
_stampers: dict[str, list[Stamper]] = {}


class UnknownKind(LookupError):
    """No app registered a kind of paper with this key."""


def register(kind: Kind) -> None:
    """Add a kind. Raises ValueError when another kind has its key."""
    if KINDS.setdefault(kind.key, kind) != kind:
        raise ValueError(f"there are two kinds of paper called {kind.key}")


def get(key: str) -> Kind:
    """The kind with this key. Raises UnknownKind."""
    try:
        return KINDS[key]
    except KeyError:
        raise UnknownKind(key) from None


def stamp(key: str, stamper: Stamper) -> None:
    """Ask `stamper` at each opening of a paper of this kind what to stamp across it; None for nothing.

    So the app that owns a license says VOID across its paper, and `documents` need not know what a license
    is.
    """
    stampers = _stampers.setdefault(key, [])
    if stamper not in stampers:
        stampers.append(stamper)


def stamps_of(document: "Document") -> list[Stamp]:
    """The stamps this paper bears now, apart from DUPLICATE."""
    answers = (stamper(document) for stamper in _stampers.get(document.kind, ()))
    return [answer for answer in answers if answer is not None]


for _kind in (
    Kind(key="license", name="License", template="documents/license.html", roles=FIELD, pages="half"),
    Kind(
        key="receipt",
        name="Receipt",
        template="documents/receipt.html",
        roles=COUNTER,
        money=True,
        pages="half",
    ),
    Kind(
        key="receipt-void",
        name="Voided receipt",
        template="documents/receipt.html",
        roles=COUNTER,
        money=True,
        pages="half",
    ),
    Kind(
        key="refund",
        name="Refund",
        template="documents/receipt.html",
        roles=COUNTER,
        money=True,
        pages="half",
    ),
    Kind(key="application", name="License application", template="documents/application.html", roles=COUNTER),
    Kind(
        key="what-to-bring",
        name="What to bring",
        template="documents/what_to_bring.html",
        roles=COUNTER,
        pages="half",
    ),
):
    register(_kind)
