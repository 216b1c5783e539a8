"""Databases for tests: one template per state of the migrations, copied for each worker and for each test
that commits.

The server is the embedded one of DATA_DIR/test, shared by all test runs on this machine, or the one
DATABASE_URL names. Tests sign in as the application's role, so that what it may not do fails here as it would
in the city.
"""

import hashlib
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import environ
import psycopg2
import pytest
from psycopg2.extensions import ISOLATION_LEVEL_AUTOCOMMIT

from script.lib import database, postgres
from script.lib.place import ROOT, data_dir

KEEP_TEMPLATES = "3 hours"
HOST = hashlib.sha256(platform.node().encode()).hexdigest()[:6]


def process_mark(pid: int) -> str:
    """A process's id and start, so that a later process with the same id is not taken for it.

    Empty when it is gone.
    """
    try:
        start = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return ""
    return f"{pid}_{start}"


class Databases:
    """The test server, as one test process uses it."""

    def __init__(self) -> None:
        given = os.environ.get("DATABASE_URL", "")
        self._cluster: postgres.Cluster | None = None
        if given:
            self._given = environ.Env.db_url_config(given)
        else:
            self._cluster = postgres.Cluster(data_dir() / "test", "fast").hold()
            self._given = environ.Env.db_url_config(self._cluster.url(postgres.ADMINISTRATOR, "postgres"))
        self._admin = self._connect(self._given["NAME"])
        self._count = 0
        self._template = ""
        if not self._cluster:
            self._ensure_roles()
        self._drop_abandoned()

    def _connect(self, name: str) -> Any:
        parts = {"user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
        arguments = {key: self._given[part] for key, part in parts.items() if self._given.get(part)}
        try:
            connection = psycopg2.connect(dbname=name, **arguments, **self._given.get("OPTIONS", {}))
        except psycopg2.OperationalError as error:
            pytest.exit(f"The tests' database server does not answer: {error}", returncode=1)
        connection.set_isolation_level(ISOLATION_LEVEL_AUTOCOMMIT)
        return connection

    def sql(self, statement: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """Run one statement as the administrator of the test server."""
        with self._admin.cursor() as cursor:
            cursor.execute(statement, arguments or None)
            return cursor.fetchall() if cursor.description else []

    # Roles

    def config(self, role: str, name: str) -> dict[str, Any]:
        """Django's settings of a connection to database `name` as `role`."""
        config = {key: self._given.get(key, "") for key in ("HOST", "PORT", "USER", "PASSWORD")} | {
            "NAME": name
        }
        options = dict(self._given.get("OPTIONS", {}))
        if self._cluster:
            config["USER"] = role
        else:
            options["options"] = f"-c role={role}"  # no password to invent on somebody's server
        return config | {"OPTIONS": options}

    def url(self, role: str, name: str) -> str:
        """The same as an address."""
        config = self.config(role, name)
        user = quote(config["USER"], safe="") + (
            f":{quote(config['PASSWORD'], safe='')}" if config["PASSWORD"] else ""
        )
        place = f"{config['HOST']}:{config['PORT']}" if config["PORT"] else config["HOST"]
        place = f"/{quote(place)}" if place.startswith("/") else place
        query = "&".join(f"{key}={quote(str(value))}" for key, value in config["OPTIONS"].items())
        return f"postgres://{user}@{place}/{name}?{query}"

    def _ensure_roles(self) -> None:
        try:
            for role in (postgres.OWNER, postgres.APPLICATION):
                if not self.sql("SELECT 1 FROM pg_roles WHERE rolname = %s", role):
                    self.sql(f"CREATE ROLE {role}")
                if not self.sql("SELECT pg_has_role(%s, 'SET')", role)[0][0]:
                    self.sql(f"GRANT {role} TO CURRENT_USER")
        except psycopg2.errors.InsufficientPrivilege:
            pytest.exit("DATABASE_URL must name a role that may create databases and roles.", returncode=1)

    # Templates and copies

    @contextmanager
    def _one_builder(self) -> Iterator[None]:
        self.sql("SELECT pg_advisory_lock(hashtext('freeport-animals template'))")
        try:
            yield
        finally:
            self.sql("SELECT pg_advisory_unlock(hashtext('freeport-animals template'))")

    def _exists(self, name: str) -> bool:
        return bool(self.sql("SELECT 1 FROM pg_database WHERE datname = %s", name))

    def template(self) -> str:
        """The name of a prepared, empty database as of the migrations on disk; the first to ask makes it."""
        while not self._template:
            name = f"freeport_template_{database.fingerprint()}"
            if self._exists(name):
                self.sql(f"COMMENT ON DATABASE {name} IS '{self.sql('SELECT now()')[0][0].isoformat()}'")
                self._template = name
                break
            with self._one_builder():
                mark = database.fingerprint()  # it may be another one after waiting
                if not self._exists(f"freeport_template_{mark}"):
                    self._build(mark)
        return self._template

    def _build(self, mark: str) -> None:
        """Make the template of `mark`, or nothing when somebody writes a migration at this moment."""
        draft = self.bare()
        preparing = subprocess.Popen(
            [sys.executable, "-u", ROOT / "manage.py", "prepare", "--role", postgres.APPLICATION],
            env=os.environ | {
                "DATABASE_URL": self.url(postgres.APPLICATION, draft),
                "DATABASE_OWNER_URL": self.url(postgres.OWNER, draft),
            },
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
        )  # fmt: skip
        assert preparing.stdout
        said = (
            preparing.stdout.readline()
        )  # the migrations are read by now; what is written later does not count
        unchanged = database.fingerprint() == mark
        said += preparing.stdout.read()
        if preparing.wait() or not unchanged:
            self.drop(draft)
            if unchanged:
                pytest.exit(
                    f"{said}\nThe tests' database could not be made from the migrations.", returncode=1
                )
            return
        self._inside(draft, "ANALYZE")
        self.sql(f"ALTER DATABASE {draft} WITH ALLOW_CONNECTIONS false")
        self.sql(f"ALTER DATABASE {draft} RENAME TO freeport_template_{mark}")
        self.sql(
            f"COMMENT ON DATABASE freeport_template_{mark} IS '{self.sql('SELECT now()')[0][0].isoformat()}'"
        )
        self._drop_unused_templates()

    def bare(self) -> str:
        """A new database without a schema, ready to be migrated; whoever asks drops it."""
        name = f"freeport_draft_{HOST}_{process_mark(os.getpid())}"
        self.drop(name)
        locale = "ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'"
        self.sql(f"CREATE DATABASE {name} OWNER {postgres.OWNER} TEMPLATE template0 {locale}")
        self._inside(name, postgres.database_setup(name, application=postgres.APPLICATION))
        return name

    def _inside(self, name: str, statements: str) -> None:
        connection = self._connect(name)
        with connection.cursor() as cursor:
            cursor.execute(statements)
        connection.close()

    def clone(self) -> str:
        """A fresh copy of the template."""
        self._count += 1
        name = f"freeport_test_{HOST}_{process_mark(os.getpid())}_{self._count}"
        self.sql(
            f"CREATE DATABASE {name} OWNER {postgres.OWNER} TEMPLATE {self.template()} STRATEGY file_copy"
        )
        return name

    def drop(self, name: str) -> None:
        """Drop a copy, whoever is still in it."""
        self.sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _drop_abandoned(self) -> None:
        """Copies and drafts of processes that ended without clearing up."""
        for (name,) in self.sql("SELECT datname FROM pg_database WHERE datname ~ '^freeport_(test|draft)_'"):
            found = re.fullmatch(rf"freeport_(?:test|draft)_{HOST}_((\d+)_\d+)(?:_\d+)?", name)
            if found and process_mark(int(found[2])) != found[1]:
                self.drop(name)

    def _drop_unused_templates(self) -> None:
        old = self.sql(
            "SELECT datname FROM pg_database WHERE datname LIKE 'freeport\\_template\\_%%' "
            "AND shobj_description(oid, 'pg_database')::timestamptz < now() - %s::interval",
            KEEP_TEMPLATES,
        )
        for (name,) in old:
            self.drop(name)

    def close(self) -> None:
        """Leave the server; the last one out stops it."""
        self._admin.close()
        if self._cluster:
            self._cluster.release()


def point(name: str, databases: Databases) -> None:
    """Let Django's connection, of every thread, lead to database `name`."""
    from django.db import connections

    connections.close_all()
    connections.settings["default"].update(databases.config(postgres.APPLICATION, name))
