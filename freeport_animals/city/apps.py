from django.apps import AppConfig


class CityConfig(AppConfig):
    name = "freeport_animals.city"
    label = "city"

    def ready(self) -> None:
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role

        extend.add(
            extend.NavItem(
                "City",
                "city",
                frozenset(Role.values),
                order=95,
                help="Resolutions, meetings, closed days, the council, officers and shelters",
                icon="gavel",
            )
        )
