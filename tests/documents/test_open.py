"""Opening papers in the browser."""

from collections.abc import Callable

import pytest
from django.test import Client

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.documents import kinds
from freeport_animals.documents.models import Document, DocumentPrint
from tests.documents.cast import AT, check_accessible, text_of

Issue = Callable[..., Document]


def signed_in_as(client: Client, *roles: Role) -> User:
    user = User.objects.create(username="-".join(roles) or "nobody", first_name="Lee", roles=list(roles))
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def test_a_clerk_opens_a_license(client: Client, issue: Issue) -> None:
    user = signed_in_as(client, Role.CLERK)
    document = issue()
    response = client.get(f"/documents/{document.pk}/")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="license-L-2026-0042.pdf"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-store"
    assert int(response["Content-Length"]) == len(response.content)
    check_accessible(response.content, title="Dog license L-2026-0042: Bella")
    assert DocumentPrint.objects.get().by == user


def test_to_save_it_the_browser_is_told_so(client: Client, issue: Issue) -> None:
    signed_in_as(client, Role.CLERK)
    response = client.get(f"/documents/{issue().pk}/?download")
    assert response["Content-Disposition"] == 'attachment; filename="license-L-2026-0042.pdf"'


def test_a_receipt_opened_twice_is_a_duplicate(client: Client, issue: Issue) -> None:
    signed_in_as(client, Role.CLERK)
    address = f"/documents/{issue(kind='receipt', number='000123').pk}/"
    assert "DUPLICATE" not in text_of(client.get(address).content)
    assert "DUPLICATE" in text_of(client.get(address).content)


def test_a_look_at_the_heads_alone_prints_nothing(client: Client, issue: Issue) -> None:
    signed_in_as(client, Role.CLERK)
    assert client.head(f"/documents/{issue().pk}/").status_code == 405
    assert client.post("/documents/sheet/").status_code == 405
    assert not DocumentPrint.objects.exists()


@pytest.mark.parametrize(
    ("role", "license", "receipt"),
    [
        (Role.CLERK, 200, 200),
        (Role.ADMINISTRATOR, 200, 200),
        (Role.OFFICER, 200, 404),
        (Role.PEACE_OFFICER, 200, 404),
        (Role.COUNCIL, 404, 404),
        (Role.ATTORNEY, 404, 404),
    ],
)
def test_each_kind_is_for_its_roles(
    client: Client, issue: Issue, role: Role, license: int, receipt: int
) -> None:
    signed_in_as(client, role)
    assert client.get(f"/documents/{issue().pk}/").status_code == license
    assert client.get(f"/documents/{issue(kind='receipt', number='000123').pk}/").status_code == receipt
    assert DocumentPrint.objects.count() == [license, receipt].count(200)


def test_nobody_opens_a_paper_without_signing_in(client: Client, issue: Issue) -> None:
    for address in (f"/documents/{issue().pk}/", "/documents/sheet/?d=1"):
        response = client.get(address)
        assert response.status_code == 302 and "/sign-in/" in response["Location"]
    assert not DocumentPrint.objects.exists()


def test_a_public_kind_is_for_all_staff(
    client: Client, issue: Issue, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = kinds.Kind(
        key="posted-notice",
        name="Posted notice",
        template="documents/license.html",
        roles=frozenset(),
        public=True,
    )
    monkeypatch.setitem(kinds.KINDS, public.key, public)
    signed_in_as(client, Role.COUNCIL)
    document = issue(kind="posted-notice", number="N-2026-0001", context=issue().context)
    assert client.get(f"/documents/{document.pk}/").status_code == 200


def test_a_kind_that_no_app_knows_any_more_stays_shut(
    client: Client, issue: Issue, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in_as(client, Role.CLERK)
    document = issue()
    monkeypatch.setattr(kinds, "KINDS", {})
    assert client.get(f"/documents/{document.pk}/").status_code == 404


@pytest.mark.parametrize("key", ["0", "999999", "9223372036854775808", "9" * 400])
def test_a_forged_number_is_not_found(client: Client, db: None, key: str) -> None:
    signed_in_as(client, Role.CLERK)
    assert client.get(f"/documents/{key}/").status_code == 404


def test_license_and_receipt_open_as_one_sheet(client: Client, issue: Issue) -> None:
    signed_in_as(client, Role.CLERK)
    first, second = issue(), issue(kind="receipt", number="000123")
    response = client.get(f"/documents/sheet/?d={first.pk}&d={second.pk}&d={first.pk}")
    assert response.status_code == 200
    assert response["Content-Disposition"] == 'inline; filename="license-L-2026-0042-and-receipt-000123.pdf"'
    check_accessible(response.content, title="Dog license L-2026-0042: Bella; Receipt 000123")
    assert DocumentPrint.objects.count() == 2


@pytest.mark.parametrize(
    "query", ["", "d=", "d=x", "d=-1", "d=1.5", "d=999999", "d=٣", "d=" + "9" * 30, "e=1"]
)
def test_a_forged_sheet_is_not_found(client: Client, issue: Issue, query: str) -> None:
    signed_in_as(client, Role.CLERK)
    document = issue()
    assert client.get(f"/documents/sheet/?{query}").status_code == 404
    if query.startswith("d="):
        assert client.get(f"/documents/sheet/?d={document.pk}&{query}").status_code == 404
    assert not DocumentPrint.objects.exists()


def test_a_sheet_with_one_paper_of_others_is_not_found(client: Client, issue: Issue) -> None:
    signed_in_as(client, Role.OFFICER)
    first, second = issue(), issue(kind="receipt", number="000123")
    assert client.get(f"/documents/sheet/?d={first.pk}&d={second.pk}").status_code == 404
    assert not DocumentPrint.objects.exists()


def test_a_sheet_of_hundreds_is_refused(client: Client, db: None) -> None:
    signed_in_as(client, Role.CLERK)
    query = "&".join(f"d={number}" for number in range(1, 200))
    assert client.get(f"/documents/sheet/?{query}").status_code == 404


def test_opening_needs_few_queries(
    client: Client, issue: Issue, clerk: User, django_assert_max_num_queries: Callable
) -> None:
    from freeport_animals.documents.services import document_render

    signed_in_as(client, Role.CLERK)
    papers = [issue(), issue(kind="receipt", number="000123")]
    for paper in papers:
        document_render(document=paper, at=AT)
    with django_assert_max_num_queries(15):
        client.get(f"/documents/{papers[1].pk}/")
    with django_assert_max_num_queries(15):
        client.get(f"/documents/{papers[1].pk}/")
