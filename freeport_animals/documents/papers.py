"""What each paper says: pure functions from plain values to the frozen context that a template prints.

Every function takes keyword arguments only, reads no model, no setting and no clock, and returns a dict of
JSON values (text, numbers as text, lists, dicts, booleans, None) that `services.document_issue` stores as it
is. Dates and money are written out here, once, so that a paper says the same in ten years. `city` is
`settings.CITY` or any mapping with its keys; `at` is an aware moment, which is printed in the city's time.

    owner = papers.Party(
        name="Maria Nguyen", address_lines=("214 2nd Ave SW", "Freeport, MN 56331"), phone="320-555-0143"
    )
    bella = papers.Animal(
        name="Bella", species="dog", breed="Labrador", color="yellow", sex="female", altered=True,
        born=date(2021, 5, 3), microchips=("985112004567890",),
    )
    rabies = papers.Vaccination(
        disease="rabies", given=date(2025, 5, 3), good_through=date(2027, 5, 3),
        veterinarian="Dr. A. Meyer", clinic="Albany Veterinary", certificate="R-8841",
    )
    context = papers.license_context(
        city=settings.CITY, number="L-2026-0042", tag_number="217", owner=owner, animal=bella,
        vaccinations=(rabies, distemper), valid_from=date(2026, 1, 13), valid_to=date(2026, 12, 31),
        fee=Decimal("5.00"), receipt_number="000123", validity_url=f"{settings.PUBLIC_URL}/valid/…",
        at=now, issued_by="Ann Weber",
    )
    document_issue(
        kind="license", number="L-2026-0042", subject=license, context=context, issued_by=user, issued_at=now
    )

| paper | function | kind |
|---|---|---|
| License (half sheet) | `license_context` | `license` |
| Receipt, voided receipt, refund (half sheet) | `receipt_context` | `receipt`, `receipt-void`, `refund` |
| License application (Letter, blank or filled in) | `application_context` | `application` |
| What to bring (half sheet) | `what_to_bring_context` | `what-to-bring` |

A tag replacement prints no paper of its own: its receipt is a Receipt. For a Safe at Home participant the
caller passes the designated address as `address_lines`; nothing here knows another one.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.utils import timezone

Context = dict[str, Any]

# --- what the callers hand in -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Party:
    """An owner or a payer as the paper names them. `address_lines` is the address to print, line by line."""

    name: str
    address_lines: Sequence[str] = ()
    phone: str = ""
    email: str = ""
    mailing_lines: Sequence[str] = ()  # only where it differs from the address


@dataclass(frozen=True, kw_only=True)
class Animal:
    """A dog or cat as the paper describes it. Empty text is printed as "not recorded", never guessed.

    `altered` is None when nobody knows. `born_estimated` says that `born` is a guess; `born` None is unknown.
    """

    name: str
    species: str
    breed: str = ""
    color: str = ""
    sex: str = ""
    altered: bool | None = None
    born: dt.date | None = None
    born_estimated: bool = False
    marks: str = ""
    microchips: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Vaccination:
    """One vaccination. `good_through` is the last day it counts in the city: the rules' answer, which may end
    before the certificate does."""

    disease: Literal["rabies", "distemper"] | str
    given: dt.date | None
    good_through: dt.date | None = None
    veterinarian: str = ""
    clinic: str = ""
    certificate: str = ""
    product: str = ""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a receipt: what was paid for, for whom or why (`detail`), the clause, dollars and cents."""

    what: str
    amount: Decimal
    detail: str = ""
    cite: str = ""


@dataclass(frozen=True, kw_only=True)
class Tender:
    """How an amount was paid, or paid back.

    Cash: `given` is what was put on the counter; the change is reckoned from it. Check: `reference` is its
    number. Card: `reference` is what the city's own terminal printed.
    """

    kind: Literal["cash", "check", "card"]
    amount: Decimal
    given: Decimal | None = None
    reference: str = ""


@dataclass(frozen=True, kw_only=True)
class Missing:
    """One thing to bring: `what` in a few words, `says` in one sentence with the date that is stale."""

    what: str
    says: str


@dataclass(frozen=True, kw_only=True)
class AnimalToComplete:
    """An animal of a parked visit and what is still missing for its license."""

    animal: Animal
    missing: Sequence[Missing]


# --- how values are written -------------------------------------------------------------------------------


def written_date(day: dt.date) -> str:
    """The date in words that cannot be read two ways: 3 May 2026."""
    return f"{day.day} {day:%B} {day.year}"


def written_time(at: dt.datetime) -> str:
    """The time of day in the city: 2:41 pm. `at` must be aware."""
    local = timezone.localtime(at)
    return f"{local.hour % 12 or 12}:{local.minute:02d} {'am' if local.hour < 12 else 'pm'}"


def written_money(amount: Decimal) -> str:
    """Dollars and cents in figures, 1,250.50; a minus sign (−) before what goes back to the payer.

    Raises TypeError for anything but Decimal and ValueError for a fraction of a cent: a paper never rounds.
    """
    if not isinstance(amount, Decimal):
        raise TypeError(f"money is Decimal, not {type(amount).__name__}")
    if not amount.is_finite() or amount != amount.quantize(Decimal("0.01")):
        raise ValueError(f"{amount} is not an amount in whole cents")
    return f"{'−' if amount < 0 else ''}{abs(amount):,.2f}"


def written_age(born: dt.date | None, on: dt.date, *, estimated: bool = False) -> str:
    """Birth date and age on the day `on`: "3 May 2021 (4 years)", "about May 2021 (about 4 years)" or
    "not known"."""
    if born is None:
        return "not known"
    months = (on.year - born.year) * 12 + on.month - born.month - (on.day < born.day)
    months = max(months, 0)
    years = months // 12
    age = (
        f"{years} year{'s' if years != 1 else ''}" if years else f"{months} month{'s' if months != 1 else ''}"
    )
    return f"about {born:%B} {born.year} (about {age})" if estimated else f"{written_date(born)} ({age})"


def written_altered(altered: bool | None, sex: str) -> str:
    """Spayed, neutered, altered, not altered or not known."""
    if altered is None:
        return "not known"
    if not altered:
        return "not altered"
    return {"female": "spayed", "male": "neutered"}.get(sex.strip().lower(), "altered")


def _city(city: Mapping[str, str]) -> dict[str, str]:
    keys = (
        "name",
        "short_name",
        "state",
        "county",
        "address",
        "po_box",
        "city_line",
        "phone",
        "fax",
        "office_hours",
    )
    return {key: str(city.get(key, "")) for key in (*keys, "ordinance", "website")}


def _party(party: Party) -> dict[str, Any]:
    return {
        "name": party.name,
        "address_lines": [line for line in party.address_lines if line],
        "mailing_lines": [line for line in party.mailing_lines if line],
        "phone": party.phone,
        "email": party.email,
    }


def _animal(animal: Animal, on: dt.date) -> dict[str, Any]:
    return {
        "name": animal.name,
        "species": animal.species,
        "breed": animal.breed,
        "color": animal.color,
        "sex": animal.sex,
        "altered": written_altered(animal.altered, animal.sex),
        "born": written_age(animal.born, on, estimated=animal.born_estimated),
        "marks": animal.marks,
        "microchips": [chip for chip in animal.microchips if chip],
    }


def _vaccination(vaccination: Vaccination) -> dict[str, Any]:
    return {
        "disease": vaccination.disease,
        "given": written_date(vaccination.given) if vaccination.given else "",
        "good_through": written_date(vaccination.good_through) if vaccination.good_through else "",
        "veterinarian": vaccination.veterinarian,
        "clinic": vaccination.clinic,
        "certificate": vaccination.certificate,
        "product": vaccination.product,
    }


def _moment(at: dt.datetime) -> dict[str, str]:
    """When the paper was issued; `created` goes into the PDF, so that a second rendering is the same file."""
    local = timezone.localtime(at)
    return {
        "created": local.replace(microsecond=0).isoformat(),
        "issued_on": written_date(local.date()),
        "issued_time": written_time(at),
    }


# --- the papers -------------------------------------------------------------------------------------------


def license_context(
    *,
    city: Mapping[str, str],
    number: str,
    tag_number: str,
    owner: Party,
    animal: Animal,
    vaccinations: Sequence[Vaccination],
    valid_from: dt.date,
    valid_to: dt.date | None,
    fee: Decimal,
    receipt_number: str,
    validity_url: str,
    at: dt.datetime,
    issued_by: str,
    co_owners: Sequence[str] = (),
    fee_note: str = "",
) -> Context:
    """The License (2.B.3): the half sheet that the owner keeps.

    `valid_to` is the last valid day, None when the license does not expire. `fee` may be 0.00, with the
    reason in `fee_note` ("Guide dog, 2.B.4"). `receipt_number` may be empty when nothing was paid.
    `validity_url` is the public page behind the QR code. `vaccinations` are printed in the order given.
    """
    local = timezone.localtime(at).date()
    return {
        "title": f"{animal.species.capitalize()} license {number}: {animal.name}",
        "city": _city(city),
        "number": number,
        "tag_number": tag_number,
        "owner": _party(owner),
        "co_owners": [name for name in co_owners if name],
        "animal": _animal(animal, local),
        "vaccinations": [_vaccination(vaccination) for vaccination in vaccinations],
        "valid_from": written_date(valid_from),
        "valid_to": written_date(valid_to) if valid_to else "",
        "fee": written_money(fee),
        "fee_note": fee_note,
        "receipt_number": receipt_number,
        "validity_url": validity_url,
        "issued_by": issued_by,
        **_moment(at),
    }


def receipt_context(
    *,
    city: Mapping[str, str],
    number: str,
    payer: Party,
    lines: Sequence[Line],
    tenders: Sequence[Tender],
    at: dt.datetime,
    clerk: str,
    variant: Literal["payment", "void", "refund"] = "payment",
    refers_to: str = "",
    reason: str = "",
    note: str = "",
) -> Context:
    """The Receipt, in three variants. The lines must add up to the tenders; ValueError when they do not.

    - `payment`: what was paid.
    - `void`: the receipt `number` no longer counts; `at` and `clerk` are those of the voiding, `refers_to` is
      the date and time of the receipt in words, and `reason` is needed.
    - `refund`: a number of its own; `refers_to` is the number of the receipt it pays back, amounts are given
      positive, and `reason` is needed.
    """
    if not lines:
        raise ValueError("a receipt has at least one line")
    if variant != "payment" and not (reason and refers_to):
        raise ValueError(f"a {variant} says which receipt it is about and why")
    total = sum((line.amount for line in lines), Decimal("0.00"))
    paid = sum((tender.amount for tender in tenders), Decimal("0.00"))
    if tenders and paid != total:
        raise ValueError(f"the lines come to {total}, the tenders to {paid}")
    if not tenders and total:
        raise ValueError("a receipt says how it was paid")
    heading = {"payment": "Receipt", "void": "Voided receipt", "refund": "Refund"}[variant]
    return {
        "title": f"{heading} {number}",
        "heading": heading,
        "variant": variant,
        "city": _city(city),
        "number": number,
        "payer": _party(payer),
        "lines": [
            {
                "what": line.what,
                "detail": line.detail,
                "cite": line.cite,
                "amount": written_money(line.amount),
            }
            for line in lines
        ],
        "total": written_money(total),
        "tenders": [_tender(tender, variant) for tender in tenders],
        "refers_to": refers_to,
        "reason": reason,
        "note": note,
        "clerk": clerk,
        **_moment(at),
    }


def _tender(tender: Tender, variant: str) -> dict[str, str]:
    label = {"cash": "Cash", "check": "Check", "card": "Card"}[tender.kind]
    if tender.kind == "check" and tender.reference:
        label = f"Check no. {tender.reference}"
    elif tender.kind == "card" and tender.reference:
        label = f"Card, terminal reference {tender.reference}"
    given = change = ""
    if tender.given is not None and variant == "payment":
        if tender.given < tender.amount:
            raise ValueError(f"{tender.given} was given for {tender.amount}")
        given, change = written_money(tender.given), written_money(tender.given - tender.amount)
    return {
        "kind": tender.kind,
        "label": label,
        "amount": written_money(tender.amount),
        "given": given,
        "change": change,
    }


@dataclass(frozen=True, kw_only=True)
class AnimalApplied:
    """An animal on the application form, with what is known of its vaccinations."""

    animal: Animal
    vaccinations: Sequence[Vaccination] = ()
    tag_number: str = ""


def application_context(
    *,
    city: Mapping[str, str],
    at: dt.datetime,
    fee: Decimal,
    owner: Party | None = None,
    animals: Sequence[AnimalApplied] = (),
    year: int | None = None,
    blank_animals: int = 0,
    reference: str = "",
) -> Context:
    """The License application (2.B.1), a Letter page for pen or filled in.

    `fee` is the license fee for one animal today. Without `owner` and `animals` the form is blank, with two
    animal blocks; `blank_animals` adds empty blocks after the known animals. `year` is the license year in
    the heading where licenses run by calendar year.
    """
    today = timezone.localtime(at).date()
    if not animals and not blank_animals:
        blank_animals = 2
    blocks: list[dict[str, Any] | None] = []
    for applied in animals:
        block = _animal(applied.animal, today)
        # The form asks for a date or an age, so the box takes what is known without the words around it.
        block["born"] = "" if applied.animal.born is None else block["born"]
        block["altered"] = {True: "yes", False: "no", None: ""}[applied.animal.altered]
        block["tag_number"] = applied.tag_number
        for disease in ("rabies", "distemper"):
            known = next((v for v in applied.vaccinations if v.disease == disease), None)
            block[disease] = _vaccination(known) if known else None
        blocks.append(block)
    blocks.extend([None] * blank_animals)
    title = "Dog and cat license application" + (f" {year}" if year else "")
    return {
        "title": title,
        "city": _city(city),
        "year": str(year) if year else "",
        "fee": written_money(fee),
        "owner": _party(owner) if owner else None,
        "animals": blocks,
        "reference": reference,
        **_moment(at),
    }


def what_to_bring_context(
    *,
    city: Mapping[str, str],
    owner: Party,
    animals: Sequence[AnimalToComplete],
    at: dt.datetime,
    reference: str = "",
    to_pay: Decimal | None = None,
    kept: str = "",
) -> Context:
    """The What to bring slip of a parked visit (half sheet).

    `animals` are only those with something missing. `to_pay` is what the licenses will cost, None to leave it
    out. `reference` finds the visit again at the counter; `kept` says how long it is kept, in words.
    """
    if not animals:
        raise ValueError("a slip names at least one animal")
    today = timezone.localtime(at).date()
    return {
        "title": f"What to bring: {', '.join(item.animal.name for item in animals)}",
        "city": _city(city),
        "owner": _party(owner),
        "animals": [
            {
                **_animal(item.animal, today),
                "missing": [{"what": missing.what, "says": missing.says} for missing in item.missing],
            }
            for item in animals
        ],
        "to_pay": written_money(to_pay) if to_pay is not None else "",
        "reference": reference,
        "kept": kept,
        **_moment(at),
    }
