"""What the rules say of one animal at the counter: needed or not, what is missing, fee and term. Nothing is written.

The page, its live check and the issuing itself ask here, so that they never differ.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from freeport_animals import rules
from freeport_animals.registry.models import Animal, Vaccination
from freeport_animals.rules import Answer, Context, RuleError
from licensing.entries import DISEASES, Entry, Problem
from licensing.models import Exemption, License

RENEWAL_DAYS = 30  # a license that ends within so many days is due for renewal

# Where a missing thing of 2.B.1 stands on the card, and what the owner has to bring for it.
_STATED = {"animal-name": "name", "breed": "breed", "color": "color", "sex": "sex"}
_BRING_STATED = {
    "owner-address": "Your address",
    "animal-name": "The animal's name",
    "breed": "The breed",
    "color": "The color",
    "sex": "The sex",
}


@dataclass(kw_only=True)
class Known:
    """An animal of the registry with what bears on its license: everything not void, newest first."""

    animal: Animal
    vaccinations: list[Vaccination] = field(default_factory=list)
    licenses: list[License] = field(default_factory=list)
    exemption: Exemption | None = None

    def running(self, on: dt.date) -> License | None:
        """The license that is valid on `on`."""
        return next((each for each in self.licenses if each.status(on) == "valid"), None)

    def upcoming(self, on: dt.date) -> License | None:
        """A license issued already that begins after `on`."""
        return next((each for each in self.licenses if each.status(on) == "upcoming"), None)

    @property
    def latest(self) -> str:
        """The key of the newest license, for the page to carry; empty for none."""
        return str(self.licenses[0].pk) if self.licenses else ""

    def newest(self, disease: str) -> Vaccination | None:
        return next((each for each in self.vaccinations if each.disease == disease), None)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """The newest vaccination against one disease, as a line of the card."""

    disease: str
    given: dt.date
    through: dt.date
    veterinarian: str
    certificate: bool
    certificate_number: str
    product: str
    typed: bool  # in this visit, not from the registry
    current: bool
    answer: Answer


@dataclass(kw_only=True)
class Judgement:
    """What the rules say of an entry. `problems` stand in the way of issuing; `check` names them with their clause."""

    key: str
    name: str
    species: str
    wanted: bool
    required: Answer | None = None
    check: Answer | None = None
    fee: Answer | None = None
    term: Answer | None = None
    shots: dict[str, Shown] = field(default_factory=dict)
    renews: License | None = None
    problems: list[Problem] = field(default_factory=list)
    note: str = ""  # what is good to know and stands in nobody's way

    @property
    def amount(self) -> Decimal:
        """The fee in dollars; zero when no license is asked for."""
        return self.fee["total"] if self.wanted and self.fee is not None else Decimal("0.00")

    @property
    def series(self) -> int | None:
        """The year whose tag goes with the license: the year in which it begins."""
        return self.term["valid_from"].year if self.term is not None else None


def _detail(entry: Entry, animal: Animal | None, name: str) -> str:
    typed = entry.details.get(name)
    value = typed if typed not in (None, "") else getattr(animal, name, "")
    return "" if name == "sex" and value == Animal.Sex.UNKNOWN else str(value or "")


def _vaccination(row: Vaccination, *, shown: bool) -> rules.Vaccination:
    veterinarian = row.veterinarian
    return rules.Vaccination(
        disease=row.disease,
        given=row.given,
        expires=row.expires,
        certificate=row.certificate_shown or shown,
        veterinarian_licensed=veterinarian is not None and veterinarian.licensed,
        product=row.product or None,
    )


def _shots(
    entry: Entry, known: Known | None, on: dt.date, context: Context
) -> tuple[list[rules.Vaccination], dict]:
    """All vaccinations for the rules, and the newest of each disease for the card.

    What is typed again for a day already recorded stands in the recorded one's place.
    """
    typed = {(shot.disease, shot.given): shot for shot in entry.shots}
    facts: list[rules.Vaccination] = []
    lines: dict[str, Shown] = {}
    for disease in DISEASES:
        candidates: list[tuple[rules.Vaccination, dict]] = []
        newest = known.newest(disease) if known else None
        for row in known.vaccinations if known else ():
            if row.disease != disease or (disease, row.given) in typed:
                continue
            shown = row is newest and disease in entry.shown
            more = {
                "veterinarian": str(row.veterinarian or ""),
                "certificate_number": row.certificate_number,
                "typed": False,
            }
            candidates.append((_vaccination(row, shown=shown), more))
        for shot in entry.shots:
            if shot.disease == disease:
                fact = rules.Vaccination(
                    disease=disease,
                    given=shot.given,
                    expires=shot.expires,
                    certificate=shot.certificate,
                    veterinarian_licensed=bool(shot.veterinarian) and shot.licensed,
                    product=shot.product or None,
                )
                more = {
                    "veterinarian": shot.veterinarian,
                    "certificate_number": shot.certificate_number,
                    "typed": True,
                }
                candidates.append((fact, more))
        facts += [fact for fact, _ in candidates]
        if not candidates:
            continue
        fact, more = max(candidates, key=lambda each: each[0].given)
        try:
            answer = rules.vaccination_current(
                disease=disease, given=fact.given, expires=fact.expires, on=on, context=context
            )
        except RuleError:
            continue  # the form or the check says what is wrong with the dates
        lines[disease] = Shown(
            disease=disease,
            given=fact.given,
            through=answer["through"],
            certificate=fact.certificate,
            product=fact.product or "",
            current=answer["current"],
            answer=answer,
            **more,
        )
    return facts, lines


def assistance_of(entry: Entry, known: Known | None) -> str | None:
    """`guide` or `service` when the animal is exempt as one, typed now or recorded before."""
    kind = (
        entry.exemption.kind
        if entry.exemption
        else known.exemption.kind
        if known and known.exemption
        else None
    )
    return kind if kind in (Exemption.Kind.GUIDE, Exemption.Kind.SERVICE) else None


def judge(
    entry: Entry, *, known: Known | None, owner_name: str, owner_address: str, on: dt.date, context: Context
) -> Judgement:
    """Ask the rules about one animal as it stands with what was typed. Bounded work, no query."""
    animal = known.animal if known else None
    species = _detail(entry, animal, "species") or "dog"
    born = entry.details.get("born") or (animal.born if animal else None)
    kind = (
        entry.exemption.kind if entry.exemption else known.exemption.kind if known and known.exemption else ""
    )
    result = Judgement(
        key=entry.key,
        name=_detail(entry, animal, "name") or f"the {species}",
        species=species,
        wanted=entry.license,
    )
    assistance = assistance_of(entry, known)
    try:
        result.required = rules.license_required(
            species=species,
            on=on,
            born=born,
            resident=kind != Exemption.Kind.VISITOR,
            show=kind == Exemption.Kind.SHOW,
            assistance=assistance,
            context=context,
        )
    except RuleError as error:
        _refused(result, error)
        return result
    facts, result.shots = _shots(entry, known, on, context)
    _judge_exemption(result, entry, kind)
    if not rules.is_dog_or_cat(species):
        if entry.license:
            _problem(result, "license", result.required.value["reason"])
        return result
    try:
        result.check = rules.license_check(
            species=species,
            on=on,
            owner_name=owner_name,
            owner_address=owner_address,
            animal_name=_detail(entry, animal, "name"),
            breed=_detail(entry, animal, "breed"),
            color=_detail(entry, animal, "color"),
            sex=_detail(entry, animal, "sex"),
            vaccinations=facts,
            context=context,
        )
        result.fee = rules.license_fee(species=species, on=on, assistance=assistance, context=context)
    except RuleError as error:
        _refused(result, error)
        return result
    if entry.license and known is not None and entry.latest is not None and entry.latest != known.latest:
        _licensed_meanwhile(result, known)
    elif entry.license:
        _judge_wanted(result, entry, kind)
        _judge_missing(result, entry)
    _judge_term(result, entry, known, facts, on, context)
    return result


def _problem(result: Judgement, name: str, says: str, bring: str = "") -> None:
    result.problems.append(Problem(key=result.key, field=name, says=says, bring=bring))


def _refused(result: Judgement, error: RuleError) -> None:
    """A fact that the rules refuse, beside the field it came from."""
    name = "born" if error.fact == "born" else "license"
    _problem(result, name, error.sentence)


def _licensed_meanwhile(result: Judgement, known: Known) -> None:
    """Somebody else licensed the animal, or voided its license, while the page was open: look before paying."""
    if known.licenses:
        newest = known.licenses[0]
        says = f"{result.name} was licensed meanwhile: {newest.number}, issued by {newest.issued_by}."
    else:
        says = f"The license of {result.name} was voided meanwhile."
    _problem(result, "license", f"{says} Look at the card again, then go on or take the tick away.")


def _judge_exemption(result: Judgement, entry: Entry, kind: str) -> None:
    if entry.exemption is None or result.required is None:
        return
    if kind == Exemption.Kind.SERVICE and result.required["required"]:
        _problem(
            result,
            "exemption",
            "As the council reads 2.B.4, only guide dogs for the blind need no license; license this dog as any other.",
        )
    elif (
        kind in (Exemption.Kind.GUIDE, Exemption.Kind.SERVICE)
        and rules.canonical_species(result.species) != "dog"
    ):
        _problem(
            result, "exemption", f"2.B.4 speaks of dogs; a {result.species} cannot be exempt in this way."
        )


def _judge_wanted(result: Judgement, entry: Entry, kind: str) -> None:
    """A license is asked for though none can be, or none need be, issued."""
    required = result.required
    assert required is not None
    if kind in (Exemption.Kind.VISITOR, Exemption.Kind.SHOW):
        _problem(
            result,
            "license",
            f"{required['reason']} It needs no license (2.B.4). Take the tick away, or the exemption.",
        )
    elif required.steps[-1].cite == "2.C":
        _problem(result, "license", f"{required['reason']} Take the tick away.")
    elif not required["required"] and required["from"] is not None:
        result.note = required["reason"]


def _judge_missing(result: Judgement, entry: Entry) -> None:
    check = result.check
    assert check is not None
    for code in check["missing"]:
        says = check.explains(code)
        if code in ("owner-name", "owner-address"):
            bring = _BRING_STATED.get(code, "")
            result.problems.append(Problem(key="owner", field="street", says=says, bring=bring))
        elif code in _STATED:
            _problem(result, _STATED[code], says, _BRING_STATED[code])
        else:
            disease = next(each for each in DISEASES if code.startswith(each))
            _judge_shot(result, disease, code.removeprefix(disease), says)


def _judge_shot(result: Judgement, disease: str, lack: str, says: str) -> None:
    """`lack` is what the rule puts behind the disease: empty when the animal never had the vaccination."""
    shot = result.shots.get(disease)
    if lack == "-certificate":
        _problem(result, f"{disease}_certificate", says, f"The {disease} certificate")
    elif lack == "-veterinarian":
        if shot is not None and not shot.veterinarian:
            given = f"{shot.given.day} {shot.given:%B %Y}"
            says = f"Name the veterinarian who gave the {disease} vaccination of {given} (2.B.1)."
        _problem(
            result, f"{disease}_veterinarian", says, f"A {disease} certificate signed by the veterinarian"
        )
    elif lack == "-product":
        _problem(result, f"{disease}_product", says, "A rabies certificate that names the vaccine")
    elif lack == "-expired":
        _problem(result, f"{disease}_given", says, f"A new {disease} vaccination and its certificate")
    else:
        _problem(result, f"{disease}_given", says, f"The {disease} vaccination certificate")


def _judge_term(
    result: Judgement,
    entry: Entry,
    known: Known | None,
    facts: Sequence[rules.Vaccination],
    on: dt.date,
    context: Context,
) -> None:
    """The term, the license it follows, and that no animal has two at once."""
    running = known.running(on) if known else None
    upcoming = known.upcoming(on) if known else None
    if upcoming is not None or (running is not None and running.valid_to is None):
        held = upcoming or running
        assert held is not None
        if entry.license:
            until = (
                f"from {held.valid_from.day} {held.valid_from:%B %Y}"
                if upcoming
                else "and it does not expire"
            )
            _problem(
                result,
                "license",
                f"{result.name} already has license {held.number}, {until}. Take the tick away; "
                "a lost tag is replaced on the license's own page.",
            )
        return
    result.renews = running
    try:
        result.term = rules.license_term(
            issued_on=on,
            vaccinations=facts,
            previous_valid_to=running.valid_to if running else None,
            context=context,
        )
    except RuleError as error:
        # Under the reading `vaccination-linked` there is no term without current vaccinations. Where one is
        # missing, its own field says so already.
        if entry.license and not result.problems:
            _problem(result, "license", error.sentence)


def is_due(known: Known, required: Answer | None, on: dt.date) -> bool:
    """Whether the animal should be ticked when its owner comes to the counter."""
    if required is None or not required["required"] or known.upcoming(on) is not None:
        return False
    running = known.running(on)
    if running is None:
        return True
    return running.valid_to is not None and (running.valid_to - on).days <= RENEWAL_DAYS
