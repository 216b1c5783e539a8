"""Who is in office on a day."""

import datetime as dt

from django.db.models import QuerySet

from freeport_animals.city.models import Appointment, CouncilMember


def appointments_on(on: dt.date) -> QuerySet[Appointment]:
    """Officers and assistants in office on that day, officers first."""
    return (
        Appointment.objects.filter(period__contains=on)
        .select_related("resolution", "designated_by", "user")
        .order_by("-kind", "first_day", "pk")
    )


def officers_on(on: dt.date) -> QuerySet[Appointment]:
    """Animal control officers in office on that day."""
    return appointments_on(on).filter(kind=Appointment.Kind.OFFICER)


def council_on(on: dt.date) -> QuerySet[CouncilMember]:
    """The mayor and the members in office on that day, the mayor first."""
    return CouncilMember.objects.filter(period__contains=on).select_related("user").order_by("seat", "name")
