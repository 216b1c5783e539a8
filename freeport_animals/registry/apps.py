from django.apps import AppConfig


class RegistryConfig(AppConfig):
    name = "freeport_animals.registry"
    label = "registry"
