"""The counter's forms: one card an animal, the owner's missing facts, the tender; and those of the license page."""

from licensing.forms.cards import CardForm
from licensing.forms.licenses import ReplaceTagForm, VoidForm
from licensing.forms.owners import OwnerMissingForm

__all__ = ["CardForm", "OwnerMissingForm", "ReplaceTagForm", "VoidForm"]
