"""People and charges for the ledger's tests."""

import datetime as dt
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.ledger.models import Charge, Receipt
from freeport_animals.ledger.services import charge_create, payment_take
from freeport_animals.registry.models import Person
from freeport_animals.rules import license_fee

CHICAGO = ZoneInfo("America/Chicago")
JANUARY_13 = dt.date(2026, 1, 13)
AT_TWO = dt.datetime(2026, 1, 13, 14, 14, tzinfo=CHICAGO)
ROLES = {
    "Ann Weber": Role.CLERK,
    "Rosa Diaz": Role.CLERK,
    "Jo Stang": Role.OFFICER,
    "Pat Maile": Role.COUNCIL,
}


def staff(name: str = "Ann Weber", *roles: str) -> User:
    given, family = name.split()
    username = given.lower()
    known = User.objects.filter(username=username).first()
    return known or User.objects.create_user(
        username, first_name=given, last_name=family, roles=list(roles) or [ROLES.get(name, Role.CLERK)]
    )


def maria(**fields: Any) -> Person:
    return Person.objects.create(given_name="Maria", family_name="Nguyễn", **fields)


def charge(person: Person, amount: str = "5.00", what: str = "Dog license: Bella", **fields: Any) -> Charge:
    return charge_create(
        person=person,
        kind=fields.pop("kind", "license"),
        amount=Decimal(amount),
        cite=fields.pop("cite", "2.B.2"),
        description=what,
        answer=fields.pop("answer", None) or license_fee(species="dog", on=JANUARY_13),
        on=fields.pop("on", JANUARY_13),
        by=fields.pop("by", None) or staff(),
        **fields,
    )


def pay(*charges: Charge, at: dt.datetime = AT_TWO, **fields: Any) -> Receipt:
    fields.setdefault("tender", "cash")
    fields.setdefault("payer", charges[0].person)
    fields.setdefault("payer_name", charges[0].person.name)
    fields.setdefault("by", staff())
    return payment_take(charges=charges, at=at, **fields)
