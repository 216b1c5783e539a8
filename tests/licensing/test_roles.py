"""Who may do what at the counter; the rest is refused on the server, whatever the screen shows."""

import pytest
from django.urls import reverse

from freeport_animals.base.access import Role
from licensing.models import License
from tests.licensing.counter import Desk, new_token, words

COUNTER = {Role.CLERK, Role.ADMINISTRATOR}
FIELD = COUNTER | {Role.OFFICER, Role.PEACE_OFFICER}
PAGES = {
    "counter": COUNTER,
    "counter-find": COUNTER,
    "counter-new-owner": COUNTER,
    "application-blank": COUNTER,
    "visit": COUNTER,
    "visit-slip": COUNTER,
    "visit-application": COUNTER,
    "visit-done": COUNTER,
    "license-list": FIELD,
    "license": FIELD,
    "license-void": COUNTER,
    "license-tag": COUNTER,
}
WRITES = ("counter-start", "visit", "visit-live", "visit-take-up", "renew", "license-void", "license-tag")


@pytest.fixture
def arguments(cast, today):
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    license = License.objects.get()
    return {
        "visit": [license.visit_id],
        "visit-live": [license.visit_id],
        "visit-slip": [license.visit_id],
        "visit-application": [license.visit_id],
        "visit-done": [license.visit_id],
        "visit-take-up": [license.visit_id],
        "license": [license.pk],
        "license-void": [license.pk],
        "license-tag": [license.pk],
        "renew": [cast.thomas.pk],
    }


@pytest.mark.parametrize("role", list(Role))
def test_each_role_opens_its_own_pages_and_no_other(cast, arguments, role):
    client = cast.client(cast.by_role(role))
    for name, roles in PAGES.items():
        response = client.get(reverse(name, args=arguments.get(name, [])))
        assert (response.status_code in (200, 302)) is (role in roles), (name, response.status_code)
        if role not in roles:
            assert response.status_code == 403


@pytest.mark.parametrize("role", [role for role in Role if role not in COUNTER])
def test_no_other_role_changes_anything(cast, arguments, role):
    client = cast.client(cast.by_role(role))
    boxes = {
        "token": new_token(),
        "action": "issue",
        "owner": cast.thomas.pk,
        "reason": "x",
        "money": "refund",
        "tag": "9",
    }
    for name in WRITES:
        assert client.post(reverse(name, args=arguments.get(name, [])), boxes).status_code == 403, name
    license = License.objects.get()
    assert license.voided_at is None
    assert str(license.tags.get()) == "2026-1"


def test_who_is_signed_out_is_asked_to_sign_in(cast, arguments):
    client = cast.client()
    for name in (*PAGES, *WRITES):
        response = client.get(reverse(name, args=arguments.get(name, [])))
        assert response.status_code == 302
        assert response["Location"].startswith("/sign-in/")


def test_an_officer_sees_a_license_and_no_button(cast, arguments):
    license = License.objects.get()
    text = words(cast.client(cast.officer).get(license.get_absolute_url()))
    assert "L-2026-0001" in text and "Bella" in text
    assert "Lost tag" not in text and "Void" not in text


def test_every_view_says_who_may_use_it():
    from licensing.urls import urlpatterns

    assert all(hasattr(pattern.callback, "access") for pattern in urlpatterns)


def test_the_sheet_of_money_is_for_the_counter_alone(cast, arguments):
    from freeport_animals.documents.models import Document

    receipt = Document.objects.get(kind="receipt")
    paper = Document.objects.get(kind="license")
    officer = cast.client(cast.officer)
    assert officer.get(reverse("documents:open", args=[paper.pk])).status_code == 200
    assert officer.get(reverse("documents:open", args=[receipt.pk])).status_code == 404
