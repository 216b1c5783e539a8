"""What every form of the registry has: a token against double presses, and a version against double edits."""

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from freeport_animals.base.fields import DayField, LineField
from freeport_animals.base.once import TokenField


class RegistryForm(forms.Form):
    """A form whose press is recognised when it comes again."""

    token = TokenField()
    use_required_attribute = False

    def refuse(self, error: ValidationError) -> None:
        """Put a service's refusal beside the fields it is about.

        What no field here stands for goes on top.
        """
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for field, texts in error.message_dict.items():
            known = field in self.fields and not self.fields[field].widget.is_hidden
            for text in texts:
                self.add_error(field if known and field != NON_FIELD_ERRORS else None, text)


class EditForm(RegistryForm):
    """A form that changes a record: it knows which version of it was opened."""

    version = forms.IntegerField(
        widget=forms.HiddenInput,
        error_messages={"required": "Open this form again.", "invalid": "Open this form again."},
    )

    def renew(self, version: int) -> None:
        """After a conflict: the next press is made knowing the record as it now stands."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix("version")] = str(version)
        self.data = data


class ReasonForm(RegistryForm):
    """Why something is done. `question` is what the field asks."""

    reason = LineField(max_length=300, error_messages={"required": "Say why, in a few words."})

    def __init__(self, *args: Any, question: str = "Reason", help: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = question
        self.fields["reason"].help_text = help


class DayForm(RegistryForm):
    """A day on which something happened; today unless typed otherwise."""

    on = DayField(label="Day", latest_today=True, error_messages={"required": "Type the day."})
