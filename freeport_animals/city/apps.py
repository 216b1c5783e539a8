from django.apps import AppConfig


class CityConfig(AppConfig):
    name = "freeport_animals.city"
    label = "city"
