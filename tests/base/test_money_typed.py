"""Amounts as people type them."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from freeport_animals.base.fields import MoneyField


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("5", "5.00"), ("5.", "5.00"), ("5.5", "5.50"), ("5.00", "5.00"), ("$5", "5.00"),
        (" $ 5.25 ", "5.25"),
        (".50", "0.50"), ("1,250.50", "1250.50"), ("1250.50", "1250.50"), ("0", "0.00"),
        ("99,999.99", "99999.99"),
    ],
)  # fmt: skip
def test_every_way_of_writing_it(typed, amount):
    value = MoneyField().clean(typed)
    assert str(value) == amount


@pytest.mark.parametrize(
    "typed",
    [
        "ten dollars",
        "5.001",
        "-5",
        "1,25",
        "12,50.00",
        "5,",
        "1e5",
        "NaN",
        "Infinity",
        "$",
        ".",
        "5 5",
        "٥",
        "5€",
        "$$5",
    ],
)
def test_what_is_not_an_amount_is_said_in_a_sentence(typed):
    with pytest.raises(ValidationError) as refused:
        MoneyField().clean(typed)
    assert refused.value.messages == [
        f"“{typed}” is not an amount. Type dollars and cents in figures, for example 5.00."
    ]


def test_too_much_and_too_little():
    with pytest.raises(ValidationError) as refused:
        MoneyField().clean("100,000")
    assert refused.value.messages == ["$100,000.00 is more than $99,999.99. Check the amount."]
    with pytest.raises(ValidationError) as refused:
        MoneyField(minimum=Decimal("0.01")).clean("0")
    assert refused.value.messages == ["$0.00 is less than $0.01. Check the amount."]


def test_a_nul_is_named_and_not_shown():
    with pytest.raises(ValidationError) as refused:
        MoneyField().clean("5\x00")
    assert "U+0000" in refused.value.messages[0]


def test_empty_is_none():
    assert MoneyField(required=False).clean("  ") is None


def test_shown_again_with_both_cents():
    assert MoneyField().prepare_value(Decimal("5")) == "5.00"
    assert MoneyField().prepare_value("ten dollars") == "ten dollars"


@given(st.decimals(min_value=0, max_value=Decimal("99999.99"), places=2))
def test_every_amount_is_read_back(amount):
    assert MoneyField().clean(f"{amount:.2f}") == amount
    assert MoneyField().clean(f"${amount:,.2f}") == amount


@given(st.text(max_size=30))
def test_whatever_is_typed_is_an_amount_or_a_sentence(typed):
    try:
        amount = MoneyField(required=False).clean(typed)
    except ValidationError as refused:
        assert all(message.endswith(".") for message in refused.messages)
    else:
        assert amount is None or (amount.as_tuple().exponent == -2 and 0 <= amount <= Decimal("99999.99"))
