"""Where things are, and how a command speaks to the person who typed it."""

import os
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent.parent


def data_dir() -> Path:
    """Where databases, uploads and passwords are kept: DATA_DIR, or `.data` in the project."""
    given = os.environ.get("DATA_DIR", "")
    return Path(given).expanduser().absolute() if given else ROOT / ".data"


def make_dir(path: Path) -> Path:
    """`path`, made when it is not there. Root leaves a way through to the database's user."""
    if not path.is_dir():
        try:
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(0o711 if os.geteuid() == 0 else 0o700)
        except OSError as error:
            fail(
                f"Cannot make the folder {path}: {error.strerror}. Set DATA_DIR to one that you may write to."
            )
    return path


def write_private(path: Path, text: str) -> None:
    """Put `text` into a file that only its owner can read, whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def shown(path: Path) -> str:
    """The path as a person would type it from the project's folder."""
    try:
        return str(path.relative_to(ROOT))
    except ValueError:
        return str(path)


def say(message: str) -> None:
    """Tell what is going on, without holding up what waits for the output proper."""
    print(message, file=sys.stderr, flush=True)


def fail(message: str) -> NoReturn:
    """Say what is wrong and what to do, and end with 1."""
    say(message)
    raise SystemExit(1)
