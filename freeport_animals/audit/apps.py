from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "freeport_animals.audit"
    label = "audit"

    def ready(self) -> None:
        from freeport_animals.accounts.models import User
        from freeport_animals.audit.subjects import Subject, register
        from freeport_animals.base.access import Role

        register(Subject(User, roles=frozenset({str(Role.ADMINISTRATOR)}), url_name="staff-member"))
