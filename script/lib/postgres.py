"""An embedded Postgres: where it lives, who may use it, and how a command holds on to it.

    home/data          the cluster itself, owned by the user that Postgres runs as
    home/use.lock      held shared by every command that uses the server
    home/keeper.lock   held by the keeper, the one process that owns the server (`keeper.py`)
    home/change.lock   held while a keeper is being started
    home/keeper.json   what the keeper last said: {"pid", "state", "socket", "message"}

The keeper waits for `use.lock` alone: it gets it when the last user has gone, however that one ended, and
then stops the server. So nothing is left running after Ctrl-C, a failed test or kill -9, and nobody counts
anything.
"""

import hashlib
import json
import os
import pwd
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from script.lib.environment import postgres_programs
from script.lib.locks import Lock, is_held
from script.lib.place import fail, make_dir, say, shown

Profile = Literal["durable", "fast"]  # fast: for tests, where a crash of the machine may lose everything

ADMINISTRATOR = "postgres"
OWNER = "freeport_owner"
APPLICATION = "freeport_app"
EXTENSIONS = ("pg_trgm", "btree_gist", "unaccent")
SYSTEM_USER = "freeport-db"
START_SECONDS = 600  # recovery after a crash may take minutes and must not be cut short


def clean_environment() -> dict[str, str]:
    """An environment for Postgres's programs in which no setting of the person's own gets in the way."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}


def server_account(data: Path) -> tuple[int, int] | None:
    """The user and group that Postgres runs as, or None for the user at work.

    Postgres refuses root: then whoever owns the data runs it, or a system user made for it. Data that came
    from another machine may belong to nobody here.
    """
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat()).st_uid != 0 and _is_known(owner.st_uid):
        return owner.st_uid, owner.st_gid
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        made = subprocess.run(
            ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent",
             "--shell", "/usr/sbin/nologin", SYSTEM_USER],
            capture_output=True, text=True,
        )  # fmt: skip
        if made.returncode:
            fail(f"Postgres does not run as root, and no user could be made for it: {made.stderr.strip()}")
        entry = pwd.getpwnam(SYSTEM_USER)
    return entry.pw_uid, entry.pw_gid


def _is_known(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def adopt(data: Path, account: tuple[int, int] | None) -> None:
    """Make data that were copied here, from a backup or another machine, the server's own and closed to
    others.
    """
    found = data.stat()
    wanted = account[0] if account else os.geteuid()
    if found.st_uid != wanted:
        if not account:
            raise OSError(
                f"{data} belongs to another user. Start this as that user, or give the folder to this one."
            )
        for folder, _, files in os.walk(data):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, *account, follow_symlinks=False)
    if stat.S_IMODE(found.st_mode) & 0o077:
        data.chmod(0o700)


def socket_dir(home: Path) -> Path:
    """Where the server's socket is: beside the data, or in a private folder where that path is too long."""
    beside = home / "socket"
    if len(os.fsencode(beside / ".s.PGSQL.5432")) <= 100:  # the kernel takes 107
        return beside
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.geteuid() == 0:
        base = Path("/run") if os.access("/run", os.W_OK) else Path("/tmp")
    else:
        base = (
            Path(runtime) if runtime and len(runtime) < 60 and os.access(runtime, os.W_OK) else Path("/tmp")
        )
    return base / f"freeport-{os.geteuid()}-{hashlib.sha256(os.fsencode(home)).hexdigest()[:12]}"


@dataclass
class Cluster:
    """One embedded server. `hold` it before use, `release` it afterwards."""

    home: Path
    profile: Profile = "durable"
    _use: Lock | None = field(default=None, repr=False)
    _keeper: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _socket: Path | None = field(default=None, repr=False)

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "postgres.log"

    # Holding it

    def hold(self) -> "Cluster":
        """Start the server unless it runs, wait until it answers, and keep it running until `release`."""
        make_dir(self.home)
        change = Lock(self.home / "change.lock")
        change.acquire()
        try:
            self._use = Lock(self.home / "use.lock")
            self._use.acquire(shared=True)  # waits while a keeper is stopping the server
            while self.is_kept() and self.report().get("state") == "failed":
                time.sleep(0.02)  # a keeper that has given up is on its way out
            if not self.is_kept():
                self._start_keeper()
            self._wait_ready()
        except BaseException:
            self._let_go()
            raise
        finally:
            change.release()
        return self

    def release(self) -> None:
        """Let the server go. When nobody else uses it, it is stopped cleanly, and this waits for that."""
        if self._use is None:
            return
        self._let_go()
        use, busy_since = Lock(self.home / "use.lock"), time.monotonic()
        while self.is_kept():
            if use.acquire(wait=False):  # nobody else has it: the keeper is about to take it
                use.release()
                busy_since = time.monotonic()
            elif self.report().get("state") != "stopping" and time.monotonic() - busy_since > 0.2:
                return
            time.sleep(0.02)
        if self._keeper:
            self._keeper.wait()

    def revive(self) -> None:
        """Start a keeper again that was killed under its users."""
        change = Lock(self.home / "change.lock")
        change.acquire()
        try:
            if not self.is_kept():
                self._start_keeper()
            self._wait_ready()
        finally:
            change.release()

    def _let_go(self) -> None:
        if self._use:
            self._use.release()
            self._use = None

    def is_kept(self) -> bool:
        """Whether a keeper lives."""
        return is_held(self.home / "keeper.lock")

    def report(self) -> dict[str, Any]:
        """What the keeper last said of itself."""
        try:
            return json.loads((self.home / "keeper.json").read_text())
        except (OSError, ValueError):
            return {}

    def _start_keeper(self) -> None:
        (self.home / "keeper.json").unlink(missing_ok=True)
        with (self.home / "keeper.log").open("wb") as log:
            self._keeper = subprocess.Popen(
                [sys.executable, Path(__file__).with_name("start.py"), "keeper", self.home, self.profile],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd="/",
                env=clean_environment(),
            )  # fmt: skip

    def _wait_ready(self) -> None:
        started, told, new = time.monotonic(), False, not self.data.exists()
        while (report := self.report()).get("state") != "ready":
            waited = time.monotonic() - started
            ended = self._keeper.poll() is not None if self._keeper else waited > 5 and not self.is_kept()
            if report.get("state") == "failed" or ended:
                trouble = report.get("message") or (self.home / "keeper.log").read_text(errors="replace")
                fail(f"Postgres could not be started in {shown(self.home)}.\n{trouble.strip()}")
            if waited > START_SECONDS:
                fail(f"Postgres did not start within {START_SECONDS // 60} minutes; see {shown(self.log)}.")
            if waited > 4 and not told:
                told = True
                say(f"{'Making the database' if new else 'Postgres is starting and checks its data'} …")
            time.sleep(0.02)
        self._socket = Path(report["socket"])
        if report.get("message") and self._keeper:
            say(report["message"])

    # Using it

    @property
    def socket(self) -> Path:
        """The folder of the server's socket; known once the server is held."""
        assert self._socket is not None, "hold the server first"
        return self._socket

    def url(self, role: str, database: str) -> str:
        """The address of a database for a role. There is no password: the kernel vouches for the user."""
        return f"postgres://{role}@/{quote(str(self.socket))}/{database}"

    def sql(self, statements: str, *, database: str = "postgres") -> str:
        """Run SQL as the administrator; the rows, columns parted by `|`."""
        return psql(self.socket, statements, database=database)


class StatementFailed(RuntimeError):
    """Postgres refused a statement, or did not answer; in its own words."""


def psql(socket: Path, statements: str, *, database: str = "postgres", role: str = ADMINISTRATOR) -> str:
    """Run SQL through the socket; the rows, columns parted by `|`.

    Raises StatementFailed.
    """
    done = subprocess.run(
        [postgres_programs() / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-f", "-"],
        input=statements, capture_output=True, text=True, cwd="/",
        env=clean_environment() | {"PGHOST": str(socket), "PGUSER": role, "PGDATABASE": database},
    )  # fmt: skip
    if done.returncode:
        raise StatementFailed(done.stderr.strip())
    return done.stdout.strip()


def client_environment(cluster: Cluster | None) -> dict[str, str]:
    """What lets `psql` and `pg_dump`, started by a Django command, find the embedded server."""
    if cluster is None:
        return {}
    path = f"{postgres_programs()}{os.pathsep}{os.environ.get('PATH', '')}"
    return {"PATH": path, "PGHOST": str(cluster.socket), "PGUSER": OWNER}


def create_database(cluster: Cluster, name: str) -> None:
    """A new database of the owner's, with the extensions, that the application may enter; harmless when it is
    there.
    """
    if cluster.sql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
        return
    draft = f"{name}_new"  # so that one left half-made is never taken for a whole one
    cluster.sql(f"DROP DATABASE IF EXISTS {draft};\nCREATE DATABASE {draft} OWNER {OWNER};")
    cluster.sql(database_setup(draft, application=APPLICATION), database=draft)
    cluster.sql(f"ALTER DATABASE {draft} RENAME TO {name}")


def database_setup(name: str, *, application: str) -> str:
    """What a new database needs besides its schema: SQL for whoever may create extensions."""
    extensions = "".join(f"CREATE EXTENSION IF NOT EXISTS {extension};\n" for extension in EXTENSIONS)
    entry = (
        f"REVOKE ALL ON DATABASE {name} FROM PUBLIC;\nGRANT CONNECT ON DATABASE {name} TO {application};\n"
    )
    return entry + extensions


# What the keeper does with the data folder


def initialize(data: Path, account: tuple[int, int] | None, profile: Profile) -> None:
    """Make the cluster, whole or not at all."""
    draft = data.with_name("data.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    if account:
        os.chown(draft, *account)
    command = [
        postgres_programs() / "initdb", "-D", draft, "-U", ADMINISTRATOR, "-A", "peer", "--encoding=UTF8",
        "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
    ]  # fmt: skip
    if profile == "fast":
        command.append("--no-sync")
    done = run_as(command, account)
    if done.returncode:
        shutil.rmtree(draft, ignore_errors=True)
        raise OSError(f"initdb: {done.stdout.strip()}")
    draft.rename(data)


def run_as(command: list[Any], account: tuple[int, int] | None) -> subprocess.CompletedProcess[str]:
    """Run a program of Postgres's as the user it runs as; output and errors together."""
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        cwd="/", env=clean_environment(), **as_account(account),
    )  # fmt: skip


def as_account(account: tuple[int, int] | None) -> Mapping[str, Any]:
    """Arguments of `subprocess` that run the child as that user."""
    return {"user": account[0], "group": account[1], "extra_groups": []} if account else {}


def write_settings(data: Path, socket: Path, account: tuple[int, int] | None, profile: Profile) -> None:
    """The server's settings, written anew at each start; `local.conf` beside them is for others."""
    settings: dict[str, Any] = {
        "listen_addresses": "",
        "unix_socket_directories": f'"{socket}"',
        "unix_socket_permissions": "0700",
        "max_connections": 200 if profile == "fast" else 60,
        "shared_buffers": "128MB",
        "dynamic_shared_memory_type": "posix" if _may_share(account) else "mmap",
        "max_wal_size": "512MB",
        "jit": "off",  # compiling costs more than any of these short queries
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_line_prefix": "%m [%p] %d ",
        "log_checkpoints": "off",
        "log_autovacuum_min_duration": "-1",
        # Statements and details of errors hold names and addresses; the log is no place for them.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
    }
    if profile == "fast":
        settings |= {
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "autovacuum": "off",  # it would hold a template while it is being copied
            "wal_level": "minimal",
            "max_wal_senders": 0,
            "checkpoint_timeout": "1h",
        }
    else:
        settings |= {"idle_in_transaction_session_timeout": "5min"}
    text = "".join(
        f"{name} = '{str(value).replace(chr(39), chr(39) * 2)}'\n" for name, value in settings.items()
    )
    # The operating system says who connects; these users may then be any role, all others none.
    users = {pwd.getpwuid(uid).pw_name for uid in {os.geteuid(), account[0] if account else os.geteuid()}}
    files = {
        "postgresql.conf": f"# Written anew at each start.\n{text}include_if_exists 'local.conf'\n",
        "pg_hba.conf": "local all all peer map=house\n",
        "pg_ident.conf": "".join(f'house "{user}" all\n' for user in sorted(users)),
    }
    for name, content in files.items():
        (data / name).write_text(content)
        if account:
            os.chown(data / name, *account)


def _may_share(account: tuple[int, int] | None) -> bool:
    """Whether the server may use the machine's shared memory; some containers close it."""
    try:
        found = Path("/dev/shm").stat()
    except OSError:
        return False
    return bool(found.st_mode & stat.S_IWOTH) or found.st_uid == (account[0] if account else os.geteuid())


def let_through(path: Path, uid: int) -> list[Path]:
    """Let user `uid` pass through the folders above `path`, without seeing what is there; those changed."""
    changed = []
    for folder in reversed(path.parents):
        found = folder.stat()
        bit = stat.S_IXUSR if found.st_uid == uid else stat.S_IXOTH
        if not found.st_mode & bit:
            folder.chmod(stat.S_IMODE(found.st_mode) | bit)
            changed.append(folder)
    return changed


def processes_in(data: Path) -> list[int]:
    """Process ids of a Postgres that works in this data folder, with or without its first process."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                working_dir, program = os.readlink(entry / "cwd"), os.readlink(entry / "exe")
            except OSError:
                continue  # gone, a kernel thread, or another user's
            if working_dir == str(data) and Path(program.removesuffix(" (deleted)")).name == "postgres":
                found.append(int(entry.name))
    return found
