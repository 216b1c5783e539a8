"""The license page's forms: void, replace a lost tag, void an exemption."""

from typing import Any

from django import forms

from freeport_animals.base.fields import LineField
from freeport_animals.base.once import TokenField
from freeport_animals.ledger.models import Payment
from licensing.services.licenses import KEEP, REFUND, VOID_PAYMENT
from licensing.tags import TagNumber, parse_tag

MONEY = [
    (KEEP, "The city keeps the fee"),
    (REFUND, "The fee goes back to the owner"),
    (VOID_PAYMENT, "The payment never stood: void the receipt too"),
]


class VoidForm(forms.Form):
    """Why the license is void, and what becomes of its fee; `choices` are those that the ledger allows now."""

    token = TokenField()
    reason = LineField(
        label="Why is it void?",
        max_length=300,
        error_messages={"required": "Say why. The reason stays with the license."},
    )
    money = forms.ChoiceField(
        label="The fee",
        choices=MONEY,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what becomes of the fee."},
    )
    tender = forms.ChoiceField(
        label="Given back as", choices=Payment.Tender.choices, initial="cash", required=False
    )

    def __init__(self, *args: Any, choices: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if choices:
            self.fields["money"].choices = [pair for pair in MONEY if pair[0] in choices]
        else:
            del self.fields["money"]
        if REFUND not in choices:
            del self.fields["tender"]


class ReplaceTagForm(forms.Form):
    """The new tag in place of a lost one."""

    token = TokenField()
    tag = forms.CharField(
        label="New tag", max_length=20, error_messages={"required": "Type the number stamped on the new tag."}
    )
    reason = LineField(
        label="What happened to the old one?",
        max_length=300,
        error_messages={"required": "Say what happened to the old tag, for example: lost."},
    )
    skip_reason = LineField(required=False, label="Why are tags skipped?", max_length=300)

    def __init__(self, *args: Any, series: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.series = series
        self.fields["tag"].widget.attrs.update(autocomplete="off", inputmode="numeric")
        self.fields["reason"].widget.attrs["list"] = "lost-reasons"
        self.fields["skip_reason"].widget.attrs["list"] = "skip-reasons"

    def clean_tag(self) -> TagNumber:
        return parse_tag(self.cleaned_data["tag"], series=self.series)


class ReasonForm(forms.Form):
    """A reason alone."""

    token = TokenField()
    reason = LineField(
        label="Why?",
        max_length=300,
        error_messages={"required": "Say why. The reason stays with the record."},
    )
