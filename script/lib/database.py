"""The database a command works on: the embedded one, or a city's own server named by DATABASE_URL."""

import hashlib
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from script.lib import postgres
from script.lib.environment import LISTS, PYTHON
from script.lib.place import ROOT, fail, say

NAME = "freeport"


@dataclass
class Database:
    """Two addresses, and the embedded server behind them when there is one."""

    url: str
    owner_url: str
    cluster: postgres.Cluster | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What Django's settings read."""
        return {"DATABASE_URL": self.url, "DATABASE_OWNER_URL": self.owner_url}

    def close(self) -> None:
        """Let the embedded server go."""
        if self.cluster:
            self.cluster.release()


def given() -> Database | None:
    """The database that the environment names, if it names one."""
    url = os.environ.get("DATABASE_URL", "")
    return Database(url, os.environ.get("DATABASE_OWNER_URL", "") or url) if url else None


def embedded(home: Path, *, name: str = NAME) -> Database:
    """The embedded server of `home`, running, with the database `name` made if it was not there."""
    cluster = postgres.Cluster(home).hold()
    try:
        postgres.create_database(cluster, name)
    except BaseException:
        cluster.release()
        raise
    return Database(cluster.url(postgres.APPLICATION, name), cluster.url(postgres.OWNER, name), cluster)


def ask(url: str, sql: str) -> list[list[str]]:
    """The rows of one statement, as text. Ends with a sentence when the database does not answer."""
    done = subprocess.run(
        [PYTHON, Path(__file__).with_name("ask.py"), url], input=sql, capture_output=True, text=True, cwd=ROOT
    )
    if done.returncode:
        fail(f"The database does not answer: {done.stderr.strip()}")
    return [line.split("\t") for line in done.stdout.splitlines()]


def manage(
    environment: Mapping[str, str], *arguments: str, capture: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` with this environment; on the terminal, or away from it to `capture` it."""
    return subprocess.run(
        [PYTHON, ROOT / "manage.py", *arguments],
        env=os.environ | environment, cwd=ROOT, text=True, stdout=subprocess.PIPE if capture else None,
        start_new_session=capture,  # Ctrl-C then reaches the script alone, which ends the command quietly
    )  # fmt: skip


def prepare(database: Database, environment: Mapping[str, str], mode: str) -> bool:
    """Bring the schema and the grants up to date when anything they come from has changed. Whether it had.

    The database remembers in its comment what it was prepared from, and for which city: the demonstration is
    never served from a city's own database, nor the other way round.
    """
    mark = f"freeport-animals {mode} {fingerprint()}"
    seen = ask(
        database.url,
        "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()",
    )
    if seen == [[mark]]:
        return False
    found = seen[0][0].split() if seen else []
    if found[:1] == ["freeport-animals"] and found[1] != mode:
        fail(
            f"This is the {found[1]} database: --live and the demonstration need one each. See DATABASE_URL."
        )
    say("Bringing the database up to date …")
    done = manage(environment, "prepare", capture=True)
    if done.returncode:
        fail(f"{done.stdout.strip()}\nThe database could not be brought up to date; nothing was lost.")
    ask(
        database.owner_url,
        f"DO $$ BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(), '{mark}'); "
        "EXCEPTION WHEN insufficient_privilege THEN NULL; END $$",
    )
    return True


def fingerprint() -> str:
    """Changes whenever a prepared database would come out differently: migrations, grants, the packages' own
    tables.
    """
    digest = hashlib.sha256()
    for path in _sources():
        content = path.read_bytes()
        if path.parent.name != "migrations" and path.suffix == ".py" and path.name not in WHOLE:
            content = b"\n".join(re.findall(rb"^.*append_only.*$", content, re.MULTILINE))
            if not content:
                continue
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:20]


WHOLE = ("privileges.py", "prepare.py", "grant_application_role.py", "postgres.py")


def _sources() -> Iterator[Path]:
    yield LISTS["runtime"]
    yield ROOT / "script/lib/postgres.py"
    for app in ("freeport_animals", "licensing", "impound", "dangerous"):
        yield from sorted((ROOT / app).rglob("*.py"))
