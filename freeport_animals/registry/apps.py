from django.apps import AppConfig
from django.db.backends.signals import connection_created


class RegistryConfig(AppConfig):
    name = "freeport_animals.registry"
    label = "registry"

    def ready(self) -> None:
        """Bring the registry's search results, navigation and part of the home page."""
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role
        from freeport_animals.registry import home
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
        for label, name, order, help, icon in (
            ("Owners", "owners", 30, "People and firms, their telephones, households and animals", "people"),
            ("Animals", "animals", 31, "Every animal with its owners, vaccinations and microchips", "paw"),
            ("Premises", "premises_list", 32, "Addresses, who and what lives there, safety notes", "home"),
        ):
            extend.add(extend.NavItem(label, name, roles, order=order, help=help, icon=icon))
        outside = frozenset({str(Role.OFFICER), str(Role.PEACE_OFFICER)})
        extend.add(extend.HomeSection("hazards", outside, "kit/work_section.html", home.hazards, order=15))
