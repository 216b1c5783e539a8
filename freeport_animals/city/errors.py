"""Why an entry about the city is refused. `str()` is the sentence, `field` the box that it stands beside."""


class CityError(Exception):
    """Refused; nothing was written."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class NumberTaken(CityError):
    """A resolution with this number was entered before."""


class DateWrong(CityError):
    """A date that cannot be: effective before adopted, an end before its beginning."""


class SettingWrong(CityError):
    """What a resolution may not set; the sentence names the clause."""


class TooLate(CityError):
    """A resolution that has taken effect is not withdrawn; a later one follows it."""


class InUse(CityError):
    """Something rests on the resolution."""


class Overlap(CityError):
    """Two terms, appointments or meetings at one time."""


class NotStanding(CityError):
    """A resolution that was withdrawn, or a meeting that was cancelled, carries nothing new."""
