from django.apps import AppConfig


class AttachmentsConfig(AppConfig):
    name = "freeport_animals.attachments"
    label = "attachments"
