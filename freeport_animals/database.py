"""Where the database is: read from the environment, never started from here.

`script/` starts the embedded Postgres and sets the two addresses; a city with a server of its own sets them.

- `DATABASE_URL`: what the application signs in with, a role that may not change append-only tables.
- `DATABASE_OWNER_URL`: the role that owns the schema; only migrations, grants and the purge use it.
"""

from typing import Any

import environ

# Reaching nothing is better than reaching a wrong server: without DATABASE_URL every query fails and says so.
UNSET = "postgres://nobody@127.0.0.1:1/set-DATABASE_URL-or-use-script-server"


def databases(env: environ.Env, *, as_owner: bool = False) -> dict[str, dict[str, Any]]:
    """Django's DATABASES for this process.

    `as_owner` picks DATABASE_OWNER_URL where there is one: migrations need the owner's rights.
    """
    url = env.str("DATABASE_URL", UNSET)
    if as_owner:
        url = env.str("DATABASE_OWNER_URL", url)
    config = environ.Env.db_url_config(url)
    config["CONN_MAX_AGE"] = 600
    config["CONN_HEALTH_CHECKS"] = True
    config["ATOMIC_REQUESTS"] = False  # services open their own transactions, as short as their work
    options = config.setdefault("OPTIONS", {})
    options.setdefault("application_name", "freeport-animals")
    return {"default": config}
