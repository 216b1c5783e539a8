"""Files leave only through a view: by role, as a harmless copy, with nothing that may run."""

import uuid

import pytest
from django.core.files.storage import default_storage

from freeport_animals.attachments.services import attachment_store
from freeport_animals.base.access import Role
from tests.attachments.files import pdf, photograph_of_a_camera, picture, upload
from tests.registry.pages import text_of

READ = {Role.CLERK, Role.OFFICER, Role.PEACE_OFFICER, Role.ATTORNEY, Role.ADMINISTRATOR}
ORIGINAL = {Role.CLERK, Role.OFFICER, Role.ATTORNEY}


def body(response) -> bytes:
    return b"".join(response.streaming_content)


@pytest.fixture
def photo(db):
    return attachment_store(file=upload(photograph_of_a_camera(), "bella.jpg"), by=None)


@pytest.mark.parametrize("role", list(Role))
def test_who_may_see_it(cast, today, photo, role):
    client = cast.client(cast.by_role(role))
    assert client.get(f"/attachments/{photo.pk}/").status_code == (200 if role in READ else 403)
    assert client.get(f"/attachments/{photo.pk}/original/").status_code == (200 if role in ORIGINAL else 403)


def test_nobody_unsigned(cast, photo):
    assert cast.client().get(f"/attachments/{photo.pk}/").url.startswith("/sign-in/")


def test_a_photograph_goes_out_as_a_copy_that_cannot_run(cast, today, photo):
    response = cast.client(cast.clerk).get(f"/attachments/{photo.pk}/")
    assert response["Content-Type"] == "image/jpeg"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert "sandbox" in response["Content-Security-Policy"]
    assert "private" in response["Cache-Control"]
    content = body(response)
    assert content.startswith(b"\xff\xd8") and b"SECRETCAMERA" not in content
    small = cast.client(cast.clerk).get(f"/attachments/{photo.pk}/?small")
    assert small["Content-Type"] == "image/jpeg"


def test_the_original_is_only_to_be_saved(cast, today, photo):
    response = cast.client(cast.officer).get(f"/attachments/{photo.pk}/original/")
    assert response["Content-Disposition"].startswith("attachment;")
    assert response["Content-Type"] == "application/octet-stream"
    assert body(response) == photograph_of_a_camera()


def test_a_pdf_opens_in_the_browsers_reader(cast, today):
    kept = attachment_store(file=upload(pdf(script=True), "<script>.pdf"), by=None)
    response = cast.client(cast.clerk).get(f"/attachments/{kept.pk}/")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="attachment-{kept.pk}.pdf"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert b"app.alert" not in body(response)


def test_a_lost_file_is_told_in_a_sentence(cast, today, photo):
    default_storage.delete(photo.shown)
    response = cast.client(cast.clerk).get(f"/attachments/{photo.pk}/")
    assert response.status_code == 404
    assert "its content cannot be read from the storage" in text_of(response)


@pytest.mark.parametrize(
    "path", ["/attachments/999999/", "/attachments/99999999999999999999/", "/attachments/999999/original/"]
)
def test_a_forged_number_is_404(cast, today, path):
    assert cast.client(cast.clerk).get(path).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nothing_but_reading(cast, today, photo, method):
    assert getattr(cast.client(cast.clerk), method)(f"/attachments/{photo.pk}/").status_code == 405


def test_a_photograph_comes_with_an_animal_and_a_certificate_with_a_shot(cast, today):
    client = cast.client(cast.clerk)

    client.post(
        f"/owners/{cast.thomas.pk}/animals/add/",
        {
            "token": str(uuid.uuid4()), "name": "Rocky", "species": "dog", "sex": "male", "altered": "no",
            "born_precision": "exact", "photograph": upload(picture(), "rocky.jpg"),
        },
    )  # fmt: skip
    rocky = cast.thomas.ownerships.get(animal__name="Rocky").animal
    assert rocky.photograph.kind == "photograph"
    assert rocky.photograph.uploaded_by == cast.clerk
    assert (
        f'src="/attachments/{rocky.photograph.pk}/"' in client.get(rocky.get_absolute_url()).content.decode()
    )
    client.post(
        f"/animals/{rocky.pk}/vaccinations/add/",
        {
            "token": str(uuid.uuid4()),
            "disease": "rabies",
            "given": "5/1/2026",
            "certificate_file": upload(pdf(), "r.pdf"),
        },
    )
    shot = rocky.vaccinations.get()
    assert shot.certificate_file.kind == "pdf"
    assert shot.certificate_shown


def test_a_bad_file_is_said_beside_its_box_and_nothing_is_saved(cast, today):

    client = cast.client(cast.clerk)
    response = client.post(
        f"/animals/{cast.rex.pk}/photograph/",
        {"token": str(uuid.uuid4()), "photograph": upload(b"MZ", "rex.jpg")},
    )
    assert "This is not a photograph" in text_of(response)
    cast.rex.refresh_from_db()
    assert cast.rex.photograph is None
