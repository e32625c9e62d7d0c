"""What the web process and its workers say to each other: length-prefixed pickles over pipes.

Both ends are this program, so the pickles are trusted; nothing that a visitor sent is unpickled.
"""

from __future__ import annotations

import asyncio
import pickle
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO

_LENGTH = struct.Struct("!I")


@dataclass(frozen=True)
class Request:
    """Do ``task`` (a name of :mod:`ludoteca.web.machines.tasks`) with ``arguments``."""

    task: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Step:
    """How far a task has come, as a question's progress says it."""

    done: int
    total: int | None
    words: str


@dataclass(frozen=True)
class Draft:
    """What a task has found so far, as it will return it."""

    value: Any


@dataclass(frozen=True)
class Done:
    """What a task returned."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """Why a task ended without a value; ``refused``: for what it was given.

    The sentence is "" for what nobody foresaw: the worker has written it to standard error.
    """

    sentence: str
    refused: bool


def packed(message: Any) -> bytes:
    """``message`` as a frame."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def read(stream: BinaryIO) -> Any:
    """The next message of ``stream``; raises ``EOFError`` where it ends."""
    return pickle.loads(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    found = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


async def receive(stream: asyncio.StreamReader) -> Any:
    """The next message; raises ``EOFError`` (``IncompleteReadError``) where the stream ends."""
    (size,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    return pickle.loads(await stream.readexactly(size))
