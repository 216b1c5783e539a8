from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "freeport_animals.ledger"
    label = "ledger"
