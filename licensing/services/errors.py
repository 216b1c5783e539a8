"""Why licensing refuses. `str()` is the sentence for the person at the counter."""

from collections.abc import Sequence

from freeport_animals.base.formats import clock, day
from licensing.entries import Problem
from licensing.models import License, Visit


class LicensingError(Exception):
    """Licensing refuses; nothing was written."""


class NotReady(LicensingError):
    """Something is missing or wrong. `problems` names all of it, each for its field; nothing was saved."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(" ".join(problem.says for problem in problems))


class VisitClosed(LicensingError):
    """The visit was issued or dropped already."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        done = "finished" if visit.state == Visit.State.ISSUED else "dropped"
        when = f" {day(visit.closed_at)}, {clock(visit.closed_at)}" if visit.closed_at else ""
        super().__init__(f"This visit was already {done}{when}. Nothing was done twice.")


class VisitConflict(LicensingError):
    """Another window or clerk saved the visit after this page was opened. `visit` is as it stands now."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        super().__init__(
            "This visit was changed in another window or by another clerk after you opened it. What you typed still "
            "stands below; compare it with what is saved, and press again to go on with yours."
        )


class VisitForeign(LicensingError):
    """A card names an animal that is not the owner's."""


class AlreadyVoid(LicensingError):
    """The license was voided before."""

    def __init__(self, license: License) -> None:
        self.license = license
        super().__init__(
            f"License {license.number} was already voided {day(license.voided_at)} by {license.voided_by}: "
            f"{license.void_reason}."
        )


class CannotReplace(LicensingError):
    """No tag is replaced on a license that is void or has ended."""


class FieldRefused(LicensingError):
    """One box of a form is at fault."""

    def __init__(self, field: str, says: str) -> None:
        self.field = field
        super().__init__(says)
