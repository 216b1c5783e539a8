from django.urls import path

from freeport_animals.documents import views

app_name = "documents"
urlpatterns = [
    path("documents/sheet/", views.sheet_open, name="sheet"),
    path("documents/<int:pk>/", views.document_open, name="open"),
]
