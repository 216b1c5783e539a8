"""Sections 5, Subd. A and B, and 8: impounding, confinement after a bite, seizure."""

from tests.rules.cases import Cases

quarantine = Cases(
    "quarantine",
    skin_punctured=True,
    doctor_required=False,
    bitten_at="2026-05-04T08:00",
    confined_at="2026-05-04T10:00",
    vaccinated_with_certificate=False,
    place="shelter",
)
quarantine.add(
    "unvaccinated, shelter",
    {},
    {
        "required": True,
        "places": ["shelter", "veterinary-hospital"],
        "place_allowed": True,
        "release_not_before": "2026-05-14T10:00",
    },
)
quarantine.add(
    "no puncture but a doctor", {"skin_punctured": False, "doctor_required": True}, {"required": True}
)
quarantine.add("neither", {"skin_punctured": False}, {"required": False, "release_not_before": None})
quarantine.add(
    "a hospital in Stearns County",
    {"place": "veterinary-hospital", "county": "stearns county"},
    {"place_allowed": True},
)
quarantine.add("the county matters only for a hospital", {"county": "Todd"}, {"place_allowed": True})
quarantine.add(
    "a hospital in Benton County",
    {"place": "veterinary-hospital", "county": "Benton"},
    {"place_allowed": False},
)
quarantine.add(
    "vaccinated, at home",
    {"vaccinated_with_certificate": True, "place": "home"},
    {"required": True, "places": ["shelter", "veterinary-hospital", "home"], "place_allowed": True},
)
quarantine.add(
    "vaccinated, not required",
    {"vaccinated_with_certificate": True, "place": "home"},
    {"required": False},
    readings={"vaccinated-biter": "not-required"},
)
quarantine.add(
    "unvaccinated is required whatever that reading says",
    {},
    {"required": True},
    readings={"vaccinated-biter": "not-required"},
)
quarantine.add(
    "vaccinated with an inactivated vaccine, where only a live one counts: not at home",
    {"vaccinated_with_certificate": True, "place": "home", "product": "inactivated"},
    {"required": True, "places": ["shelter", "veterinary-hospital"], "place_allowed": False},
    readings={"rabies-vaccine": "live-modified-only"},
)
quarantine.add(
    "vaccinated with a live one, where only a live one counts",
    {"vaccinated_with_certificate": True, "place": "home", "product": "modified-live"},
    {"place_allowed": True},
    readings={"rabies-vaccine": "live-modified-only"},
)
quarantine.add(
    "it bit again after it was confined: the bite and ten days",
    {"bitten_at": "2026-05-05T18:00"},
    {"release_not_before": "2026-05-15T18:00"},
)
quarantine.add(
    "over the change of the clocks in March the same time of day",
    {"bitten_at": "2026-03-01T08:00", "confined_at": "2026-03-01T10:00"},
    {"release_not_before": "2026-03-11T10:00"},
)
quarantine.add(
    "over the change of the clocks in November the same time of day",
    {"bitten_at": "2026-10-28T08:00", "confined_at": "2026-10-28T10:00"},
    {"release_not_before": "2026-11-07T10:00"},
)
quarantine.add(
    "a time that the clock leaps over that day",
    {"bitten_at": "2026-02-26T02:00", "confined_at": "2026-02-26T02:30"},
    {"release_not_before": "2026-03-08T03:30"},
)
quarantine.add(
    "a time that comes twice that day: the first",
    {"bitten_at": "2026-10-22T01:00", "confined_at": "2026-10-22T01:30"},
    {"release_not_before": "2026-11-01T01:30-05:00"},
)
quarantine.add(
    "over leap day",
    {"bitten_at": "2024-02-25T08:00", "confined_at": "2024-02-25T10:00"},
    {"release_not_before": "2024-03-06T10:00"},
)
quarantine.refuse("a kennel is no place", "place", {"place": "kennel"})
quarantine.refuse("24:00", "confined_at", {"confined_at": "2026-05-04T24:00"})
quarantine.refuse("perhaps punctured", "skin_punctured", {"skin_punctured": None})

seizure = Cases(
    "seizure",
    complainant_identified=True,
    complainant_is_officer=False,
    contemporaneous=True,
    ground="cruelty",
    prior_same_ground_same_address=True,
    prior_other_ground_same_address=False,
    property_owner_contact="ignored",
    forced_entry_into_residence=False,
    animal_owner_contacted=False,
    notice_left=True,
)
seizure.add("all six", {}, {"lawful": True, "missing": []})
seizure.add("nobody named", {"complainant_identified": False}, {"lawful": False, "missing": [1]})
seizure.add("a complaint of last week", {"contemporaneous": False}, {"missing": [1]})
seizure.add("a dog that digs", {"ground": "digging up lawns"}, {"missing": [2]})
seizure.add(
    "an earlier complaint on another ground",
    {"prior_same_ground_same_address": False, "prior_other_ground_same_address": True},
    {"missing": [3]},
)
seizure.add(
    "which is enough by the other reading",
    {"prior_same_ground_same_address": False, "prior_other_ground_same_address": True},
    {"lawful": True},
    readings={"seizure-prior": "any-ground-same-address"},
)
seizure.add(
    "no earlier complaint is none by any reading",
    {"prior_same_ground_same_address": False},
    {"missing": [3]},
    readings={"seizure-prior": "any-ground-same-address"},
)
seizure.add("the property's owner was reached", {"property_owner_contact": "reached"}, {"missing": [4]})
seizure.add("nobody tried", {"property_owner_contact": None}, {"missing": [4]})
seizure.add(
    "by force with a pass key in hand is still force",
    {"forced_entry_into_residence": True, "pass_key_used": True},
    {"missing": [5]},
)
seizure.add(
    "spoken to the owner, no notice", {"animal_owner_contacted": True, "notice_left": False}, {"lawful": True}
)
seizure.add("neither spoken nor left", {"notice_left": False}, {"missing": [6]})
seizure.add(
    "none of the six",
    {
        "complainant_identified": False,
        "ground": "smell",
        "prior_same_ground_same_address": False,
        "property_owner_contact": None,
        "forced_entry_into_residence": True,
        "notice_left": False,
    },
    {"lawful": False, "missing": [1, 2, 3, 4, 5, 6]},
)
seizure.refuse("no ground at all", "ground", {"ground": ""})

impound_allowed = Cases("impound-allowed", on="2026-05-04", species="dog")
impound_allowed.add("a dog without a license", {"reasons": ["unlicensed"]}, {"allowed": True})
impound_allowed.add(
    "a cat without a license",
    {"species": "cat", "reasons": ["unlicensed"]},
    {"allowed": False, "blocked_by": ["5.A"]},
)
impound_allowed.add(
    "a cat, where dogs and cats may be",
    {"species": "cat", "reasons": ["unlicensed"]},
    {"allowed": True},
    readings={"unlicensed-impound": "dogs-and-cats"},
)
impound_allowed.add(
    "a cat that needs none",
    {"species": "cat", "reasons": ["unlicensed"]},
    {"allowed": False, "blocked_by": ["2.C"]},
    readings={"unlicensed-impound": "dogs-and-cats", "cats-licensed": "no"},
)
impound_allowed.add(
    "a cat at large without a license",
    {"species": "cat", "reasons": ["unlicensed", "at-large"]},
    {"allowed": True},
)
impound_allowed.add(
    "a goat without a license",
    {"species": "goat", "reasons": ["unlicensed"]},
    {"allowed": False, "blocked_by": ["5.A"]},
)
impound_allowed.add(
    "a goat kept contrary to the ordinance", {"species": "goat", "reasons": ["nuisance"]}, {"allowed": True}
)
