"""A visit is paid and its licenses issued: one transaction, all of it or nothing."""

import datetime as dt
import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone

from freeport_animals.accounts.models import User
from freeport_animals.base.once import Outcome, run_once
from freeport_animals.city.selectors import context as in_force
from freeport_animals.documents.numbers import Series, next_number
from freeport_animals.documents.services import document_issue
from freeport_animals.ledger import services as ledger
from freeport_animals.ledger.errors import TenderWrong
from freeport_animals.ledger.models import Charge, Receipt
from freeport_animals.ledger.tender import tender_columns
from freeport_animals.registry import selectors as registry
from freeport_animals.registry import services as register
from freeport_animals.registry.models import Animal, Person, Veterinarian
from freeport_animals.registry.services.locks import lock_all
from freeport_animals.rules import Context
from licensing import papers
from licensing.entries import Entry, OwnerTyped, Problem
from licensing.judging import Judgement, Known, judge
from licensing.models import Exemption, License, Visit
from licensing.selectors import animals_at_counter
from licensing.services.errors import NotReady, VisitForeign
from licensing.services.tagging import TagPlan, tag_plan, tags_give
from licensing.services.visits import lock_visit, visit_start

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is mistaken for another
CODE_LENGTH = 16  # 79 bits: not to be guessed
ZERO = Decimal("0.00")
# The registry's names of the boxes that a card calls otherwise.
SHOT_FIELDS = {"certificate_number": "number"}


def visit_issue(
    *,
    visit_id: int | None = None,
    entries: Sequence[Entry],
    tender: Mapping[str, Any] | None,
    by: User,
    at: dt.datetime,
    token: uuid.UUID | str,
    content: Mapping[str, Any],
    owner: Person | None = None,
    owner_typed: OwnerTyped | None = None,
    editor: uuid.UUID | None = None,
    version: int | None = None,
) -> Outcome:
    """Save what was typed, take the money and issue the licenses, in one transaction; `result` is {"visit": key}.

    Instead of a visit an `owner` may be named: the visit is begun in the same transaction (renewal in two keys).
    A second press of the same form (`token`, `content` as posted) gets the first one's result. Raises NotReady with
    everything that is missing (2.B.1, 2.D, the tags, the tender; None is one that could not be read), VisitClosed,
    VisitConflict, VisitForeign, and DifferentContent; then nothing is kept.
    """
    return run_once(
        token=token,
        action="visit-issue",
        content=content,
        user=by,
        work=lambda: _Issue(by=by, at=at).run(
            visit_id if visit_id is not None else visit_start(owner=_named(owner), by=by).pk,
            list(entries),
            tender,
            owner_typed or OwnerTyped(),
            editor=editor,
            version=version,
        ),
    )


def _named(owner: Person | None) -> Person:
    if owner is None:
        raise ValueError("a visit or an owner is needed")
    return owner


class _Issue:
    """The work of one transaction, step by step. `problems` gathers what stands in the way before anything is taken."""

    def __init__(self, *, by: User, at: dt.datetime) -> None:
        self.by = by
        self.at = at
        self.on = timezone.localtime(at).date()
        self.problems: list[Problem] = []

    def run(
        self,
        visit_id: int,
        entries: list[Entry],
        tender: Mapping[str, Any] | None,
        owner_typed: OwnerTyped,
        *,
        editor: uuid.UUID | None,
        version: int | None,
    ) -> dict[str, int]:
        visit = lock_visit(visit_id, editor=editor, version=version)
        entries = [entry for entry in entries if entry.says_anything]
        if not any(entry.license or entry.exemption for entry in entries):
            raise NotReady([Problem(key="", field="", says="Tick at least one animal to license.")])
        if tender is None:
            raise NotReady([Problem(key="tender", field="kind", says="Say how it is paid.")])
        owner = registry.kept(visit.owner)
        lock_all(Animal, [entry.animal_id for entry in entries if entry.animal_id is not None])
        owner = self._owner(owner, owner_typed)
        context = in_force()
        known = {each.animal.pk: each for each in animals_at_counter(owner, self.on)[0]}
        if any(entry.animal_id is not None and entry.animal_id not in known for entry in entries):
            raise VisitForeign(
                "One of the animals on this page is no longer this owner's. Open the visit again."
            )
        entries = self._veterinarians(entries)
        judged = self._judge(entries, known, owner, context)
        plan = tag_plan(entries, lock=True)
        self.problems += plan.problems
        self._tender(tender, sum((each.amount for each in judged.values()), ZERO))
        if self.problems:
            raise NotReady(self.problems)
        animals = {entry.key: self._animal(entry, known, owner) for entry in entries}
        for entry in entries:
            self._vaccinations(entry, animals[entry.key], known)
        if self.problems:
            raise NotReady(self.problems)
        exemptions = self._exemptions(entries, animals, judged, known, visit)
        receipt = self._licenses(visit, owner, entries, animals, known, judged, exemptions, plan, tender)
        visit.state, visit.closed_at, visit.parked_at, visit.receipt = (
            Visit.State.ISSUED,
            self.at,
            None,
            receipt,
        )
        visit.save(update_fields=["state", "closed_at", "parked_at", "receipt"])
        return {"visit": visit.pk}

    # --- what is asked before anything is taken

    def _owner(self, owner: Person, typed: OwnerTyped) -> Person:
        """Save an address that was missing: a street as where the owner lives, a PO box as where the mail goes."""
        if not typed.street or owner.address_lines:
            return owner
        changes: dict[str, Any]
        box = typed.street.lower().replace(".", "").replace(" ", "").startswith(("pobox", "postofficebox"))
        try:
            with transaction.atomic():
                if box or owner.safe_at_home:
                    changes = {
                        "mailing_street": typed.street,
                        "mailing_city": typed.city,
                        "mailing_state": typed.state,
                        "mailing_zip": typed.zip_code,
                    }
                else:
                    found = register.premises_find_or_add(
                        street=typed.street, city=typed.city, state=typed.state, zip_code=typed.zip_code
                    )
                    changes = {"premises": found.premises}
                register.person_edit(person=owner, version=owner.version, changes=changes, today=self.on)
        except register.RegistryError as error:
            for name, texts in error.message_dict.items():
                self._say(
                    "owner", {"mailing_zip": "zip_code"}.get(name, name.removeprefix("mailing_")), texts
                )
            return owner
        return Person.objects.select_related("premises").get(pk=owner.pk)

    def _say(self, key: str, name: str, texts: Sequence[str]) -> None:
        self.problems += [Problem(key=key, field=name, says=text) for text in texts]

    def _veterinarians(self, entries: list[Entry]) -> list[Entry]:
        """Find or add the veterinarians named, so that it is known whether each is licensed."""
        self.found: dict[str, Veterinarian] = {}
        result = []
        for entry in entries:
            shots = []
            for shot in entry.shots:
                text = shot.veterinarian
                if text and text not in self.found:
                    try:
                        with transaction.atomic():
                            self.found[text] = veterinarian_named(text)
                    except register.RegistryError as error:
                        self._say(entry.key, f"{shot.disease}_veterinarian", register.sentences(error))
                found = self.found.get(text)
                shots.append(replace(shot, licensed=found.licensed) if found else shot)
            result.append(replace(entry, shots=tuple(shots)))
        return result

    def _judge(
        self, entries: list[Entry], known: dict[int, Known], owner: Person, context: Context
    ) -> dict[str, Judgement]:
        result = {}
        for entry in entries:
            one = judge(
                entry,
                known=known.get(entry.animal_id) if entry.animal_id is not None else None,
                owner_name=owner.name,
                owner_address=", ".join(owner.address_lines),
                on=self.on,
                context=context,
            )
            result[entry.key] = one
            self.problems += [each for each in one.problems if each not in self.problems]
        return result

    def _tender(self, tender: Mapping[str, Any], total: Decimal) -> None:
        if not total:
            return
        try:
            tender_columns(total=total, **tender)
        except TenderWrong as error:
            self._say("tender", "kind" if error.field == "tender" else error.field, [str(error)])

    # --- what is written

    def _animal(self, entry: Entry, known: dict[int, Known], owner: Person) -> Animal | None:
        """Add an animal new to the registry, or what was missing of a known one."""
        try:
            with transaction.atomic():
                if entry.animal_id is None:
                    details = {"species": "dog", **entry.details}
                    return register.animal_add(owner=owner, today=self.on, **details)
                animal = known[entry.animal_id].animal
                if entry.details:
                    animal = register.animal_edit(
                        animal=animal, version=animal.version, changes=entry.details, today=self.on
                    )
                return animal
        except register.RegistryError as error:
            for name, texts in error.message_dict.items():
                self._say(entry.key, name, texts)
            return None

    def _vaccinations(self, entry: Entry, animal: Animal | None, known: dict[int, Known]) -> None:
        """Record what was read from certificates. A day recorded before is voided and entered as it stands now."""
        if animal is None:
            return
        of_animal = known.get(animal.pk)
        recorded = {(row.disease, row.given): row for row in of_animal.vaccinations} if of_animal else {}
        for disease in entry.shown:
            row = of_animal.newest(disease) if of_animal else None
            if row is not None:
                register.vaccination_certificate_set(vaccination=row)
        for shot in entry.shots:
            try:
                with transaction.atomic():
                    earlier = recorded.get((shot.disease, shot.given))
                    if earlier is not None:
                        register.vaccination_void(
                            vaccination=earlier, reason="Entered again from its certificate", by=self.by
                        )
                    register.vaccination_record(
                        animal=animal,
                        disease=shot.disease,
                        given=shot.given,
                        expires=shot.expires,
                        veterinarian=self.found.get(shot.veterinarian),
                        product=shot.product,
                        certificate_shown=shot.certificate,
                        certificate_number=shot.certificate_number,
                        by=self.by,
                        today=self.on,
                    )
            except register.RegistryError as error:
                for name, texts in error.message_dict.items():
                    name = SHOT_FIELDS.get(name, name)
                    self._say(entry.key, f"{shot.disease}_{name}", texts)

    def _exemptions(
        self,
        entries: list[Entry],
        animals: dict[str, Animal | None],
        judged: dict[str, Judgement],
        known: dict[int, Known],
        visit: Visit,
    ) -> dict[str, Exemption]:
        """Record why an animal needs no license (2.B.4); the one already recorded stands where none was typed."""
        result: dict[str, Exemption] = {}
        for entry in entries:
            of_animal = known.get(entry.animal_id) if entry.animal_id is not None else None
            if entry.exemption is None:
                if of_animal is not None and of_animal.exemption is not None:
                    result[entry.key] = of_animal.exemption
                continue
            animal, typed, required = animals[entry.key], entry.exemption, judged[entry.key].required
            assert animal is not None and required is not None
            end = typed.until + dt.timedelta(days=1) if typed.until else None
            try:
                with transaction.atomic():
                    result[entry.key] = Exemption.objects.create(
                        animal=animal,
                        kind=typed.kind,
                        reason=typed.reason,
                        period=DateRange(self.on, end),
                        answer=required.as_json(),
                        visit=visit,
                        recorded_by=self.by,
                    )
            except IntegrityError as error:
                if "exemption_one_at_a_time" not in str(error):
                    raise
                says = f"An exemption of {animal} is recorded for these days already. Open it on the animal's page."
                raise NotReady([Problem(key=entry.key, field="exemption", says=says)]) from error
        return result

    def _licenses(
        self,
        visit: Visit,
        owner: Person,
        entries: list[Entry],
        animals: dict[str, Animal | None],
        known: dict[int, Known],
        judged: dict[str, Judgement],
        exemptions: dict[str, Exemption],
        plan: TagPlan,
        tender: Mapping[str, Any],
    ) -> Receipt | None:
        """Charges, numbers, payment, licenses, tags and papers, in this order: the counters are locked last."""
        wanted = [entry for entry in entries if entry.license]
        charges: dict[str, Charge] = {}
        for entry in wanted:
            if judged[entry.key].amount > ZERO:
                charges[entry.key] = self._charge(entry, owner, animals[entry.key], judged[entry.key])
        licensed = [animal for entry in wanted if (animal := animals[entry.key])]
        unchanged = {
            entry.animal_id: known[entry.animal_id].vaccinations
            for entry in wanted
            if entry.animal_id is not None and not entry.shots and not entry.shown
        }
        about = papers.facts_of(licensed, owner, self.on, vaccinations=unchanged)
        numbers = {entry.key: next_number(Series.LICENSE, year=self.on.year) for entry in wanted}
        receipt = self._pay(charges, owner, tender)
        licenses = self._rows(visit, owner, wanted, animals, judged, exemptions, numbers, charges, receipt)
        tags_give(plan, licenses, on=self.on, by=self.by)
        for entry in wanted:
            license, one = licenses[entry.key], judged[entry.key]
            document_issue(
                kind="license",
                number=license.number,
                subject=license,
                context=papers.license_paper(
                    license=license,
                    tag=str(plan.given[entry.key]),
                    facts=about,
                    judgement=one,
                    receipt=receipt if entry.key in charges else None,
                    at=self.at,
                    by=self.by,
                ),
                issued_by=self.by,
                issued_at=self.at,
            )
        return receipt

    def _charge(self, entry: Entry, owner: Person, animal: Animal | None, one: Judgement) -> Charge:
        assert one.fee is not None
        return ledger.charge_create(
            person=owner,
            animal=animal,
            kind=Charge.Kind.LICENSE,
            amount=one.amount,
            cite=one.fee.steps[-1].cite,
            description=f"{one.species.capitalize()} license, {one.name}"[:300],
            answer=one.fee,
            on=self.on,
            by=self.by,
        )

    def _pay(self, charges: dict[str, Charge], owner: Person, tender: Mapping[str, Any]) -> Receipt | None:
        if not charges:
            return None
        return ledger.payment_take(
            charges=list(charges.values()),
            **tender,
            payer=owner,
            payer_name=owner.name,
            by=self.by,
            at=self.at,
        )

    def _rows(
        self,
        visit: Visit,
        owner: Person,
        wanted: list[Entry],
        animals: dict[str, Animal | None],
        judged: dict[str, Judgement],
        exemptions: dict[str, Exemption],
        numbers: dict[str, str],
        charges: dict[str, Charge],
        receipt: Receipt | None,
    ) -> dict[str, License]:
        rows = []
        for entry in wanted:
            one, animal = judged[entry.key], animals[entry.key]
            assert (
                one.check is not None and one.fee is not None and one.term is not None and animal is not None
            )
            rows.append(
                License(
                    number=numbers[entry.key],
                    code="".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)),
                    animal=animal,
                    owner=owner,
                    visit=visit,
                    renewal_of=one.renews,
                    issued_on=self.on,
                    issued_by=self.by,
                    issued_at=self.at,
                    valid_from=one.term["valid_from"],
                    valid_to=one.term["valid_to"],
                    charge=charges.get(entry.key),
                    receipt=receipt if entry.key in charges else None,
                    exemption=exemptions.get(entry.key),
                    check_answer=one.check.as_json(),
                    fee_answer=one.fee.as_json(),
                    term_answer=one.term.as_json(),
                )
            )
        try:
            License.objects.bulk_create(rows)  # no savepoint: a refusal undoes everything
        except IntegrityError as error:
            if "license_one_per_animal_and_period" not in str(error):
                raise
            says = "One of these animals was licensed a moment ago by somebody else. Open the visit again."
            raise NotReady([Problem(key="", field="", says=says)]) from error
        return {entry.key: row for entry, row in zip(wanted, rows, strict=True)}


TITLES = ("dvm", "vmd", "dvmphd", "phd", "ms", "bvsc")


def veterinarian_named(text: str) -> Veterinarian:
    """The veterinarian that was typed as one line, `Dr. Ann Kay, Albany Veterinary`: found, or added.

    Raises RegistryError for what names nobody.
    """
    name, _, clinic = text.partition(",")
    head, _, rest = clinic.partition(",")
    if "".join(char for char in head.lower() if char.isalnum()) in TITLES:
        name, clinic = f"{name},{head}", rest
    return register.veterinarian_find_or_add(name=name.strip(), clinic=clinic.strip())
