"""Chromium of the system, driven by Playwright, at the live server."""

import ctypes
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from script.lib.place import data_dir
from script.lib.system_packages import browser as system_browser
from tests.harness.live import LiveServer, faults_of

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SET_CHILD_SUBREAPER = 36  # prctl: orphaned grandchildren become this process's children
WCAG = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "resultTypes": ["violations"],
}


def pytest_configure(config: pytest.Config) -> None:
    """What a failed browser test leaves behind goes to DATA_DIR/test-output, one folder for each process of a
    run.
    """
    output = data_dir() / "test-output"
    run = os.environ.setdefault("FREEPORT_TEST_RUN", f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    if config.option.output == "test-results":
        config.option.output = str(output / run / os.environ.get("PYTEST_XDIST_WORKER", "main"))
    if config.option.screenshot == "off":
        config.option.screenshot = "only-on-failure"
        config.option.full_page_screenshot = True
    if not hasattr(config, "workerinput") and output.is_dir():
        for old in sorted(path for path in output.iterdir() if path.is_dir())[:-10]:
            shutil.rmtree(old, ignore_errors=True)
    expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The system's Chromium; every process of it is gone after the last test."""
    program = system_browser()
    if program is None:
        pytest.fail(
            "Chromium is not installed. script/test installs it, or says what to type.", pytrace=False
        )
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1)
    yield browser_type_launch_args | {"executable_path": program, "args": ARGUMENTS}
    _reap()


def _reap() -> None:
    """Wait for what Chromium left behind, and end what does not end by itself."""
    names = ("chrom", "headless_shell", "node")
    left = [each for each in psutil.Process().children(recursive=True) if each.name().startswith(names)]
    _, alive = psutil.wait_procs(left, timeout=3)
    for each in alive:
        each.kill()
    psutil.wait_procs(alive, timeout=3)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], live_server: LiveServer) -> dict[str, Any]:
    """Addresses on a page are those of the live server; the window is a clerk's."""
    return browser_context_args | {
        "base_url": live_server.url,
        "viewport": {"width": 1280, "height": 900},
        "locale": "en-US",
        "timezone_id": "America/Chicago",
    }


@pytest.fixture
def context(
    context: BrowserContext, request: pytest.FixtureRequest, live_server: LiveServer
) -> BrowserContext:
    """A browser's session that reports what a person would not see: errors of scripts, refused content, other
    hosts.
    """
    faults = faults_of(request.node)
    own = urlsplit(live_server.url).netloc

    def console(message: Any) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            faults.append(f"The page broke its content policy: {message.text}")

    def asked(sent: Any) -> None:
        address = urlsplit(sent.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.netloc != own:
            faults.append(f"The page asked another host: {sent.url}")

    context.on("weberror", lambda error: faults.append(f"A script failed on {error.page.url}: {error.error}"))
    context.on("console", console)
    context.on("request", asked)
    context.set_default_timeout(90_000)
    return context


def sign_in(page: Page, role: Role | str | User = Role.CLERK, *more: Role | str) -> User:
    """Sign somebody in without the form: a member of staff with these roles, or the user given.

    Returns the user.
    """
    from django.test import Client

    if isinstance(role, User):
        user = role
    else:
        roles = [str(role), *map(str, more)]
        username = "-".join(roles)
        user = User.objects.filter(username=username).first() or User.objects.create_user(
            username, roles=roles, first_name="Test", last_name=Role(roles[0]).label
        )
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert LiveServer.running, "sign_in needs the live server, which the page fixture brings"
    base = LiveServer.running.url
    page.context.add_cookies(
        [{"name": name, "value": morsel.value, "url": base} for name, morsel in client.cookies.items()]
    )
    return user


def axe(page: Page, *, within: str | None = None) -> None:
    """Fail when the page, or the part `within` a selector, breaks WCAG 2.1 A or AA."""
    violations = Axe().run(page, context=within, options=WCAG).response["violations"]
    if violations:
        lines = [f"{page.url} breaks WCAG 2.1:"]
        for each in violations:
            lines.append(f"- {each['help']} ({each['id']}, {each['impact']})")
            for node in each["nodes"][:5]:
                lines.append(f"    {' '.join(map(str, node['target']))}: {node['html'][:160]}")
                reasons = [check["message"] for kind in ("any", "all", "none") for check in node[kind]]
                lines += [f"      {reason}" for reason in reasons[:3]]
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.fixture(name="sign_in")
def sign_in_fixture() -> Callable[..., User]:
    """The function `sign_in`."""
    return sign_in


@pytest.fixture(name="axe")
def axe_fixture() -> Callable[..., None]:
    """The function `axe`."""
    return axe


def saved(name: str) -> Path:
    """A place in DATA_DIR/test-output for something worth looking at after the run."""
    folder = data_dir() / "test-output"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name
