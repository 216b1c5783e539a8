"""Drives Chromium to the counter with a visit open: run by `script/screenshot` inside `.venv`."""

import sys

from playwright.sync_api import Error, sync_playwright

from script.lib.system_packages import browser

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
OWNER = "Thomas Ramler"  # two dogs to renew and two cats that never had a license: a whole visit on one screen


def main(address: str, name: str, password: str, picture: str) -> None:
    """Sign in, open the visit, check it, and keep what is seen at 1280 pixels."""
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser(), args=ARGUMENTS)
        page = chromium.new_page(viewport={"width": 1280, "height": 960})
        page.goto(f"{address}/sign-in/")
        page.fill("[name=username]", name)
        page.fill("[name=password]", password)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/")
        page.goto(f"{address}/counter/")
        page.keyboard.type(OWNER)
        page.get_by_role("button", name=OWNER).first.click()
        page.locator("#visit-form").wait_for()
        page.screenshot(path=picture)
        chromium.close()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Error as error:
        sys.exit(f"The picture could not be taken: {error.message.splitlines()[0]}")
