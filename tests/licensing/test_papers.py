"""The papers of a visit, opened and read back: license, receipt, both on one sheet, application, slip."""

import datetime as dt
import io

import pikepdf
import pytest
from django.urls import reverse

from freeport_animals.documents.models import Document
from licensing.models import License
from tests.documents.cast import pages_of, text_of
from tests.licensing.counter import Desk, resolve, words


@pytest.fixture
def done(cast, today):
    resolve(cast, license_term="calendar-year")
    cast.bella
    cast.max
    desk = Desk(cast, cast.thomas)
    desk.fill(cast.max, distemper_given="5/20/2026", distemper_certificate=True, distemper_number="D-7")
    desk.press("issue", **{"tender-cash_given": "20"})
    return desk


def open_pdf(desk, *documents):
    query = [("d", document.pk) for document in documents]
    url = reverse("documents:sheet") + "?" + "&".join(f"{key}={value}" for key, value in query)
    response = desk.client.get(url)
    assert response["Content-Type"] == "application/pdf"
    return response.content


def test_the_license_says_all_that_a_license_says(done, cast):
    license = License.objects.get(animal=cast.bella)
    document = Document.objects.get(kind="license", number=license.number)
    response = done.client.get(reverse("documents:open", args=[document.pk]))
    text = text_of(response.content)
    for said in (
        license.number,
        "Bella",
        "Labrador retriever",
        "yellow",
        "female",
        "spayed",
        "5 March 2022",
        "985112004567890",
        "Thomas Beutz",
        "414 Main Street E",
        "Freeport, MN 56331",
        "320-555-0143",
        "Dr. Anna Meyer",
        "R-88412",
        "15 September 2025",
        "15 September 2027",
        "20 January 2027",
        "31 December 2026",
        "5.00",
        "000001",
        "Anna Kramer",
    ):
        assert said in text, said
    assert f"{license.tags.get().number}" in text


def test_the_certificate_just_typed_stands_on_the_license(done, cast):
    document = Document.objects.get(number=License.objects.get(animal=cast.max).number, kind="license")
    distemper = next(each for each in document.context["vaccinations"] if each["disease"] == "distemper")
    assert distemper["given"] == "20 May 2026"
    assert distemper["good_through"] == "20 May 2027"
    assert distemper["certificate"] == "D-7"


def test_the_qr_code_leads_to_the_validity_page(done, cast, settings):
    license = License.objects.get(animal=cast.bella)
    document = Document.objects.get(number=license.number, kind="license")
    assert document.context["validity_url"] == f"{settings.PUBLIC_URL}/v/{license.code}/"


def test_the_receipt_says_what_was_paid_and_how(done):
    text = text_of(open_pdf(done, Document.objects.get(kind="receipt")))
    for said in (
        "000001",
        "Thomas Beutz",
        "Dog license, Bella",
        "Cat license, Max",
        "2.B.2",
        "10.00",
        "20.00",
    ):
        assert said in text, said


def test_licenses_and_receipt_come_as_one_sheet(done):
    html = done.response.content.decode()
    query = html.split(f'href="{reverse("documents:sheet")}?')[1].split('"')[0].replace("&amp;", "&")
    content = done.client.get(f"{reverse('documents:sheet')}?{query}").content
    assert pages_of(content) == [
        (612, 792),
        (612, 792),
    ]  # two licenses on the first page, the receipt on the second
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert str(pdf.Root.Lang).startswith("en")
    text = text_of(content)
    assert "Bella" in text and "Max" in text and "Receipt" in text
    assert "DUPLICATE" not in text


def test_one_license_and_its_receipt_fit_one_page(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    desk.press("issue")
    documents = [Document.objects.get(kind=kind) for kind in ("license", "receipt")]
    assert pages_of(open_pdf(desk, *documents)) == [(612, 792)]


def test_once_printed_the_page_says_that_a_receipt_again_is_a_duplicate(done):
    assert "data-sheet-fresh" in done.response.content.decode()
    open_pdf(done, *Document.objects.all())
    response = done.client.get(reverse("visit-done", args=[done.visit.pk]))
    assert "data-sheet-fresh" not in response.content.decode()
    assert "a receipt opened again is marked DUPLICATE" in words(response)
    assert "DUPLICATE" in text_of(open_pdf(done, Document.objects.get(kind="receipt")))


def test_a_free_license_says_why(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas).fill(
        cast.bella, license=True, tag="1", exemption="guide", exemption_reason="Card 4471"
    )
    desk.press("issue")
    text = text_of(open_pdf(desk, Document.objects.get(kind="license")))
    assert "0.00" in text and "2.B.4" in text


def test_the_application_prints_blank(cast, today):
    resolve(cast, license_term="calendar-year", license_fee="7.50")
    response = cast.client(cast.clerk).get(reverse("application-blank"))
    assert response["Content-Type"] == "application/pdf"
    text = text_of(response.content)
    assert "2026" in text and "7.50" in text
    assert "Thomas" not in text


def test_the_application_prints_filled_in_with_what_is_known(cast, today):
    cast.bella
    desk = Desk(cast, cast.thomas)
    response = desk.client.get(reverse("visit-application", args=[desk.visit.pk]))
    text = text_of(response.content)
    for said in ("Thomas Beutz", "414 Main Street E", "Bella", "Labrador retriever", "15 September 2025"):
        assert said in text, said


def test_a_protected_owners_papers_show_the_designated_address_alone(cast, today):
    cast.coco
    desk = Desk(cast, cast.halima)
    desk.fill(cast.coco, rabies_veterinarian="Dr. Kay", distemper_veterinarian="Dr. Kay").press("issue")
    papers = [open_pdf(desk, *Document.objects.all())]
    papers.append(desk.client.get(reverse("visit-application", args=[desk.visit.pk])).content)
    for content in papers:
        text = text_of(content)
        assert "PO Box 17370" in text
        assert "Secret" not in text
    assert dt.date(2026, 6, 3) == License.objects.get().issued_on


def test_names_of_every_script_stand_on_the_paper(cast, today):
    type(cast.thomas).objects.filter(pk=cast.thomas.pk).update(
        given_name="Nguyễn Žofia", family_name="Öztürk-O'Brien"
    )
    cast.bella
    type(cast.bella).objects.filter(pk=cast.bella.pk).update(name="Búi {{x}} <b>")
    desk = Desk(cast, cast.thomas)
    desk.press("issue")
    text = text_of(open_pdf(desk, *Document.objects.all()))
    assert "Nguyễn Žofia Öztürk-O'Brien" in text.replace("’", "'")
    assert "Búi {{x}} <b>" in text
