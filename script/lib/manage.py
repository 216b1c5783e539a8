"""`script/manage [--live] COMMAND …`: Django's command line against the server's database."""

import sys

from script.lib import application, database, environment, postgres
from script.lib.place import make_dir

USAGE = """usage: script/manage [--live] COMMAND [ARGUMENT …]

Runs a Django command against the demonstration's database, or with --live against the city's own, while the
server runs or not. `script/manage help` lists the commands."""


def main(arguments: list[str]) -> int:
    """Returns the command's own exit code."""
    live = arguments[:1] == ["--live"]
    command = arguments[1:] if live else arguments
    if not command or command[0] in ("-h", "--help"):
        print(USAGE, file=sys.stderr)
        return 0 if command else 2
    environment.ensure()
    site = application.Site("live" if live else "demonstration")
    make_dir(site.home.parent)
    make_dir(site.home)
    base = database.given() or database.embedded(site.home / "postgres")
    try:
        settings = site.settings() | base.environment | postgres.client_environment(base.cluster)
        database.prepare(base, settings, site.mode)
        return database.manage(settings, *command).returncode
    except KeyboardInterrupt:
        return 130
    finally:
        base.close()
