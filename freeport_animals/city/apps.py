from django.apps import AppConfig


class CityConfig(AppConfig):
    name = "freeport_animals.city"
    label = "city"

    def ready(self) -> None:
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role
        from freeport_animals.city import pages

        everybody = frozenset(Role.values)
        council = frozenset({Role.COUNCIL, Role.ATTORNEY, Role.CLERK, Role.ADMINISTRATOR})
        extend.add(
            extend.HomeSection("meetings", council, "city/home/meetings.html", pages.home_meetings, order=70)
        )
        extend.add(extend.SearchProvider("resolutions", pages.find_resolutions, everybody, order=60))
        extend.add(
            extend.NavItem(
                "City",
                "city",
                everybody,
                order=95,
                help="Resolutions, meetings, closed days, the council, officers and shelters",
                icon="gavel",
            )
        )
