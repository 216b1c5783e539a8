"""Who may do what in the registry: every address, every role."""

import pytest
from django.urls import reverse

from freeport_animals.base.access import Role
from freeport_animals.registry.models import Ownership, StatusChange
from freeport_animals.registry.services import animal_moved_away, record_merge
from freeport_animals.registry.urls import urlpatterns
from tests.cast import PersonFactory

READ = {Role.CLERK, Role.OFFICER, Role.PEACE_OFFICER, Role.ATTORNEY, Role.ADMINISTRATOR}
WRITE = {Role.CLERK, Role.OFFICER, Role.ADMINISTRATOR}
MERGE = {Role.CLERK, Role.ADMINISTRATOR}
ALLOWED = {
    "search": set(Role),
    "owners": READ,
    "owner": READ,
    "owners_choose": READ,
    "animals": READ,
    "animal": READ,
    "premises_list": READ,
    "premises": READ,
    "veterinarians": READ,
    "veterinarians_suggest": READ,
    "merges": READ,
    "merge_choose": MERGE,
    "merge_confirm": MERGE,
    "merge_undo": MERGE,
    "animal_class": {Role.OFFICER},
    "owner_premises": {Role.CLERK, Role.OFFICER, Role.ATTORNEY},
}
POSTED = {"owners_likely", "animals_likely", "premises_likely"}


@pytest.fixture
def keys(cast, today):
    """Something behind every address."""
    other = PersonFactory(given_name="Tom", family_name="Beutz", birth_date=None)
    third = PersonFactory(given_name="Tim", family_name="Beutz", birth_date=None)
    merge = record_merge(kind="person", keep=cast.thomas.pk, merge=third.pk, reason="x", by=None)
    animal_moved_away(animal=cast.rex, on=today, by=None, today=today)
    part = Ownership.objects.get(animal=cast.bella)
    own = {
        "departure_undo": {"pk": StatusChange.objects.get().pk},
        "merge_undo": {"pk": merge.pk},
        "merge_choose": {"kind": "person", "pk": cast.thomas.pk},
        "merges": {"kind": "person", "pk": cast.thomas.pk},
        "merge_confirm": {"kind": "person", "pk": cast.thomas.pk, "other": other.pk},
        "veterinarian_edit": {"pk": cast.veterinarian.pk},
        "owner_premises": {"pk": cast.halima.pk},
    }

    def of(name: str) -> dict[str, object]:
        if name in own:
            return own[name]
        if name.startswith("part_") and name != "part_add":
            return {"pk": part.pk}
        if name.startswith("vaccination_") and name != "vaccination_add":
            return {"pk": cast.bella.vaccinations.first().pk}
        if name.startswith("owner_") or name in ("owner", "animal_add"):
            return {} if name == "owner_add" else {"pk": cast.thomas.pk}
        if name in ("premises", "premises_edit"):
            return {"pk": cast.main_street.pk}
        if name.startswith(("animal_", "part_add", "vaccination_add")) or name == "animal":
            return {"pk": cast.bella.pk}
        return {}

    return of


def test_every_address_admits_its_roles_and_nobody_else(cast, today, keys):
    wrong = []
    clients = {role: cast.client(cast.by_role(role)) for role in Role}
    for pattern in urlpatterns:
        url = reverse(pattern.name, kwargs=keys(pattern.name))
        for role, client in clients.items():
            answer = client.post(url) if pattern.name in POSTED else client.get(url)
            expected = 200 if role in ALLOWED.get(pattern.name, WRITE) else 403
            if answer.status_code != expected:
                wrong.append((pattern.name, str(role), answer.status_code))
    assert wrong == []


def test_nobody_gets_in_unsigned(cast, today, keys):
    client = cast.client()
    for pattern in urlpatterns:
        url = reverse(pattern.name, kwargs=keys(pattern.name))
        answer = client.post(url) if pattern.name in POSTED else client.get(url)
        assert answer.status_code == 302
        assert answer.url.startswith("/sign-in/")


def test_who_may_not_write_sees_no_way_to(cast, today):
    page = cast.client(cast.deputy).get(cast.bella.get_absolute_url()).content.decode()
    for word in ("/edit/", "/died/", "/new-owner/", "/vaccinations/add/", "/mistake/", "/merge/"):
        assert word not in page


@pytest.mark.parametrize("role", [Role.PEACE_OFFICER, Role.COUNCIL, Role.ATTORNEY])
def test_a_forged_press_changes_nothing(cast, today, role):
    client = cast.client(cast.by_role(role))
    for path in ("died", "moved-away", "given-away"):
        assert client.post(f"/animals/{cast.bella.pk}/{path}/", {"on": "6/1/2026"}).status_code == 403
    cast.bella.refresh_from_db()
    assert cast.bella.status == "here"
