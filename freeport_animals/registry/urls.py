from django.urls import path

from freeport_animals.registry.views import (
    animals,
    departures,
    likely,
    merges,
    ownerships,
    people,
    premises,
    search,
    vaccinations,
)

urlpatterns = [
    path("search/", search.search_everywhere, name="search"),
    # Owners
    path("owners/", people.owners, name="owners"),
    path("owners/add/", people.owner_add, name="owner_add"),
    path("owners/likely/", likely.owners_likely, name="owners_likely"),
    path("owners/choose/", likely.owners_choose, name="owners_choose"),
    path("owners/<int:pk>/", people.owner, name="owner"),
    path("owners/<int:pk>/edit/", people.owner_edit, name="owner_edit"),
    path("owners/<int:pk>/household/", people.owner_household, name="owner_household"),
    path("owners/<int:pk>/premises/", people.owner_premises, name="owner_premises"),
    path("owners/<int:pk>/died/", departures.owner_died, name="owner_died"),
    path("owners/<int:pk>/moved-away/", departures.owner_moved_away, name="owner_moved_away"),
    path("owners/<int:pk>/animals/add/", animals.animal_add, name="animal_add"),
    # Animals
    path("animals/", animals.animals, name="animals"),
    path("animals/likely/", likely.animals_likely, name="animals_likely"),
    path("animals/<int:pk>/", animals.animal, name="animal"),
    path("animals/<int:pk>/edit/", animals.animal_edit, name="animal_edit"),
    path("animals/<int:pk>/photograph/", animals.animal_photograph, name="animal_photograph"),
    path("animals/<int:pk>/class/", animals.animal_class, name="animal_class"),
    path("animals/<int:pk>/died/", departures.animal_died, name="animal_died"),
    path("animals/<int:pk>/moved-away/", departures.animal_moved_away, name="animal_moved_away"),
    path("animals/<int:pk>/given-away/", departures.animal_given_away, name="animal_given_away"),
    path("animals/<int:pk>/new-owner/", ownerships.animal_transfer, name="animal_transfer"),
    path("animals/<int:pk>/people/add/", ownerships.part_add, name="part_add"),
    path("animals/<int:pk>/vaccinations/add/", vaccinations.vaccination_add, name="vaccination_add"),
    path("departures/<int:pk>/undo/", departures.departure_undo, name="departure_undo"),
    path("ownerships/<int:pk>/end/", ownerships.part_end, name="part_end"),
    path("ownerships/<int:pk>/registered/", ownerships.part_primary, name="part_primary"),
    path("ownerships/<int:pk>/since/", ownerships.part_since, name="part_since"),
    path("ownerships/<int:pk>/mistake/", ownerships.part_void, name="part_void"),
    # Vaccinations
    path("vaccinations/<int:pk>/void/", vaccinations.vaccination_void, name="vaccination_void"),
    path(
        "vaccinations/<int:pk>/certificate/",
        vaccinations.vaccination_certificate,
        name="vaccination_certificate",
    ),
    path("veterinarians/", vaccinations.veterinarians, name="veterinarians"),
    path("veterinarians/suggest/", vaccinations.veterinarians_suggest, name="veterinarians_suggest"),
    path("veterinarians/<int:pk>/edit/", vaccinations.veterinarian_edit, name="veterinarian_edit"),
    # Premises
    path("premises/", premises.premises_list, name="premises_list"),
    path("premises/add/", premises.premises_add, name="premises_add"),
    path("premises/likely/", likely.premises_likely, name="premises_likely"),
    path("premises/<int:pk>/", premises.premises, name="premises"),
    path("premises/<int:pk>/edit/", premises.premises_edit, name="premises_edit"),
    # Merging
    path("merge/<slug:kind>/<int:pk>/", merges.merge_choose, name="merge_choose"),
    path("merge/<slug:kind>/<int:pk>/with/<int:other>/", merges.merge_confirm, name="merge_confirm"),
    path("merges/<slug:kind>/<int:pk>/", merges.merges, name="merges"),
    path("merges/<int:pk>/undo/", merges.merge_undo, name="merge_undo"),
]
