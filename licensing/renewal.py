"""Renewal in two keys, from the owner's page: `r` puts the cursor in the cash box, Enter takes the money and renews.

Only what is due and lacks nothing is renewed here; for anything else there is the counter.
"""

import datetime as dt
import uuid

from django.http import QueryDict
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.base.once import new_token
from freeport_animals.city.selectors import context as in_force
from freeport_animals.registry.models import Person
from licensing import counter
from licensing.counter import CounterPage
from licensing.models import Visit
from licensing.services import LicensingError, NotReady, draft_of, visit_issue, visit_save_draft, visit_start


def form_token(typed: str | None) -> uuid.UUID | None:
    """The token that a form carries; None for what is none."""
    try:
        return uuid.UUID(typed or "")
    except ValueError:
        return None


class NotInOrder(LicensingError):
    """Something is missing: `visit` was opened for it, with what was typed, and names what."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        super().__init__("This needs a look before it is renewed: what is missing is named below.")


def renewal_page(owner: Person, on: dt.date) -> CounterPage | None:
    """What the owner's page offers: the counter's page with the animals ticked that are due and in order.

    None when there is none: then the counter is the place, and says what is missing.
    """
    page = counter.build(
        visit=Visit(owner=owner), data=None, on=on, context=in_force(), offer=False, only_in_order=True
    )
    counter.hide_errors(page)
    in_order = page.lines and not page.problems and page.owner_form is None
    return page if in_order else None


def renew(*, owner: Person, posted: QueryDict, by: User, at: dt.datetime) -> int:
    """Begin the visit, take the money and issue, in one transaction; the visit's key. A second press gets the same.

    Raises NotInOrder when something is missing, and DifferentContent.
    """
    draft = draft_of(posted)
    on = timezone.localtime(at).date()
    page = counter.build(
        visit=Visit(owner=owner), data=draft, on=on, context=in_force(), offer=False, propose_tags=False
    )
    tender = page.tender_form
    try:
        outcome = visit_issue(
            owner=owner,
            entries=[card.entry for card in page.cards],
            tender=tender.entry() if tender.is_valid() else None,
            by=by,
            at=at,
            token=form_token(posted.get("token")) or new_token(),
            content={"owner": owner.pk, **draft},
        )
    except NotReady as error:
        visit = visit_start(owner=owner, by=by)
        if not visit.draft:
            visit_save_draft(visit_id=visit.pk, draft=draft)
        raise NotInOrder(visit) from error
    return int(outcome.result["visit"])
