"""`script/server`: the demonstration city, or with --live the city's own, until Ctrl-C."""

import contextlib
import ctypes
import errno
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from script.lib import application, database, environment
from script.lib.locks import Lock
from script.lib.place import fail, make_dir, say, shown, write_private

USAGE = """usage: script/server [--live]

Serves the fictional demonstration city at http://127.0.0.1:8000, or with --live the city's own database.
PORT and HOST say where, DATA_DIR where everything is kept, DATABASE_URL names a Postgres of your own."""
READY_SECONDS = 120


class Stop(BaseException):
    """Somebody asked the server to stop."""


def ask_to_stop(*_: Any) -> None:
    """Signal handler: the first request counts, further ones change nothing."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise Stop


def listen_to_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup means: stay
            signal.signal(number, ask_to_stop)


def chosen_port() -> int:
    """PORT, or 8000."""
    given = os.environ.get("PORT") or "8000"
    if not given.isascii() or not given.isdigit() or not 0 < int(given) < 65536:
        fail(f"PORT is {given!r}; it must be a number from 1 to 65535, such as PORT=8001.")
    return int(given)


def take_port(site: application.Site, command: str) -> socket.socket:
    """The listening socket. Taken first, so that a port in use is said before anything takes time."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            site.host, site.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = site.port + 1 if site.port < 65535 else 8001
            fail(
                f"Port {site.port} is in use by another program. Stop that one, or choose another port:  "
                f"PORT={other} {command}"
            )
        if error.errno == errno.EACCES:
            fail(f"This user may not use port {site.port}. Choose one above 1023:  PORT=8000 {command}")
        fail(f"HOST is {site.host!r}, which is no address of this machine ({error.strerror or error}).")
    return listener


def alone(site: application.Site) -> Lock:
    """The lock of the one server of this data folder."""
    lock = Lock(site.home / "server.lock")
    if not lock.acquire(wait=False):
        try:
            other = json.loads((site.home / "server.json").read_text())
            where = f" at {other['url']} (process {other['pid']})"
        except (OSError, ValueError, KeyError):
            where = ""
        fail(
            f"A server of {shown(site.home)} runs already{where}. Use that one, stop it with Ctrl-C, "
            "or give this one a folder of its own with DATA_DIR."
        )
    content = {"pid": os.getpid(), "url": site.url}
    write_private(site.home / "server.json", json.dumps(content))
    return lock


# Bringing the database and the files up to date


def prepare(site: application.Site, base: database.Database, settings: dict[str, str]) -> None:
    """The schema, the first people, the files to serve."""
    with collected_files(site, settings):
        changed = database.prepare(base, settings, site.mode)
        if site.mode == "live":
            ensure_administrator(base, settings)
        else:
            ensure_demonstration(site, base, settings, look=changed)


def ensure_administrator(base: database.Database, settings: dict[str, str]) -> None:
    """Ask for the first administrator on the terminal."""
    query = "SELECT EXISTS (SELECT FROM accounts_user WHERE is_active AND 'administrator' = ANY (roles))"
    if database.ask(base.url, query) == [["True"]]:
        return
    prepared = any(name.startswith("FIRST_ADMINISTRATOR_") for name in os.environ)
    if not sys.stdin.isatty() and not prepared:
        fail(
            "This city has no administrator yet. In a terminal, type:\n"
            "  script/manage --live first_administrator\nThen start this again."
        )
    if database.manage(settings, "first_administrator").returncode:
        fail("No administrator was made. Start script/server --live again when you are ready.")


def sign_ins(site: application.Site) -> Path:
    """Where the demonstration's passwords are kept."""
    return site.home / "demo-sign-ins.txt"


def ensure_demonstration(
    site: application.Site, base: database.Database, settings: dict[str, str], *, look: bool
) -> None:
    """Invent the city in an empty database; make new passwords when those of an earlier day were lost."""
    kept = sign_ins(site)
    if kept.exists() and not look:
        return
    empty = database.ask(base.url, "SELECT NOT EXISTS (SELECT FROM accounts_user)") == [["True"]]
    if not empty and kept.exists():
        return
    say("Inventing the demonstration city …" if empty else "Making new passwords for the demonstration …")
    done = database.manage(settings, "seed_demo" if empty else "demo_passwords", capture=True)
    if done.returncode:
        fail("The demonstration city could not be made; what went wrong stands above.")
    write_private(kept, done.stdout)


@contextlib.contextmanager
def collected_files(site: application.Site, settings: dict[str, str]) -> Iterator[None]:
    """While the block runs, gather what is served as it is and make the typefaces ready, if it changed."""
    root = Path(settings["STATIC_ROOT"])
    mark, made_from = application.static_mark(), root / ".made-from"
    if made_from.exists() and made_from.read_text() == mark:
        yield
        return
    say("Gathering styles, scripts and typefaces …")
    if root.parent == site.home and root.exists():
        shutil.rmtree(root)
    left_out = [part for pattern in application.NOT_SERVED for part in ("--ignore", pattern)]
    commands = (["collectstatic", "--no-input", "--verbosity", "0", *left_out], ["documents_fonts"])
    started = [
        subprocess.Popen(
            [environment.PYTHON, environment.ROOT / "manage.py", *command],
            env=os.environ | settings, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C reaches this process alone, which ends them
        )
        for command in commands
    ]  # fmt: skip
    try:
        yield
        if sum(process.wait() for process in started):
            fail("The files to serve could not be gathered; what went wrong stands above.")
    finally:
        for process in started:
            end(process)
    made_from.write_text(mark)


# Serving


def start_web(listener: socket.socket, settings: dict[str, str]) -> subprocess.Popen[bytes]:
    """Gunicorn on the socket that is held already, in a session of its own so that Ctrl-C reaches only this
    process.
    """
    listener.set_inheritable(True)
    return subprocess.Popen(
        [environment.PYTHON, "-m", "gunicorn", "-c", Path(__file__).with_name("gunicorn_conf.py"),
         "--bind", f"fd://{listener.fileno()}"],
        env=os.environ | settings, cwd=environment.ROOT, stdin=subprocess.DEVNULL,
        pass_fds=[listener.fileno()], start_new_session=True, preexec_fn=end_with_parent,
    )  # fmt: skip


def end_with_parent() -> None:
    """In a new child: get SIGTERM should this process be killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def answers(site: application.Site) -> bool:
    """Whether the application and its database answer a request."""
    host = site.url.removeprefix("http://").rsplit(":", 1)[0].strip("[]")
    connection = http.client.HTTPConnection(host, site.port, timeout=3)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost", "X-Forwarded-Proto": "https"})
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def wait_until_ready(site: application.Site, web: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not answers(site):
        if web.poll() is not None:
            fail("The web server ended at once; what went wrong stands above.")
        if time.monotonic() > deadline:
            web.terminate()
            fail("The web server runs but its health page does not answer; what went wrong may stand above.")
        time.sleep(0.05)


def serve(
    site: application.Site, base: database.Database, listener: socket.socket, settings: dict[str, str]
) -> None:
    """Keep the web server and the database running until somebody asks to stop."""
    deaths: list[float] = []
    web = start_web(listener, settings)
    try:
        wait_until_ready(site, web)
        announce(site)
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                web.wait(timeout=1)
                deaths = [*(moment for moment in deaths if time.monotonic() - moment < 60), time.monotonic()]
                if len(deaths) > 3:
                    fail("The web server keeps ending; what went wrong stands above.")
                say("The web server ended by itself and is started again.")
                web = start_web(listener, settings)
            if base.cluster and not base.cluster.is_kept():
                base.cluster.revive()
    finally:
        end(web)


def end(process: subprocess.Popen[bytes]) -> None:
    """Let a child finish what it is answering; after some seconds end it regardless."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=8)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def announce(site: application.Site) -> None:
    print(f"Ready at {site.url}", flush=True)
    if site.mode == "live":
        print(f"The city's own database, in {shown(site.home)}. Ctrl-C stops it.", flush=True)
        return
    print("Sign in to the demonstration as (user name, password, person):", flush=True)
    for line in sign_ins(site).read_text().splitlines():
        print(f"  {line}")
    print(f"They are kept in {shown(sign_ins(site))}. Ctrl-C stops the server.", flush=True)


@contextlib.contextmanager
def said_goodbye(site: application.Site) -> Iterator[None]:
    """Turn a request to stop into one line."""
    try:
        yield
    except Stop:
        with contextlib.suppress(OSError):  # the terminal may be gone
            say(f"\nStopped. Everything is kept in {shown(site.home)}.")


def main(arguments: list[str]) -> int:
    """Returns 0 after a clean stop."""
    if arguments not in ([], ["--live"]):
        print(USAGE, file=sys.stderr)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    mode: application.Mode = "live" if arguments else "demonstration"
    site = application.Site(mode, os.environ.get("HOST") or "127.0.0.1", chosen_port())
    with said_goodbye(site):
        listen_to_signals()
        make_dir(site.home.parent)
        make_dir(site.home)
        lock = alone(site)
        listener = take_port(site, f"script/server{' --live' if arguments else ''}")
        environment.ensure()
        base = database.given() or database.embedded(site.home / "postgres")
        try:
            settings = site.settings() | base.environment
            prepare(site, base, settings)
            serve(site, base, listener, settings)
        finally:
            listener.close()
            base.close()
            lock.release()
    return 0
