"""Files that people rely on: written whole, or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write bytes into that takes the name ``path`` when the block ends well.

    A kill, an error or a full disk leaves at that name what stood there before. What is no plain
    file (a terminal, a pipe) is written to directly. Raises ``OSError`` that names ``path``.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            with _in_its_place(path.resolve()) as file:
                yield file
    except OSError as error:
        if error.filename is not None:
            error.filename = str(path)
        raise


@contextmanager
def _in_its_place(path: Path) -> Iterator[BinaryIO]:
    part = path.with_name(f"{path.name}.part{os.getpid()}")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


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
