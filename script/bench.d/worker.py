"""The web server as `script/server` runs it: the sign-in page through a socket, and what a worker weighs.

Prints `name: value unit (goal …)` a line.
"""

import http.client
import os
import socket
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from script.lib import application, server

ROUNDS = 300


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def megabytes(pid: int, kind: str) -> float:
    """What a process holds: `Rss` all of it, `Pss` with what is shared divided among its sharers."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(f"{kind}:"):
            return int(line.split()[1]) / 1024
    raise ValueError(kind)


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    web = server.start_web(listener, dict(os.environ))
    try:
        server.wait_until_ready(application.Site("demonstration", port=port), web)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            connection.request("GET", "/sign-in/")
            answer = connection.getresponse()
            answer.read()
            times.append((time.perf_counter() - start) * 1000)
            if answer.status != http.HTTPStatus.OK:
                raise SystemExit(f"/sign-in/ answered {answer.status}")
        connection.close()
        print(f"sign-in page through the web server: {statistics.median(times[20:]):.1f} ms (goal 5)")
        workers = children(web.pid)
        whole, own = (max(megabytes(worker, kind) for worker in workers) for kind in ("Rss", "Pss"))
        print(f"a web worker after {ROUNDS} pages: {whole:.0f} MB (goal 200 at most)")
        print(f"a web worker's share of memory: {own:.0f} MB (goal none set)")
    finally:
        server.end(web)
        listener.close()


if __name__ == "__main__":
    main()
