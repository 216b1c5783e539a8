"""Section 2, Subd. B: licenses."""

from typing import Any

from tests.rules.cases import Cases


def shot(disease: str, given: str, **more: Any) -> dict[str, Any]:
    return {"disease": disease, "given": given, "certificate": True, "veterinarian_licensed": True, **more}


license_required = Cases("license-required", species="dog", on="2026-05-04")
license_required.add(
    "born 31 March 2026: six months old 30 September",
    {"born": "2026-03-31"},
    {"required": False, "from": "2026-10-01"},
)
license_required.add(
    "born 29 August 2023: six months old on leap day 2024",
    {"born": "2023-08-29"},
    {"required": True, "from": "2024-03-01"},
)
license_required.add(
    "born 30 August 2022: six months old 28 February 2023",
    {"born": "2022-08-30"},
    {"required": True, "from": "2023-03-01"},
)
license_required.add(
    "born 4 November 2025, six months old today: not yet over",
    {"born": "2025-11-04"},
    {"required": False, "from": "2026-05-05"},
)
license_required.add(
    "born 3 November 2025: since today", {"born": "2025-11-03"}, {"required": True, "from": "2026-05-04"}
)
license_required.add(
    "here for a show", {"born": "2020-01-01", "show": True}, {"required": False, "from": None}
)
license_required.add(
    "a guide dog", {"born": "2020-01-01", "assistance": "guide"}, {"required": False, "from": None}
)
license_required.add(
    "a cat is no guide dog",
    {"species": "cat", "born": "2020-01-01", "assistance": "guide"},
    {"required": True},
)
license_required.add(
    "another service dog",
    {"born": "2020-01-01", "assistance": "service"},
    {"required": True, "from": "2020-07-02"},
)
license_required.add(
    "another service dog, all exempt",
    {"born": "2020-01-01", "assistance": "service"},
    {"required": False, "from": None},
    readings={"guide-dogs": "all-service-dogs"},
)
license_required.add(
    "a cat", {"species": "cat", "born": "2020-01-01"}, {"required": True, "from": "2020-07-02"}
)
license_required.add(
    "a cat, where cats need none",
    {"species": "cat", "born": "2020-01-01"},
    {"required": False, "from": None},
    readings={"cats-licensed": "no"},
)
license_required.add("a horse", {"species": "horse"}, {"required": False, "from": None})
license_required.refuse("born tomorrow", "born", {"born": "2026-05-05"})

license_check = Cases(
    "license-check",
    species="dog",
    on="2026-05-04",
    owner_name="Nou Yang",
    owner_address="PO Box 12",
    animal_name="Dub",
    breed="Beagle",
    color="tricolor",
    sex="female",
    vaccinations=[shot("rabies", "2025-05-04"), shot("distemper", "2025-05-04")],
)
license_check.add("current through the anniversary itself", {}, {"issuable": True, "missing": []})
license_check.add(
    "a day after the anniversary", {"on": "2026-05-05"}, {"issuable": False, "missing": ["distemper-expired"]}
)
license_check.add(
    "nothing but spaces, a control character and null",
    {
        "owner_name": "  ",
        "owner_address": "\u0000\u200b",
        "animal_name": None,
        "breed": "",
        "color": "\t",
        "sex": None,
    },
    {"missing": ["owner-name", "owner-address", "animal-name", "breed", "color", "sex"]},
)
license_check.add("never vaccinated", {"vaccinations": []}, {"missing": ["rabies", "distemper"]})
license_check.add(
    "everything wrong with one vaccination",
    {
        "vaccinations": [
            {
                "disease": "rabies",
                "given": "2020-01-01",
                "certificate": False,
                "veterinarian_licensed": False,
            },
            shot("distemper", "2026-01-01"),
        ]
    },
    {"missing": ["rabies-expired", "rabies-certificate", "rabies-veterinarian"]},
)
license_check.add(
    "only the newest is looked at, in whatever order",
    {
        "vaccinations": [
            shot("distemper", "2026-01-01"),
            shot("distemper", "2024-01-01", certificate=False),
            shot("rabies", "2022-01-01"),
            shot("rabies", "2025-01-01"),
        ]
    },
    {"issuable": True},
)
license_check.add(
    "an earlier expiry on the certificate wins",
    {"vaccinations": [shot("rabies", "2025-05-01", expires="2026-05-01"), shot("distemper", "2026-01-01")]},
    {"missing": ["rabies-expired"]},
)
license_check.add(
    "rabies given on leap day 2024 is current through 28 February 2026",
    {"on": "2026-02-28", "vaccinations": [shot("rabies", "2024-02-29"), shot("distemper", "2025-06-01")]},
    {"issuable": True},
)
license_check.add(
    "and not on 1 March 2026",
    {"on": "2026-03-01", "vaccinations": [shot("rabies", "2024-02-29"), shot("distemper", "2025-06-01")]},
    {"missing": ["rabies-expired"]},
)
license_check.add(
    "bi-annually read as twice a year: six months from 31 August 2025 end 28 February 2026",
    {"on": "2026-03-01", "vaccinations": [shot("rabies", "2025-08-31"), shot("distemper", "2025-08-31")]},
    {"missing": ["rabies-expired"]},
    readings={"rabies-interval": "6-months"},
)
license_check.add(
    "a three-year distemper certificate, by the certificate",
    {"vaccinations": [shot("rabies", "2025-01-01"), shot("distemper", "2024-01-01", expires="2027-01-01")]},
    {"issuable": True},
    readings={"distemper-interval": "certificate-expiry"},
)
license_check.add(
    "without an expiry on it the city's interval stands in",
    {"vaccinations": [shot("rabies", "2024-01-01"), shot("distemper", "2026-01-01")]},
    {"missing": ["rabies-expired"]},
    readings={"rabies-interval": "certificate-expiry"},
)
license_check.add(
    "only a live modified vaccine: inactivated is none",
    {"vaccinations": [shot("rabies", "2026-01-01", product="inactivated"), shot("distemper", "2026-01-01")]},
    {"missing": ["rabies-product"]},
    readings={"rabies-vaccine": "live-modified-only"},
)
license_check.add(
    "only a live modified vaccine: this is one",
    {
        "vaccinations": [
            shot("rabies", "2026-01-01", product="modified-live"),
            shot("distemper", "2026-01-01"),
        ]
    },
    {"issuable": True},
    readings={"rabies-vaccine": "live-modified-only"},
)
license_check.refuse("a license for a rabbit", "species", {"species": "rabbit"})
license_check.refuse(
    "given tomorrow", "vaccinations[0].given", {"vaccinations": [shot("rabies", "2026-05-05")]}
)
license_check.refuse(
    "run out before it was given",
    "vaccinations[0].expires",
    {"vaccinations": [shot("rabies", "2026-01-05", expires="2026-01-04")]},
)
license_check.refuse(
    "another disease", "vaccinations[0].disease", {"vaccinations": [shot("parvo", "2026-01-05")]}
)
license_check.refuse(
    "no certificate told",
    "vaccinations[0].certificate",
    {"vaccinations": [{"disease": "rabies", "given": "2026-01-05", "veterinarian_licensed": True}]},
)
license_check.refuse(
    "an unknown fact of one",
    "vaccinations[1].lot",
    {"vaccinations": [shot("rabies", "2026-01-05"), shot("rabies", "2026-01-05", lot="7")]},
)

license_fee = Cases("license-fee", species="dog", on="2026-05-04")
license_fee.add("a dog", {}, {"total": "5.00"})
license_fee.add("a cat", {"species": "cat"}, {"total": "5.00"})
license_fee.add("by resolution", {}, {"total": "12.00"}, parameters={"license-fee": "12.00"})
license_fee.add("a guide dog's is free on request", {"assistance": "guide"}, {"total": "0.00"})
license_fee.add("another service dog's is not", {"assistance": "service"}, {"total": "5.00"})
license_fee.add(
    "unless all are exempt",
    {"assistance": "service"},
    {"total": "0.00"},
    readings={"guide-dogs": "all-service-dogs"},
)
license_fee.add(
    "a cat, where cats need none", {"species": "cat"}, {"total": "0.00"}, readings={"cats-licensed": "no"}
)
license_fee.refuse("a goat", "species", {"species": "goat"})
license_fee.refuse("before the ordinance", "on", {"on": "2005-08-05"})

license_term = Cases("license-term", vaccinations=[])
license_term.add(
    "the day the ordinance took effect",
    {"issued_on": "2005-08-06"},
    {"valid_from": "2005-08-06", "valid_to": None},
)
license_term.add(
    "New Year's Eve",
    {"issued_on": "2026-12-31"},
    {"valid_to": "2026-12-31"},
    readings={"license-term": "calendar-year"},
)
license_term.add(
    "from leap day through 28 February",
    {"issued_on": "2024-02-29"},
    {"valid_to": "2025-02-28"},
    readings={"license-term": "twelve-months"},
)
license_term.add(
    "from 1 March 2023 through leap day 2024",
    {"issued_on": "2023-03-01"},
    {"valid_to": "2024-02-29"},
    readings={"license-term": "twelve-months"},
)
license_term.add(
    "from 1 March 2024 through 28 February",
    {"issued_on": "2024-03-01"},
    {"valid_to": "2025-02-28"},
    readings={"license-term": "twelve-months"},
)
license_term.add(
    "the last day of the earlier one still runs",
    {"issued_on": "2026-05-31", "previous_valid_to": "2026-05-31"},
    {"valid_from": "2026-06-01", "valid_to": "2027-05-31"},
    readings={"license-term": "twelve-months"},
)
license_term.add(
    "a day later it has run out",
    {"issued_on": "2026-06-01", "previous_valid_to": "2026-05-31"},
    {"valid_from": "2026-06-01", "valid_to": "2027-05-31"},
    readings={"license-term": "twelve-months"},
)
license_term.add(
    "with the vaccinations: distemper of 1 December 2025 ends first",
    {
        "issued_on": "2026-05-04",
        "vaccinations": [shot("rabies", "2025-06-02"), shot("distemper", "2025-12-01")],
    },
    {"valid_from": "2026-05-04", "valid_to": "2026-12-01"},
    readings={"license-term": "vaccination-linked"},
)
license_term.add(
    "with the vaccinations: the rabies certificate ends first",
    {
        "issued_on": "2026-05-04",
        "vaccinations": [shot("rabies", "2025-06-02", expires="2026-06-02"), shot("distemper", "2025-12-01")],
    },
    {"valid_to": "2026-06-02"},
    readings={"license-term": "vaccination-linked"},
)
license_term.refuse(
    "with the vaccinations, of which one is missing",
    "vaccinations",
    {"issued_on": "2026-05-04", "vaccinations": [shot("rabies", "2026-01-01")]},
    readings={"license-term": "vaccination-linked"},
)
license_term.refuse(
    "with vaccinations that have run out",
    "vaccinations",
    {
        "issued_on": "2026-05-04",
        "vaccinations": [shot("rabies", "2020-01-01"), shot("distemper", "2026-01-01")],
    },
    readings={"license-term": "vaccination-linked"},
)
