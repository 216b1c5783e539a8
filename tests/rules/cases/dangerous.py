"""Sections 11 and 12, Subd. D: dangerous animals."""

from typing import Any

from tests.rules.cases import Cases

designate = Cases(
    "designate",
    unprovoked=True,
    injured_person=False,
    attacked_person=False,
    bites=[],
    chased_or_approached=False,
    threatened=False,
    incident_on="2026-05-04",
)


def bite(victim: str, on: str = "2026-05-04", **more: Any) -> dict[str, Any]:
    return {"victim": victim, "on": on, **more}


designate.add(
    "nothing happened",
    {},
    {
        "dangerous_possible": False,
        "potentially_dangerous_possible": False,
        "excepted": False,
        "dangerous": [],
        "potentially_dangerous": [],
    },
)
designate.add(
    "one bite of a person, unprovoked",
    {"bites": [bite("person", person_id="p")]},
    {"dangerous": ["11.C.1.b"], "potentially_dangerous": ["11.C.2.a", "11.C.2.c"]},
)
designate.add(
    "two bites on one day are one occasion",
    {"bites": [bite("person", person_id="p"), bite("person", person_id="q")]},
    {"dangerous": ["11.C.1.b"]},
)
designate.add(
    "bites on two days",
    {"bites": [bite("person", "2025-07-04", person_id="p"), bite("person", person_id="p")]},
    {"dangerous": ["11.C.1.b", "11.C.1.d"]},
)
designate.add(
    "a wild animal attacked: dangerous is possible, potentially dangerous is not",
    {"attacked_animal": "other"},
    {"dangerous": ["11.C.1.c"], "potentially_dangerous_possible": False},
)
designate.add(
    "chased on private property",
    {"chased_or_approached": True, "on_public_property": False},
    {"dangerous_possible": False, "potentially_dangerous_possible": False},
)
designate.add(
    "threatened a person",
    {"threatened": True},
    {"dangerous_possible": False, "potentially_dangerous": ["11.C.2.c"]},
)
designate.add(
    "threatened a person, and the owner knew",
    {"threatened": True, "owner_knew": True},
    {"dangerous": ["11.C.1.e"]},
)
designate.add(
    "provoked, and bit",
    {"unprovoked": False, "bites": [bite("person")]},
    {"dangerous_possible": False, "potentially_dangerous_possible": False},
)
designate.add(
    "provoked, and bit, where the criterion is enough",
    {"unprovoked": False, "bites": [bite("person")]},
    {"dangerous": ["11.C.1.b"], "potentially_dangerous_possible": False},
    readings={"dangerous-evidence": "criterion-alone"},
)
designate.add(
    "designated last year, then provoked and bit: 11.E.2 needs no 'unprovoked'",
    {"unprovoked": False, "bites": [bite("person")], "prior_potentially_dangerous_on": "2025-05-04"},
    {
        "dangerous_possible": True,
        "dangerous": ["11.C.1.b", "11.C.1.e", "11.E.2"],
        "potentially_dangerous_possible": False,
    },
)
designate.add(
    "designated on the same day is no earlier day",
    {"unprovoked": False, "bites": [bite("person")], "prior_potentially_dangerous_on": "2026-05-04"},
    {"dangerous_possible": False},
)
designate.add(
    "designated on the same day, provoked and attacked a person: 11.E.2 asks for an earlier day",
    {"unprovoked": False, "attacked_person": True, "prior_potentially_dangerous_on": "2026-05-04"},
    {"dangerous_possible": False},
)
designate.add(
    "designated the day before, provoked and attacked a person",
    {"unprovoked": False, "attacked_person": True, "prior_potentially_dangerous_on": "2026-05-03"},
    {"dangerous": ["11.C.1.b", "11.C.1.e", "11.E.2"]},
)
designate.add(
    "designated for the old bite, nothing since but a chase",
    {
        "chased_or_approached": True,
        "bites": [bite("domestic", "2025-04-01")],
        "prior_potentially_dangerous_on": "2025-05-04",
        "unprovoked": False,
    },
    {"dangerous_possible": False},
)
designate.add(
    "an intruder in the home",
    {"injured_person": True, "exception": "intruder"},
    {"excepted": True, "dangerous_possible": False, "potentially_dangerous_possible": False},
)
designate.refuse("a bite after the incident", "bites[0].on", {"bites": [bite("person", "2026-05-05")]})
designate.refuse("a bite of a mailbox", "bites[0].victim", {"bites": [bite("mailbox")]})

destruction_order = Cases(
    "destruction-order",
    on="2026-06-01",
    species="dog",
    finding_vicious_attack=True,
    finding_owner_unable=False,
    designated_dangerous=True,
    notice_served_on="2026-05-04",
    appeal_pending=False,
    council_ordered_destruction=False,
)
destruction_order.add("served Mon 4 May 2026, no appeal", {}, {"allowed": True, "blocked_by": []})
destruction_order.add(
    "on Mon 18 May 2026, the last day to appeal",
    {"on": "2026-05-18"},
    {"allowed": False, "blocked_by": ["11.G.1"]},
)
destruction_order.add("on Tue 19 May 2026", {"on": "2026-05-19"}, {"allowed": True})
destruction_order.add(
    "served Mon 11 May 2026: Memorial Day rolls the last day to Tue 26 May 2026",
    {"notice_served_on": "2026-05-11", "on": "2026-05-26"},
    {"allowed": False, "blocked_by": ["11.G.1"]},
)
destruction_order.add("never designated", {"designated_dangerous": False}, {"blocked_by": ["11.F"]})
destruction_order.add("no finding", {"finding_vicious_attack": False}, {"blocked_by": ["11.F"]})
destruction_order.add(
    "the other finding", {"finding_vicious_attack": False, "finding_owner_unable": True}, {"allowed": True}
)
destruction_order.add("never served", {"notice_served_on": None}, {"blocked_by": ["11.G.1"]})
destruction_order.add(
    "the council ordered it without a finding",
    {"finding_vicious_attack": False, "council_ordered_destruction": True},
    {"blocked_by": ["11.F"]},
)
destruction_order.add(
    "which needs none by the other reading",
    {"finding_vicious_attack": False, "council_ordered_destruction": True},
    {"allowed": True},
    readings={"council-finding": "not-required"},
)
destruction_order.add(
    "the officer's order needs one by any reading",
    {"finding_vicious_attack": False},
    {"blocked_by": ["11.F"]},
    readings={"council-finding": "not-required"},
)
destruction_order.add(
    "appeal and court pending",
    {"appeal_pending": True, "district_court_pending": True},
    {"blocked_by": ["11.G.1.b", "12.B"]},
)
destruction_order.add("on the last day of its hold", {"hold_last_day": "2026-06-01"}, {"blocked_by": ["5.C"]})
destruction_order.add(
    "confined after a bite through that day",
    {"quarantine_release_not_before": "2026-06-01T10:00"},
    {"blocked_by": ["5.B"]},
)
destruction_order.add(
    "the time to go to court runs", {"court_window_ends_on": "2026-06-01"}, {"allowed": True}
)
destruction_order.add(
    "and blocks by the other reading",
    {"court_window_ends_on": "2026-06-01"},
    {"blocked_by": ["12.B"]},
    readings={"court-review": "window-blocks"},
)
destruction_order.refuse("no day", "on", {"on": None})

reversal_costs = Cases("reversal-costs", on="2026-05-26")
reversal_costs.add("not said", {}, {"owner_pays": None})
reversal_costs.add("null is not said", {"substantially_justified": None}, {"owner_pays": None})
reversal_costs.add("justified", {"substantially_justified": True}, {"owner_pays": True})
reversal_costs.add("not justified", {"substantially_justified": False}, {"owner_pays": False})
reversal_costs.refuse("perhaps", "substantially_justified", {"substantially_justified": "perhaps"})
reversal_costs.refuse("before the ordinance", "on", {"on": "2001-05-26"})

subsequent_offense = Cases("subsequent-offense", found_dangerous_on="2026-05-04")
subsequent_offense.add("the next day", {"violated_on": "2026-05-05"}, {"must_be_seized": True})
subsequent_offense.add("years later", {"violated_on": "2031-01-01"}, {"must_be_seized": True})
subsequent_offense.add("the same day", {"violated_on": "2026-05-04"}, {"must_be_seized": False})
subsequent_offense.add("before", {"violated_on": "2026-05-03"}, {"must_be_seized": False})
subsequent_offense.refuse("not said when", "violated_on", {})
subsequent_offense.refuse("a time for a day", "violated_on", {"violated_on": "2026-05-05T10:00"})

dangerous_flag = Cases("dangerous-flag", on="2026-05-08")
dangerous_flag.add("neither", {}, {"dangerous": False, "since": None})
dangerous_flag.add(
    "proceeding opened", {"proceeding_opened_on": "2026-05-04"}, {"dangerous": True, "since": "2026-05-04"}
)
dangerous_flag.add(
    "proceeding opened, only designation counts",
    {"proceeding_opened_on": "2026-05-04"},
    {"dangerous": False},
    readings={"dangerous-flag": "when-designated"},
)
dangerous_flag.add(
    "both, by default the earlier",
    {"proceeding_opened_on": "2026-05-04", "designated_on": "2026-05-06"},
    {"since": "2026-05-04"},
)
dangerous_flag.add(
    "both, by designation",
    {"proceeding_opened_on": "2026-05-04", "designated_on": "2026-05-06"},
    {"since": "2026-05-06"},
    readings={"dangerous-flag": "when-designated"},
)
dangerous_flag.add(
    "opened tomorrow", {"proceeding_opened_on": "2026-05-09"}, {"dangerous": False, "since": None}
)
dangerous_flag.add(
    "designated without a proceeding",
    {"designated_on": "2026-05-08"},
    {"dangerous": True, "since": "2026-05-08"},
)
