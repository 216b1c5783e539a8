"""`script/test`: set up, check, test. With arguments: pytest with these arguments, nothing else."""

import os
import signal
import subprocess
import time
from pathlib import Path

from script.lib import database, environment, postgres
from script.lib.place import ROOT, data_dir, fail, make_dir, say

# Django needs no database for these two: what they compare is code.
CHECKS = {
    "ruff": ["-m", "ruff", "check", "--quiet", "--no-cache", "."],
    "import-linter": [
        "-c",
        "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()",
    ],
    "manage.py check": ["manage.py", "check", "--fail-level", "WARNING"],
    "manage.py makemigrations --check": [
        "-W",
        "ignore",
        "manage.py",
        "makemigrations",
        "--check",
        "--dry-run",
    ],
}


def check(python: Path, settings: dict[str, str]) -> list[str]:
    """Run the checks beside each other; the names of those that failed, after showing what they said."""
    started = {
        name: subprocess.Popen(
            [python, *arguments],
            cwd=ROOT,
            env=settings,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for name, arguments in CHECKS.items()
    }
    failed = []
    for name, process in started.items():
        said, _ = process.communicate()
        if process.returncode:
            failed.append(name)
            say(f"— {name}\n{said.strip()}\n")
    return failed


def processors() -> int:
    """How many tests to run beside each other."""
    return max(2, len(os.sched_getaffinity(0)))


def main(arguments: list[str]) -> int:
    """Returns pytest's exit code, or 1 when a check failed before."""
    python = environment.ensure(development=True)
    home = make_dir(data_dir())
    settings = os.environ | {
        "FONT_CACHE": os.environ.get("FONT_CACHE", str(home / "fonts")),
        "FREEPORT_TEST_RUN": f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}",
    }
    # Held here as well, so that the server outlives each worker and is gone when this command is.
    cluster = None if database.given() else postgres.Cluster(home / "test", "fast").hold()
    try:
        if not arguments:
            if failed := check(python, settings):
                fail(f"Not tested yet: {', '.join(failed)} found something, see above.")
            arguments = ["-n", str(processors()), "--dist", "worksteal"]
        tests = subprocess.Popen([python, "-m", "pytest", *arguments], cwd=ROOT, env=settings)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: tests.send_signal(signal.SIGINT))
        while True:
            try:
                return tests.wait()
            except KeyboardInterrupt:  # pytest got it too, and clears up
                continue
    finally:
        if cluster:
            cluster.release()
