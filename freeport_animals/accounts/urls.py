from django.urls import path

from freeport_animals.accounts import views

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("password/", views.password, name="password"),
    path("unsent/", views.unsent, name="unsent"),
    path("unsent/forget/", views.unsent_forget, name="unsent-forget"),
    path("staff/", views.staff, name="staff"),
    path("staff/add/", views.staff_add, name="staff-add"),
    path("staff/<int:pk>/", views.staff_member, name="staff-member"),
    path("staff/<int:pk>/edit/", views.staff_edit, name="staff-edit"),
    path("staff/<int:pk>/close/", views.staff_close, name="staff-close"),
    path("staff/<int:pk>/reopen/", views.staff_reopen, name="staff-reopen"),
    path("staff/<int:pk>/password/", views.staff_password, name="staff-password"),
    path("staff/<int:pk>/unlock/", views.staff_unlock, name="staff-unlock"),
]
