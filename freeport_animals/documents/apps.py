from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "freeport_animals.documents"
    label = "documents"
