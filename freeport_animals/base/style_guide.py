"""The living style guide at /style/: every part of the kit, drawn by the same templates as the real pages.

The people and animals here are made up and come from no database.
"""

import datetime as dt
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from freeport_animals.base.access import Role, allow, public
from freeport_animals.base.fields import DayField, LineField, MoneyField, NoteField

RELEASE_ANSWER = {
    "value": {"total": "91.00"},
    "steps": [
        {
            "cite": "5.C.A.1",
            "says": "This is the household's 2nd impound that bore a release fee: $75.00.",
        },
        {
            "cite": "5.C.A.3",
            "says": "Boarding, 2 days at $8.00 a day, Mon 1 to Tue 2 June, both counted: $16.00.",
        },
        {"cite": "2.B.2", "says": "No license is due: L-2026-0042 runs through 31 December 2026."},
    ],
    "readings": {"release-count": "household", "boarding-day": "calendar-dates"},
    "alternatives": [
        {"reading": "release-count", "choice": "animal", "value": {"step": 1, "total": "66.00"}},
    ],
    "state_checks": [
        {
            "cite": "Minn. Stat. 346.47",
            "says": "The impound record is kept at least six months (statute as of 2016).",
        }
    ],
}

ICONS = (
    "home search people user firm paw tag license receipt money syringe calendar clock history renew",
    "plus minus check check-circle circle x ban alert info question lock key pause undo edit note",
    "list book section gavel shelter truck flag pin phone mail camera upload download print file link",
    "external settings sign-out keyboard arrow-left arrow-right chevron-down",
)
SWATCHES = ("accent accent-wash paper surface sunken line ink ink-soft good warn bad quiet",)


class SampleForm(forms.Form):
    """One field of every kind."""

    name = LineField(label="Name of the animal")
    breed = LineField(required=False, help_text="As the owner says it; “mixed” is fine.")
    species = forms.ChoiceField(
        choices=[("", "Choose"), ("dog", "Dog"), ("cat", "Cat"), ("ferret", "Ferret")]
    )
    born = DayField(required=False, label="Born", help_text="3/5/2026, 5 Mar 2026 or 2026-03-05")
    given = DayField(label="Rabies vaccine given", latest_today=True)
    fee = MoneyField(label="Amount received")
    weight = forms.DecimalField(required=False, label="Weight", max_digits=5, decimal_places=1)
    sex = forms.ChoiceField(
        widget=forms.RadioSelect, choices=[("f", "Female"), ("m", "Male"), ("u", "Not known")]
    )
    tender = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=[("cash", "Cash"), ("check", "Check"), ("card", "Card")],
        label="Paid by",
    )
    altered = forms.BooleanField(required=False, label="Spayed or neutered")
    needs = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        choices=[
            ("rabies", "Rabies certificate"),
            ("distemper", "Distemper certificate"),
            ("fee", "License fee"),
        ],
        label="To bring next time",
        required=False,
    )
    photograph = forms.FileField(
        required=False, widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"})
    )
    notes = NoteField(required=False)


REFUSED = {"name": "", "species": "dog", "given": "2/30/2026", "fee": "ten dollars", "breed": "Labrador"}

LICENSES = [
    ("L-2026-0042", "Bella", "Dog", "Anna Kramer", "2026-117", dt.date(2026, 12, 31), "valid"),
    ("L-2026-0043", "Luna", "Cat", "Xiong Family", "2026-118", dt.date(2026, 12, 31), "valid"),
    ("L-2025-0088", "Rex", "Dog", "Josef Nowak", "2025-061", dt.date(2025, 12, 31), "expired"),
    ("L-2026-0041", "Pepper", "Dog", "Maria Hernández", "2026-116", dt.date(2026, 12, 31), "void"),
    ("L-2026-0040", "Coco", "Cat", "Halima Warsame", "2026-115", dt.date(2026, 12, 31), "valid"),
]

PARKED = [
    {"title": "Josef Nowak", "meta": "Rex · distemper certificate to come", "url": "#", "badge": "parked"},
    {"title": "Mai Xiong", "meta": "Luna, Coco · waits for the veterinarian", "url": "#", "badge": "parked"},
]
DUE = [
    {
        "title": "Thomas Beutz",
        "meta": "License of Max ended",
        "url": "#",
        "badge": "overdue",
        "badge_text": "Overdue 3 days",
    },
    {
        "title": "Halima Warsame",
        "meta": "Rabies certificate of Coco",
        "url": "#",
        "badge": "due",
        "badge_text": "Due today",
    },
    {
        "title": "Anna Kramer",
        "meta": "Demand for a certificate, 7 days",
        "url": "#",
        "badge": "pending",
        "badge_text": "Due Fri 5 June",
    },
]
FOUND = [
    {
        "title": "Anna Kramer",
        "meta": "414 Main Street E · 320-836-2112 · Bella, Max",
        "url": "#",
        "icon": "user",
    },
    {"title": "Anton Krämer", "meta": "PO Box 77 · no animals", "url": "#", "icon": "user"},
    {"title": "Kramer Dairy LLC", "meta": "County Road 11", "url": "#", "icon": "firm", "badge": "overdue"},
]
CONFLICT = [
    {"label": "Telephone", "was": "320-836-2001", "now": "320-836-2112", "yours": "320-555-0100"},
    {"label": "Address", "was": "414 Main Street E", "now": "", "yours": "416 Main Street E"},
]


def _context() -> dict[str, Any]:
    people = Paginator([f"Person {n}" for n in range(331)], 25)
    fresh = SampleForm(initial={"sex": "f", "tender": "cash"})
    refused = SampleForm(REFUSED, auto_id="bad_%s")
    return {
        "answer": RELEASE_ANSWER,
        "icons": " ".join(ICONS).split(),
        "swatches": " ".join(SWATCHES).split(),
        "form": fresh,
        "refused": refused,
        "licenses": [
            dict(zip(("number", "animal", "species", "owner", "tag", "to", "status"), row, strict=True))
            for row in LICENSES
        ],
        "parked": PARKED,
        "due": DUE,
        "found": FOUND,
        "conflict": CONFLICT,
        "conflict_at": dt.datetime(2026, 6, 3, 19, 14, tzinfo=dt.UTC),
        "people_page": people.page(2),
        "today": dt.date(2026, 6, 3),
        "moment": dt.datetime(2026, 6, 3, 19, 14, tzinfo=dt.UTC),
    }


PAGES = {
    "": "style/index.html",
    "home": "style/home.html",
    "counter": "style/counter.html",
    "record": "style/record.html",
    "confirm": "style/confirm.html",
    "sign-in": "registration/login.html",
    "locked": "registration/locked.html",
    "validity-valid": "licensing/public_validity.html",
    "validity-upcoming": "licensing/public_validity.html",
    "validity-unknown": "licensing/public_validity.html",
    "validity-expired": "licensing/public_validity.html",
    "validity-void": "licensing/public_validity.html",
    "400": "400.html",
    "403": "403.html",
    "403-csrf": "403_csrf.html",
    "404": "404.html",
    "405": "405.html",
    "413": "413.html",
    "500": "500.html",
}


class SignInSample(forms.Form):
    """What the sign-in page asks for."""

    username = LineField(label="User name")
    password = forms.CharField(widget=forms.PasswordInput)


def style_guide(request: HttpRequest, page: str = "") -> HttpResponse:
    """The kit itself, or one of the sample pages made of it."""
    if page not in PAGES:
        raise Http404
    context = _context()
    if page == "sign-in":
        context["form"] = SignInSample({"username": "", "password": ""} if "bad" in request.GET else None)
    elif page == "locked":
        context |= {"until": context["moment"], "seconds": 900}
    elif page.startswith("validity-"):
        context |= {
            "status": page.removeprefix("validity-"),
            "license_number": "" if page.endswith("unknown") else "L-2026-0042",
            "tag": "2026-117",
            "species": "Dog",
            "term_from": dt.date(2026, 1, 1),
            "term_to": dt.date(2026, 12, 31),
            "checked_at": context["moment"],
        }
    elif page == "confirm":
        context |= {
            "title": "Void license L-2026-0041",
            "question": "Void this license?",
            "consequences": [
                "Pepper has no valid license from this moment.",
                "Tag 2026-116 is marked as withdrawn.",
                "Receipt 000117 stays; a refund of $5.00 is a step of its own.",
            ],
            "action_label": "Void the license",
            "danger": True,
            "cancel_url": "/style/",
            "form": None,
        }
    return render(request, PAGES[page], context)


# On a developer's machine for everybody; on the city's for the administrator only.
style_guide = public(style_guide) if settings.DEBUG else allow(Role.ADMINISTRATOR)(style_guide)
