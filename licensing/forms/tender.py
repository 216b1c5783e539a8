"""How a visit is paid."""

from typing import Any

from django import forms

from freeport_animals.base.fields import LineField, MoneyField
from freeport_animals.base.formats import money
from freeport_animals.ledger.models import Payment
from licensing.entries import TenderTyped


class TenderForm(forms.Form):
    """Cash with what was given (nothing typed: the exact amount), a check with its number, a card with its slip."""

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
    cash_given = MoneyField(required=False, label="Cash given")
    check_number = LineField(required=False, label="Check number", max_length=20)
    card_reference = LineField(required=False, label="Number on the terminal's slip", max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, prefix="tender", **kwargs)
        self.fields["check_number"].widget.attrs.update(inputmode="numeric", autocomplete="off")
        self.fields["card_reference"].widget.attrs["autocomplete"] = "off"

    def check_against(self, total: Any) -> None:
        """Refuse what does not pay `total` dollars; nothing to say when nothing is owed."""
        data = self.cleaned_data
        if not total or self.errors:
            return
        if data["kind"] == Payment.Tender.CASH:
            given = data.get("cash_given")
            if given is not None and given < total:
                self.add_error("cash_given", f"{money(given)} is less than {money(total)}. Count it again.")
        elif data["kind"] == Payment.Tender.CHECK and not data.get("check_number"):
            self.add_error("check_number", "Type the number printed on the check.")

    def entry(self) -> TenderTyped:
        data = self.cleaned_data
        kind = data["kind"]
        return TenderTyped(
            kind=kind,
            cash_given=data.get("cash_given") if kind == Payment.Tender.CASH else None,
            check_number=data.get("check_number", "") if kind == Payment.Tender.CHECK else "",
            card_reference=data.get("card_reference", "") if kind == Payment.Tender.CARD else "",
        )
