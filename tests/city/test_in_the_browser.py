"""The city's pages in a real browser, for everybody."""

import datetime as dt
from decimal import Decimal

from playwright.sync_api import Page, expect

from freeport_animals.base.access import Role
from freeport_animals.city.models import Meeting, Resolution, Shelter
from freeport_animals.city.services import meeting_call, shelter_set
from tests.city.cast import adopt, member, officer, staff


def test_a_resolution_is_entered_in_two_steps(page: Page, sign_in, axe):
    sign_in(page, Role.ADMINISTRATOR)
    page.goto("/city/resolutions/add/")
    axe(page)
    page.get_by_label("Number").fill("2026-01")
    page.get_by_label("Title").fill("Fees")
    page.get_by_label("Adopted").fill("1/13/2026")
    page.get_by_label("Release fee, first impound").fill("49.99")
    page.keyboard.press("Alt+Enter")
    box = page.get_by_label("Release fee, first impound")
    expect(box).to_be_focused()
    expect(page.locator("main")).to_contain_text("cannot be less than $50.00 (1.F); $49.99 was given.")
    axe(page)
    box.fill("55")
    page.get_by_text("Section 5: Impounding").click()
    page.get_by_label("What a boarding day is").select_option("24-hours")
    page.keyboard.press("Alt+Enter")
    expect(page.get_by_role("cell", name="$55.00")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Change something").click()
    expect(page.get_by_label("Title")).to_have_value("Fees")
    page.keyboard.press("Alt+Enter")
    page.get_by_role("button", name="Enter the resolution").click()
    expect(page.get_by_role("heading", name="Fees", exact=True)).to_be_visible()
    axe(page)
    assert Resolution.objects.get().settings.count() == 2


def test_every_page_of_the_city_is_for_everybody(page: Page, sign_in, axe):
    one = adopt("2025-01", closures=[(dt.date(2026, 12, 24), "Christmas Eve")])
    coming = adopt("2026-02", "2026-01-13", "2099-01-01", parameters={"license-fee": Decimal("6.00")})
    adopt("2026-03", "2026-01-13", "2099-01-01", parameters={"license-fee": Decimal("7.00")})
    shelter = Shelter.objects.get(name="City shelter")
    shelter_set(shelter=shelter, resolution=one, hours={1: (dt.time(9), dt.time(12))}, by=staff())
    appointed = officer(one)
    seated = member("Helen Dirkes", "2025-01-01", "2098-12-31", "mayor")
    now = dt.datetime(2098, 1, 1, 12, tzinfo=dt.UTC)
    meeting = meeting_call(
        on=dt.date(2098, 2, 3), starts=dt.time(19), purpose="Hearing", called_by="Mayor", by=staff(), at=now
    )
    sign_in(page, Role.ADMINISTRATOR, Role.CLERK)
    for path in (
        "/city/",
        "/city/resolutions/",
        coming.get_absolute_url(),
        f"{coming.get_absolute_url()}withdraw/",
        "/city/calendar/2026/",
        "/city/meetings/",
        meeting.get_absolute_url(),
        f"{meeting.get_absolute_url()}move/",
        f"{meeting.get_absolute_url()}cancel/",
        "/city/meetings/call/",
        "/city/meetings/schedule/",
        "/city/council/",
        "/city/council/add/",
        f"/city/council/{seated.pk}/leave/",
        "/city/officers/",
        "/city/officers/add/",
        f"/city/officers/{appointed.pk}/end/",
        "/city/shelters/",
        shelter.get_absolute_url(),
        f"{shelter.get_absolute_url()}set/",
        f"{shelter.get_absolute_url()}edit/",
        "/city/shelters/add/",
    ):
        page.goto(path)
        axe(page)
    assert Meeting.objects.count() == 1
