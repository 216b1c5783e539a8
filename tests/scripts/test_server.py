"""`script/server` as a person starts and stops it: from an empty folder to a page, and no trace after."""

import http.client
import os
import re
import signal
import socket
import stat
import subprocess
import time
import urllib.parse
from pathlib import Path

import pytest

from script.lib.place import ROOT

SERVER = ROOT / "script" / "server"


def environment(data: Path, port: int) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DATABASE_", "DJANGO_"))
    }
    return kept | {"DATA_DIR": str(data), "PORT": str(port)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def refused(*arguments: str, **settings: str) -> str:
    """What the command says when it does not start."""
    done = subprocess.run(
        [SERVER, *arguments], env=os.environ | settings, capture_output=True, text=True, timeout=60,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode
    assert "Traceback" not in done.stderr
    return done.stderr


class Browserless:
    """A few requests with the cookies kept."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies = port, {}

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = urllib.parse.urlencode(form) if form else None
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        content = answer.read()
        connection.close()
        return answer.status, answer.getheader("Location", ""), content


def processes_of(data: Path) -> list[str]:
    """Every process that was started for this data folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            except OSError:
                continue
            if os.fsencode(data) in line:
                found.append(entry.name)
    return found


def start(data: Path, port: int) -> tuple[subprocess.Popen, list[str]]:
    """The running server, and all that it printed up to its last line."""
    server = subprocess.Popen(
        [SERVER], env=environment(data, port), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=(data.parent / "said").open("a"), text=True,
    )  # fmt: skip
    lines = []
    for line in server.stdout:
        lines.append(line.rstrip("\n"))
        if "Ctrl-C stops" in line:
            return server, lines
    server.wait()
    pytest.fail(f"It did not start:\n{(data.parent / 'said').read_text()}", pytrace=False)


def test_from_an_empty_folder_to_a_page_and_away_without_a_trace(tmp_path):
    data, port = tmp_path / "data", free_port()
    server, lines = start(data, port)
    try:
        assert lines[0] == f"Ready at http://127.0.0.1:{port}"
        sign_ins = dict(re.match(r" +(\S+) +(\S+)", line).groups() for line in lines[2:-1])
        assert {"clerk", "officer", "admin"} <= set(sign_ins)
        assert len(set(sign_ins.values())) == len(sign_ins)
        for private in ("demo-sign-ins.txt", "secret-key"):
            assert stat.S_IMODE((data / private).stat().st_mode) == 0o600

        browser = Browserless(port)
        status, location, _ = browser.ask("GET", "/")
        assert (status, location) == (302, "/sign-in/")
        status, _, page = browser.ask("GET", "/sign-in/")
        assert status == 200
        sheet = re.search(rb'href="(/static/[^"]+\.css)"', page).group(1).decode()
        assert re.search(r"\.[0-9a-f]{12}\.css$", sheet), (
            "style sheets are served under a name of their content"
        )
        assert browser.ask("GET", sheet)[0] == 200
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1).decode()
        form = {"username": "clerk", "password": sign_ins["clerk"], "csrfmiddlewaretoken": token}
        assert browser.ask("POST", "/sign-in/", form)[0] == 302
        assert browser.ask("GET", "/")[0] == 200

        second = refused(DATA_DIR=str(data), PORT=str(free_port()))
        assert f"runs already at http://127.0.0.1:{port} (process {server.pid})" in second
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 0
    assert processes_of(data) == []
    assert "Stopped. Everything is kept" in (tmp_path / "said").read_text()

    (tmp_path / "said").unlink()
    again, lines_again = start(data, port)
    again.kill()  # as hard as a power cut for the script: what it started must not outlive it
    again.wait()
    assert lines_again == lines
    # Another pytest on this machine shuts its common folder again, which the server then has to say.
    said = [line for line in (tmp_path / "said").read_text().splitlines() if "pass through" not in line]
    assert said == [], "a second start has nothing to set up"
    deadline = time.monotonic() + 20
    while processes_of(data):
        assert time.monotonic() < deadline, "something outlived the server"
        time.sleep(0.1)


def test_a_port_in_use_is_said_in_a_sentence(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused(DATA_DIR=str(tmp_path), PORT=str(port))
    assert f"Port {port} is in use" in said
    assert f"PORT={port + 1 if port < 65535 else 8001} script/server" in said


@pytest.mark.parametrize("port", ["eighty", "0", "70000", "-1", "8000;ls"])
def test_a_port_that_is_none_is_named(tmp_path, port):
    assert "PORT is" in refused(DATA_DIR=str(tmp_path), PORT=port)


def test_an_address_of_another_machine_is_named(tmp_path):
    assert "HOST is '192.0.2.1'" in refused(DATA_DIR=str(tmp_path), HOST="192.0.2.1", PORT=str(free_port()))


def test_a_database_that_does_not_answer_is_said_in_a_sentence(tmp_path):
    url = f"postgres://nobody@127.0.0.1:{free_port()}/nowhere"
    said = refused(DATA_DIR=str(tmp_path), PORT=str(free_port()), DATABASE_URL=url, DATABASE_OWNER_URL="")
    assert "The database does not answer" in said


def test_an_unknown_argument_shows_how_it_is_used(tmp_path):
    assert "usage: script/server" in refused("--life", DATA_DIR=str(tmp_path))
