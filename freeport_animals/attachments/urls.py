from django.urls import path

from freeport_animals.attachments import views

urlpatterns = [
    path("attachments/<int:pk>/", views.attachment, name="attachment"),
    path("attachments/<int:pk>/original/", views.attachment_original, name="attachment_original"),
]
