"""A license after it was issued: voided, or its lost tag replaced. An exemption entered by mistake is voided."""

import datetime as dt

from django.db import transaction
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.base.formats import day
from freeport_animals.documents import papers
from freeport_animals.documents.selectors import documents_of
from freeport_animals.documents.services import document_issue
from freeport_animals.ledger import services as ledger
from freeport_animals.ledger.errors import LedgerError
from freeport_animals.ledger.models import Charge
from freeport_animals.ledger.selectors import balance, standing_payments
from licensing.entries import Entry
from licensing.models import Exemption, License, Tag
from licensing.services.errors import AlreadyVoid, CannotReplace, FieldRefused, NotReady
from licensing.services.tagging import tag_plan
from licensing.tags import TagNumber

# What becomes of the fee of a license that is voided.
KEEP, REFUND, VOID_PAYMENT = "keep", "refund", "void-payment"


def _reason(reason: str, says: str) -> str:
    text = reason.strip()
    if not text:
        raise FieldRefused("reason", says)
    return text[:300]


@transaction.atomic
def license_void(
    *, license_id: int, reason: str, money: str = KEEP, tender: str = "cash", by: User, at: dt.datetime
) -> License:
    """Void a license, on its day or later, and end its tag. It is never valid again.

    `money` says what becomes of the fee: `keep` it, `refund` it by `tender`, or `void-payment`, when the payment never
    stood and paid nothing else. A fee not paid is no longer owed. Raises AlreadyVoid and FieldRefused.
    """
    license = (
        License.objects.select_for_update(of=("self",))
        .select_related("charge", "voided_by")
        .get(pk=license_id)
    )
    if license.voided_at is not None:
        raise AlreadyVoid(license)
    reason = _reason(reason, "Say why the license is void. The reason stays with it.")
    if license.charge is not None:
        _settle(license.charge, f"License {license.number} void: {reason}"[:300], money, tender, by, at)
    license.voided_at, license.voided_by, license.void_reason = at, by, reason
    license.save(update_fields=["voided_at", "voided_by", "void_reason"])
    license.tags.filter(state=Tag.State.WORN).update(
        state=Tag.State.VOID, ended_on=timezone.localtime(at).date()
    )
    return license


def _settle(charge: Charge, reason: str, money: str, tender: str, by: User, at: dt.datetime) -> None:
    """Give the fee back or keep it; what was not paid is owed no longer."""
    paid = standing_payments(charge)
    try:
        if not paid:
            if balance(charge) > 0:
                ledger.charge_reverse(charge=charge, reason=reason, by=by)
        elif money == REFUND:
            ledger.charge_cancel(charge=charge, reason=reason, by=by, at=at, tender=tender)
        elif money == VOID_PAYMENT:
            payment = paid[-1]
            if payment.allocations.exclude(charge=charge).exists():
                raise FieldRefused(
                    "money",
                    f"Receipt {payment.receipt.number} paid for more than this license. Refund this fee instead.",
                )
            ledger.payment_void(payment=payment, reason=reason, by=by, at=at)
            ledger.charge_reverse(charge=charge, reason=reason, by=by)
        elif money != KEEP:
            raise FieldRefused("money", "Choose what becomes of the fee.")
    except LedgerError as error:
        raise FieldRefused("money", str(error)) from error


@transaction.atomic
def tag_replace(
    *, license_id: int, tag: TagNumber, reason: str, skip_reason: str = "", by: User, at: dt.datetime
) -> Tag:
    """Give a license another tag in place of a lost one, and issue its paper anew with the new number.

    The old number stays in the history and is never given out again. Raises CannotReplace for a license that does not
    run, FieldRefused for the reason, NotReady for the number.
    """
    on = timezone.localtime(at).date()
    license = (
        License.objects.select_for_update(of=("self",)).select_related("animal", "owner").get(pk=license_id)
    )
    status = license.status(on)
    if status not in ("valid", "upcoming"):
        ended = "is void" if status == "void" else f"ended {day(license.valid_to)}"
        raise CannotReplace(
            f"License {license.number} {ended}; no tag goes with it any more. License the animal anew."
        )
    reason = _reason(reason, "Say what happened to the old tag, for example: lost.")
    plan = tag_plan([Entry(key="tag", license=True, tag=tag, skip_reason=skip_reason)], lock=True)
    if plan.problems:
        raise NotReady(plan.problems)
    license.tags.filter(state=Tag.State.WORN).update(state=Tag.State.LOST, ended_on=on, reason=reason)
    row = plan.found_again.get(tag) or Tag(series=tag.series, number=tag.number)
    row.license, row.state, row.given_on, row.recorded_by = license, Tag.State.WORN, on, by
    row.save()
    Tag.objects.bulk_create(
        [
            Tag(
                series=skipped.series,
                number=skipped.number,
                state=Tag.State.SKIPPED,
                reason=why,
                given_on=on,
                recorded_by=by,
            )
            for skipped, why in plan.skipped.items()
        ]
    )
    _paper_anew(license, tag, by, at)
    return row


def _paper_anew(license: License, tag: TagNumber, by: User, at: dt.datetime) -> None:
    """The license's paper with the new tag's number; all else stands as it was frozen."""
    issued = list(documents_of(license).filter(kind="license").order_by("pk"))
    if not issued:
        return
    local = timezone.localtime(at)
    context = {
        **issued[-1].context,
        "tag_number": str(tag),
        "created": local.replace(microsecond=0).isoformat(),
        "issued_on": papers.written_date(local.date()),
        "issued_time": papers.written_time(at),
        "issued_by": str(by),
    }
    document_issue(
        kind="license",
        number=f"{license.number}-{len(issued) + 1}",
        subject=license,
        context=context,
        issued_by=by,
        issued_at=at,
    )


@transaction.atomic
def exemption_void(*, exemption_id: int, reason: str, by: User, at: dt.datetime) -> Exemption:
    """Void an exemption of 2.B.4 that was recorded by mistake or no longer holds. It stays in the record."""
    exemption = Exemption.objects.select_for_update(of=("self",)).get(pk=exemption_id)
    if exemption.voided_at is not None:
        raise FieldRefused("reason", "This exemption is void already.")
    exemption.void_reason = _reason(reason, "Say why the exemption no longer counts.")
    exemption.voided_at, exemption.voided_by = at, by
    exemption.save(update_fields=["voided_at", "voided_by", "void_reason"])
    return exemption
