from django.urls import include, path

from freeport_animals.base import views as base

urlpatterns = [
    path("healthz", base.healthz, name="healthz"),
]
