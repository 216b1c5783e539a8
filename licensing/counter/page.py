"""The counter's one screen, put together: the owner, a card for each animal, what is missing, and the till.

Made from what was posted, from the draft of an earlier look, or fresh; always the same way, so that a page without
JavaScript, its live check and the issuing agree.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from freeport_animals import rules
from freeport_animals.ledger.forms import TenderForm
from freeport_animals.registry import selectors as registry
from freeport_animals.registry.models import Animal, Person, Phone, Veterinarian
from freeport_animals.rules import Answer, Context, RuleError
from licensing.entries import DISEASES, Entry, OwnerTyped, Problem
from licensing.forms import CardForm, OwnerMissingForm
from licensing.judging import Judgement, Known, Shown, is_due, judge
from licensing.models import License, Visit
from licensing.selectors import (
    animals_at_counter,
    kennel_warning,
    unlicensed_veterinarians,
    veterinarians_offered,
)
from licensing.tags import LONGEST_SKIP, next_numbers, passed_over, propose, said

ZERO = Decimal("0.00")
MOST_NEW = 20  # animals new to the registry in one visit


@dataclass(kw_only=True)
class ShotLine:
    """One disease on a card: what is known, whether it counts, and the boxes for a newer certificate."""

    disease: str
    shown: Shown | None
    problems: list[Problem]
    open: bool  # the boxes stand open, because something is missing or was typed
    typed: bool
    wrong: bool
    boxes: dict[str, Any]

    @property
    def needs(self) -> list[Problem]:
        """What is missing, in calm words, where it does not stand beside its box as an error."""
        refused = {name for name, box in self.boxes.items() if box.errors}
        return [each for each in self.problems if each.field.removeprefix(f"{self.disease}_") not in refused]


@dataclass(kw_only=True)
class Card:
    """One animal of the visit."""

    key: str
    known: Known | None
    form: CardForm
    entry: Entry
    judgement: Judgement
    shots: list[ShotLine]
    due: bool
    series: int
    running: License | None
    last: License | None
    upcoming: License | None
    skipping: str = ""  # which tags the number typed passes over
    tag_moved: bool = False  # another number is proposed than the page shows
    skip_moved: bool = False  # the box for the reason comes or goes

    @property
    def asks(self) -> bool:
        """Whether something that 2.B.1 wants stated of the animal is not on record."""
        return any(name in self.form.fields for name in ("name", "breed", "color", "sex"))

    @property
    def open(self) -> bool:
        """Whether the vaccinations stand open: of an animal that is ticked, or where something was typed or refused."""
        typed = any(shot.typed or shot.wrong for shot in self.shots)
        return self.entry.license or typed

    @property
    def exempt_open(self) -> bool:
        """Whether the boxes of an exemption stand open."""
        boxes = ("exemption", "exemption_reason", "exemption_until", "altered", "born")
        typed = any(self.form.data.get(f"{self.key}-{name}") for name in boxes[:3])
        return typed or (self.known is not None and any(name in self.form.errors for name in boxes))

    @property
    def prefix(self) -> str:
        """The year that stands before the tag's number."""
        return f"{self.series}–"

    @property
    def animal(self) -> Animal | None:
        return self.known.animal if self.known else None

    @property
    def name(self) -> str:
        """What the animal is called on the page."""
        if self.animal is not None:
            return str(self.animal)
        return str(self.entry.details.get("name") or "New animal")


@dataclass(kw_only=True)
class CounterPage:
    """All that the visit's page shows."""

    visit: Visit
    owner: Person
    phones: list[Phone]
    cards: list[Card]
    others: list[Animal]
    owner_form: OwnerMissingForm | None
    tender_form: TenderForm
    kennel: Answer | None
    veterinarians: list[Veterinarian]
    on: dt.date
    data: dict[str, str]
    focus: str = ""
    gone: bool = False  # an animal that was on the page is no longer this owner's
    general: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[Card]:
        """The cards that the till lists: those to be licensed."""
        return [card for card in self.cards if card.entry.license]

    @property
    def total(self) -> Decimal:
        return sum((card.judgement.amount for card in self.lines), ZERO)

    @property
    def due(self) -> int:
        """How many animals of the registry are due for a license."""
        return sum(1 for card in self.cards if card.due and card.known is not None)

    @property
    def exempting(self) -> int:
        return sum(1 for card in self.cards if card.entry.exemption is not None and not card.entry.license)

    @property
    def new_keys(self) -> str:
        return ",".join(card.key for card in self.cards if card.known is None)

    @property
    def problems(self) -> list[tuple[str, Problem]]:
        """Everything that stands in the way, each with the name of its animal."""
        seen: list[tuple[str, Problem]] = []
        for card in self.cards:
            for problem in card.judgement.problems:
                name = "" if problem.key == "owner" else card.judgement.name
                if not any(problem == other for _, other in seen):
                    seen.append((name, problem))
        return seen


def build(
    *,
    visit: Visit,
    data: Mapping[str, str] | None,
    on: dt.date,
    context: Context,
    offer: bool = True,
    propose_tags: bool = True,
    only_in_order: bool = False,
) -> CounterPage:
    """Put the page together from `data` (the boxes as posted, or the draft); None and {} make it fresh.

    With `propose_tags` untouched tag boxes get the next numbers. Never where licenses are issued: those get the
    numbers that the clerk saw. `only_in_order` takes the tick from animals that lack something.

    `offer` loads the veterinarians to choose from, which only a whole page needs. A bounded number of queries, however
    many animals the owner has.
    """
    owner = visit.owner
    knowns, others = animals_at_counter(owner, on)
    veterinarians = veterinarians_offered() if offer else []
    unlicensed = unlicensed_veterinarians(veterinarians if offer else None)
    boxes = dict(data or {})
    new = _new_keys(boxes)
    series = {f"a{known.animal.pk}": _series(known, on) for known in knowns}
    series |= dict.fromkeys(new, on.year)
    fresh = {key for key in series if f"{key}-tag" not in boxes}
    for known in knowns:
        if (key := f"a{known.animal.pk}") in fresh:
            boxes |= _defaults(key, known, on, context, tick=data is None or not data)
    for key in new:
        if key in fresh:
            boxes |= {f"{key}-species": "dog", f"{key}-license": "on"}
    following = next_numbers(set(series.values()))
    boxes.setdefault("tender-kind", "cash")
    owner_form = None
    if not owner.address_lines:
        for name, value in (("city", "Freeport"), ("state", "MN"), ("zip_code", "56331")):
            boxes.setdefault(f"owner-{name}", value)
        owner_form = OwnerMissingForm(boxes, prefix="owner")
        owner_form.is_valid()
    tender_form = TenderForm(boxes)
    tender_form.is_valid()
    address = ", ".join(owner.address_lines)
    if owner_form is not None:
        address = owner_form.cleaned_data.get("street", "")
    by_key = {f"a{known.animal.pk}": known for known in knowns}

    def cards_of_boxes() -> list[Card]:
        if propose_tags:
            for key, (box, proposed) in propose(series.items(), boxes, following).items():
                boxes[f"{key}-tag"], boxes[f"{key}-tag_proposed"] = box, proposed
        cards = []
        for key in (*by_key, *new):
            form = CardForm(boxes, known=by_key.get(key), key=key, series=series[key])
            form.is_valid()
            cards.append(_card(form, series[key], owner.name, address, on, context, unlicensed))
        return cards

    cards = cards_of_boxes()
    if only_in_order and any(card.entry.license and card.judgement.problems for card in cards):
        for card in cards:
            if card.judgement.problems:
                boxes.pop(f"{card.key}-license", None)
        cards = cards_of_boxes()
    cards.sort(key=lambda card: card.known is not None and not card.due and not card.entry.license)
    page = CounterPage(
        visit=visit,
        owner=owner,
        phones=registry.phones_of(owner),
        cards=cards,
        others=others,
        owner_form=owner_form,
        tender_form=tender_form,
        kennel=_kennel(owner, cards, on, context),
        veterinarians=veterinarians,
        on=on,
        data=boxes,
    )
    _skips(page, following)
    page.gone = any(
        name.endswith("-license") and name.startswith("a") and name.removesuffix("-license") not in series
        for name in boxes
    )
    page.focus = _focus(page)
    return page


def _new_keys(boxes: Mapping[str, str]) -> list[str]:
    """The keys of the animals new to the registry, as the page carries them along."""
    keys = dict.fromkeys(
        key for key in boxes.get("cards", "").split(",") if key[:1] == "n" and key[1:].isdigit()
    )
    return [key for key in keys if len(key) < 5][:MOST_NEW]


def _series(known: Known, on: dt.date) -> int:
    """The year of the tag that goes with a license issued today: that in which it begins."""
    running = known.running(on)
    if running is None or running.valid_to is None:
        return on.year
    return (running.valid_to + dt.timedelta(days=1)).year


def _defaults(key: str, known: Known, on: dt.date, context: Context, *, tick: bool) -> dict[str, str]:
    """What stands on a card that nobody has touched: ticked when due, last year's veterinarian kept."""
    boxes = {f"{key}-tag": "", f"{key}-latest": known.latest}
    try:
        required = rules.license_required(
            species=known.animal.species, born=known.animal.born, on=on, context=context
        )
    except RuleError:
        required = None
    if tick and known.exemption is None and is_due(known, required, on):
        boxes[f"{key}-license"] = "on"
    last = next((row.veterinarian for row in known.vaccinations if row.veterinarian), None)
    for disease in DISEASES:
        newest = known.newest(disease)
        # Where the one on record names nobody, the box asks for that one's veterinarian: nothing is proposed.
        veterinarian = newest.veterinarian if newest else last
        boxes[f"{key}-{disease}_veterinarian"] = str(veterinarian or "")
    return boxes


def _card(
    form: CardForm,
    series: int,
    owner_name: str,
    owner_address: str,
    on: dt.date,
    context: Context,
    unlicensed: set[str],
) -> Card:
    entry = form.entry()
    shots = tuple(
        replace(shot, licensed=shot.veterinarian.casefold() not in unlicensed) for shot in entry.shots
    )
    entry = replace(entry, shots=shots)
    known = form.known
    judgement = judge(
        entry, known=known, owner_name=owner_name, owner_address=owner_address, on=on, context=context
    )
    lines = []
    for disease in DISEASES:
        problems = [each for each in judgement.problems if each.field.startswith(f"{disease}_")]
        names = ("given", "expires", "certificate", "veterinarian", "product", "number")
        typed = any(form.data.get(f"{form.key}-{disease}_{name}") for name in ("given", "expires", "number"))
        wrong = any(f"{disease}_{name}" in form.errors for name in names)
        shown = judgement.shots.get(disease)
        stale = shown is None or not shown.current
        lines.append(
            ShotLine(
                disease=disease,
                shown=shown,
                problems=problems,
                open=bool(problems or typed or wrong or stale),
                typed=typed,
                wrong=wrong,
                boxes={name: form[f"{disease}_{name}"] for name in names},
            )
        )
    return Card(
        key=form.key,
        known=known,
        form=form,
        entry=entry,
        judgement=judgement,
        shots=lines,
        due=known is None or is_due(known, judgement.required, on),
        series=series,
        running=known.running(on) if known else None,
        upcoming=known.upcoming(on) if known else None,
        last=known.licenses[0] if known and known.licenses else None,
    )


def _skips(page: CounterPage, following: dict[int, int]) -> None:
    """Say on the card with the highest number of a year's box which tags are passed over."""
    tags = {card.entry.tag: card for card in page.lines if card.entry.tag is not None}
    for year in {tag.series for tag in tags}:
        of_year = [tag for tag in tags if tag.series == year]
        skipped = passed_over(of_year, following)
        if skipped and len(skipped) <= LONGEST_SKIP:
            tags[max(of_year)].skipping = f"{said(skipped)} {'is' if len(skipped) == 1 else 'are'} skipped."


def moves(page: CounterPage, typed: Mapping[str, str]) -> None:
    """Mark what a page that shows `typed` has to swap: proposals made anew, the box for a reason."""
    for card in page.cards:
        card.tag_moved = page.data.get(f"{card.key}-tag", "") != typed.get(f"{card.key}-tag", "")
        card.skip_moved = bool(card.skipping) != (f"{card.key}-skip_reason" in typed)


def _kennel(owner: Person, cards: list[Card], on: dt.date, context: Context) -> Answer | None:
    """Sec. 6 over the owner's premises and wherever these animals are kept, the new ones counted in."""
    places = [owner.premises, *(card.animal.premises for card in cards if card.animal is not None)]
    new = []
    for card in cards:
        if card.known is None and card.entry.details.get("species"):
            born = card.entry.details.get("born")
            new.append(rules.KeptAnimal(species=card.entry.details["species"], born=born))
    return kennel_warning([place for place in places if place is not None], more=new, on=on, context=context)


def _focus(page: CounterPage) -> str:
    """Where the cursor goes on a fresh page: the first box that is missing, else the main button."""
    for problem in (each for _, each in page.problems):
        if problem.key == "owner" and page.owner_form is not None:
            return str(page.owner_form["street"].id_for_label)
        for card in page.cards:
            if card.key == problem.key and problem.field in card.form.fields:
                return str(card.form[problem.field].id_for_label)
    return "" if page.lines else "none"


def owner_typed(page: CounterPage) -> OwnerTyped:
    """The owner's address as it was typed where none was known."""
    if page.owner_form is None:
        return OwnerTyped()
    data = page.owner_form.cleaned_data
    return OwnerTyped(
        street=data.get("street", ""),
        city=data.get("city", ""),
        state=data.get("state", ""),
        zip_code=data.get("zip_code", ""),
    )
