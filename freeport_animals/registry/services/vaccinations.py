"""Vaccinations as their certificates state them; a mistake is voided with a reason and entered again."""

import datetime as dt

from django.db import transaction
from django.db.models import Value
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.attachments.models import Attachment
from freeport_animals.base.formats import day
from freeport_animals.registry.models import Animal, Joined, Plain, Vaccination, Veterinarian
from freeport_animals.registry.models.vaccinations import Untitled
from freeport_animals.registry.selectors.aliases import alias_ids
from freeport_animals.registry.services.errors import RegistryError, explained, refuse
from freeport_animals.registry.services.locks import lock_kept
from freeport_animals.registry.services.text import line, named, past_day, phone_number, reason_given

LONGEST = dt.timedelta(days=10 * 366)


def _veterinarian(name: str, clinic: str, phone: str) -> tuple[str, str, str]:
    name = named("veterinarian", name, limit=120)
    clinic = named("clinic", clinic, limit=160)
    if not name:
        name, clinic = clinic, ""  # a certificate that names the clinic alone
    if not name:
        refuse(veterinarian="Type the veterinarian's or the clinic's name.")
    return name, clinic, phone_number("phone", phone) if phone.strip() else ""


@transaction.atomic
def veterinarian_find_or_add(
    *, name: str, clinic: str = "", phone: str = "", licensed: bool = True
) -> Veterinarian:
    """The veterinarian of this name and clinic, added when nobody has typed it before.

    Accents, capitals, `Dr.` and `DVM` make no difference; a name alone finds the only veterinarian who has
    it. `phone` and `licensed` count only for a new one. Raises RegistryError beside `veterinarian`,
    `clinic` or `phone`.
    """
    name, clinic, phone = _veterinarian(name, clinic, phone)

    def known() -> Veterinarian | None:
        text = Untitled(Plain(Joined(Value(name), Value(clinic))))
        found = Veterinarian.objects.filter(search_text=text).first()
        if found is None and not clinic:
            same = Veterinarian.objects.alias(bare=Untitled(Plain("name"))).filter(
                bare=Untitled(Plain(Value(name)))
            )[:2]
            found = same[0] if len(same) == 1 else None
        return found

    if (found := known()) is not None:
        return found
    try:
        with explained({"veterinarian_once": ("veterinarian", "This veterinarian is known already.")}):
            return Veterinarian.objects.create(name=name, clinic=clinic, phone=phone, licensed=licensed)
    except RegistryError:
        if (found := known()) is None:
            raise
        return found


@transaction.atomic
def veterinarian_edit(
    *, veterinarian: Veterinarian, name: str, clinic: str, phone: str, licensed: bool
) -> Veterinarian:
    """Correct a veterinarian; every vaccination that names this one shows it from then on."""
    locked = Veterinarian.objects.select_for_update().get(pk=veterinarian.pk)
    locked.name, locked.clinic, locked.phone = _veterinarian(name, clinic, phone)
    locked.licensed = licensed
    with explained({"veterinarian_once": ("veterinarian", "Another veterinarian has this name and clinic.")}):
        locked.save(update_fields=["name", "clinic", "phone", "licensed"])
    return locked


def _dates(animal: Animal, given: dt.date, expires: dt.date | None, today: dt.date) -> None:
    past_day("given", given, today=today, what="The vaccination date")
    if animal.born is not None and given < animal.born:
        kind = "" if animal.born_precision == Animal.BornPrecision.EXACT else ", by its estimated birth date"
        refuse(
            given=f"{animal} was born on {day(animal.born)}{kind}, after this vaccination. Check both dates."
        )
    if animal.status == Animal.Status.DIED and animal.status_on and given > animal.status_on:
        refuse(given=f"{animal} died on {day(animal.status_on)}. Check the date.")
    if expires is None:
        return
    if expires <= given:
        refuse(expires=f"It cannot expire on {day(expires)}: it was given on {day(given)}. Check both dates.")
    if expires - given > LONGEST:
        refuse(expires=f"{day(expires)} is more than ten years after it was given. Check the year.")


@transaction.atomic
def vaccination_record(
    *,
    animal: Animal,
    disease: str,
    given: dt.date,
    expires: dt.date | None = None,
    veterinarian: Veterinarian | None = None,
    product: str = "",
    product_name: str = "",
    certificate_shown: bool = False,
    certificate_number: str = "",
    certificate_file: Attachment | None = None,
    by: User | None,
    today: dt.date,
) -> Vaccination:
    """Record one vaccination as its certificate states it.

    A certificate handed in as a file counts as shown. Raises RegistryError beside `given` (in the future,
    before birth, after death, the same disease on the same day), `expires` (not after `given`) or the field
    at fault.
    """
    animal = lock_kept(Animal, animal.pk)
    if disease not in Vaccination.Disease.values:
        refuse(disease="Choose rabies or distemper.")
    if product not in Vaccination.Product.values:
        refuse(product="Choose inactivated, modified live or not stated.")
    if given is None:
        refuse(given="Type the day it was given, as the certificate states it.")
    _dates(animal, given, expires, today)
    double = (
        f"A {disease} vaccination on {day(given)} is recorded already. Void that one first if it is wrong."
    )
    if Vaccination.objects.filter(
        animal__in=alias_ids(animal), disease=disease, given=given, voided_at__isnull=True
    ).exists():
        refuse(given=double)
    with explained({"vaccination_once_a_day": ("given", double)}):
        return Vaccination.objects.create(
            animal=animal,
            disease=disease,
            given=given,
            expires=expires,
            veterinarian=veterinarian,
            product=product,
            product_name=line("product_name", product_name, limit=120),
            certificate_shown=certificate_shown or certificate_file is not None,
            certificate_number=line("certificate_number", certificate_number, limit=60),
            certificate_file=certificate_file,
            recorded_by=by,
        )


@transaction.atomic
def vaccination_certificate_set(
    *, vaccination: Vaccination, number: str = "", file: Attachment | None = None
) -> Vaccination:
    """The certificate of a recorded vaccination was shown later.

    Note it, with its number and file when given.
    """
    row = Vaccination.objects.select_for_update(of=("self",)).get(pk=vaccination.pk)
    if row.voided_at is not None:
        refuse(everything="This vaccination is void. Record it again.")
    row.certificate_shown = True
    row.certificate_number = (
        line("certificate_number", number, limit=60) if number.strip() else row.certificate_number
    )
    row.certificate_file = file or row.certificate_file
    row.save(update_fields=["certificate_shown", "certificate_number", "certificate_file"])
    return row


@transaction.atomic
def vaccination_void(*, vaccination: Vaccination, reason: str, by: User | None) -> Vaccination:
    """Void a vaccination that was recorded by mistake. It stays in the record and counts for nothing."""
    reason = reason_given(reason, why="Say what is wrong with it.")
    row = Vaccination.objects.select_for_update(of=("self",)).get(pk=vaccination.pk)
    if row.voided_at is not None:
        refuse(everything="This vaccination is void already.")
    row.voided_at, row.voided_by, row.void_reason = timezone.now(), by, reason
    row.save(update_fields=["voided_at", "voided_by", "void_reason"])
    return row
