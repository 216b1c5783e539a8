from django.apps import AppConfig


class OrdinanceConfig(AppConfig):
    name = "freeport_animals.ordinance"
    label = "ordinance"
