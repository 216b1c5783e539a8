from django.urls import path

from freeport_animals.ordinance.views import ask, clauses, in_force, readings

urlpatterns = [
    path("ordinance/", clauses.clauses, name="ordinance"),
    path("ordinance/ask/", ask.rule_list, name="ask"),
    path("ordinance/ask/<slug:name>/", ask.ask_rule, name="ask-rule"),
    path("ordinance/readings/", readings.readings, name="readings"),
    path("ordinance/in-force/", in_force.in_force, name="in-force"),
    path("ordinance/in-force.pdf", in_force.in_force_pdf, name="in-force-pdf"),
]
