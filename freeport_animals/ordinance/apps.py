from django.apps import AppConfig


class OrdinanceConfig(AppConfig):
    name = "freeport_animals.ordinance"
    label = "ordinance"

    def ready(self) -> None:
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role
        from freeport_animals.documents import kinds
        from freeport_animals.ordinance.in_force import KIND

        kinds.register(KIND)
        extend.add(
            extend.NavItem(
                "Ordinance",
                "ordinance",
                frozenset(Role.values),
                order=90,
                help="Every clause in plain words, the readings in force, and answers to a case",
                icon="book",
            )
        )
