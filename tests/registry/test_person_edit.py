"""The clerk edits an owner."""

from freeport_animals.registry.models import Person, Phone
from freeport_animals.registry.selectors import phones_of
from tests.registry.pages import errors_of, press, text_of


def boxes(person: Person, **changed: str) -> dict[str, str]:
    """The boxes of the form as they stand, with what is changed."""
    place = person.premises
    values = {
        "kind": person.kind,
        "given_name": person.given_name,
        "family_name": person.family_name,
        "organization": person.organization,
        "email": person.email,
        "birth_date": f"{person.birth_date:%m/%d/%Y}" if person.birth_date else "",
        "mailing_street": person.mailing_street,
        "mailing_city": person.mailing_city,
        "mailing_state": person.mailing_state,
        "mailing_zip": person.mailing_zip,
        "version": str(person.version),
    }
    if person.safe_at_home:
        values["safe_at_home"] = "on"
    elif place is not None:
        values |= {
            "street": place.street,
            "city": place.city,
            "state": place.state,
            "zip_code": place.zip_code,
            "zoning": place.zoning,
        }
    return values | changed


def edit(cast, person: Person, **changed: str):
    return press(cast.client(cast.clerk), f"/owners/{person.pk}/edit/", **boxes(person, **changed))


def test_a_name_and_a_telephone_change(cast, today):
    thomas = cast.thomas
    assert edit(cast, thomas, family_name="Beutz-Lang", phone_1="320-555-0199").status_code == 302
    thomas.refresh_from_db()
    assert thomas.name == "Thomas Beutz-Lang"
    assert [phone.number for phone in phones_of(thomas)] == ["320-555-0199"]
    old = Phone.objects.get(person=thomas, number="320-555-0143")
    assert not old.in_use  # kept, not deleted


def test_a_telephone_that_comes_back_is_used_again(cast, today):
    thomas = cast.thomas
    edit(cast, thomas, phone_1="320-555-0199")
    thomas.refresh_from_db()
    edit(cast, thomas, phone_1="320 555 0143")
    assert Phone.objects.filter(person=thomas).count() == 2
    assert [phone.digits for phone in phones_of(thomas)] == ["3205550143"]


def test_nothing_changes_when_nothing_was_changed(cast, today):
    thomas = cast.thomas
    edit(cast, thomas, phone_1="320-555-0143")
    version = thomas.version
    thomas.refresh_from_db()
    assert thomas.version == version


def test_somebody_moves_to_another_address(cast, today):
    thomas = cast.thomas
    edit(cast, thomas, street="77 Elm Street N", place="new")
    thomas.refresh_from_db()
    assert thomas.premises.street == "77 Elm Street N"


def test_nobody_is_their_own_guardian(cast, today):
    noah = cast.noah
    response = edit(cast, noah, guardian=str(noah.pk), guardian_typed="Noah Beutz")
    assert errors_of(response)["guardian"] == ["Choose somebody else."]


def test_two_tabs_the_second_sees_what_the_first_saved(cast, today):
    thomas = cast.thomas
    url = f"/owners/{thomas.pk}/edit/"
    second_tab = boxes(thomas, email="second@example.org")
    press(cast.client(cast.second_clerk), url, **boxes(thomas, email="first@example.org"))
    response = press(cast.client(cast.clerk), url, **second_tab)
    assert response.status_code == 409
    page = text_of(response)
    assert "Changed by Peter Lenz" in page
    assert "thomas@example.org first@example.org second@example.org" in page  # was, now, yours
    assert 'value="second@example.org"' in response.content.decode()
    thomas.refresh_from_db()
    assert thomas.email == "first@example.org"
    # Save again keeps mine: the form knows the record as it now stands.
    version = response.context["form"]["version"].value()
    assert press(cast.client(cast.clerk), url, **second_tab | {"version": version}).status_code == 302
    thomas.refresh_from_db()
    assert thomas.email == "second@example.org"


def test_a_form_without_its_version_asks_to_be_opened_again(cast, today):
    response = edit(cast, cast.thomas, version="")
    assert "Open this form again." in text_of(response)


def test_a_conflict_lists_only_what_would_be_overwritten(cast, today):
    thomas = cast.thomas
    url = f"/owners/{thomas.pk}/edit/"
    assert cast.client(cast.clerk).get(url).context["form"]["mailing_state"].value() == thomas.mailing_state
    mine = boxes(thomas, email="same@example.org", other_names="Tom", note="x" * 10000)
    press(cast.client(cast.second_clerk), url, **boxes(thomas, email="same@example.org", other_names="Tommy"))
    response = press(cast.client(cast.clerk), url, **mine)
    assert response.status_code == 409
    labels = [change["label"] for change in response.context["conflict"]["changes"]]
    assert "E-mail" not in labels and "State" not in labels
    assert "Earlier or other names" in labels and "Note" in labels
    assert 'class="conflict__long"' in response.content.decode()
