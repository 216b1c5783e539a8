"""Default deny, for every address of the site and every role."""

import pytest
from django.http import HttpResponse
from django.urls import include, path

from freeport_animals.base.access import Access, Role, allow, public, signed_in
from tests.base.site_map import Address, addresses

SITE = addresses()
CLOSED = [each for each in SITE if not getattr(each.view, "access", Access()).public]


def nobody_said(request):
    return HttpResponse("open to all by mistake")


urlpatterns = [path("nobody-said/", nobody_said), path("", include("freeport_animals.urls"))]


def test_the_site_is_found():
    assert len(SITE) > 20
    assert {"home", "sign-in", "staff-edit"} <= {each.name for each in SITE}


@pytest.mark.parametrize("address", SITE, ids=str)
def test_every_view_says_who_may_use_it(address: Address):
    access = getattr(address.view, "access", None)
    assert isinstance(access, Access), f"{address}: decorate the view with allow, signed_in or public"
    assert access.public or access.roles
    assert access.roles <= set(Role.values)


def test_few_pages_are_open_to_everybody():
    """A new public page is a decision: it is added here on purpose."""
    assert {each.name for each in SITE if each.view.access.public} <= {
        "healthz",
        "sign-in",
        "sign-out",
        "license-validity",
        "validity",
        "ordinance",
        "style_guide",
        "style_guide_page",
    }


@pytest.mark.parametrize("address", CLOSED, ids=str)
def test_nobody_comes_in_without_signing_in(address: Address, client, db):
    answer = client.get(address.url())
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")
    answer = client.post(address.url(), {"x": "y"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("role", Role)
def test_a_role_that_may_not_is_told_who_may(role, cast):
    client = cast.client(cast.by_role(role))
    tried = 0
    for address in CLOSED:
        access = address.view.access
        if access.admits({role.value}):
            continue
        tried += 1
        for answer in (client.get(address.url()), client.post(address.url(), {"x": "y"})):
            assert answer.status_code == 403, address
            page = answer.content.decode()
            assert f"It is for {access.who} only." in page, address
            assert "ask the administrator to add the role" in page
    assert tried or all(each.view.access.admits({role.value}) for each in CLOSED)


@pytest.mark.urls(__name__)
def test_a_view_that_says_nothing_is_refused_even_to_somebody_with_every_role(cast, caplog):
    answer = cast.client(cast.everything).get("/nobody-said/")
    assert answer.status_code == 403
    assert "open to all" not in answer.content.decode()
    assert "nobody_said declares nobody who may use it" in caplog.text


def test_somebody_without_any_role_may_do_nothing_but_change_the_password(cast):
    client = cast.client(cast.hire())
    assert client.get("/").status_code == 403
    assert client.get("/staff/").status_code == 403
    assert client.post("/sign-out/").status_code == 302


def test_one_of_several_roles_is_enough(cast):
    client = cast.client(cast.hire(Role.COUNCIL, Role.ADMINISTRATOR))
    assert client.get("/staff/").status_code == 200


def test_a_role_taken_away_counts_at_the_next_request(cast):
    user = cast.hire(Role.COUNCIL, Role.ADMINISTRATOR)
    client = cast.client(user)
    assert cast.administrator.is_active
    type(user).objects.filter(pk=user.pk).update(roles=["council"])
    assert client.get("/staff/").status_code == 403


def test_a_record_that_is_not_there_stays_not_found_for_those_who_may(cast):
    assert cast.client(cast.administrator).get("/staff/987654321/").status_code == 404
    assert cast.client(cast.clerk).get("/staff/987654321/").status_code == 403, "others learn nothing of it"


def test_htmx_gets_the_sentence_as_a_message_at_the_corner(cast):
    answer = cast.client(cast.clerk).get("/staff/", headers={"hx-request": "true"})
    assert answer.status_code == 403
    assert answer["HX-Trigger"] == '{"toast": {"text": "This is for administrators only.", "kind": "bad"}}'


@pytest.mark.parametrize(
    ("access", "who"),
    [
        (Access(frozenset({"clerk"})), "the clerk"),
        (Access(frozenset({"administrator", "clerk"})), "the clerk and administrators"),
        (
            Access(frozenset({"attorney", "clerk", "peace-officer"})),
            "the clerk, peace officers and the city attorney",
        ),
        (Access(frozenset(Role.values)), "staff with a role"),
        (Access(public=True), "everybody"),
    ],
)
def test_who_may_in_words(access, who):
    assert access.who == who


def test_the_three_declarations():
    def view(request):
        return None

    assert public(view).access.admits(set())
    assert signed_in(view).access.admits({"council"}) and not view.access.admits(set())
    assert allow(Role.CLERK)(view).access.admits({"clerk", "council"}) and not view.access.admits({"council"})
    with pytest.raises(ValueError, match="at least one role"):
        allow()
