"""`script/bench [NAME …]`: every `script/bench.d/NAME.py` on a database of ten thousand owners, or only those
named.

Each prints lines of `name: value unit (goal …)`. The database is a copy made for this run, on the bench's own
embedded server with the city's own settings for durability, so that what is written costs what it would cost.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from script.lib import application, database, environment, postgres, server
from script.lib.locks import Lock
from script.lib.place import ROOT, data_dir, fail, make_dir, say

SCRIPTS = ROOT / "script" / "bench.d"
SEEDS = ("freeport_animals/management/commands/seed_bench.py", "freeport_animals/demonstration")
RUN = "freeport_bench"


def chosen(names: list[str]) -> list[Path]:
    """The scripts to run."""
    every = sorted(SCRIPTS.glob("*.py"))
    known = {path.stem for path in every}
    if unknown := set(names) - known:
        fail(f"There is no bench {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}.")
    return [path for path in every if not names or path.stem in names]


def seeded(cluster: postgres.Cluster, settings: dict[str, str]) -> str:
    """The name of the database with ten thousand owners as the code on disk makes it, made when it is not
    there.
    """
    digest = hashlib.sha256(database.fingerprint().encode())
    for seed in SEEDS:
        for path in sorted((ROOT / seed).rglob("*") if (ROOT / seed).is_dir() else [ROOT / seed]):
            if path.suffix in (".py", ".sql"):
                digest.update(path.read_bytes())
    name = f"freeport_seeded_{digest.hexdigest()[:16]}"
    if cluster.sql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
        return name
    for old in cluster.sql("SELECT datname FROM pg_database WHERE datname LIKE 'freeport\\_seeded%'").split():
        cluster.sql(f"DROP DATABASE {old} WITH (FORCE)")
    draft = f"{name}_draft"
    postgres.create_database(cluster, draft)
    base = at(cluster, draft)
    database.prepare(base, settings | base.environment, "bench")
    say("Inventing ten thousand owners, animals and licenses …")
    as_owner = base.environment | {"DATABASE_URL": base.owner_url}  # it works with temporary tables
    if database.manage(settings | as_owner, "seed_bench", capture=True).returncode:
        fail("The bench's database could not be made; what went wrong stands above.")
    cluster.sql("VACUUM ANALYZE", database=draft)
    cluster.sql(f"ALTER DATABASE {draft} RENAME TO {name}")
    return name


def at(cluster: postgres.Cluster, name: str) -> database.Database:
    """Database `name` of the bench's server."""
    return database.Database(
        cluster.url(postgres.APPLICATION, name), cluster.url(postgres.OWNER, name), cluster
    )


def main(arguments: list[str]) -> int:
    """Returns 1 when a bench broke; a goal that was missed is for the reader to see."""
    if any(argument.startswith("-") for argument in arguments):
        print("usage: script/bench [NAME …]   with the names of files in script/bench.d", file=sys.stderr)
        return 2
    scripts = chosen(arguments)
    python = environment.ensure()
    home = make_dir(make_dir(data_dir()) / "bench")
    alone = Lock(home / "bench.lock")
    if not alone.acquire(wait=False):
        fail("A bench runs already; two at once would measure each other.")
    site = application.Site("demonstration", folder=home)
    cluster = postgres.Cluster(home / "postgres").hold()
    failed = []
    try:
        settings = site.settings()
        with server.collected_files(site, settings):
            origin = seeded(cluster, settings)
        for script in scripts:
            cluster.sql(f"DROP DATABASE IF EXISTS {RUN} WITH (FORCE)")
            cluster.sql(f"CREATE DATABASE {RUN} OWNER {postgres.OWNER} TEMPLATE {origin}")
            cluster.sql("CHECKPOINT")  # what the copy left to write is not the bench's to pay for
            print(f"— {script.stem}", flush=True)
            done = subprocess.run(
                [python, script], env=os.environ | settings | at(cluster, RUN).environment, cwd=ROOT
            )
            if done.returncode:
                failed.append(script.stem)
        cluster.sql(f"DROP DATABASE IF EXISTS {RUN} WITH (FORCE)")
    except KeyboardInterrupt:
        return 130
    finally:
        cluster.release()
        alone.release()
    if failed:
        fail(f"Broke off: {', '.join(failed)}.")
    return 0
