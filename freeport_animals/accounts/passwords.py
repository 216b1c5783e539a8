"""What a password must be, in plain sentences, and the one-time passwords that an administrator hands out."""

import datetime as dt
import uuid
from typing import Any

from django.contrib.auth import password_validation
from django.utils.crypto import salted_hmac

ONE_TIME_DAYS = 7
LONGEST = 200  # a longer one costs the server time and protects nobody more
# Without what is misread on a slip of paper or misheard on the telephone: 0 o, 1 l i, u v, 5 s.
LETTERS = "abcdefghjkmnpqrtwxyz2346789"


class LongEnough(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return (
            f"This password is too short. Use at least {self.min_length} characters, for example four words."
        )

    def get_help_text(self) -> str:
        return f"At least {self.min_length} characters; four words that do not belong together are good."


class NotYourName(password_validation.UserAttributeSimilarityValidator):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            user_attributes=("username", "first_name", "last_name", "full_name", "email"), **options
        )

    def get_error_message(self) -> str:
        return "This password is too much like your name, user name or e-mail address. Choose other words."

    def get_help_text(self) -> str:
        return "Not your name, user name or e-mail address."


class NotEverybodys(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return "This password is one of those that everybody tries first. Choose another."

    def get_help_text(self) -> str:
        return "Not one of the passwords that everybody tries first."


def rules() -> list[str]:
    """The rules for a new password, a sentence each."""
    return password_validation.password_validators_help_texts()


def one_time_password(token: uuid.UUID | str) -> str:
    """The one-time password that belongs to a form's token, such as `k7qm-2xrt-4b9w-hn3c`.

    It follows from the token and the site's secret, so that a form pressed twice shows the same password
    twice and it is kept nowhere: 16 letters of 27, about 76 bits.
    """
    digest = salted_hmac("accounts.one-time-password", str(token), algorithm="sha512").digest()
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(16):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 16, 4))


def one_time_end(at: dt.datetime) -> dt.datetime:
    """Until when a one-time password handed out at `at` lets somebody in."""
    return at + dt.timedelta(days=ONE_TIME_DAYS)
