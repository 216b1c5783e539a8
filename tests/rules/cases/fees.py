"""What is owed at release and after destruction (1.F, 5.C, 5.D, 9, 10, 12)."""

from typing import Any

from tests.rules.cases import Cases


def prior(
    event: str,
    animal: str = "A1",
    owner: str = "O1",
    household: str = "H1",
    on: str = "2025-05-01",
    *reasons: str,
) -> dict[str, Any]:
    return {
        "event": event,
        "animal": animal,
        "owner": owner,
        "household": household,
        "impounded_on": on,
        "reasons": list(reasons or ("at-large",)),
    }


def lines(**amounts: str) -> list[dict[str, str]]:
    return [{"kind": kind, "amount": amount} for kind, amount in amounts.items()]


DAY = {"impounded_at": "2026-05-04T09:00", "released_at": "2026-05-04T15:00"}

release_fee = Cases(
    "release-fee",
    species="dog",
    animal="A1",
    owner="O1",
    household="H1",
    event="E9",
    reasons=["at-large"],
    priors=[],
    shelter="city",
    **DAY,
)
release_fee.add(
    "a first, for one day: 50 + 8",
    {},
    {"lines": lines(release="50.00", boarding="8.00"), "total": "58.00", "step": 1},
)
release_fee.add(
    "Fri 27 Feb 2026 to Mon 2 Mar 2026: 27, 28, 1, 2 are four dates, 50 + 32",
    {"impounded_at": "2026-02-27T23:59", "released_at": "2026-03-02T00:01"},
    {"lines": lines(release="50.00", boarding="32.00"), "total": "82.00", "step": 1},
)
release_fee.add(
    "the same counted by started 24 hours: two days and two minutes are three, 50 + 24",
    {"impounded_at": "2026-02-27T23:59", "released_at": "2026-03-02T00:01"},
    {"lines": lines(release="50.00", boarding="24.00"), "total": "74.00", "step": 1},
    readings={"boarding-day": "24-hours"},
)
release_fee.add(
    "leap day: Wed 28 Feb 2024 to Fri 1 Mar 2024 are three dates",
    {"impounded_at": "2024-02-28T12:00", "released_at": "2024-03-01T12:00"},
    {"lines": lines(release="50.00", boarding="24.00"), "total": "74.00"},
)
release_fee.add(
    "in and out within a minute, by started 24 hours: one",
    {"released_at": "2026-05-04T09:00"},
    {"lines": lines(release="50.00", boarding="8.00"), "total": "58.00"},
    readings={"boarding-day": "24-hours"},
)
release_fee.add(
    "noon Sat 31 Oct 2026 to noon Sun 1 Nov 2026 are 25 hours: two started days",
    {"impounded_at": "2026-10-31T12:00", "released_at": "2026-11-01T12:00"},
    {"lines": lines(release="50.00", boarding="16.00"), "total": "66.00"},
    readings={"boarding-day": "24-hours"},
)
release_fee.add(
    "13:00 Sat 7 Mar 2026 to 14:00 Sun 8 Mar 2026 are 24 hours: one started day",
    {"impounded_at": "2026-03-07T13:00", "released_at": "2026-03-08T14:00"},
    {"lines": lines(release="50.00", boarding="8.00"), "total": "58.00"},
    readings={"boarding-day": "24-hours"},
)
release_fee.add(
    "the second 01:30 of Sun 1 Nov 2026 is an hour after the first: one day",
    {"impounded_at": "2026-11-01T01:30-05:00", "released_at": "2026-11-01T01:30-06:00"},
    {"lines": lines(release="50.00", boarding="8.00"), "total": "58.00"},
)
release_fee.add(
    "an unlicensed third at Tri-County, with a cost of capture: 100 + 41.25 + 5 + 12.50",
    {
        "priors": [prior("E1"), prior("E2", "A2")],
        "shelter": "tri-county",
        "shelter_invoice": "41.25",
        "license_due": True,
        "capture_cost": "12.50",
    },
    {
        "lines": lines(release="100.00", boarding="41.25", license="5.00", capture="12.50"),
        "total": "158.75",
        "step": 3,
    },
)
release_fee.add(
    "two animals of one earlier pickup are one step",
    {"priors": [prior("E1", "A1"), prior("E1", "A2")]},
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
)
release_fee.add(
    "two animals of one earlier pickup are two steps where each bears a fee",
    {"priors": [prior("E1", "A1"), prior("E1", "A2")]},
    {"lines": lines(release="100.00", boarding="8.00"), "step": 3},
    readings={"release-per": "animal"},
)
release_fee.add(
    "the neighbor's dog of the same pickup bears its own",
    {"priors": [prior("E9", "A5", "O7", "H7", "2026-05-04")]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
)
release_fee.add(
    "its housemate of the same pickup was held for a bite and bore none, so this one does",
    {"priors": [prior("E9", "A2", "O1", "H1", "2026-05-04", "bite")]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
)
release_fee.add(
    "and it is no earlier impound either, where every impound counts",
    {"priors": [prior("E9", "A2", "O1", "H1", "2026-05-04", "bite")]},
    {"step": 1},
    readings={"release-counts-what": "every-impound"},
)
release_fee.add(
    "a co-owner's impound in the same household counts",
    {"priors": [prior("E1", "A3", "O2", "H1")]},
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
)
release_fee.add(
    "another household and another owner do not",
    {"priors": [prior("E1", "A1", "O2", "H2")]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
)
release_fee.add(
    "by animal, the same animal's count goes on whoever owned it, where no transfer is on record",
    {"priors": [prior("E1", "A1", "O2", "H2")]},
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
    readings={"release-count": "animal"},
)
release_fee.add(
    "by animal, a transfer to another household sets it back",
    {
        "priors": [prior("E1", "A1", "O2", "H2")],
        "transfers": [{"on": "2025-09-01", "from_household": "H2", "to_household": "H1"}],
    },
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
    readings={"release-count": "animal"},
)
release_fee.add(
    "by animal, a transfer inside one household sets nothing back",
    {
        "priors": [prior("E1")],
        "transfers": [{"on": "2025-09-01", "from_household": "H1", "to_household": "H1"}],
    },
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
    readings={"release-count": "animal"},
)
release_fee.add(
    "a transfer inside one household sets nothing back by household either",
    {
        "priors": [prior("E1")],
        "transfers": [{"on": "2025-09-01", "from_household": "H1", "to_household": "H1"}],
    },
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
)
release_fee.add(
    "by animal, an impound on the day of the transfer, still at the old household, is before it",
    {
        "priors": [prior("E1", "A1", "O2", "H2", "2025-09-01")],
        "transfers": [{"on": "2025-09-01", "from_household": "H2", "to_household": "H1"}],
    },
    {"step": 1},
    readings={"release-count": "animal"},
)
release_fee.add(
    "by animal, an impound on that day at the new household is after it",
    {
        "priors": [prior("E1", "A1", "O1", "H1", "2025-09-01")],
        "transfers": [{"on": "2025-09-01", "from_household": "H2", "to_household": "H1"}],
    },
    {"step": 2},
    readings={"release-count": "animal"},
)
release_fee.add(
    "to-zero: any change of the registered owner makes the next a first",
    {
        "priors": [prior("E1")],
        "transfers": [{"on": "2025-09-01", "from_household": "H1", "to_household": "H1"}],
    },
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
    readings={"count-reset": "to-zero"},
)
release_fee.add(
    "to-zero: the one after that is a second",
    {
        "priors": [prior("E1"), prior("E2", on="2025-12-01")],
        "transfers": [{"on": "2025-09-01", "from_household": "H0", "to_household": "H1"}],
    },
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
    readings={"count-reset": "to-zero"},
)
release_fee.add(
    "a transfer after this impound resets nothing",
    {
        "priors": [prior("E1")],
        "transfers": [{"on": "2026-05-05", "from_household": "H1", "to_household": "H2"}],
    },
    {"lines": lines(release="75.00", boarding="8.00"), "step": 2},
    readings={"count-reset": "to-zero"},
)
release_fee.add(
    "held for a bite alone: costs only",
    {"reasons": ["bite"]},
    {"lines": lines(boarding="8.00"), "total": "8.00", "step": None},
)
release_fee.add(
    "held for a bite alone, with the release fee",
    {"reasons": ["bite"]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
    readings={"quarantine-release-fee": "with-release-fee"},
)
release_fee.add(
    "cleared of being a danger: as 5.C",
    {"reasons": ["danger-cleared"]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
)
release_fee.add(
    "cleared of being a danger: costs only",
    {"reasons": ["danger-cleared"], "license_due": True},
    {"lines": lines(boarding="8.00", license="5.00"), "step": None},
    readings={"cleared-fee": "costs-only"},
)
release_fee.add(
    "cleared of being a danger: free, but a license still due is due",
    {"reasons": ["danger-cleared"], "license_due": True, "capture_cost": "20.00"},
    {"lines": lines(license="5.00"), "total": "5.00", "step": None},
    readings={"cleared-fee": "free"},
)
release_fee.add(
    "cleared of being a danger but also at large: all is due",
    {"reasons": ["danger-cleared", "at-large"]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
    readings={"cleared-fee": "free"},
)
release_fee.add(
    "not diseased: free, but a license still due is due",
    {"reasons": ["diseased-cleared"], "license_due": True, "capture_cost": "20.00"},
    {"lines": lines(license="5.00"), "total": "5.00", "step": None},
)
release_fee.add(
    "a cleared prior moves the scale only when it bore a fee",
    {"priors": [prior("E1", "A1", "O1", "H1", "2025-05-01", "danger-cleared")]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
    readings={"cleared-fee": "free"},
)
release_fee.add(
    "a dangerous animal reclaimed bears the fee",
    {"reasons": ["dangerous"]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
)
release_fee.add(
    "cruelty bears the fee",
    {"reasons": ["cruelty"]},
    {"lines": lines(release="50.00", boarding="8.00"), "step": 1},
)
release_fee.add(
    "another person claims it and pays everything",
    {"claimant": "third-party", "license_due": True, "capture_cost": "20.00"},
    {
        "lines": lines(release="50.00", boarding="8.00", license="5.00", capture="20.00"),
        "total": "83.00",
        "step": 1,
    },
)
release_fee.add(
    "another person claims it and pays boarding and license",
    {"claimant": "third-party", "license_due": True, "capture_cost": "20.00"},
    {"lines": lines(boarding="8.00", license="5.00"), "total": "13.00", "step": None},
    readings={"third-party-claim": "pays-boarding-and-license"},
)
release_fee.add(
    "paid Fri 8 May 2026, fetched Mon 11 May 2026: eight dates by default",
    {"released_at": "2026-05-11T09:00", "paid_and_ready_at": "2026-05-08T17:00"},
    {"lines": lines(release="50.00", boarding="64.00"), "total": "114.00"},
)
release_fee.add(
    "paid and ready Fri 8 May 2026: five dates",
    {"released_at": "2026-05-11T09:00", "paid_and_ready_at": "2026-05-08T17:00"},
    {"lines": lines(release="50.00", boarding="40.00"), "total": "90.00"},
    readings={"boarding-ends": "paid-and-ready"},
)
release_fee.add(
    "no license is charged for a cat where cats need none",
    {"species": "cat", "license_due": True},
    {"lines": lines(release="50.00", boarding="8.00"), "total": "58.00"},
    readings={"cats-licensed": "no"},
)
release_fee.add(
    "a goat has no license to pay",
    {"species": "goat", "license_due": True},
    {"lines": lines(release="50.00", boarding="8.00"), "total": "58.00"},
)
release_fee.add(
    "amounts set by resolution",
    {"license_due": True},
    {"lines": lines(release="60.00", boarding="10.00", license="7.50"), "total": "77.50"},
    parameters={"release-fee-1": "60.00", "boarding-rate": "10.00", "license-fee": "7.50"},
)
release_fee.add(
    "the third and later fee by resolution at step five",
    {"priors": [prior(f"E{n}") for n in range(1, 5)]},
    {"lines": lines(release="120.00", boarding="8.00"), "step": 5},
    parameters={"release-fee-3": "120.00"},
)
release_fee.refuse(
    "the second fee below its floor", "release-fee-2", {}, parameters={"release-fee-2": "74.99"}
)
release_fee.refuse(
    "the third fee below its floor", "release-fee-3", {}, parameters={"release-fee-3": "99.99"}
)
release_fee.refuse(
    "a fee of 'ten dollars'", "parameters.license-fee", {}, parameters={"license-fee": "ten dollars"}
)
release_fee.refuse("Tri-County without an invoice", "shelter_invoice", {"shelter": "tri-county"})
release_fee.refuse(
    "its own impound as a prior", "priors[0].animal", {"priors": [prior("E9", "A1", on="2026-05-04")]}
)
release_fee.refuse(
    "a prior after the impound", "priors[0].impounded_on", {"priors": [prior("E1", on="2026-05-05")]}
)
release_fee.refuse(
    "a prior without its event",
    "priors[0].event",
    {"priors": [{k: v for k, v in prior("E1").items() if k != "event"}]},
)
release_fee.refuse(
    "a time that comes twice without its offset",
    "impounded_at",
    {"impounded_at": "2026-11-01T01:30", "released_at": "2026-11-02T09:00"},
)
release_fee.refuse(
    "a time that the clock leaps over",
    "impounded_at",
    {"impounded_at": "2026-03-08T02:30", "released_at": "2026-03-09T09:00"},
)
release_fee.refuse("an offset of another zone", "impounded_at", {"impounded_at": "2026-05-04T09:00+02:00"})
release_fee.refuse("no reason", "reasons", {"reasons": []})
release_fee.refuse(
    "paid before it was impounded", "paid_and_ready_at", {"paid_and_ready_at": "2026-05-03T09:00"}
)

destruction_charge = Cases("destruction-charge")
destruction_charge.add(
    "Section 9 charges one sum, whatever the days",
    {"section": "9", "days_boarded": 4},
    {"lines": lines(disposal="75.00"), "total": "75.00"},
)
destruction_charge.add(
    "Section 9 by resolution",
    {"section": "9", "days_boarded": 0},
    {"total": "90.00"},
    parameters={"disposal-charge": "90.00"},
)
destruction_charge.add(
    "Section 10 without costs: two days at 8",
    {"section": "10", "days_boarded": 2},
    {"lines": lines(boarding="16.00"), "total": "16.00"},
)
destruction_charge.add(
    "Section 10: one day, examination 85.50, disposal 40",
    {"section": "10", "days_boarded": 1, "veterinarian": "85.50", "disposal": "40.00"},
    {"lines": lines(boarding="8.00", veterinarian="85.50", disposal="40.00"), "total": "133.50"},
)
destruction_charge.add(
    "Section 10 at Tri-County: invoice 55, disposal 40",
    {
        "section": "10",
        "days_boarded": 3,
        "shelter": "tri-county",
        "shelter_invoice": "55.00",
        "disposal": "40.00",
    },
    {"lines": lines(boarding="55.00", disposal="40.00"), "total": "95.00"},
)
destruction_charge.add(
    "Section 12: 14 days at 8, disposal 60; no veterinarian is named there",
    {"section": "12", "days_boarded": 14, "veterinarian": "120.00", "disposal": "60.00"},
    {"lines": lines(boarding="112.00", disposal="60.00"), "total": "172.00"},
)
destruction_charge.add(
    "nothing to charge", {"section": "12", "days_boarded": 0}, {"lines": [], "total": "0.00"}
)
destruction_charge.refuse("another section", "section", {"section": "11", "days_boarded": 0})
destruction_charge.refuse("half a day", "days_boarded", {"section": "10", "days_boarded": 0.5})
destruction_charge.refuse("fewer than no days", "days_boarded", {"section": "10", "days_boarded": -1})
destruction_charge.refuse(
    "Tri-County without an invoice",
    "shelter_invoice",
    {"section": "10", "days_boarded": 1, "shelter": "tri-county"},
)
