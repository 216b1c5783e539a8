from django.apps import AppConfig


class FreeportAnimalsConfig(AppConfig):
    name = "freeport_animals"
    label = "freeport_animals"
    verbose_name = "Freeport Animal Control"
