from django.urls import path

from freeport_animals.audit import views

urlpatterns = [path("history/<str:key>/<int:pk>/", views.history, name="history")]
