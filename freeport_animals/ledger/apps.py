from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "freeport_animals.ledger"
    label = "ledger"

    def ready(self) -> None:
        from freeport_animals.base import extend
        from freeport_animals.base.access import Role
        from freeport_animals.documents import kinds
        from freeport_animals.ledger import pages
        from freeport_animals.ledger.access import COUNTER
        from freeport_animals.ledger.stamps import receipt_stamp

        kinds.stamp("receipt", receipt_stamp)
        extend.add(
            extend.NavItem(
                "Receipts",
                "receipt-list",
                COUNTER,
                order=40,
                help="Look up a receipt, print it again, void or refund it",
                icon="receipt",
            )
        )
        extend.add(extend.Panel("owner", "account", "ledger/panels/owner.html", pages.owner_panel, order=30))
        extend.add(
            extend.HomeSection(
                "takings", frozenset({Role.CLERK}), "ledger/home/takings.html", pages.home_takings, order=60
            )
        )
        extend.add(extend.SearchProvider("receipts", pages.find_receipts, COUNTER, order=50))
