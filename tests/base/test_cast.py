"""The shared cast is consistent: everybody can be there at once."""

from freeport_animals.base.access import Role
from freeport_animals.registry.models import Animal, Person


def test_everybody_fits_into_one_city(cast, today):
    cast.everybody()
    assert Person.objects.count() == 5
    assert Animal.objects.count() == 5
    assert cast.noah.is_minor(today) and not cast.thomas.is_minor(today)
    assert {str(role) for role in Role} == {cast.by_role(role).roles[0] for role in Role}
    assert cast.bella.premises == cast.main_street
    assert cast.bella.vaccinations.count() == 2 and not cast.rex.vaccinations.exists()
