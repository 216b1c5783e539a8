from django.apps import AppConfig


class BaseConfig(AppConfig):
    name = "freeport_animals.base"
    label = "base"
