"""Sections 11, Subd. I and 12: requirements, insurance, notice of a move."""

from tests.rules.cases import Cases

requirements = Cases(
    "requirements", species="dog", ordered=[1, 3, 6], met=[], notice_sent_on="2026-05-04", on="2026-05-18"
)
requirements.add(
    "notice Mon 4 May 2026, the last day Mon 18 May 2026",
    {},
    {"due_on": "2026-05-18", "outstanding": [1, 3, 6], "seizable": False},
)
requirements.add("the day after", {"on": "2026-05-19"}, {"seizable": True})
requirements.add("all met", {"met": [1, 3, 6], "on": "2026-05-19"}, {"outstanding": [], "seizable": False})
requirements.add(
    "all seven",
    {"met": [1, 3, 6], "on": "2026-05-19"},
    {"outstanding": [2, 4, 5, 7], "seizable": True},
    readings={"each-requirement": "all-seven"},
)
requirements.add(
    "all seven for a cat",
    {"species": "cat", "met": [1, 3, 6]},
    {"outstanding": [2, 7]},
    readings={"each-requirement": "all-seven"},
)
requirements.add("muzzle and tag bind no cat", {"species": "cat", "ordered": [4, 5]}, {"outstanding": []})
requirements.add(
    "order sent Mon 11 May 2026: Memorial Day rolls it to Tue 26 May 2026",
    {"order_sent_on": "2026-05-11"},
    {"due_on": "2026-05-26"},
)
requirements.add(
    "stayed by an appeal",
    {"appeal_demanded_on": "2026-05-08", "on": "2026-06-15"},
    {"due_on": None, "seizable": False},
)
requirements.add(
    "not stayed",
    {"appeal_demanded_on": "2026-05-08", "on": "2026-06-15"},
    {"due_on": "2026-05-18", "seizable": True},
    readings={"compliance-clock": "not-stayed"},
)
requirements.add(
    "demanded Fri 8 May 2026 with ten days left, decided Tue 26 May 2026: through Fri 5 Jun 2026",
    {"appeal_demanded_on": "2026-05-08", "decided_on": "2026-05-26", "on": "2026-06-05"},
    {"due_on": "2026-06-05", "seizable": False},
)
requirements.add(
    "and the order sent Thu 28 May 2026: through Thu 11 Jun 2026",
    {
        "appeal_demanded_on": "2026-05-08",
        "decided_on": "2026-05-26",
        "order_sent_on": "2026-05-28",
        "on": "2026-06-12",
    },
    {"due_on": "2026-06-11", "seizable": True},
)
requirements.add(
    "an appeal that comes later does not stay it yet",
    {"appeal_demanded_on": "2026-05-20", "on": "2026-05-19"},
    {"due_on": "2026-05-18", "seizable": True},
)
requirements.add(
    "registration runs from the day it was deemed, Thu 7 May 2026: no ground before Thu 21 May 2026 is over",
    {"met": [1, 3], "deemed_on": "2026-05-07", "on": "2026-05-21"},
    {"registration_due_on": "2026-05-21", "outstanding": [6], "seizable": False},
)
requirements.add(
    "and is one after", {"met": [1, 3], "deemed_on": "2026-05-07", "on": "2026-05-22"}, {"seizable": True}
)
requirements.add(
    "another that is late is a ground while registration is not yet due",
    {"met": [1], "deemed_on": "2026-05-07", "on": "2026-05-19"},
    {"outstanding": [3, 6], "seizable": True},
)
requirements.refuse("requirement 0", "ordered[0]", {"ordered": [0]})
requirements.refuse(
    "decided before it was demanded",
    "decided_on",
    {"appeal_demanded_on": "2026-05-08", "decided_on": "2026-05-07"},
)

insurance = Cases("insurance", amount="300000.00", proved_on="2026-05-04", on="2026-06-01")
insurance.add("just enough", {}, {"met": True, "enough": True, "prove_again_by": "2027-05-04"})
insurance.add("a cent short", {"amount": "299999.99"}, {"met": False, "enough": False})
insurance.add("on the anniversary", {"on": "2027-05-04"}, {"met": True})
insurance.add("the day after", {"on": "2027-05-05"}, {"met": False})
insurance.add(
    "the policy ends earlier",
    {"expires_on": "2026-12-31", "on": "2027-01-01"},
    {"met": False, "prove_again_by": "2026-12-31"},
)
insurance.add(
    "proved on leap day",
    {"proved_on": "2024-02-29", "on": "2025-02-28"},
    {"met": True, "prove_again_by": "2025-02-28"},
)
insurance.refuse("a negative amount", "amount", {"amount": "-1.00"})

relocation_notice = Cases(
    "relocation-notice", moves_on="2026-06-01", owner_name="A", owner_address="B", new_address="C"
)
relocation_notice.add(
    "fourteen days before",
    {"received_on": "2026-05-18"},
    {"last_day": "2026-05-18", "timely": True, "missing": [], "in_order": True},
)
relocation_notice.add(
    "thirteen days before", {"received_on": "2026-05-19"}, {"timely": False, "in_order": False}
)
relocation_notice.add("never", {}, {"timely": False})
relocation_notice.add(
    "without the new address",
    {"received_on": "2026-05-01", "new_address": ""},
    {"timely": True, "missing": ["new-address"], "in_order": False},
)
relocation_notice.add(
    "sold, without the new owner",
    {"received_on": "2026-05-01", "transferred": True},
    {"missing": ["new-owner-name"]},
)
relocation_notice.add(
    "sold, with the new owner",
    {"received_on": "2026-05-01", "transferred": True, "new_owner_name": "D"},
    {"in_order": True},
)
