"""The environment that Django's settings read, for the demonstration and for the city's own."""

import hashlib
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from script.lib.environment import LISTS
from script.lib.place import ROOT, data_dir, make_dir, write_private

# Variants that the packages bring and no page asks for; compressing them would take most of a minute.
NOT_SERVED = (
    "bootstrap-*",
    "bootstrap.css*",
    "bootstrap.js*",
    "bootstrap.min.js*",
    "bootstrap.bundle.js*",
    "*.rtl.*",
    "*.esm.*",
    "jquery*",
    "htmax-*",
    "htmx-4*",
)

Mode = Literal["demonstration", "live"]


@dataclass(frozen=True)
class Site:
    """One of the two cities on this machine: what it keeps, and where it answers."""

    mode: Mode
    host: str = "127.0.0.1"
    port: int = 8000
    folder: Path | None = None  # instead of the usual one

    @property
    def home(self) -> Path:
        """The folder of everything it keeps; the demonstration and the city's own share none of it."""
        return self.folder or (data_dir() / "live" if self.mode == "live" else data_dir())

    @property
    def url(self) -> str:
        """Its address, as a browser on this machine reaches it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def settings(self) -> dict[str, str]:
        """What Django's settings read, save for the database. What the environment sets already, it keeps."""
        hosts = ["127.0.0.1", "localhost", "[::1]", socket.gethostname().lower(), self.host]
        ours = {
            "SECRET_KEY": secret_key(self.home),
            "STATIC_ROOT": str(self.home / "static"),
            "MEDIA_ROOT": str(self.home / "media"),
            "FONT_CACHE": str(data_dir() / "fonts"),
            "ALLOWED_HOSTS": ",".join(hosts),
            "PUBLIC_URL": self.url,
        }
        chosen = {name: os.environ.get(name) or value for name, value in ours.items()}
        return chosen | {"CITY_MODE": self.mode, "DJANGO_SETTINGS_MODULE": "freeport_animals.settings"}


def secret_key(home: Path) -> str:
    """The key that signs sessions, made once."""
    path = make_dir(home) / "secret-key"
    if not path.exists():
        write_private(path, secrets.token_urlsafe(48))
    return path.read_text().strip()


def static_mark() -> str:
    """Changes whenever a file that is served as it is may have changed."""
    digest = hashlib.sha256(LISTS["runtime"].read_bytes() + repr(NOT_SERVED).encode())
    for app in ("static", "freeport_animals", "licensing", "impound", "dangerous"):
        for path in sorted((ROOT / app).rglob("*")):
            if "static" in path.relative_to(ROOT).parts and path.is_file():
                found = path.stat()
                digest.update(f"{path}|{found.st_size}|{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
