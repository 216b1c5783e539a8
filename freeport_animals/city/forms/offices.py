"""Officers, assistants, and the council's terms."""

from typing import Any

from django import forms

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.base.fields import DayField, LineField
from freeport_animals.base.once import TokenField
from freeport_animals.city.forms.fields import ResolutionField
from freeport_animals.city.models import Appointment, CouncilMember


class AccountField(forms.ModelChoiceField):
    """The account of somebody in office, where they have one."""

    def __init__(self, *roles: Role, **kwargs: Any) -> None:
        self.roles = list(roles)
        super().__init__(
            queryset=User.objects.none(),
            required=False,
            label="Signs in as",
            empty_label="No account",
            error_messages={"invalid_choice": "Choose an account from the list."},
            **kwargs,
        )

    def _accounts(self) -> Any:
        rows = User.objects.filter(is_active=True, roles__overlap=[str(role) for role in self.roles])
        return rows.order_by("last_name", "first_name", "username")

    def get_bound_field(self, form: Any, field_name: str) -> Any:
        self.queryset = self._accounts()
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> Any:
        self.queryset = self._accounts()
        return super().clean(value)


class OfficerField(forms.ModelChoiceField):
    """An animal control officer who may have designated an assistant."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            queryset=Appointment.objects.filter(kind=Appointment.Kind.OFFICER).order_by("-first_day"),
            required=False,
            empty_label="Choose the officer",
            error_messages={"invalid_choice": "Choose an officer from the list."},
            **kwargs,
        )

    def label_from_instance(self, obj: Appointment) -> str:
        return obj.name


class AppointmentForm(forms.Form):
    """An officer appointed by the council, or an assistant with its consent (Sec. 15)."""

    token = TokenField()
    kind = forms.ChoiceField(
        label="Office",
        choices=Appointment.Kind.choices,
        widget=forms.RadioSelect,
        initial=Appointment.Kind.OFFICER,
        error_messages={"required": "Choose the office.", "invalid_choice": "Choose one of the two."},
    )
    name = LineField(label="Name", max_length=150, error_messages={"required": "Type the name."})
    designated_by = OfficerField(label="Designated by", help_text="Only for an assistant.")
    resolution = ResolutionField(label="Appointed or consented to by resolution")
    first_day = DayField(label="First day", error_messages={"required": "Type the first day."})
    user = AccountField(Role.OFFICER)


class EndForm(forms.Form):
    """The last day in office, and why it ends."""

    token = TokenField()
    version = forms.IntegerField(widget=forms.HiddenInput)
    last_day = DayField(label="Last day", error_messages={"required": "Type the last day in office."})
    reason = LineField(
        label="Reason", max_length=300, error_messages={"required": "Say why it ends. The reason is kept."}
    )


class CouncilMemberForm(forms.Form):
    """A term of the mayor or a member."""

    token = TokenField()
    seat = forms.ChoiceField(
        label="Seat",
        choices=CouncilMember.Seat.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the seat.", "invalid_choice": "Choose one of the two."},
    )
    name = LineField(label="Name", max_length=150, error_messages={"required": "Type the name."})
    first_day = DayField(label="First day of the term", error_messages={"required": "Type the first day."})
    last_day = DayField(label="Last day of the term", error_messages={"required": "Type the last day."})
    user = AccountField(Role.COUNCIL)
