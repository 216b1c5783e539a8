"""Two records made one on purpose: an alias of the kept one, nothing repointed, and a way back."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from freeport_animals.registry.models import Animal, Merge, Ownership, Person, Phone, Premises
from freeport_animals.registry.selectors import (
    alias_ids,
    animals_of,
    household_of,
    kept,
    owner_of,
    owners_on,
    phones_of,
    premises_animals,
    residents,
    vaccinations_of,
)
from freeport_animals.registry.selectors.folding import folded
from freeport_animals.registry.selectors.search import people_found
from freeport_animals.registry.services import (
    AlreadyMerged,
    RegistryError,
    merge_undo,
    ownership_begin,
    ownership_transfer,
    person_add,
    record_merge,
    vaccination_record,
)
from tests.cast import AnimalFactory, PersonFactory, PremisesFactory, VaccinationFactory
from tests.registry.pages import errors_of, press, text_of


def merge(kind, keep, other, reason="Same birth date and telephone") -> Merge:
    done = record_merge(kind=kind, keep=keep.pk, merge=other.pk, reason=reason, by=None)
    for record in (keep, other):
        record.refresh_from_db()
        record.__dict__.pop("_alias_ids", None)
    return done


@pytest.fixture
def tom(cast, today):
    """Thomas once more, written otherwise, with a dog of his own."""
    tom = person_add(
        given_name="Tom", family_name="Beutz", phones=["320-555-0177"], email="tom@example.org", today=today
    )
    cast.tom_dog = AnimalFactory(name="Waldi", owner=tom)
    return tom


def test_reads_take_both_and_no_row_is_repointed(cast, today, tom):
    thomas, bella = cast.thomas, cast.bella
    before = (
        list(Ownership.objects.values_list("person", "animal")),
        list(Phone.objects.values_list("person")),
    )
    merge("person", thomas, tom)
    after = (
        list(Ownership.objects.values_list("person", "animal")),
        list(Phone.objects.values_list("person")),
    )
    assert before == after
    assert kept(tom) == thomas
    assert set(alias_ids(thomas)) == {thomas.pk, tom.pk}
    assert set(animals_of(thomas, today)) == {bella, cast.tom_dog}
    assert owner_of(cast.tom_dog, today) == thomas
    assert {phone.digits for phone in phones_of(thomas)} == {"3205550143", "3205550177"}
    assert household_of(thomas, today) == cast.beutz_household


def test_the_kept_record_takes_what_it_lacks_and_gives_it_back(cast, today, tom):
    nobody = PersonFactory(given_name="Tom", family_name="Beutz", email="", birth_date=None, premises=None)
    done = merge("person", nobody, tom)
    assert nobody.email == "tom@example.org"
    assert done.filled == {"email": "tom@example.org"}
    merge_undo(merge=done, reason="Two Toms", by=None)
    nobody.refresh_from_db()
    assert nobody.email == ""


def test_what_was_changed_since_is_not_taken_back(cast, today, tom):
    nobody = PersonFactory(given_name="Tom", family_name="Beutz", email="", birth_date=None)
    done = merge("person", nobody, tom)
    Person.objects.filter(pk=nobody.pk).update(email="new@example.org")
    merge_undo(merge=done, reason="Two Toms", by=None)
    nobody.refresh_from_db()
    assert nobody.email == "new@example.org"


def test_undone_the_alias_stands_alone_again(cast, today, tom):
    done = merge("person", cast.thomas, tom)
    merge_undo(merge=done, reason="Two Toms", by=cast.clerk)
    tom.refresh_from_db()
    assert tom.merged_into is None
    assert owner_of(cast.tom_dog, today) == tom
    with pytest.raises(RegistryError):
        merge_undo(merge=done, reason="Two Toms", by=cast.clerk)


def test_three_into_one_and_back_in_any_order(cast, today):
    a, b, c = (PersonFactory(given_name=name, family_name="Lenz", birth_date=None) for name in "ABC")
    first = merge("person", b, c)  # c into b
    second = merge("person", a, b)  # b, with c, into a
    c.refresh_from_db()
    assert c.merged_into == a  # never an alias of an alias
    assert set(alias_ids(Person.objects.get(pk=a.pk))) == {a.pk, b.pk, c.pk}
    merge_undo(merge=second, reason="x", by=None)
    b.refresh_from_db()
    c.refresh_from_db()
    assert (b.merged_into, c.merged_into) == (None, b)
    merge_undo(merge=first, reason="x", by=None)
    c.refresh_from_db()
    assert c.merged_into is None


def test_the_inner_merge_undone_first(cast, today):
    a, b, c = (PersonFactory(given_name=name, family_name="Lenz", birth_date=None) for name in "ABC")
    first = merge("person", b, c)
    merge("person", a, b)
    merge_undo(merge=first, reason="x", by=None)
    b.refresh_from_db()
    c.refresh_from_db()
    assert (b.merged_into, c.merged_into) == (a, None)


def test_not_back_and_forth(cast, today, tom):
    merge("person", cast.thomas, tom)
    with pytest.raises(AlreadyMerged):
        record_merge(kind="person", keep=tom.pk, merge=cast.thomas.pk, reason="x", by=None)
    with pytest.raises(RegistryError):
        record_merge(kind="person", keep=tom.pk, merge=tom.pk, reason="x", by=None)


def test_the_schema_itself_knows_no_chain_and_no_ring(cast, today, tom):
    thomas, mai = cast.thomas, cast.mai
    Person.objects.filter(pk=tom.pk).update(merged_into=thomas)
    for pk, into in ((thomas.pk, mai.pk), (mai.pk, tom.pk), (thomas.pk, thomas.pk)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Person.objects.filter(pk=pk).update(merged_into=into)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"kind": "firm", "given_name": "", "family_name": "", "organization": "Beutz"}, "One is a person"),
        ({"birth_date": dt.date(1990, 1, 1)}, "different birth dates"),
    ],
)
def test_what_cannot_be_one(cast, today, facts, sentence):
    other = PersonFactory(**{"given_name": "Tom", "family_name": "Beutz", "birth_date": None} | facts)
    with pytest.raises(RegistryError) as refused:
        merge("person", cast.thomas, other)
    assert sentence in refused.value.message_dict["__all__"][0]


def test_a_guardian_and_a_ward_are_two(cast, today):
    Person.objects.filter(pk=cast.noah.pk).update(birth_date=None)
    with pytest.raises(RegistryError) as refused:
        merge("person", cast.thomas, cast.noah)
    assert "guardian" in refused.value.message_dict["__all__"][0]


def test_safe_at_home_cannot_be_merged_away(cast, today):
    other = PersonFactory(given_name="Halima", family_name="Warsame", birth_date=None)
    with pytest.raises(RegistryError) as refused:
        merge("person", other, cast.halima)
    assert "Safe at Home" in refused.value.message_dict["__all__"][0]
    merge("person", cast.halima, other)
    assert kept(other) == cast.halima


def test_a_reason_is_needed(cast, today, tom):
    with pytest.raises(RegistryError) as refused:
        merge("person", cast.thomas, tom, reason=" ")
    assert refused.value.message_dict["reason"] == ["Say how you know that the two are one."]


def test_two_records_of_one_dog_with_an_owner_each(cast, today):
    bella, other = cast.bella, AnimalFactory(name="Bella", owner=cast.mai)
    VaccinationFactory(animal=other, given=dt.date(2025, 9, 15))  # the same shot, on both records
    VaccinationFactory(animal=other, given=dt.date(2023, 9, 15))
    merge("animal", bella, other)
    assert [(row.person, row.primary) for row in owners_on(bella, today)] == [
        (cast.thomas, True),
        (cast.mai, True),
    ]
    assert owner_of(bella, today) == cast.thomas  # the kept record's
    assert list(animals_of(cast.mai, today)) == [bella]
    assert [row.given for row in vaccinations_of(bella) if row.disease == "rabies"] == [
        dt.date(2025, 9, 15),
        dt.date(2023, 9, 15),
    ]
    with pytest.raises(RegistryError):  # what one record has, the other must not get again
        vaccination_record(animal=bella, disease="rabies", given=dt.date(2023, 9, 15), by=None, today=today)
    ownership_transfer(animal=bella, to=cast.dairy, on=today, today=today)
    assert [row.person for row in owners_on(bella, today)] == [cast.dairy]


def test_two_records_of_one_owner_of_the_same_dog(cast, today, tom):
    ownership_begin(animal=cast.bella, person=tom, today=today)
    merge("person", cast.thomas, tom)
    assert [row.person for row in owners_on(cast.bella, today)] == [cast.thomas]
    assert list(animals_of(cast.thomas, today)).count(cast.bella) == 1


def test_a_dog_and_a_cat_are_two(cast, today):
    with pytest.raises(RegistryError):
        merge("animal", cast.bella, cast.max)


def test_premises_and_what_is_kept_there(cast, today):
    other = PremisesFactory(street="414 Main Str Est")
    neighbor = PersonFactory(premises=other)
    dog = AnimalFactory(name="Hasso", owner=neighbor)
    cast.bella
    merge("premises", cast.main_street, other)
    place = Premises.objects.get(pk=cast.main_street.pk)
    assert set(premises_animals(place, today)) == {cast.bella, dog}
    assert set(residents(place)) == {cast.thomas, neighbor}
    # Typing the old way of writing leads to the kept place.
    from freeport_animals.registry.services import premises_find_or_add

    assert premises_find_or_add(street="414 Main Str Est").premises == place


def test_an_undo_that_would_make_two_of_one_address_says_so(cast, today):
    other = PremisesFactory(street="414 Main Str Est")
    done = merge("premises", cast.main_street, other)
    Premises.objects.filter(pk=cast.main_street.pk).update(street="414 Main Str Est")
    with pytest.raises(RegistryError) as refused:
        merge_undo(merge=done, reason="x", by=None)
    assert "the same address" in refused.value.message_dict["__all__"][0]


def test_search_finds_the_alias_and_shows_the_kept_one(cast, today, tom):
    Person.objects.filter(pk=tom.pk).update(given_name="Tomislav")
    merge("person", cast.thomas, tom)
    assert [person for person, _ in people_found(folded("tomislav"), 5)] == [cast.thomas]


def test_the_whole_way_on_the_pages(cast, today, tom):
    thomas, client = cast.thomas, cast.client(cast.clerk)
    choose = text_of(client.get(f"/merge/person/{thomas.pk}/?q=beutz"))
    assert "Tom Beutz" in choose
    url = f"/merge/person/{thomas.pk}/with/{tom.pk}/"
    page = text_of(client.get(url))
    assert "Given name Differs Thomas Tom" in page
    assert "1 ownership" in page and "1 phone" in page
    assert errors_of(press(client, url, keep=str(thomas.pk), reason=""))["reason"] == [
        "Say why, in a few words."
    ]
    assert press(client, url, keep=str(thomas.pk), reason="Same man").url == thomas.get_absolute_url()
    # Old addresses lead to the kept record, edit pages too.
    moved = client.get(f"/owners/{tom.pk}/edit/", follow=True)
    assert moved.redirect_chain == [(f"/owners/{thomas.pk}/edit/", 302)]
    assert "was merged into this record" in text_of(client.get(tom.get_absolute_url(), follow=True))
    trace = text_of(client.get(f"/merges/person/{thomas.pk}/"))
    assert "Tom Beutz" in trace and "Anna Kramer" in trace and "Same man" in trace
    done = Merge.objects.get()
    press(client, f"/merges/{done.pk}/undo/", reason="Father and son")
    assert client.get(tom.get_absolute_url()).status_code == 200
    assert "Undone" in text_of(client.get(f"/merges/person/{thomas.pk}/"))


def test_pages_of_animals_and_premises_follow_too(cast, today):
    other = AnimalFactory(name="Bella", owner=cast.thomas)
    place = PremisesFactory(street="414 Main Str Est")
    merge("animal", cast.bella, other)
    merge("premises", cast.main_street, place)
    client = cast.client(cast.clerk)
    assert client.get(other.get_absolute_url()).url == cast.bella.get_absolute_url()
    assert client.get(f"{other.get_absolute_url()}?tab=1").url == f"{cast.bella.get_absolute_url()}?tab=1"
    assert client.get(place.get_absolute_url()).url == cast.main_street.get_absolute_url()
    # A form pressed on the old address works on the kept record.
    press(client, f"/animals/{other.pk}/died/", on="6/1/2026")
    assert Animal.objects.get(pk=cast.bella.pk).status == "died"
    assert Animal.objects.get(pk=other.pk).status == "here"
