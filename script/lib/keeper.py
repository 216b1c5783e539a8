"""The process that owns an embedded Postgres: starts it, starts it again should it die, stops it after its
last user.

Not for typing: `Cluster.hold` starts it. See `postgres.py` for the locks.
"""

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, cast

from script.lib import postgres
from script.lib.locks import Lock

SET_PDEATHSIG = 1  # prctl: the signal that a child gets when its parent dies
STOP_SECONDS = 60


class Keeper:
    def __init__(self, home: Path, profile: postgres.Profile) -> None:
        self.home, self.data, self.profile = home, home / "data", profile
        self.alone, self.use = Lock(home / "keeper.lock"), Lock(home / "use.lock")
        self.account = postgres.server_account(self.data)
        self.socket = postgres.socket_dir(home)
        self.server: subprocess.Popen[bytes] | None = None
        self.stopping = threading.Event()
        self.notes = ""

    def tell(self, state: str, message: str = "") -> None:
        """Leave word for the commands that wait."""
        draft = self.home / "keeper.json.new"
        content = {"pid": os.getpid(), "state": state, "socket": str(self.socket), "message": message}
        draft.write_text(json.dumps(content))
        draft.replace(self.home / "keeper.json")

    def run(self) -> int:
        """Keep the server until nobody uses it."""
        deadline = time.monotonic() + 10  # one that has just ended may still be letting go
        while not self.alone.acquire(wait=False):
            if time.monotonic() > deadline:
                return 1
            time.sleep(0.02)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stop())
        self.tell("starting")
        try:
            self.make_way()
            self.start()
            self.ensure_roles()
        except (OSError, postgres.StatementFailed) as error:
            if self.server:
                self.stop()
                self.server.wait()
            self.tell("failed", str(error))
            return 1
        self.tell("ready", self.notes)
        threading.Thread(target=self._wait_for_last_user, daemon=True).start()
        code = self.watch()
        self.alone.release()  # before use.lock, so that whoever waits for that finds no keeper
        self.use.release()
        return code

    def make_way(self) -> None:
        """Remove what an earlier server left, make the cluster on the first day, and write its settings."""
        version = self.data / "PG_VERSION"
        clear_leftovers(self.data)
        if self.account:
            changed = postgres.let_through(self.data, self.account[0])
            programs = postgres.postgres_programs() / "postgres"
            changed += postgres.let_through(programs, self.account[0])
            if changed:
                names = ", ".join(map(str, changed))
                self.notes = (
                    f"Postgres's own user may now pass through {names} (without seeing what is in there)."
                )
        if self.data.exists():
            postgres.adopt(self.data, self.account)
        else:
            postgres.initialize(self.data, self.account, self.profile)
        ours = postgres.run_as([postgres.postgres_programs() / "postgres", "--version"], self.account)
        if ours.returncode:
            raise OSError(f"{ours.stdout.strip()}: the programs of Postgres do not run as its own user.")
        major = ours.stdout.split()[-1].split(".")[0]
        if version.read_text().strip() != major:
            raise OSError(
                f"{self.data} was made by Postgres {version.read_text().strip()}; this is Postgres {major}. "
                "Go back to the release that made it, save a copy of the database there, and restore it here."
            )
        self.socket.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.socket.is_symlink() or self.socket.stat().st_uid not in {
            os.geteuid(),
            (self.account or (0,))[0],
        }:
            raise OSError(f"{self.socket} belongs to somebody else; remove it.")
        if self.account:
            os.chown(self.socket, *self.account)
            postgres.let_through(self.socket, self.account[0])
        postgres.write_settings(self.data, self.socket, self.account, self.profile)

    def start(self) -> None:
        """Start the server and wait until it is ready, however long its recovery takes."""
        log = self.home / "postgres.log"
        if log.exists() and log.stat().st_size > 5_000_000:
            log.replace(log.with_suffix(".log.1"))
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        with log.open("ab") as output:
            self.server = subprocess.Popen(
                [postgres.postgres_programs() / "postgres", "-D", self.data],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True, cwd="/",
                env=postgres.clean_environment(), preexec_fn=end_with_parent,
                **postgres.as_account(self.account),
            )  # fmt: skip
        deadline = time.monotonic() + postgres.START_SECONDS
        while not self._is_ready():
            if self.server.poll() is not None:
                tail = log.read_text(errors="replace").splitlines()[-8:]
                raise OSError("\n".join(tail))
            if time.monotonic() > deadline:
                raise OSError(
                    f"Postgres did not become ready in {postgres.START_SECONDS} seconds; see {log}."
                )
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[0] == str(cast(Any, self.server).pid) and lines[7].strip() == "ready"

    def ensure_roles(self) -> None:
        """The two roles of the application. Neither may do more than sign in."""
        wanted = (postgres.OWNER, postgres.APPLICATION)
        names = ", ".join(f"'{role}'" for role in wanted)
        there = postgres.psql(self.socket, f"SELECT rolname FROM pg_roles WHERE rolname IN ({names})").split()
        for role in wanted:
            if role not in there:
                postgres.psql(self.socket, f"CREATE ROLE {role} LOGIN")

    def watch(self) -> int:
        """Wait for the server's end; start it again when nobody asked for that end."""
        deaths: list[float] = []
        while True:
            cast(Any, self.server).wait()
            if self.stopping.is_set():
                return 0
            deaths = [*(moment for moment in deaths if time.monotonic() - moment < 60), time.monotonic()]
            if len(deaths) > 5:
                self.tell("failed", "Postgres died five times within a minute; see postgres.log.")
                return 1
            self.tell("starting", "Postgres died and is started again.")
            clear_leftovers(self.data)
            try:
                self.start()
            except OSError as error:
                self.tell("failed", str(error))
                return 1
            self.tell("ready")

    def _wait_for_last_user(self) -> None:
        self.use.acquire()
        self.stop()

    def stop(self) -> None:
        """Stop the server cleanly; a second try is harder."""
        if self.stopping.is_set():
            return
        self.stopping.set()
        self.tell("stopping")
        if self.server:
            self.server.send_signal(signal.SIGINT)  # "fast": sessions end, everything is written
            threading.Thread(target=self._insist, daemon=True).start()

    def _insist(self) -> None:
        time.sleep(STOP_SECONDS)
        cast(Any, self.server).send_signal(signal.SIGQUIT)  # the next start recovers


def end_with_parent() -> None:
    """In a new child: get SIGINT, Postgres's clean stop, should the parent be killed."""
    ctypes.CDLL(None).prctl(SET_PDEATHSIG, signal.SIGINT)


def clear_leftovers(data: Path) -> None:
    """End what works in this data folder without a keeper: first its head, cleanly, then stray sessions."""
    for number, seconds in ((signal.SIGINT, STOP_SECONDS), (signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        left = postgres.processes_in(data)
        if not left:
            return
        try:
            head = int((data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            head = 0
        for pid in [head] if number == signal.SIGINT and head in left else left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        # Sessions whose head is dead take no notice of SIGINT as an end: give them only a moment.
        deadline = time.monotonic() + (seconds if head in left or number != signal.SIGINT else 0.5)
        while postgres.processes_in(data) and time.monotonic() < deadline:
            time.sleep(0.05)


def main(arguments: list[str]) -> int:
    """`keeper HOME PROFILE`"""
    return Keeper(Path(arguments[0]), cast(postgres.Profile, arguments[1])).run()
