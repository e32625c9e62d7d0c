"""The protocol between this process and its workers: length-prefixed pickles over pipes.

Both ends are this program, so the pickles are trusted; nothing from outside is unpickled.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from ludoteca.core.errors import LudotecaError

_LENGTH = struct.Struct("!I")


@dataclass(frozen=True)
class Request:
    """Call ``function``, named as ``module:name``, with a :class:`Report` and ``arguments``."""

    function: str
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Interrupt:
    """Raise ``KeyboardInterrupt`` in the request under way, which may save its work; then end."""


@dataclass(frozen=True)
class Cancel:
    """Have the requests sent before this raise :class:`Cancelled` where they next tell progress."""


class Cancelled(LudotecaError):
    """Raised in a request whose answer nobody waits for any more."""


@dataclass(frozen=True)
class MainModule:
    """Load the script that this process runs: what follows was defined there."""

    found_by: dict[str, str]


@dataclass(frozen=True)
class ProgressStep:
    """The progress of a request, as that of a question."""

    done: int
    total: int | None
    words: str
    share: float | None = None


@dataclass(frozen=True)
class Interim:
    """The result of a request so far, of the kind that it will return."""

    value: Any


@dataclass(frozen=True)
class Done:
    """The result of a request."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The error that a request raised; the worker has written its traceback, if it was a bug."""

    error: Exception


class Report(Protocol):
    """The way for a request to tell how far it is."""

    def progress(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        """Tell the progress; may be thinned out. Raises :class:`Cancelled`."""

    def draft(self, value: Any) -> None:
        """Tell the result so far."""


class Silent:
    """A report that nobody receives."""

    def progress(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        """Do nothing."""

    def draft(self, value: Any) -> None:
        """Do nothing."""


SILENT = Silent()


def packed(message: Any) -> bytes:
    """``message`` as a frame."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """The next message of ``stream``; raises ``EOFError`` where it ends."""
    return pickle.loads(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    found = stream.read(size)
    if found is None or len(found) < size:
        raise EOFError
    return found
