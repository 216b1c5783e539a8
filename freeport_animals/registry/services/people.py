"""People: added and edited with their telephones, mailing address, premises, guardian and household."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from freeport_animals.base.editing import save_edit
from freeport_animals.base.text import digits
from freeport_animals.registry.models import (
    Household,
    HouseholdMembership,
    Person,
    Phone,
    Premises,
)
from freeport_animals.registry.selectors.aliases import alias_ids, kept
from freeport_animals.registry.services.errors import RegistryError, refuse
from freeport_animals.registry.services.households import household_begin
from freeport_animals.registry.services.text import (
    line,
    named,
    note,
    past_day,
    phone_number,
    state_code,
    zip_code,
)

EDITABLE = (
    "kind", "given_name", "family_name", "organization", "other_names", "birth_date", "guardian", "email",
    "mailing_street", "mailing_city", "mailing_state", "mailing_zip", "premises", "safe_at_home", "note",
)  # fmt: skip
MAILING = ("mailing_street", "mailing_city", "mailing_state", "mailing_zip")


class PhoneEntry(NamedTuple):
    """A telephone number as it was said, and which one it is."""

    number: str
    kind: str = Phone.Kind.MOBILE


def _names(facts: dict[str, Any]) -> None:
    """A person has a given or family name (one word will do), an organization has its own."""
    person = facts["kind"] == Person.Kind.PERSON
    facts["given_name"] = named("given_name", facts["given_name"], limit=100)
    facts["family_name"] = named("family_name", facts["family_name"], limit=100)
    facts["organization"] = named("organization", facts["organization"])
    facts["other_names"] = line("other_names", facts["other_names"])
    if person:
        facts["organization"] = ""
        if not facts["family_name"]:
            # A one-word name stands as the family name, wherever it was typed.
            facts["family_name"], facts["given_name"] = facts["given_name"], ""
        if not facts["family_name"]:
            refuse(family_name="Type the name. Somebody with one name only has it here.")
    elif not facts["organization"]:
        refuse(organization="Type the name of the firm, association or corporation.")


def _mailing(facts: dict[str, Any]) -> None:
    """All of the mailing address or nothing of it."""
    facts["mailing_street"] = named("mailing_street", facts["mailing_street"], what="address")
    facts["mailing_city"] = named("mailing_city", facts["mailing_city"], limit=80, what="city")
    facts["mailing_state"] = state_code("mailing_state", facts["mailing_state"])
    facts["mailing_zip"] = zip_code("mailing_zip", facts["mailing_zip"])
    if facts["mailing_street"]:
        missing = {}
        if not facts["mailing_city"]:
            missing["mailing_city"] = "Type the city of the mailing address."
        if not facts["mailing_zip"]:
            missing["mailing_zip"] = "Type the ZIP code of the mailing address."
        if missing:
            refuse(**missing)
        facts["mailing_state"] = facts["mailing_state"] or "MN"
    elif facts["mailing_city"] or facts["mailing_zip"]:
        refuse(
            mailing_street="Type the street or PO box of the mailing address, or clear its city and ZIP code."
        )
    else:
        facts["mailing_state"] = ""  # a state alone is the form's proposal, not an address


def _checked(facts: Mapping[str, Any], *, today: dt.date, self_id: int | None = None) -> dict[str, Any]:
    """All facts of a person as they may be kept; every refusal stands beside its field, all at once."""
    clean = dict(facts)
    errors: dict[str, list[str]] = {}

    def attempt(work: Any, *args: Any) -> None:
        try:
            work(*args)
        except RegistryError as error:
            for field, texts in error.message_dict.items():
                errors.setdefault(field, []).extend(texts)

    if clean["kind"] not in Person.Kind.values:
        refuse(kind="Choose person, firm, association or corporation.")
    attempt(_names, clean)
    attempt(_mailing, clean)
    attempt(_born, clean, today)
    attempt(_guardian, clean, today, self_id)
    attempt(_email, clean)
    attempt(_safe, clean)
    try:
        clean["note"] = note("note", clean["note"])
    except RegistryError as error:
        errors.update(error.message_dict)
    if errors:
        raise RegistryError(errors)
    if clean["premises"] is not None:
        clean["premises"] = kept(clean["premises"])
    return clean


def person_refusals(
    facts: Mapping[str, Any], *, today: dt.date, self_id: int | None = None
) -> dict[str, list[str]]:
    """What `person_add` or `person_edit` would refuse of these facts, by field: for forms.

    Facts that are missing, since their box holds something else that is wrong, count as empty.
    """
    blank: dict[str, Any] = dict.fromkeys(EDITABLE, "")
    blank |= {"kind": Person.Kind.PERSON, "safe_at_home": False}
    blank |= dict.fromkeys(("birth_date", "guardian", "premises"))
    try:
        _checked(blank | {name: facts[name] for name in facts if name in blank}, today=today, self_id=self_id)
    except RegistryError as error:
        return error.message_dict
    return {}


def _born(facts: dict[str, Any], today: dt.date) -> None:
    if facts["kind"] != Person.Kind.PERSON:
        facts["birth_date"] = None
    facts["birth_date"] = past_day("birth_date", facts["birth_date"], today=today, what="The birth date")


def _guardian(facts: dict[str, Any], today: dt.date, self_id: int | None) -> None:
    guardian: Person | None = facts["guardian"]
    if guardian is None:
        return
    guardian = kept(guardian)
    if facts["kind"] != Person.Kind.PERSON:
        refuse(guardian="Only a person under 18 has a guardian.")
    if guardian.pk == self_id:
        refuse(guardian="Nobody is their own guardian. Choose the parent or guardian.")
    if guardian.is_minor(today):
        refuse(guardian=f"{guardian.name} is under 18 too. Choose an adult.")
    facts["guardian"] = guardian


def _email(facts: dict[str, Any]) -> None:
    facts["email"] = line("email", facts["email"], limit=254)
    if facts["email"]:
        try:
            validate_email(facts["email"])
        except ValidationError:
            refuse(email=f"“{facts['email'][:60]}” is not an e-mail address. It looks like name@example.org.")


def _safe(facts: dict[str, Any]) -> None:
    if facts["safe_at_home"] and not (facts["mailing_street"] or "").strip():
        refuse(
            mailing_street="Type the designated address on the Safe at Home card. It stands in place of the "
            "real one."
        )


def _phones(entries: Iterable[PhoneEntry | tuple[str, str] | str]) -> list[PhoneEntry]:
    """The numbers, each once."""
    result: dict[str, PhoneEntry] = {}
    for given in entries:
        entry = PhoneEntry(given) if isinstance(given, str) else PhoneEntry(*given)
        if not entry.number.strip():
            continue
        number = phone_number("phones", entry.number)
        if entry.kind not in Phone.Kind.values:
            refuse(phones="Choose mobile, home, work or other for each number.")
        key = digits(number)
        result.setdefault(
            key[1:] if len(key) == 11 and key[0] == "1" else key, PhoneEntry(number, entry.kind)
        )
    return list(result.values())


@transaction.atomic
def person_add(
    *,
    family_name: str = "",
    given_name: str = "",
    organization: str = "",
    kind: str = Person.Kind.PERSON,
    other_names: str = "",
    birth_date: dt.date | None = None,
    guardian: Person | None = None,
    email: str = "",
    mailing_street: str = "",
    mailing_city: str = "",
    mailing_state: str = "",
    mailing_zip: str = "",
    premises: Premises | None = None,
    safe_at_home: bool = False,
    note: str = "",
    phones: Iterable[PhoneEntry | tuple[str, str] | str] = (),
    household: Household | None = None,
    since: dt.date | None = None,
    today: dt.date,
) -> Person:
    """Add a person, firm, association or corporation, in a household of their own or in `household`.

    `since` is the day the household membership begins; without one it has no known beginning.
    Raises RegistryError with all refusals, each beside its field.
    """
    facts = _checked(
        {
            "kind": kind,
            "given_name": given_name,
            "family_name": family_name,
            "organization": organization,
            "other_names": other_names,
            "birth_date": birth_date,
            "guardian": guardian,
            "email": email,
            "mailing_street": mailing_street,
            "mailing_city": mailing_city,
            "mailing_state": mailing_state,
            "mailing_zip": mailing_zip,
            "premises": premises,
            "safe_at_home": safe_at_home,
            "note": note,
        },
        today=today,
    )
    numbers = _phones(phones)
    if household is not None and facts["kind"] != Person.Kind.PERSON:
        refuse(household="A firm, association or corporation is a household of its own.")
    person = Person.objects.create(**facts)
    person.refresh_from_db()  # its names as the database joins them
    for entry in numbers:
        Phone.objects.create(person=person, number=entry.number, kind=entry.kind)
    household_begin(person=person, household=household, since=since)
    return person


@transaction.atomic
def person_edit(
    *,
    person: Person,
    version: int,
    changes: Mapping[str, Any],
    phones: Iterable[PhoneEntry | tuple[str, str] | str] | None = None,
    household_too: bool = False,
    today: dt.date,
) -> Person:
    """Change what is known of a person. `phones`, when given, are all numbers in use from now on.

    `household_too` carries Safe at Home and its designated address to everybody of the household who lives
    on the same premises, since their records would give them away. Raises EditConflict or RegistryError.
    """
    current = Person.objects.select_related("guardian", "premises").get(pk=person.pk)
    facts = {name: getattr(current, name) for name in EDITABLE}
    facts.update({name: value for name, value in changes.items() if name in EDITABLE})
    clean = _checked(facts, today=today, self_id=current.pk)
    numbers = _phones(phones) if phones is not None else None
    saved = save_edit(Person, current.pk, version=version, changes=clean)
    if numbers is not None:
        _phones_set(saved, numbers)
    if household_too and saved.safe_at_home:
        _protect_household(saved, today)
    saved.refresh_from_db()
    return saved


def _phones_set(person: Person, numbers: list[PhoneEntry]) -> None:
    """Numbers no longer named go out of use; one that comes back is used again. None is deleted."""
    known: dict[str, list[Phone]] = {}
    for phone in Phone.objects.filter(person__in=alias_ids(person)).order_by("-in_use", "pk"):
        known.setdefault(phone.digits, []).append(phone)
    wanted = set()
    for entry in numbers:
        key = digits(entry.number)
        key = key[1:] if len(key) == 11 and key[0] == "1" else key
        wanted.add(key)
        rows = known.get(key)
        if not rows:
            Phone.objects.create(person=person, number=entry.number, kind=entry.kind)
        elif (rows[0].number, rows[0].kind, rows[0].in_use) != (entry.number, entry.kind, True):
            rows[0].number, rows[0].kind, rows[0].in_use = entry.number, entry.kind, True
            rows[0].save(update_fields=["number", "kind", "in_use"])
    for key, rows in known.items():
        for phone in rows:
            if key not in wanted and phone.in_use:
                phone.in_use = False
                phone.save(update_fields=["in_use"])


def _protect_household(person: Person, today: dt.date) -> None:
    households = HouseholdMembership.objects.filter(person=person, period__contains=today).values("household")
    others = (
        Person.objects.select_for_update()
        .filter(
            memberships__household__in=households,
            memberships__period__contains=today,
            premises=person.premises,
            safe_at_home=False,
        )
        .exclude(pk=person.pk)
        .order_by("pk")
    )
    for other in others:
        other.safe_at_home = True
        for name in MAILING:
            setattr(other, name, getattr(person, name))
        other.version += 1
        other.save(update_fields=["safe_at_home", "version", *MAILING])
