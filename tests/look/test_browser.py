"""The look in a real browser: no barrier, no sideways scrolling, and everything by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from freeport_animals.base.access import Role
from freeport_animals.base.style_guide import PAGES

SIZES = {"counter": (1280, 900), "tablet": (800, 1280), "telephone": (360, 740)}
DRAFTS = "Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))"
SAMPLES = [name for name in PAGES if name]


@pytest.mark.parametrize(
    ("size", "scheme"), [("counter", "light"), ("tablet", "dark"), ("telephone", "light")]
)
def test_the_style_guide_has_no_barrier(style, axe, size, scheme):
    page = style("", *SIZES[size], scheme=scheme)
    page.locator("details.why summary").first.click()
    axe(page)


@pytest.mark.parametrize("half", [0, 1])
def test_no_sample_page_has_a_barrier(style, axe, half):
    for name in SAMPLES[half::2]:
        axe(style(name))


def test_no_page_scrolls_sideways(style):
    wide = []
    for name in PAGES:
        page = style(name)
        for size in SIZES.values():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                wide.append((name, size))
    assert wide == []


def test_nothing_is_smaller_than_a_finger_on_the_tablet(new_context, sign_in):
    page = new_context(has_touch=True).new_page()
    page.set_viewport_size({"width": 800, "height": 1280})
    sign_in(page, Role.ADMINISTRATOR)
    page.goto("/style/counter/")
    small = page.evaluate(
        """[...document.querySelectorAll(
            "a.btn, button, summary, .nav-main a, .form-control, .form-select, .form-check"
        )].filter((box) => box.getClientRects().length && box.getBoundingClientRect().height < 43.5)
        .map((box) => box.outerHTML.slice(0, 100))"""
    )
    assert small == []


def test_the_typeface_and_the_limits_of_htmx_are_in_force(style):
    page = style("")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"Public Sans\"'))")
    assert page.evaluate("htmx.config.allowEval") is False
    assert page.evaluate("htmx.config.includeIndicatorStyles") is False


# Keys


def test_search_is_one_key_away_from_anywhere(style):
    page = style("record")
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("")  # the key itself is not typed
    page.locator("main").focus()
    page.keyboard.press("F2")
    expect(page.locator("#find")).to_be_focused()


def test_a_letter_presses_its_button_but_not_while_typing(style):
    page = style("")
    page.locator("#id_name").focus()
    page.keyboard.type("rrr")
    expect(page.locator("#id_name")).to_have_value("rrr")
    page.locator("main").focus()
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("/style/record/$"))


def test_a_key_with_alt_acts_while_typing_too(style):
    page = style("counter")
    button = page.locator('[data-key="alt+p"]')
    button.evaluate("button => button.addEventListener('click', () => { window.parked = true })")
    page.locator("#id_breed").focus()
    page.keyboard.press("Alt+p")
    assert page.evaluate("window.parked") is True


def test_the_list_of_keys_names_each_and_closes(style):
    page = style("record")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys on this page")
    expect(dialog).to_be_visible()
    for text in ("Find anything", "Edit", "Renew", "Died", "This list"):
        expect(dialog.get_by_text(text, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_why_opens_and_closes_by_keyboard(style):
    page = style("")
    why = page.locator("details.why").first
    why.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(why.get_by_text("Readings that mattered")).to_be_visible()
    page.keyboard.press("Escape")
    expect(why.get_by_text("Readings that mattered")).to_be_hidden()
    expect(why.locator("summary")).to_be_focused()


@pytest.mark.parametrize("place", [".facts details.why", ".table-wrap details.why"])
def test_why_lies_wholly_in_the_window_and_over_everything(style, place):
    page = style("")
    why = page.locator(place).first
    why.scroll_into_view_if_needed()
    why.locator("summary").click()
    inside = why.locator(".why__body").evaluate(
        """(body) => {
            const box = body.getBoundingClientRect();
            const corners = [
                [box.left + 3, box.top + 3], [box.right - 3, box.top + 3], [box.left + 3, box.bottom - 3],
            ];
            return corners.every(([x, y]) => body.contains(document.elementFromPoint(x, y)));
        }"""
    )
    assert inside


def test_arrows_go_through_a_list(style):
    page = style("")
    rows = page.locator(".results").first.locator("a")
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(rows.last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.last).to_be_focused()
    page.keyboard.press("Home")
    expect(rows.first).to_be_focused()


def test_the_skip_link_is_the_first_stop(style):
    page = style("record")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


# Forms


def test_the_first_fault_has_the_cursor(style):
    page = style("sign-in", query="?bad")
    expect(page.locator("#id_username")).to_be_focused()


def test_the_summary_leads_to_its_field(style):
    page = style("")
    page.locator(".error-summary a", has_text="Rabies vaccine given").click()
    expect(page.locator("#bad_given")).to_be_focused()


def test_enter_goes_to_the_next_box_where_it_is_asked_for(style):
    page = style("")
    page.locator("#id_born").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#id_given")).to_be_focused()


def test_a_second_press_is_not_sent(style):
    page = style("confirm")
    # The answer stays away, as on a slow line: the address answers 204, which leaves the page standing.
    page.route(
        "**/style/confirm/",
        lambda route: route.fulfill(status=204) if route.request.method == "POST" else route.continue_(),
    )
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    button = page.get_by_role("button", name="Void the license")
    button.evaluate("button => { button.click(); button.click(); button.click(); }")
    expect(button).to_have_attribute("aria-busy", "true")
    button.evaluate("button => button.click()")
    page.wait_for_timeout(100)
    assert len(sent) == 1


def test_typed_text_survives_an_interruption_and_is_forgotten_when_asked(style):
    page = style("")
    page.locator("#id_name").fill("Bella")
    page.locator("#id_notes").fill("Barks at the mail.")
    page.reload()
    expect(page.locator("#id_notes")).to_have_value("")
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("#id_name")).to_have_value("Bella")
    expect(page.locator("#id_notes")).to_have_value("Barks at the mail.")
    page.reload()
    page.get_by_role("button", name="Forget it").click()
    page.reload()
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)


def test_a_draft_never_holds_what_is_private(style):
    page = style("")
    page.evaluate("document.getElementById('id_notes').closest('.field').dataset.private = ''")
    page.locator("#id_notes").fill("The neighbor told me.")
    page.locator("#id_name").fill("Bella")
    kept = page.evaluate("JSON.stringify(sessionStorage)")
    assert "Bella" in kept and "neighbor" not in kept


def test_a_draft_is_its_writers_alone(style, sign_in):
    page = style("")
    page.locator("#id_notes").fill("Barks at the mail.")
    page.context.clear_cookies()
    sign_in(page, Role.ADMINISTRATOR, Role.CLERK)
    page.reload()
    expect(page.get_by_role("heading", name="Style guide")).to_be_visible()
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)
    assert page.evaluate(DRAFTS) == []


def test_what_was_saved_is_not_offered_again(style):
    page = style("")
    page.locator("#id_notes").fill("Barks at the mail.")
    page.get_by_role("button", name="Save").click()  # goes by GET to the same page
    expect(page.get_by_role("button", name="Put it back")).to_be_visible()  # nothing said that it was saved
    page.get_by_role("button", name="Save").click()
    page.goto("/style/record/")
    page.goto("/style/")
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)


def test_what_no_person_changed_is_no_draft(style):
    page = style("")
    page.evaluate("document.getElementById('id_notes').value = 'proposed'")
    page.locator("#id_name").fill("Bella")
    page.locator("#id_name").fill(page.evaluate("document.getElementById('id_name').defaultValue"))
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/style/?**")
    assert page.evaluate(DRAFTS) == []
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)


@pytest.mark.parametrize("status", [409, 422])
def test_a_form_shown_again_with_what_was_typed_offers_nothing(style, status):
    page = style("")
    page.route(
        "**/style/?**",
        lambda route: route.fulfill(
            status=status,
            content_type="text/html",
            body=route.fetch().text().replace("</textarea>", "As the server cleaned it.</textarea>"),
        ),
    )
    page.locator("#id_notes").fill("Barks at the mail.")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/style/?**")
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)
    page.goto("/style/record/")  # left without saving: now it is offered
    page.goto("/style/")
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("#id_notes")).to_have_value(re.compile("As the server cleaned it"))


def test_nothing_with_the_focus_is_beneath_the_bar(style):
    page = style("counter")
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": min(size[1], 600)})
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        hidden, seen = [], 0
        for key in ["Tab"] * 40 + ["Shift+Tab"] * 40:
            page.keyboard.press(key)
            found = page.evaluate(
                """() => {
                    const box = document.activeElement, bar = document.querySelector(".actions--stay");
                    if (box === document.body || bar.contains(box) || box.closest(".foot")) return null;
                    const under = box.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
                    return [box.outerHTML.slice(0, 80), under];
                }"""
            )
            seen += found is not None
            if found and found[1] > 1:
                hidden.append(found)
        assert hidden == [] and seen > 10


def test_the_navigation_and_the_bar_take_one_line_each_on_the_tablet(style):
    page = style("counter", *SIZES["tablet"])
    rows = """(inside) => new Set([...document.querySelectorAll(inside)]
        .map((box) => Math.round(box.getBoundingClientRect().top + box.getBoundingClientRect().height / 2))).size"""
    assert page.evaluate(rows, ".nav-main a") == 1
    assert page.evaluate(rows, ".actions--stay .btn, .actions__end") == 1
    assert page.evaluate("document.querySelector('.nav-main a').offsetHeight") >= 44


def test_a_long_word_stays_in_the_table_of_a_conflict(style):
    page = style("")
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(
            """document.querySelector(".conflict__table td > div").textContent = "x".repeat(10000);
            document.querySelector(".conflict__table td > div").className = "conflict__long" """
        )
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert page.evaluate("document.querySelector('.conflict__long').clientHeight") < 300


def test_signing_out_forgets_the_drafts(style):
    page = style("")
    page.locator("#id_name").fill("Bella")
    page.route("**/sign-out/", lambda route: route.fulfill(body="gone", content_type="text/html"))
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-out/")
    assert page.evaluate(DRAFTS) == []


def test_saved_is_told_at_the_corner(style):
    page = style("")
    page.evaluate(
        """document.body.dispatchEvent(
            new CustomEvent("toast", {bubbles: true, detail: {text: "Saved <b>", kind: "good"}})
        )"""
    )
    expect(page.locator("#toasts .notice")).to_have_text("Saved <b>")


# Without script, and on paper


def test_every_part_works_without_script(new_context, sign_in):
    page = new_context(java_script_enabled=False).new_page()
    sign_in(page, Role.ADMINISTRATOR)
    page.goto("/style/")
    why = page.locator("details.why").first
    why.locator("summary").click()
    expect(why.get_by_text("Readings that mattered")).to_be_visible()
    page.locator(".menu summary").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto("/style/sign-in/?bad")
    expect(page.locator("#id_username")).to_be_focused()


def test_paper_has_no_navigation_and_no_buttons(style):
    page = style("record")
    page.emulate_media(media="print")
    for selector in (".bar", ".nav-main", ".foot", ".page-head__acts", ".btn >> nth=0"):
        expect(page.locator(selector).first).to_be_hidden()
    expect(page.get_by_role("heading", name="Bella")).to_be_visible()
