"""The door from bash: `start.py COMMAND ARGS…`.

Puts the project on the import path and calls the command's `main`.
"""

import importlib
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)
sys.dont_write_bytecode = True  # a root's __pycache__ would be in the way of the next, ordinary user

COMMANDS = ("server", "test", "bench", "manage", "lock", "keeper", "screenshot")


def main() -> int:
    """Run the command named first; its number is the exit code."""
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        print(f"usage: start.py {'|'.join(COMMANDS)}", file=sys.stderr)
        return 2
    return importlib.import_module(f"script.lib.{sys.argv[1]}").main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
