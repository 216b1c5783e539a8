from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "freeport_animals.audit"
    label = "audit"
