from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "freeport_animals.accounts"
    label = "accounts"
