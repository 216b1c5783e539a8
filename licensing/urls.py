from django.urls import path

from licensing.views import counter, licenses, papers, public, visit

urlpatterns = [
    path("counter/", counter.counter, name="counter"),
    path("counter/find/", counter.counter_find, name="counter-find"),
    path("counter/start/", counter.counter_start, name="counter-start"),
    path("counter/new-owner/", counter.counter_new_owner, name="counter-new-owner"),
    path("counter/new-owner/like/", counter.counter_like, name="counter-like"),
    path("counter/application/", papers.application, name="application-blank"),
    path("counter/renew/<int:pk>/", licenses.renew, name="renew"),
    path("counter/<int:pk>/", visit.visit, name="visit"),
    path("counter/<int:pk>/live/", visit.visit_live, name="visit-live"),
    path("counter/<int:pk>/take-up/", visit.visit_take_up, name="visit-take-up"),
    path("counter/<int:pk>/slip/", papers.visit_slip, name="visit-slip"),
    path("counter/<int:pk>/application/", papers.application, name="visit-application"),
    path("counter/<int:pk>/done/", papers.visit_done, name="visit-done"),
    path("licenses/", licenses.license_list, name="license-list"),
    path("licenses/<int:pk>/", licenses.license, name="license"),
    path("licenses/<int:pk>/void/", licenses.license_void_page, name="license-void"),
    path("licenses/<int:pk>/tag/", licenses.license_tag, name="license-tag"),
    path("exemptions/<int:pk>/void/", licenses.exemption_void_page, name="exemption-void"),
    path("v/<slug:code>/", public.validity, name="validity"),
]
