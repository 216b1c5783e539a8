"""Locks that the kernel gives back by itself when their holder dies, however it dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from script.lib.place import fail, shown


class Lock:
    """A lock on a file, held until `release` or the end of the process. Children do not inherit it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd: int | None = None

    def acquire(self, *, shared: bool = False, wait: bool = True) -> bool:
        """Take the lock, alone or shared. False when `wait` is off and somebody else has it."""
        if self._fd is None:
            try:
                self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except PermissionError:
                fail(f"{shown(self.path)} belongs to another user. Run this as that user, or set DATA_DIR.")
        how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(self._fd, how if wait else how | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            return False
        except BaseException:
            self.release()
            raise
        return True

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


@contextmanager
def locked(path: Path, *, shared: bool = False) -> Iterator[None]:
    """Hold a lock for as long as the block runs."""
    lock = Lock(path)
    lock.acquire(shared=shared)
    try:
        yield
    finally:
        lock.release()


def is_held(path: Path) -> bool:
    """Whether somebody holds this lock alone at this moment."""
    if not path.exists():
        return False
    lock = Lock(path)
    free = lock.acquire(shared=True, wait=False)
    lock.release()
    return not free
