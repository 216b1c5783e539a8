from django.apps import AppConfig


class LicensingConfig(AppConfig):
    name = "licensing"
    label = "licensing"

    def ready(self) -> None:
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role
        from freeport_animals.documents import kinds
        from licensing import finding, pages

        counter = frozenset({Role.CLERK, Role.ADMINISTRATOR})
        field = counter | {Role.OFFICER, Role.PEACE_OFFICER}
        extend.add(
            extend.NavItem(
                "Counter",
                "counter",
                counter,
                order=10,
                key="alt+c",
                help="License dogs and cats, take the money, hand over license and receipt",
                icon="license",
            )
        )
        extend.add(
            extend.NavItem(
                "Licenses",
                "license-list",
                field,
                order=20,
                help="Every license, who holds it, until when, and its tag",
                icon="tag",
            )
        )
        extend.add(extend.SearchProvider("licenses", finding.find_licenses, field, order=40))
        extend.add(extend.SearchProvider("tags", finding.find_tags, field, order=41))
        extend.add(
            extend.Panel("owner", "licenses", "licensing/panels/owner.html", pages.owner_panel, order=20)
        )
        extend.add(
            extend.Panel("animal", "licenses", "licensing/panels/animal.html", pages.animal_panel, order=20)
        )
        extend.add(extend.Panel("receipt", "licenses", "licensing/panels/receipt.html", pages.receipt_panel))
        clerk = frozenset({Role.CLERK})
        enforcing = clerk | {Role.OFFICER}  # 2.B and 2.D are the officer's too
        for key, load, roles, order in (
            ("licensing-counter", pages.home_counter, clerk, 10),
            ("licensing-parked", pages.home_parked, clerk, 20),
            ("licensing-expiring", pages.home_expiring, enforcing, 30),
            ("licensing-vaccinations", pages.home_vaccinations, enforcing, 40),
        ):
            template = f"licensing/home/{key.removeprefix('licensing-')}.html"
            extend.add(extend.HomeSection(key, roles, template, load, order=order))
        kinds.stamp("license", pages.license_stamp)
