from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "freeport_animals.accounts"
    label = "accounts"

    def ready(self) -> None:
        from freeport_animals.accounts import home
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role

        everybody = frozenset(Role.values)
        administrators = frozenset({str(Role.ADMINISTRATOR)})
        extend.add(extend.NavItem("Today", "home", everybody, order=0, key="alt+t"))
        extend.add(
            extend.NavItem(
                "Staff",
                "staff",
                administrators,
                order=90,
                help="Add a member of staff, change roles, hand out a new password, open a lock.",
                icon="user",
            )
        )
        for section in home.SECTIONS:
            extend.add(section)
