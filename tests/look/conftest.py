"""The style guide, opened by the administrator."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from freeport_animals.base.access import Role


@pytest.fixture
def style(page: Page, sign_in: Callable) -> Callable[..., Page]:
    """Opens a page of the style guide: style("record", 800, 1280, scheme="dark", query="?bad")."""
    sign_in(page, Role.ADMINISTRATOR)

    def open_page(
        name: str = "", width: int = 1280, height: int = 900, *, query: str = "", scheme: str = "light"
    ) -> Page:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"/style/{name}/{query}" if name else f"/style/{query}")
        return page

    return open_page
