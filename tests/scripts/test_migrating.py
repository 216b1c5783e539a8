"""The quick way of migrating makes the same schema as Django's own."""

import os
import re
import subprocess
import sys

from script.lib import postgres
from script.lib.place import ROOT

APP = "accounts"  # small, with constraints, history and triggers of its own


def schema(databases, name: str) -> list[str]:
    """The definitions of the app's tables, without what differs from dump to dump."""
    config = databases.config(postgres.OWNER, name)
    variables = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {variable: str(config[key]) for variable, key in variables.items() if config[key]}
    done = subprocess.run(
        [postgres.postgres_programs() / "pg_dump", "-s", "-x", "-O", f"--table={APP}_*", name],
        env=postgres.clean_environment() | given, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if line and not re.match(r"--|\\(un)?restrict", line)]


def test_the_schema_is_the_same(databases, django_db_setup):
    prepared, plain = databases.clone(), databases.bare()
    try:
        subprocess.run(
            [sys.executable, ROOT / "manage.py", "migrate", APP, "--verbosity", "0"], cwd=ROOT, check=True,
            env=os.environ | {
                "DATABASE_URL": databases.url(postgres.APPLICATION, plain),
                "DATABASE_OWNER_URL": databases.url(postgres.OWNER, plain),
            },
        )  # fmt: skip
        expected = schema(databases, plain)
        assert any("CREATE TRIGGER" in line for line in expected)
        assert any("CHECK" in line for line in expected)
        assert schema(databases, prepared) == expected
    finally:
        databases.drop(prepared)
        databases.drop(plain)
