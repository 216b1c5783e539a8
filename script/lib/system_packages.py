"""What the machine itself must have. Root installs it; others are told what to type."""

import ctypes
import os
import shutil
import subprocess
import sys
import zoneinfo
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from script.lib.place import fail, say

NOTO = Path("/usr/share/fonts/truetype/noto")
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@dataclass(frozen=True)
class Need:
    """Something of the machine: what for, the Debian package that brings it, and how to see that it is there.

    What is not `essential` is reported and done without when it cannot be installed.
    """

    purpose: str
    package: str
    present: Callable[[], bool]
    essential: bool = True


def browser() -> str | None:
    """The system's Chromium, for the tests in a browser."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def _library(name: str) -> Callable[[], bool]:
    def loads() -> bool:
        try:
            ctypes.CDLL(name)
        except OSError:
            return False
        return True

    return loads


def _program(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


def _knows_chicago() -> bool:
    try:
        zoneinfo.ZoneInfo("America/Chicago")
    except zoneinfo.ZoneInfoNotFoundError:
        return False
    return True


def _venv_package() -> str:
    """Debian splits `venv` off, into a package named after the Python in use unless that is the default."""
    default = Path("/usr/bin/python3")
    if default.exists() and default.resolve() == Path(sys.executable).resolve():
        return "python3-venv"
    return f"python{sys.version_info.major}.{sys.version_info.minor}-venv"


def _certificates() -> bool:
    # Debian's pip trusts the system's list alone, and a minimal machine has none.
    return not shutil.which("dpkg") or Path("/etc/ssl/certs/ca-certificates.crt").exists()


# To make `.venv`; asked for only while there is none.
VENV = (
    Need("a Python environment of its own", _venv_package(), lambda: find_spec("ensurepip") is not None),
    Need("certificates of the package registry", "ca-certificates", _certificates),
)
SERVER = (
    Need("PDF pages", "libpango-1.0-0", _library("libpango-1.0.so.0")),
    Need("PDF pages", "libpangoft2-1.0-0", _library("libpangoft2-1.0.so.0")),
    Need("PDF pages", "libharfbuzz0b", _library("libharfbuzz.so.0")),
    Need("PDF pages", "libharfbuzz-subset0", _library("libharfbuzz-subset.so.0")),
    Need("the city's time zone", "tzdata", _knows_chicago),
    Need(
        "letters of rare scripts on papers",
        "fonts-noto-core",
        lambda: (NOTO / "NotoSansPahawhHmong-Regular.ttf").exists(),
        essential=False,
    ),
    Need(
        "letters of rare scripts on papers",
        "fonts-dejavu-core",
        lambda: (DEJAVU / "DejaVuSans.ttf").exists(),
        essential=False,
    ),
)
TEST = (
    *SERVER,
    Need("tests in a browser", "chromium", lambda: browser() is not None),
    Need("tests in a browser", "libatomic1", _library("libatomic.so.1")),  # the driver's own Node
    Need("tests of PDF pages", "poppler-utils", _program("pdftotext")),
)


def command_for(packages: Iterable[str]) -> str:
    """The line that a person types to install `packages`."""
    line = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"
    if os.geteuid() == 0:
        return line
    return f"su -c '{line}'" if not shutil.which("sudo") else line.replace("apt-get", "sudo apt-get")


def _install(packages: list[str]) -> str:
    """Install with apt, waiting for another apt that runs. Returns what went wrong, or nothing."""
    quiet = os.environ | {
        "DEBIAN_FRONTEND": "noninteractive",
        "APT_LISTCHANGES_FRONTEND": "none",
        "LC_ALL": "C",
    }
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "-y", "-q"]
    said = ""
    for step in ([*apt, "update"], [*apt, "install", "--no-install-recommends", *packages]):
        done = subprocess.run(
            step,
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said += done.stdout
        # One unreachable list does not matter when the packages themselves can be had.
        if done.returncode and "install" in step:
            return "\n".join(said.splitlines()[-12:])
    return ""


def ensure(needs: Iterable[Need]) -> None:
    """Bring what is missing, or say what to type and stop."""
    needs = tuple(needs)
    missing = [need for need in needs if not need.present()]
    if not missing:
        return
    trouble = ""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"Installing system packages: {', '.join(need.package for need in missing)} …")
        trouble = _install([need.package for need in missing])
        missing = [need for need in needs if not need.present()]
    if not missing:
        return
    if trouble:
        say(trouble)
    lines = [f"  {need.package:22} for {need.purpose}" for need in missing]
    typed = command_for(need.package for need in missing)
    where = "Type:" if shutil.which("apt-get") else "On Debian or Ubuntu they come with:"
    if any(need.essential for need in missing):
        fail("\n".join(["Missing on this machine:", *lines, where, f"  {typed}", "Then start this again."]))
    say("\n".join(["Not on this machine, and done without:", *lines, where, f"  {typed}"]))
