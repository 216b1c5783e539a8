"""Holds, deadlines, release and disposal (5.C, 5.D, 11.G, 12)."""

from tests.rules.cases import Cases

hold = Cases("hold")
# May 2026 has one holiday, Memorial Day on Mon 25 May 2026.
hold.add(
    "Mon 4 May 2026: Tue 5 May 2026 is the first of five, Mon 11 May 2026 the last",
    {"impounded_on": "2026-05-04", "kinds": ["ordinary"]},
    {"last_day": "2026-05-11", "disposable_from": "2026-05-12"},
)
hold.add(
    "Sun 24 May 2026: without Memorial Day, Tue 26 May 2026 is the first, Mon 1 Jun 2026 the last",
    {"impounded_on": "2026-05-24", "kinds": ["ordinary"]},
    {"last_day": "2026-06-01", "disposable_from": "2026-06-02"},
)
hold.add(
    "leap day Thu 29 Feb 2024: Fri 1 Mar 2024 is the first, Thu 7 Mar 2024 the last",
    {"impounded_on": "2024-02-29", "kinds": ["ordinary"]},
    {"last_day": "2024-03-07", "disposable_from": "2024-03-08"},
)
hold.add(
    "Wed 15 Jun 2022: Juneteenth was no legal holiday before 2023, so Wed 22 Jun 2022 is the fifth",
    {"impounded_on": "2022-06-15", "kinds": ["ordinary"]},
    {"last_day": "2022-06-22", "disposable_from": "2022-06-23"},
)
hold.add(
    "Fri 6 Nov 2026, cruelty: ten days less Veterans Day Wed 11 Nov 2026 end on Mon 23 Nov 2026",
    {"impounded_on": "2026-11-06", "kinds": ["cruelty"]},
    {"last_day": "2026-11-23", "disposable_from": "2026-11-24"},
)
hold.add(
    "Mon 7 Dec 2026, ordinary and cruelty: the longer, ten days, end on Mon 21 Dec 2026",
    {"impounded_on": "2026-12-07", "kinds": ["ordinary", "cruelty"]},
    {"last_day": "2026-12-21", "disposable_from": "2026-12-22"},
)
hold.add(
    "second Monday of October open: Thu 8 Oct 2026, then five days to Thu 15 Oct 2026",
    {"impounded_on": "2026-10-08", "kinds": ["ordinary"]},
    {"last_day": "2026-10-15", "disposable_from": "2026-10-16"},
    readings={"indigenous-peoples-day": "open"},
)
hold.add(
    "Friday after Thanksgiving a holiday: Tue 24 Nov 2026; Wed 25, Mon 30 Nov, Tue 1, Wed 2, Thu 3 Dec 2026",
    {"impounded_on": "2026-11-24", "kinds": ["ordinary"]},
    {"last_day": "2026-12-03", "disposable_from": "2026-12-04"},
    readings={"friday-after-thanksgiving": "holiday"},
)
hold.add(
    "a shelter open on Saturdays too: Fri 1 May 2026; Sat 2, Mon 4, Tue 5, Wed 6, Thu 7 May 2026",
    {"impounded_on": "2026-05-01", "kinds": ["ordinary"], "shelter_open": [1, 2, 3, 4, 5, 6]},
    {"last_day": "2026-05-07", "disposable_from": "2026-05-08"},
)
hold.add(
    "Sat 1 Jan 2028 is kept on Fri 31 Dec 2027: from Mon 27 Dec 2027 five days end on Tue 4 Jan 2028",
    {"impounded_on": "2027-12-27", "kinds": ["ordinary"]},
    {"last_day": "2028-01-04", "disposable_from": "2028-01-05"},
)
hold.add(
    "dangerous, notice served later: Mon 4 May 2026, served Thu 7 May 2026; 14 days are Thu 21 May 2026",
    {"impounded_on": "2026-05-04", "kinds": ["dangerous"], "notice_served_on": "2026-05-07"},
    {"last_day": "2026-05-21", "disposable_from": "2026-05-22"},
)
hold.add(
    "dangerous, notice served long before: seven business days of Mon 4 May 2026 end on Wed 13 May 2026",
    {"impounded_on": "2026-05-04", "kinds": ["dangerous"], "notice_served_on": "2026-04-01"},
    {"last_day": "2026-05-13", "disposable_from": "2026-05-14"},
)
hold.add(
    "dangerous, reclaim notice of Wed 13 May 2026: 14 days are Wed 27 May 2026",
    {
        "impounded_on": "2026-05-04",
        "kinds": ["dangerous"],
        "notice_served_on": "2026-04-01",
        "reclaim_notice_on": "2026-05-13",
    },
    {"last_day": "2026-05-27", "disposable_from": "2026-05-28"},
)
hold.add(
    "reclaim notice before the impound: never before impound + 14, Mon 18 May 2026",
    {
        "impounded_on": "2026-05-04",
        "kinds": ["dangerous"],
        "notice_served_on": "2026-04-01",
        "reclaim_notice_on": "2026-04-20",
    },
    {"last_day": "2026-05-18", "disposable_from": "2026-05-19"},
)
hold.add(
    "an appeal about an ordinary animal blocks too",
    {"impounded_on": "2026-05-04", "kinds": ["ordinary"], "appeal_pending": True},
    {"last_day": "2026-05-11", "disposable_from": None},
)
hold.add(
    "a stray that bit: five days of Thu 19 Nov 2026 end on Fri 27 Nov 2026, the ten on Sun 29 Nov 2026",
    {
        "impounded_on": "2026-11-19",
        "kinds": ["ordinary", "bite"],
        "bitten_at": "2026-11-18T20:00",
        "confined_at": "2026-11-19T09:00",
    },
    {"last_day": "2026-11-29", "disposable_from": "2026-11-30"},
)
hold.add(
    "it bit someone in the shelter: ten days from the bite of Tue 5 May 2026, Fri 15 May 2026",
    {
        "impounded_on": "2026-05-04",
        "kinds": ["bite"],
        "bitten_at": "2026-05-05T08:00",
        "confined_at": "2026-05-04T10:00",
    },
    {"last_day": "2026-05-15", "disposable_from": "2026-05-16"},
)
hold.refuse("no kind", "kinds", {"impounded_on": "2026-05-04", "kinds": []})
hold.refuse("a bite without its times", "confined_at", {"impounded_on": "2026-05-04", "kinds": ["bite"]})
hold.refuse(
    "a shelter that never opens",
    "shelter_open",
    {"impounded_on": "2026-05-04", "kinds": ["ordinary"], "shelter_open": []},
)
hold.refuse(
    "weekday 8", "shelter_open[0]", {"impounded_on": "2026-05-04", "kinds": ["ordinary"], "shelter_open": [8]}
)
hold.refuse(
    "true is no weekday",
    "shelter_open[0]",
    {"impounded_on": "2026-05-04", "kinds": ["ordinary"], "shelter_open": [True]},
)

deadline = Cases("deadline")
deadline.add(
    "appeal of Mon 4 May 2026: Mon 18 May 2026",
    {"kind": "appeal", "from": "2026-05-04"},
    {"last_day": "2026-05-18", "state_last_day": None},
)
deadline.add(
    "appeal of Sat 9 May 2026: Sat 23 May 2026, Memorial Day Mon 25 May 2026, so Tue 26 May 2026",
    {"kind": "appeal", "from": "2026-05-09"},
    {"last_day": "2026-05-26"},
)
deadline.add(
    "certificates demanded Fri 15 May 2026: Fri 22 May 2026",
    {"kind": "certificate-demand", "from": "2026-05-15"},
    {"last_day": "2026-05-22"},
)
deadline.add(
    "certificates demanded Wed 18 Nov 2026: Wed 25 Nov 2026 is a closure, Thanksgiving, so Fri 27 Nov 2026",
    {"kind": "certificate-demand", "from": "2026-11-18"},
    {"last_day": "2026-11-27"},
    closures=["2026-11-25"],
)
deadline.add(
    "hearing for a dog demanded Tue 1 Dec 2026: Tue 22 Dec 2026, by state law Tue 15 Dec 2026",
    {"kind": "hearing", "from": "2026-12-01"},
    {"last_day": "2026-12-22", "state_last_day": "2026-12-15"},
)
deadline.add(
    "the state check switched off",
    {"kind": "hearing", "from": "2026-12-01"},
    {"last_day": "2026-12-22", "state_last_day": None},
    state_checks_off=["hearing-within-14-days"],
)
deadline.add(
    "hearing limit on a Saturday stays: Sat 2 May 2026 to Sat 23 May 2026",
    {"kind": "hearing", "from": "2026-05-02", "species": "ferret"},
    {"last_day": "2026-05-23", "state_last_day": None},
)
deadline.add(
    "a move on Sun 1 Mar 2026 is announced by Sun 15 Feb 2026, which does not roll",
    {"kind": "relocation-notice", "from": "2026-03-01"},
    {"last_day": "2026-02-15"},
)
deadline.add(
    "a move on Fri 14 Mar 2008, a leap year: by Fri 29 Feb 2008",
    {"kind": "relocation-notice", "from": "2008-03-14"},
    {"last_day": "2008-02-29"},
)
deadline.add(
    "registration, deemed Mon 28 Sep 2026: Mon 12 Oct 2026 where that day is open",
    {"kind": "registration", "from": "2026-09-28"},
    {"last_day": "2026-10-12"},
    readings={"indigenous-peoples-day": "open"},
)
deadline.add(
    "reclaim notice of Mon 21 Dec 2026: Mon 4 Jan 2027",
    {"kind": "reclaim", "from": "2026-12-21"},
    {"last_day": "2027-01-04"},
)
deadline.add(
    "compliance from Fri 11 Dec 2026: Fri 25 Dec 2026 is Christmas, so Mon 28 Dec 2026",
    {"kind": "compliance", "from": "2026-12-11"},
    {"last_day": "2026-12-28"},
)
deadline.refuse("no such clock", "kind", {"kind": "rent", "from": "2026-05-04"})
deadline.refuse("30 February", "from", {"kind": "appeal", "from": "2026-02-30"})
deadline.refuse("a date with dots", "from", {"kind": "appeal", "from": "04.05.2026"})

appeal_clock = Cases("appeal-clock", sent_on="2026-05-01")
appeal_clock.add(
    "served Mon 4 May 2026: through Mon 18 May 2026",
    {"served_on": "2026-05-04"},
    {"starts_on": "2026-05-04", "last_day": "2026-05-18"},
)
appeal_clock.add(
    "served on the day it was sent, Fri 1 May 2026",
    {"served_on": "2026-05-01"},
    {"starts_on": "2026-05-01", "last_day": "2026-05-15"},
)
appeal_clock.add("never served: the clock has not begun", {}, {"starts_on": None, "last_day": None})
appeal_clock.add(
    "attempts completed do not start it by default",
    {"attempts_completed_on": "2026-05-08"},
    {"starts_on": None, "last_day": None},
)
appeal_clock.add(
    "attempts completed Fri 8 May 2026: through Fri 22 May 2026",
    {"attempts_completed_on": "2026-05-08"},
    {"starts_on": "2026-05-08", "last_day": "2026-05-22"},
    readings={"appeal-clock": "from-completed-attempts"},
)
appeal_clock.add(
    "served after all, Mon 11 May 2026: 14 days are Memorial Day Mon 25 May 2026, so Tue 26 May 2026",
    {"attempts_completed_on": "2026-05-08", "served_on": "2026-05-11"},
    {"starts_on": "2026-05-11", "last_day": "2026-05-26"},
    readings={"appeal-clock": "from-completed-attempts"},
)
appeal_clock.refuse("served before it was sent", "served_on", {"served_on": "2026-04-30"})

release_allowed = Cases(
    "release-allowed",
    on="2026-05-15",
    balance="0.00",
    license_due=False,
    certificates_shown=False,
    reasons=["at-large"],
    requirements_outstanding=[],
)
release_allowed.add("licensed and paid: no certificate is asked", {}, {"allowed": True, "blocked_by": []})
release_allowed.add("one cent is missing", {"balance": "0.01"}, {"allowed": False, "blocked_by": ["5.C"]})
release_allowed.add(
    "unlicensed, certificates not shown", {"license_due": True}, {"allowed": False, "blocked_by": ["5.C.A.3"]}
)
release_allowed.add(
    "unlicensed, certificates shown and all paid",
    {"license_due": True, "certificates_shown": True},
    {"allowed": True},
)
release_allowed.add(
    "confined until 10:00 that day, healthy: from then on",
    {"reasons": ["bite"], "quarantine_release_not_before": "2026-05-15T10:00", "healthy_check": True},
    {"allowed": True},
)
release_allowed.add(
    "the same an hour before",
    {
        "reasons": ["bite"],
        "quarantine_release_not_before": "2026-05-15T10:00",
        "healthy_check": True,
        "at": "2026-05-15T09:00",
    },
    {"allowed": False, "blocked_by": ["5.B"]},
)
release_allowed.add(
    "the same at the minute",
    {
        "reasons": ["bite"],
        "quarantine_release_not_before": "2026-05-15T10:00",
        "healthy_check": True,
        "at": "2026-05-15T10:00",
    },
    {"allowed": True},
)
release_allowed.add(
    "confined until the day after",
    {"reasons": ["bite"], "quarantine_release_not_before": "2026-05-16T10:00", "healthy_check": True},
    {"allowed": False, "blocked_by": ["5.B"]},
)
release_allowed.add(
    "a bite without a healthy check", {"reasons": ["bite"]}, {"allowed": False, "blocked_by": ["5.B"]}
)
release_allowed.add(
    "seized under 12 with the insurance outstanding",
    {"reasons": ["dangerous"], "requirements_outstanding": [3], "seizure_under_12": True},
    {"allowed": False, "blocked_by": ["12.C"]},
)
release_allowed.add(
    "seized under 12 with nothing outstanding",
    {"reasons": ["dangerous"], "seizure_under_12": True},
    {"allowed": True},
)
release_allowed.add(
    "at large again with a requirement outstanding: 12.C speaks of a seizure under Section 12",
    {"requirements_outstanding": [3]},
    {"allowed": True},
)
release_allowed.add(
    "the council ordered destruction",
    {"council_ordered_destruction": True},
    {"allowed": False, "blocked_by": ["11.G.1.b"]},
)
release_allowed.add(
    "everything at once",
    {
        "balance": "8.00",
        "license_due": True,
        "reasons": ["bite", "at-large"],
        "quarantine_release_not_before": "2026-05-20T10:00",
        "requirements_outstanding": [1],
        "seizure_under_12": True,
        "council_ordered_destruction": True,
    },
    {"allowed": False, "blocked_by": ["11.G.1.b", "5.B", "5.C", "5.C.A.3", "12.C"]},
)
release_allowed.refuse("requirement 8", "requirements_outstanding[0]", {"requirements_outstanding": [8]})
release_allowed.refuse("money as a number", "balance", {"balance": 8})
release_allowed.refuse("a time of another day", "at", {"at": "2026-05-14T09:00"})

disposal_allowed = Cases(
    "disposal-allowed", on="2026-05-12", appeal_pending=False, district_court_pending=False, way="adoption"
)
disposal_allowed.add("its hold has no end yet", {}, {"allowed": False, "blocked_by": ["5.C"]})
disposal_allowed.add(
    "from the day after the hold", {"disposable_from": "2026-05-12"}, {"allowed": True, "blocked_by": []}
)
disposal_allowed.add(
    "a day early", {"disposable_from": "2026-05-13"}, {"allowed": False, "blocked_by": ["5.C"]}
)
disposal_allowed.add(
    "claimed by another on the day", {"disposable_from": "2026-05-12", "way": "claim"}, {"allowed": True}
)
disposal_allowed.add(
    "destroyed on the day", {"disposable_from": "2026-05-12", "way": "destruction"}, {"allowed": True}
)
disposal_allowed.add(
    "an appeal is pending",
    {"disposable_from": "2026-05-12", "appeal_pending": True},
    {"allowed": False, "blocked_by": ["11.G"]},
)
disposal_allowed.add(
    "an appeal to district court is pending",
    {"disposable_from": "2026-05-12", "district_court_pending": True},
    {"allowed": False, "blocked_by": ["12.B"]},
)
disposal_allowed.add(
    "the time to go to court runs: no obstacle by default",
    {"disposable_from": "2026-05-12", "court_window_ends_on": "2026-05-12"},
    {"allowed": True},
)
disposal_allowed.add(
    "the time to go to court runs, and blocks by the other reading",
    {"disposable_from": "2026-05-12", "court_window_ends_on": "2026-05-12"},
    {"allowed": False, "blocked_by": ["12.B"]},
    readings={"court-review": "window-blocks"},
)
disposal_allowed.add(
    "the time to go to court was over yesterday",
    {"disposable_from": "2026-05-12", "court_window_ends_on": "2026-05-11"},
    {"allowed": True},
    readings={"court-review": "window-blocks"},
)
disposal_allowed.add(
    "on the day its confinement ends the clock still runs",
    {"disposable_from": "2026-05-12", "quarantine_release_not_before": "2026-05-12T10:00"},
    {"allowed": False, "blocked_by": ["5.B"]},
)
disposal_allowed.add(
    "found diseased by a veterinarian: destroyed at once",
    {"way": "destruction", "veterinarian_found_diseased": True},
    {"allowed": True},
)
disposal_allowed.add(
    "found diseased: not for adoption",
    {"disposable_from": "2026-05-12", "veterinarian_found_diseased": True},
    {"allowed": False, "blocked_by": ["10.B"]},
)
disposal_allowed.add(
    "immediate danger is no ground for adoption in the hold",
    {"disposable_from": "2026-05-20", "immediate_danger": True},
    {"allowed": False, "blocked_by": ["5.C"]},
)
disposal_allowed.refuse("no such way: it is never sold", "way", {"way": "sale"})

offenses = Cases("offenses")
offenses.add("the day before the first", {"first_day": "2026-05-05", "on": "2026-05-04"}, {"count": 0})
offenses.add(
    "the deadline itself",
    {"deadline": "2026-05-04", "on": "2026-05-04"},
    {"count": 0, "first_day": "2026-05-05"},
)
offenses.add("the day after the deadline", {"deadline": "2026-05-04", "on": "2026-05-05"}, {"count": 1})
offenses.add(
    "the whole of May from its first day", {"first_day": "2026-05-01", "on": "2026-05-31"}, {"count": 31}
)
offenses.add(
    "over leap day 2024: 28 and 29 February, 1 March",
    {"first_day": "2024-02-28", "on": "2024-03-01"},
    {"count": 3},
)
offenses.add("a whole common year", {"deadline": "2025-12-31", "on": "2026-12-31"}, {"count": 365})
offenses.add("over the change of the clocks", {"first_day": "2026-03-07", "on": "2026-03-09"}, {"count": 3})
offenses.refuse("neither deadline nor first day", "deadline", {"on": "2026-05-04"})
offenses.refuse(
    "both", "first_day", {"deadline": "2026-05-01", "first_day": "2026-05-02", "on": "2026-05-04"}
)
