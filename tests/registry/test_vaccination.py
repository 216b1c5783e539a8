"""A vaccination is recorded as its certificate states it; a mistake is voided."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from freeport_animals.registry.models import Vaccination
from freeport_animals.registry.selectors import last_veterinarian, vaccinations_of
from freeport_animals.registry.services import RegistryError, vaccination_record, vaccination_void
from tests.cast import AnimalFactory
from tests.registry.pages import errors_of, press, text_of


def record(cast, animal, **boxes):
    return press(
        cast.client(cast.clerk), f"/animals/{animal.pk}/vaccinations/add/", **{"disease": "rabies"} | boxes
    )


def test_recorded_with_its_veterinarian_and_certificate(cast, today):
    response = record(
        cast, cast.rex, given="5/20/2026", expires="5/20/2029", veterinarian="Dr. Ann Kay",
        clinic="Melrose Vet", product="inactivated", product_name="Imrab 3, 12345",
        certificate_shown="on", certificate_number="R-9",
    )  # fmt: skip
    assert response.status_code == 302
    row = Vaccination.objects.get(animal=cast.rex)
    assert (row.given, row.expires) == (dt.date(2026, 5, 20), dt.date(2029, 5, 20))
    assert (str(row.veterinarian), row.certificate_number) == ("Dr. Ann Kay, Melrose Vet", "R-9")
    assert row.certificate_shown
    assert row.recorded_by == cast.clerk


@pytest.mark.parametrize(
    ("boxes", "field", "sentence"),
    [
        ({"given": "6/4/2026"}, "given", "in the future"),
        ({"given": "3/4/2022"}, "given", "was born on Sat 5 March 2022, after this vaccination"),
        ({"given": "2/30/2026"}, "given", "There is no February 30 in 2026"),
        ({"given": ""}, "given", "Type the day on the certificate."),
        ({"given": "5/1/2026", "expires": "5/1/2026"}, "expires", "cannot expire on or before the day"),
        ({"given": "5/1/2026", "expires": "4/1/2026"}, "expires", "cannot expire on or before the day"),
        ({"given": "5/1/2026", "expires": "5/1/2062"}, "expires", "more than ten years"),
        ({"given": "5/1/2026", "disease": "flu"}, "disease", "Select a valid choice"),
        ({"given": "5/1/2026", "veterinarian": "???"}, "veterinarian", "is no name"),
        ({"given": "5/1/2026", "product_name": "a\x00b"}, "product_name", "invisible character"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_box(cast, today, boxes, field, sentence):
    response = record(cast, cast.rex, **boxes)
    assert sentence in " ".join(errors_of(response)[field])
    assert not Vaccination.objects.exists()


def test_the_same_shot_twice_on_a_day_is_refused_and_another_disease_not(cast, today):
    assert record(cast, cast.rex, given="5/20/2026").status_code == 302
    response = record(cast, cast.rex, given="5/20/2026")
    assert "A rabies vaccination on Wed 20 May 2026 is recorded already" in errors_of(response)["given"][0]
    assert record(cast, cast.rex, given="5/20/2026", disease="distemper").status_code == 302


def test_an_estimated_birth_date_is_named_as_one(cast, today):
    animal = AnimalFactory(owner=cast.thomas, born=dt.date(2024, 1, 1), born_precision="estimated")
    response = record(cast, animal, given="12/1/2023")
    assert "by its estimated birth date" in errors_of(response)["given"][0]


def test_void_with_a_reason_and_enter_again(cast, today):
    row = vaccination_record(
        animal=cast.rex, disease="rabies", given=dt.date(2026, 5, 20), by=cast.clerk, today=today
    )
    client = cast.client(cast.clerk)
    response = press(client, f"/vaccinations/{row.pk}/void/", reason="")
    assert "Say why" in text_of(response)
    press(client, f"/vaccinations/{row.pk}/void/", reason="Certificate of another dog")
    row.refresh_from_db()
    assert (row.voided_by, row.void_reason) == (cast.clerk, "Certificate of another dog")
    assert vaccinations_of(cast.rex) == []
    assert vaccinations_of(cast.rex, with_void=True) == [row]
    page = text_of(client.get(cast.rex.get_absolute_url()))
    assert "Void Certificate of another dog" in page
    assert record(cast, cast.rex, given="5/20/2026").status_code == 302
    with pytest.raises(RegistryError):
        vaccination_void(vaccination=row, reason="again", by=cast.clerk)


def test_a_certificate_shown_later(cast, today):
    row = vaccination_record(
        animal=cast.rex, disease="rabies", given=dt.date(2026, 5, 20), by=cast.clerk, today=today
    )
    assert not row.certificate_shown
    press(cast.client(cast.clerk), f"/vaccinations/{row.pk}/certificate/", certificate_number="R-77")
    row.refresh_from_db()
    assert (row.certificate_shown, row.certificate_number) == (True, "R-77")


def test_last_years_veterinarian_stands_in_the_box(cast, today):
    page = cast.client(cast.clerk).get(f"/animals/{cast.bella.pk}/vaccinations/add/")
    assert page.context["form"]["veterinarian"].value() == "Dr. Anna Meyer"
    assert page.context["form"]["clinic"].value() == "Albany Clinic"
    assert last_veterinarian(cast.rex) is None


def test_saved_and_on_to_distemper(cast, today):
    response = record(cast, cast.rex, given="5/20/2026", next="1")
    assert response.url == f"/animals/{cast.rex.pk}/vaccinations/add/?disease=distemper"
    page = cast.client(cast.clerk).get(response.url)
    assert page.context["form"]["disease"].value() == "distemper"


def test_the_page_says_which_limit_ended(cast, today):
    page = text_of(cast.client(cast.clerk).get(cast.max.get_absolute_url()))
    # Given 3 May 2025: the city's twelve months ended on 3 May 2026.
    assert "3 May 2026 (2.D.1)" in page
    assert "No rabies" not in page
    rex = text_of(cast.client(cast.clerk).get(cast.rex.get_absolute_url()))
    assert "No rabies vaccination is recorded" in rex


def test_a_shot_of_the_dead_is_refused(cast, today):
    animal = AnimalFactory(owner=cast.thomas, status="died", status_on=dt.date(2026, 5, 1))
    response = record(cast, animal, given="5/20/2026")
    assert "died on Fri 1 May 2026" in errors_of(response)["given"][0]


def test_the_schema_refuses_an_expiry_before_the_shot_and_a_double(cast):
    facts = {"animal": cast.rex, "disease": "rabies", "given": dt.date(2026, 5, 20)}
    with pytest.raises(IntegrityError), transaction.atomic():
        Vaccination.objects.create(**facts, expires=dt.date(2026, 5, 20))
    Vaccination.objects.create(**facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        Vaccination.objects.create(**facts)
