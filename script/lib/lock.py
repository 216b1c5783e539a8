"""`script/lock`: write requirements*.txt anew from requirements*.in, every package pinned with its hashes.

Pins that still fit are kept, so that only what was changed changes; `script/lock --upgrade` takes the newest
of all. The tool that does it is pinned here and lives in a folder of its own under DATA_DIR.
"""

import os
import subprocess
import sys

from script.lib import system_packages
from script.lib.locks import locked
from script.lib.place import ROOT, data_dir, fail, make_dir, say

TOOL = "uv>=0.9,<1"
OLDEST = "3.11"


def main(arguments: list[str]) -> int:
    """Returns 0 when both lists were written."""
    if arguments not in ([], ["--upgrade"]):
        print("usage: script/lock [--upgrade]", file=sys.stderr)
        return 2
    home = make_dir(data_dir()) / "lock"
    tool = home / "bin" / "uv"
    with locked(data_dir() / "lock.lock"):
        if not tool.exists():
            say("Fetching the tool that pins requirements …")
            system_packages.ensure(system_packages.VENV)
            for command in (
                [sys.executable, "-m", "venv", "--clear", home],
                [home / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", TOOL],
            ):
                if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
                    fail("The tool could not be fetched. Is this machine online?")
        # The developer's list follows the runtime's, so that both pin the same release of what they share.
        for name, follows in (("requirements", []), ("requirements-dev", ["-c", "requirements.txt"])):
            done = subprocess.run(
                [
                    tool, "pip", "compile", f"{name}.in", "-o", f"{name}.txt", "--quiet", "--universal",
                    "--python-version", OLDEST, "--generate-hashes", "--no-emit-index-url",
                    "--custom-compile-command", "script/lock", *follows, *arguments,
                ],
                cwd=ROOT, stdin=subprocess.DEVNULL,
                # Nobody's index, mirror or folder of wheels belongs into the lists.
                env=os.environ | {"UV_NO_CONFIG": "1"},
            )  # fmt: skip
            if done.returncode:
                fail(f"{name}.in could not be pinned; what does not fit together stands above.")
    say("requirements.txt and requirements-dev.txt are written. script/server and script/test install them.")
    return 0
