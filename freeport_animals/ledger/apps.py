from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "freeport_animals.ledger"
    label = "ledger"

    def ready(self) -> None:
        from freeport_animals.documents import kinds
        from freeport_animals.ledger.stamps import receipt_stamp

        kinds.stamp("receipt", receipt_stamp)
