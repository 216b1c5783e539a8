"""Forms about money."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, cast

from django import forms

from freeport_animals.base.fields import DayField, LineField, MoneyField
from freeport_animals.base.once import TokenField
from freeport_animals.ledger.errors import TenderWrong
from freeport_animals.ledger.models import Charge, Payment
from freeport_animals.ledger.selectors import RefundableLine
from freeport_animals.ledger.tender import MOST_CASH, safe_reference, tender_columns


class TenderForm(forms.Form):
    """Cash with what was given (nothing typed: the exact amount), a check with its number, a card's slip.

    Drawn by ledger/_tender.html. Ask `check_against(total)` after `is_valid`, and hand `entry()` to
    `payment_take`.
    """

    kind = forms.ChoiceField(
        label="Paid with",
        choices=Payment.Tender.choices,
        initial=Payment.Tender.CASH,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose cash, check or card.",
            "invalid_choice": "Choose cash, check or card.",
        },
    )
    cash_given = MoneyField(required=False, label="Cash given", maximum=MOST_CASH)
    check_number = LineField(required=False, label="Check number", max_length=20)
    card_reference = LineField(required=False, label="Reference on the terminal's slip", max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": "tender"} | kwargs)
        self.fields["check_number"].widget.attrs.update(inputmode="numeric", autocomplete="off")
        self.fields["card_reference"].widget.attrs["autocomplete"] = "off"

    def check_against(self, total: Decimal) -> bool:
        """Whether what was typed pays `total` dollars; else the sentence stands beside its box."""
        if self.errors:
            return False
        try:
            tender_columns(total=total, **self.entry())
        except TenderWrong as refusal:
            self.refuse(refusal)
            return False
        return True

    def refuse(self, refusal: TenderWrong) -> None:
        """Put the sentence beside the box at fault."""
        name = "kind" if refusal.field == "tender" else refusal.field
        self.add_error(name if name in self.fields else None, str(refusal))

    def entry(self) -> dict[str, Any]:
        """The keywords of `payment_take` that say how it is paid, without what belongs to another tender."""
        data = self.cleaned_data
        kind = data["kind"]
        return {
            "tender": kind,
            "cash_given": data["cash_given"] if kind == Payment.Tender.CASH else None,
            "check_number": data["check_number"] if kind == Payment.Tender.CHECK else "",
            "card_reference": data["card_reference"] if kind == Payment.Tender.CARD else "",
        }


class PayForm(forms.Form):
    """Which of the open charges are paid, and by whom."""

    token = TokenField()
    charges = forms.TypedMultipleChoiceField(
        label="To pay",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Tick at least one line to pay.",
            "invalid_choice": "One of these lines is no longer open. Look at what is left, and press again.",
        },
    )
    payer_name = LineField(
        label="Received from",
        max_length=200,
        error_messages={"required": "Say who pays. The name stands on the receipt."},
    )

    def __init__(self, *args: Any, charges: Iterable[Charge], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lines = [(charge.pk, charge.description) for charge in charges]
        cast(forms.ChoiceField, self.fields["charges"]).choices = lines


REASON = {"required": "Say why. The reason stays with the record."}


class VoidForm(forms.Form):
    """Why a receipt no longer counts."""

    token = TokenField()
    reason = LineField(
        label="Reason",
        max_length=300,
        error_messages=REASON,
        help_text="For example: wrong owner, check returned by the bank, keyed twice.",
    )


class ReverseForm(forms.Form):
    """Why a charge is not owed."""

    token = TokenField()
    reason = LineField(
        label="Reason",
        max_length=300,
        error_messages=REASON,
        help_text="For example: charged to the wrong owner, entered twice, guide dog.",
    )


class RefundForm(forms.Form):
    """How much of each line goes back, how, and why."""

    token = TokenField()
    tender = forms.ChoiceField(
        label="Paid back with",
        choices=Payment.Tender.choices,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose cash, check or card.",
            "invalid_choice": "Choose cash, check or card.",
        },
    )
    check_number = LineField(required=False, label="Check number", max_length=20)
    card_reference = LineField(required=False, label="Reference on the terminal's slip", max_length=40)
    reason = LineField(
        label="Reason",
        max_length=300,
        error_messages=REASON,
        help_text="For example: boarded two days, not three; reversed by the council.",
    )

    def __init__(self, *args: Any, lines: Sequence[RefundableLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        for line in lines:
            self.fields[self.name_of(line)] = MoneyField(required=False, label=line.charge.description)

    @staticmethod
    def name_of(line: RefundableLine) -> str:
        """The name of the line's box."""
        return f"line_{line.charge.pk}"

    def rows(self) -> list[tuple[RefundableLine, forms.BoundField]]:
        """Each line with its box."""
        return [(line, self[self.name_of(line)]) for line in self.lines]

    def parts(self) -> dict[int, Decimal]:
        """What was typed, by charge."""
        typed = {line.charge.pk: self.cleaned_data.get(self.name_of(line)) for line in self.lines}
        return {key: amount for key, amount in typed.items() if amount}

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        for line in self.lines:
            name = self.name_of(line)
            amount = data.get(name)
            if amount is not None and amount > line.left:
                self.add_error(name, f"Only ${line.left:,} of this line is left to pay back.")
        if not self.errors and not self.parts():
            first = next((line for line in self.lines if line.left), self.lines[0])
            self.add_error(self.name_of(first), "Type how much goes back.")
        if data.get("tender") == Payment.Tender.CARD and data.get("card_reference"):
            try:
                safe_reference(data["card_reference"])
            except TenderWrong as refusal:
                self.add_error("card_reference", str(refusal))
        return data


class ReceiptFilter(forms.Form):
    """What the list of receipts is narrowed to."""

    number = LineField(required=False, label="Number", max_length=20)
    payer = LineField(required=False, label="Received from", max_length=100)
    first = DayField(required=False, label="From")
    last = DayField(required=False, label="Through")
