"""The people, places and animals of the tests: invented, and the same everywhere.

    def test_the_clerk_sees_bella(cast):
        assert "Bella" in cast.client(cast.clerk).get(cast.bella.get_absolute_url()).content.decode()

Nobody is there until a test names them: `cast.clerk` hires the clerk, `cast.bella` settles her owner, their
premises, the dog and her shots. The factories make more of a kind. Days are counted from `TODAY`, a
Wednesday; the fixture `today` stops the clock at noon of it.
"""

import datetime as dt
import time
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any

import factory
import pytest
import time_machine
from django.db.backends.postgresql.psycopg_any import DateRange
from django.test import Client
from django.utils import timezone
from factory.django import DjangoModelFactory

from freeport_animals.accounts.middleware import FRESH
from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.registry.models import (
    Animal,
    Household,
    HouseholdMembership,
    Microchip,
    Ownership,
    Person,
    Phone,
    Premises,
    Vaccination,
    Veterinarian,
)

TODAY = dt.date(2026, 6, 3)
NOON = dt.datetime(2026, 6, 3, 17, 0, tzinfo=dt.UTC)  # 12:00 in Freeport
PASSWORD = "correct-horse-battery-staple"


class UserFactory(DjangoModelFactory):
    """A member of staff: a clerk, unless `roles` says otherwise; the password is PASSWORD."""

    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"staff{n}")
    first_name = "Pat"
    last_name = factory.Sequence(lambda n: f"Member{n}")
    roles = factory.LazyFunction(lambda: [str(Role.CLERK)])
    password = PASSWORD
    last_login = NOON - dt.timedelta(days=1)

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> User:
        kwargs["roles"] = [str(role) for role in kwargs["roles"]]
        return model_class.objects.create_user(*args, **kwargs)


class PremisesFactory(DjangoModelFactory):
    """A house inside the city limits, in a residential district."""

    class Meta:
        model = Premises

    street = factory.Sequence(lambda n: f"{100 + 2 * n} 3rd Street NE")
    zip_code = "56331"
    zoning = Premises.Zoning.RESIDENTIAL


class PersonFactory(DjangoModelFactory):
    """A grown-up who lives at premises of their own and gets letters there."""

    class Meta:
        model = Person

    given_name = "Chris"
    family_name = factory.Sequence(lambda n: f"Neighbor{n}")
    birth_date = dt.date(1980, 2, 29)
    premises = factory.SubFactory(PremisesFactory)


class AnimalFactory(DjangoModelFactory):
    """A grown dog. `owner` makes a person its primary owner since `since`."""

    class Meta:
        model = Animal
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Dog{n}")
    species = "dog"
    breed = "Mixed"
    color = "brown"
    sex = Animal.Sex.FEMALE
    altered = Animal.Altered.YES
    born = dt.date(2022, 3, 5)
    born_precision = Animal.BornPrecision.EXACT

    @factory.post_generation
    def owner(self: Animal, create: bool, owner: Person | None, since: dt.date | None = None) -> None:  # type: ignore[misc]
        """Settle the animal with its owner: `AnimalFactory(owner=thomas, owner__since=day)`."""
        if owner is None:
            return
        if self.premises is None and owner.premises is not None:
            Animal.objects.filter(pk=self.pk).update(premises=owner.premises)
            self.premises = owner.premises
        OwnershipFactory(animal=self, person=owner, period=DateRange(since or dt.date(2023, 1, 9), None))


class OwnershipFactory(DjangoModelFactory):
    class Meta:
        model = Ownership

    animal = factory.SubFactory(AnimalFactory)
    person = factory.SubFactory(PersonFactory)
    period = DateRange(dt.date(2023, 1, 9), None)


class VeterinarianFactory(DjangoModelFactory):
    class Meta:
        model = Veterinarian

    name = factory.Sequence(lambda n: f"Dr. Vet {n}")
    clinic = "Sauk River Animal Clinic"
    phone = "320-555-0180"


class VaccinationFactory(DjangoModelFactory):
    """A rabies shot last September: good for two years from then."""

    class Meta:
        model = Vaccination

    animal = factory.SubFactory(AnimalFactory)
    disease = Vaccination.Disease.RABIES
    given = dt.date(2025, 9, 15)
    product = Vaccination.Product.MODIFIED_LIVE
    certificate_shown = True


class Cast:
    """Everybody there is. See the module."""

    # Staff

    def hire(self, *roles: Role | str, **facts: Any) -> User:
        """One more member of staff with these roles."""
        return UserFactory(roles=[str(role) for role in roles], **facts)

    def client(self, user: User | None = None) -> Client:
        """A browser without scripts, signed in as `user`; without one, signed out."""
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            session = client.session
            session[FRESH] = int(
                time.time()
            )  # as after the sign-in page: not saved again by the first request
            session.save()
        return client

    def by_role(self, role: Role | str) -> User:
        """The member of staff who has this role and no other; the administrator is nothing else here."""
        return {
            Role.CLERK: lambda: self.clerk,
            Role.OFFICER: lambda: self.officer,
            Role.PEACE_OFFICER: lambda: self.deputy,
            Role.COUNCIL: lambda: self.mayor,
            Role.ATTORNEY: lambda: self.attorney,
            Role.ADMINISTRATOR: lambda: self.administrator,
        }[Role(role)]()

    @cached_property
    def clerk(self) -> User:
        return self.hire(Role.CLERK, username="anna", first_name="Anna", last_name="Kramer")

    @cached_property
    def second_clerk(self) -> User:
        return self.hire(Role.CLERK, username="peter", first_name="Peter", last_name="Lenz")

    @cached_property
    def officer(self) -> User:
        return self.hire(Role.OFFICER, username="luis", first_name="Luis", last_name="Ortega")

    @cached_property
    def deputy(self) -> User:
        return self.hire(Role.PEACE_OFFICER, username="dana", first_name="Dana", last_name="Brandt")

    @cached_property
    def mayor(self) -> User:
        return self.hire(Role.COUNCIL, username="helen", first_name="Helen", last_name="Dirkes")

    @cached_property
    def attorney(self) -> User:
        return self.hire(Role.ATTORNEY, username="ingrid", first_name="Ingrid", last_name="Solberg")

    @cached_property
    def administrator(self) -> User:
        return self.hire(Role.ADMINISTRATOR, username="joan", first_name="Joan", last_name="Fuchs")

    @cached_property
    def everything(self) -> User:
        """Somebody who holds every role at once, as one person in a small city might."""
        return self.hire(*Role, username="jack", first_name="Jack", last_name="Ofall")

    # Premises and people

    @cached_property
    def main_street(self) -> Premises:
        return PremisesFactory(street="414 Main Street E", safety_note="Ring twice; the bell sticks.")

    @cached_property
    def second_avenue(self) -> Premises:
        return PremisesFactory(street="214 2nd Avenue SW")

    @cached_property
    def farm(self) -> Premises:
        return PremisesFactory(street="38912 County Road 11", zoning=Premises.Zoning.AGRICULTURAL)

    @cached_property
    def hidden_house(self) -> Premises:
        """Where Halima lives: never shown."""
        return PremisesFactory(street="77 Secret Lane")

    @cached_property
    def beutz_household(self) -> Household:
        return Household.objects.create(name="Beutz")

    def _join(self, household: Household, person: Person) -> None:
        HouseholdMembership.objects.create(
            household=household, person=person, period=DateRange(dt.date(2020, 1, 1), None)
        )

    @cached_property
    def thomas(self) -> Person:
        """Owner of Bella and Max."""
        person = PersonFactory(
            given_name="Thomas", family_name="Beutz", premises=self.main_street, email="thomas@example.org"
        )
        Phone.objects.create(person=person, number="320-555-0143")
        self._join(self.beutz_household, person)
        return person

    @cached_property
    def noah(self) -> Person:
        """Thomas's son, fourteen."""
        person = PersonFactory(
            given_name="Noah",
            family_name="Beutz",
            birth_date=dt.date(2012, 5, 1),
            guardian=self.thomas,
            premises=self.main_street,
        )
        self._join(self.beutz_household, person)
        return person

    @cached_property
    def mai(self) -> Person:
        """Owner of Rex, gets letters at a PO box."""
        person = PersonFactory(
            given_name="Mai",
            family_name="Xiong",
            premises=self.second_avenue,
            mailing_street="PO Box 77",
            mailing_city="Freeport",
            mailing_state="MN",
            mailing_zip="56331",
        )
        Phone.objects.create(person=person, number="320-555-0112", kind=Phone.Kind.HOME)
        return person

    @cached_property
    def halima(self) -> Person:
        """Owner of Coco, a Safe at Home participant."""
        return PersonFactory(
            given_name="Halima",
            family_name="Warsame",
            premises=self.hidden_house,
            safe_at_home=True,
            mailing_street="PO Box 17370",
            mailing_city="Saint Paul",
            mailing_state="MN",
            mailing_zip="55117",
        )

    @cached_property
    def dairy(self) -> Person:
        """A firm."""
        return PersonFactory(
            kind=Person.Kind.FIRM,
            given_name="",
            family_name="",
            organization="Kramer Dairy LLC",
            birth_date=None,
            premises=self.farm,
        )

    # Animals and their shots

    @cached_property
    def veterinarian(self) -> Veterinarian:
        return VeterinarianFactory(name="Dr. Anna Meyer", clinic="Albany Clinic")

    @cached_property
    def bella(self) -> Animal:
        """Thomas's dog, in order: rabies and distemper current, chipped."""
        animal = AnimalFactory(
            name="Bella",
            breed="Labrador retriever",
            color="yellow",
            weight=Decimal("61.5"),
            owner=self.thomas,
        )
        Microchip.objects.create(animal=animal, number="985112004567890")
        VaccinationFactory(animal=animal, veterinarian=self.veterinarian, certificate_number="R-88412")
        VaccinationFactory(
            animal=animal, disease="distemper", given=dt.date(2026, 1, 20), veterinarian=self.veterinarian
        )
        return animal

    @cached_property
    def max(self) -> Animal:
        """Thomas's cat: rabies current, distemper a month too old."""
        animal = AnimalFactory(
            name="Max", species="cat", breed="Domestic shorthair", color="gray tabby", sex="male",
            owner=self.thomas,
        )  # fmt: skip
        VaccinationFactory(animal=animal, veterinarian=self.veterinarian)
        VaccinationFactory(
            animal=animal, disease="distemper", given=dt.date(2025, 5, 3), veterinarian=self.veterinarian
        )
        return animal

    @cached_property
    def rex(self) -> Animal:
        """Mai's dog, never vaccinated."""
        return AnimalFactory(
            name="Rex", breed="Rottweiler", color="black", sex="male", altered="no", owner=self.mai
        )

    @cached_property
    def coco(self) -> Animal:
        """Halima's dog, in order."""
        animal = AnimalFactory(name="Coco", breed="Pug", color="fawn", owner=self.halima)
        VaccinationFactory(animal=animal)
        VaccinationFactory(animal=animal, disease="distemper", given=dt.date(2026, 2, 2))
        return animal

    @cached_property
    def pup(self) -> Animal:
        """Mai's second dog, four months old: too young for a license."""
        return AnimalFactory(name="Pip", born=dt.date(2026, 2, 3), altered="no", owner=self.mai)

    def everybody(self) -> "Cast":
        """All of them at once, for tests that walk the whole site."""
        for name, value in vars(type(self)).items():
            if isinstance(value, cached_property):
                getattr(self, name)
        return self


@pytest.fixture
def cast(db: None) -> Cast:
    """The invented city; see `Cast`."""
    return Cast()


@pytest.fixture
def today() -> Iterator[dt.date]:
    """The clock stands at noon of `TODAY`, Wednesday 3 June 2026."""
    with time_machine.travel(NOON, tick=False):
        assert timezone.localdate() == TODAY
        yield TODAY
