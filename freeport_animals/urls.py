from django.urls import include, path

from freeport_animals.base import views as base
from freeport_animals.base.style_guide import style_guide

urlpatterns = [
    path("healthz", base.healthz, name="healthz"),
    path("", include("freeport_animals.accounts.urls")),
    path("", include("freeport_animals.audit.urls")),
    path("", include("freeport_animals.attachments.urls")),
    path("", include("freeport_animals.registry.urls")),
    path("", include("freeport_animals.city.urls")),
    path("", include("freeport_animals.documents.urls")),
    path("", include("freeport_animals.ledger.urls")),
    path("", include("freeport_animals.ordinance.urls")),
    path("", include("licensing.urls")),
    path("style/", style_guide, name="style_guide"),
    path("style/<slug:page>/", style_guide, name="style_guide_page"),
]

handler400 = "freeport_animals.base.views.bad_request"
