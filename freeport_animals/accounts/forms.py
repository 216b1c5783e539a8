"""What the staff types about themselves and about each other."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from freeport_animals.accounts.models import User
from freeport_animals.accounts.passwords import LONGEST
from freeport_animals.base.access import Role
from freeport_animals.base.clock import now
from freeport_animals.base.editing import VersionField
from freeport_animals.base.fields import LineField
from freeport_animals.base.formats import moment
from freeport_animals.base.once import TokenField

TOO_LONG = f"A password has at most {LONGEST} characters."


class PasswordField(forms.CharField):
    """A password: never shown again, never trimmed."""

    def __init__(self, *, autocomplete: str, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        kwargs.setdefault("error_messages", {"max_length": TOO_LONG})
        super().__init__(widget=widget, strip=False, max_length=LONGEST, **kwargs)


class SignInForm(forms.Form):
    """User name and password. What is wrong is said without telling whether there is such an account."""

    username = LineField(
        label="User name",
        max_length=60,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
        error_messages={"max_length": "A user name has at most 60 characters."},
    )
    password = PasswordField(label="Password", autocomplete="current-password")

    wrong = (
        "User name and password do not belong together. Check both; capital letters count in the password."
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        self.request = request
        self.user: User | None = None
        super().__init__(*args, **kwargs)

    def clean_username(self) -> str:
        return self.cleaned_data["username"].lower()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "username" in data and "password" in data:
            self.user = authenticate(self.request, username=data["username"], password=data["password"])
            if self.user is None:
                raise ValidationError(self.wrong, code="wrong")
            until = self.user.one_time_until
            if until is not None and until < now():
                raise ValidationError(
                    f"This one-time password was good until {moment(until)}. "
                    "Ask the administrator for a new one.",
                    code="ended",
                )
        return data


class NewPasswordForm(forms.Form):
    """The old password, and the new one twice."""

    old_password = PasswordField(label="Your password now", autocomplete="current-password")
    new_password = PasswordField(label="New password", autocomplete="new-password")
    new_password_again = PasswordField(label="New password, once more", autocomplete="new-password")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        if user.must_change_password:
            self.fields["old_password"].label = "The one-time password that you were given"

    def clean_old_password(self) -> str:
        old = self.cleaned_data["old_password"]
        if not self.user.check_password(old):
            raise ValidationError(
                "This is not your password. Type the one with which you signed in.", code="wrong"
            )
        return old

    def clean_new_password(self) -> str:
        new = self.cleaned_data["new_password"]
        password_validation.validate_password(new, self.user)
        if self.user.check_password(new):
            raise ValidationError("This is the password that you have now. Choose another.", code="same")
        return new

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        new, again = data.get("new_password"), data.get("new_password_again")
        if new is not None and again is not None and new != again:
            self.add_error("new_password_again", "The two new passwords differ. Type the same one twice.")
        return data


class StaffForm(forms.Form):
    """Who somebody is, and what they may do."""

    first_name = LineField(label="Given name", max_length=100, required=False)
    last_name = LineField(label="Family name", max_length=100, required=False)
    username = LineField(
        label="User name",
        max_length=60,
        help_text="For signing in: small letters, digits, periods and hyphens, for example anna.kramer",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    email = LineField(
        label="E-mail", max_length=254, required=False, widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
    roles = forms.MultipleChoiceField(
        label="Roles",
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="One person may hold several: in a small city they often do.",
        error_messages={
            "required": "Choose at least one role. Without one, nothing is open.",
            "invalid_choice": "There is no such role. Choose from the list.",
        },
    )

    def facts(self) -> dict[str, Any]:
        """What the services take."""
        return {
            name: self.cleaned_data[name]
            for name in ("username", "first_name", "last_name", "email", "roles")
        }


class StaffAddForm(StaffForm):
    token = TokenField()


class StaffEditForm(StaffForm):
    version = VersionField()

    @classmethod
    def of(cls, user: User) -> "StaffEditForm":
        """The form as it opens for `user`."""
        names = ("username", "first_name", "last_name", "email", "roles", "version")
        return cls(initial={name: getattr(user, name) for name in names})
