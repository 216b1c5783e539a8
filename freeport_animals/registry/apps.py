from django.apps import AppConfig
from django.db.backends.signals import connection_created


class RegistryConfig(AppConfig):
    name = "freeport_animals.registry"
    label = "registry"

    def ready(self) -> None:
        """Bring the registry's search results and navigation."""
        from freeport_animals.base import extend
        from freeport_animals.registry.access import READ
        from freeport_animals.registry.selectors import folding, search
        from freeport_animals.registry.subjects import register_all

        register_all()
        connection_created.connect(folding.set_likeness)
        for order, (key, find) in enumerate(
            (
                ("microchips", search.find_microchips),
                ("phones", search.find_phones),
                ("owners", search.find_owners),
                ("animals", search.find_animals),
                ("premises", search.find_premises),
            )
        ):
            extend.add(extend.SearchProvider(key=key, find=find, roles=search.READERS, order=20 + order))
        roles = frozenset(str(role) for role in READ)
        extend.add(extend.NavItem("Owners", "owners", roles, order=30))
        extend.add(extend.NavItem("Animals", "animals", roles, order=31))
        extend.add(extend.NavItem("Premises", "premises_list", roles, order=32))
