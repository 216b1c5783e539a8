"""`script/screenshot`: the README's picture of the counter, taken of the running demonstration."""

import os
import subprocess

from script.lib import environment
from script.lib.place import ROOT, data_dir, fail, shown

PICTURE = ROOT / "docs" / "counter.png"


def main(arguments: list[str]) -> int:
    """Returns 0 when the picture was taken."""
    python = environment.ensure(development=True)
    sign_ins = data_dir() / "demo-sign-ins.txt"
    if not sign_ins.exists():
        fail(
            "There is no demonstration to take a picture of. Start script/server first, in another terminal."
        )
    name, password = sign_ins.read_text().split()[:2]
    address = f"http://127.0.0.1:{os.environ.get('PORT') or '8000'}"
    PICTURE.parent.mkdir(exist_ok=True)
    done = subprocess.run(
        [python, "-m", "script.lib.photographer", address, name, password, PICTURE], cwd=ROOT
    )
    if done.returncode == 0:
        print(shown(PICTURE))
    return done.returncode
