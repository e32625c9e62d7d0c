"""Atomic writes and locks: a file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write bytes into, which gets the name ``path`` when the block ends well.

    After a kill, an error or a full disk the old file stays. What is no plain file (a terminal, a
    pipe) is written to directly. Raises ``OSError`` that names ``path``, unless it names another
    file.
    """
    part = path
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            whole = path.resolve()
            part = whole.with_name(f"{whole.name}.part{os.getpid()}-{threading.get_ident()}")
            with _in_its_place(part, whole) as file:
                yield file
    except OSError as error:
        # A full disk names no file, and people know nothing of the file that is renamed at the end.
        if error.errno is not None and error.filename in (None, str(part)):
            error.filename = str(path)
        raise


@contextmanager
def _in_its_place(part: Path, path: Path) -> Iterator[BinaryIO]:
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process is in a block of this lock file, where the system can tell.

    A process that ends, even by a kill, releases the lock. The file is made, and stays, empty.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("ab") as file:
        with suppress(OSError):  # some network folders know no locks
            fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        yield


def check_writable(path: Path) -> None:
    """Raise ``OSError`` where no file ``path`` can be written: before the work, not after it."""
    was_there = path.exists()
    path.open("ab").close()
    if not was_there:
        path.unlink()


def writable_folder(path: Path) -> Path:
    """The folder ``path``, made if need be; raises ``OSError`` where nothing can be put into it."""
    path.mkdir(parents=True, exist_ok=True)
    if not os.access(path, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return path
