"""The site on 127.0.0.1, in threads of the test's process, over a database of its own."""

import os
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from http import HTTPStatus
from typing import Any, ClassVar

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, is_broken_pipe_error
from django.core.signals import got_request_exception
from django.test.testcases import QuietWSGIRequestHandler

FAULTS = pytest.StashKey[list[str]]()


@cache
def _application() -> WSGIHandler:
    return WSGIHandler()


class _Server(ThreadedWSGIServer):
    site: "LiveServer"

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not is_broken_pipe_error():  # the browser went away: nobody's fault
            self.site.faults.append(f"The server stumbled:\n{traceback.format_exc()}")


class LiveServer:
    """`url` leads to it. What goes wrong inside is kept in `faults` and fails the test."""

    running: ClassVar["LiveServer | None"] = None  # a test has one at most

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        self._busy = 0
        self._change = threading.Condition()
        self._server = self._listen()
        self._server.site = self
        self._server.set_app(self._answer)
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __str__(self) -> str:
        return self.url

    @staticmethod
    def _listen() -> _Server:
        """On a free port, from PORT upwards where that is set."""
        wanted = int(os.environ.get("PORT") or 0)
        for port in [*range(wanted, wanted + 50), 0] if wanted else [0]:
            try:
                return _Server(("127.0.0.1", port), QuietWSGIRequestHandler)
            except OSError:
                continue
        raise OSError("no free port")

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: Any, exc_info: Any = None) -> Any:
            if int(status.split()[0]) >= HTTPStatus.INTERNAL_SERVER_ERROR:
                self.faults.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} answered {status}")
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        with self._change:
            self._busy += 1
        try:
            return _application()(environ, start)
        finally:
            with self._change:
                self._busy -= 1
                self._change.notify_all()

    def _note(self, sender: Any, request: Any = None, **_: Any) -> None:
        if request is not None and request.META.get("SERVER_PORT") == str(self.port):
            self.faults.append(f"{request.method} {request.path} raised\n{traceback.format_exc()}")

    def settle(self, seconds: float = 5) -> None:
        """Wait until no request is being answered."""
        until = time.monotonic() + seconds
        with self._change:
            while self._busy and (left := until - time.monotonic()) > 0:
                self._change.wait(left)

    def start(self) -> None:
        LiveServer.running = self
        got_request_exception.connect(self._note)
        self._thread.start()

    def stop(self) -> None:
        self.settle()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        got_request_exception.disconnect(self._note)
        LiveServer.running = None


def faults_of(item: pytest.Item) -> list[str]:
    """What the server or the browser found wrong during this test, beside what the test itself checks."""
    return item.stash.setdefault(FAULTS, [])


@pytest.fixture
def live_server(request: pytest.FixtureRequest, committed_db: str, settings: Any) -> Iterator[LiveServer]:
    """The running site; see LiveServer."""
    server = LiveServer(faults_of(request.node))
    settings.PUBLIC_URL = server.url
    server.start()
    yield server
    server.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """A test in which the server failed has failed, even if the page looked right."""
    server = getattr(item, "funcargs", {}).get("live_server")
    try:
        result = yield
    except BaseException:
        if faults := faults_of(item):
            item.add_report_section("call", "site", "\n\n".join(faults))
        raise
    if server:
        server.settle()
    if faults := faults_of(item):
        pytest.fail("\n\n".join(faults), pytrace=False)
    return result
