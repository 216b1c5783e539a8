"""Section 2, Subd. D: vaccinations and their certificates."""

from tests.rules.cases import Cases

vaccination_current = Cases("vaccination-current", disease="distemper", given="2025-05-04")
vaccination_current.add(
    "on the anniversary", {"on": "2026-05-04"}, {"current": True, "through": "2026-05-04"}
)
vaccination_current.add("the day after", {"on": "2026-05-05"}, {"current": False, "through": "2026-05-04"})
vaccination_current.add(
    "rabies runs 24 months",
    {"disease": "rabies", "on": "2026-05-05"},
    {"current": True, "through": "2027-05-04"},
)
vaccination_current.add(
    "given on leap day 2024: through 28 February 2025",
    {"given": "2024-02-29", "on": "2025-02-28"},
    {"current": True, "through": "2025-02-28"},
)
vaccination_current.add(
    "the certificate ends earlier",
    {"expires": "2025-12-31", "on": "2026-01-01"},
    {"current": False, "through": "2025-12-31"},
)
vaccination_current.add(
    "the certificate runs longer",
    {"expires": "2028-05-04", "on": "2026-05-05"},
    {"current": False, "through": "2026-05-04"},
)
vaccination_current.add(
    "and counts by the other reading",
    {"expires": "2028-05-04", "on": "2026-05-05"},
    {"current": True, "through": "2028-05-04"},
    readings={"distemper-interval": "certificate-expiry"},
)
vaccination_current.refuse("given after the day asked about", "given", {"on": "2025-05-03"})

certificate_check = Cases(
    "certificate-check",
    given="2026-01-05",
    owner_name="Anna Kiffmeyer",
    owner_address="12 Main St",
    animal_name="Max",
    sex="male",
    description="black Labrador",
    weight="31 kg",
    vaccine="rabies, inactivated",
    signed=True,
)
certificate_check.add("all there", {}, {"complete": True, "missing": []})
certificate_check.add("not signed", {"signed": False}, {"complete": False, "missing": ["signature"]})
certificate_check.add("no weight", {"weight": " "}, {"missing": ["weight"]})
certificate_check.add("no name on it", {"animal_name": None}, {"missing": ["animal-name"]})
certificate_check.add(
    "a cat without a name needs none", {"animal_name": None, "animal_has_name": False}, {"complete": True}
)
certificate_check.add("no date", {"given": None}, {"missing": ["given"]})
certificate_check.add(
    "a blank sheet",
    {
        "given": None,
        "owner_name": "",
        "owner_address": "",
        "animal_name": "",
        "sex": "",
        "description": "",
        "weight": "",
        "vaccine": "",
        "signed": False,
    },
    {
        "missing": [
            "given",
            "owner-name",
            "owner-address",
            "sex",
            "description",
            "weight",
            "vaccine",
            "animal-name",
            "signature",
        ]
    },
)
