"""A student's file in a process of its own, with a time limit for each answer.

Errors are never raised: a :class:`Failure` stands in the place of the answer. A file that hangs or
dies again and again is asked no more.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.workers.lines import HasEnded, LineProcess, NoAnswer
from ludoteca.workers.sandbox import environment, sandbox

from . import player_process
from .messages import BYTES, Call, Failure, Garbled, Loaded, Reply, read_loaded, read_reply
from .player_process import FOLD, TRADE, is_whole, plain
from .sources import Source

T = TypeVar("T")

SECONDS = 2.0  # for an answer
LOADING_SECONDS = 20.0
PATIENCE = 60  # hangs and deaths of a file before it is asked no more
TRUST = 3  # hangs after which it is waited for less
SHORT_SECONDS = 0.25
MEMORY = 2 << 30  # bytes of a process
SHARE = 8  # a process gets no more than this part of the machine's memory

_SCRIPT = str(Path(player_process.__file__).resolve())
_SUFFIX = ".py"
_OF_THE_PROJECT = frozenset(("aleatorio", "ganancioso", "cauteloso", "blefe", "humano"))
_BATCH = 200  # questions in the pipe at once: less than what a pipe holds


class StudentFile:
    """A file that answers; ``close`` it, or use it in a ``with``.

    Attributes
    ----------
    players : the functions of each player that the file defines, by prefix
    halves : the same of those that lack one that a player needs
    broken : why it can be asked nothing, or nothing any more; None where it can
    waited : seconds for which it was waited, in all
    """

    def __init__(self, source: Source, seconds: float = SECONDS) -> None:
        self.source = source
        self.path = source.path
        self.seconds = seconds
        self.players: dict[str, tuple[str, ...]] = {}
        self.halves: dict[str, tuple[str, ...]] = {}
        self.broken: Failure | None = None
        self.waited = 0.0
        self._trouble = 0
        self._first_trouble: Failure | None = None
        self._process: _Process | None = None
        self._start()

    def __enter__(self) -> StudentFile:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def ask(self, player: str, calls: Sequence[Call], until: float = math.inf) -> list[Reply]:
        """The checked replies of ``player`` to ``calls``, in their order.

        Fewer where the clock ``time.monotonic`` passes ``until``.
        """
        replies: list[Reply] = []
        began = time.monotonic()
        while len(replies) < len(calls) and time.monotonic() < until:
            if self.broken is not None:
                replies += [Reply(self.broken)] * (len(calls) - len(replies))
                break
            if self._process is None:
                self._start(until)
                continue
            batch = calls[len(replies) : len(replies) + _BATCH]
            seconds = self.seconds if self._trouble < TRUST else min(self.seconds, SHORT_SECONDS)
            came = self._process.ask(player, batch, seconds, until)
            replies += came
            if self._process.over:
                self.close()
                self._trouble += 1
                self._first_trouble = self._first_trouble or came[-1].answer
                if self._trouble >= PATIENCE:
                    self.broken = self._first_trouble
            elif len(came) < len(batch):
                self.close()  # its answers come too late for those who asked
        self.waited += time.monotonic() - began
        return replies

    def _start(self, until: float = math.inf) -> None:
        """Load the file; it stays unloaded where the clock passes ``until`` before it is."""
        self._process = _Process(self.source)
        seconds = min(LOADING_SECONDS, until - time.monotonic())
        found = self._process.loaded(seconds)
        if isinstance(found, Failure):
            self.close()
            if found.code != "slow":
                self.broken = found
            elif seconds == LOADING_SECONDS:
                self.broken = Failure("loading", found.what)
            return
        for name, parts in found.players.items():
            (self.players if is_whole(parts) else self.halves)[name] = parts


# -- a file and a player of it, as they are typed -------------------------------------------------


def file_of(spec: str) -> Path | None:
    """The file that ``spec`` names, as ``file.py`` or ``file.py:player``; None for a name."""
    head, _colon, _player = spec.rpartition(":")
    for text in (spec, head):
        if text.endswith(_SUFFIX):
            return Path(text)
    return None


def named_in(spec: str) -> str:
    """The player that ``file.py:player`` names, or ""."""
    return "" if spec.endswith(_SUFFIX) else spec.rpartition(":")[2]


def chosen_player(asked: StudentFile, named: str) -> str:
    """The player of a file that is meant; raises ``BadInput`` where that is not clear.

    Without a name: the only one, the one called as the file, or the only one that the project does
    not name.
    """
    by_plain = {plain(name): name for name in asked.players}
    if named:
        candidates = [by_plain[plain(named)]] if plain(named) in by_plain else []
    else:
        own = [name for key, name in by_plain.items() if key not in _OF_THE_PROJECT]
        same = [by_plain[plain(asked.path.stem)]] if plain(asked.path.stem) in by_plain else []
        groups = (list(asked.players), same, own)
        candidates = next((group for group in groups if len(group) == 1), [])
    if candidates:
        return candidates[0]
    if not asked.players:
        for name, parts in asked.halves.items():
            missing = next(part for part in (TRADE, FOLD) if part not in parts)
            raise BadInput(
                _("{path} has {there} but no {missing}").format(
                    path=asked.path.name, there=f"{parts[0]}{name}", missing=f"{missing}{name}"
                )
            )
        raise BadInput(
            _("{path} has no functions trocas_X and desistir_X").format(path=asked.path.name)
        )
    raise BadInput(
        _("{path} has several players; say which, as {path}:{first}; there are: {known}").format(
            path=asked.path.name, first=next(iter(asked.players)), known=", ".join(asked.players)
        )
    )


class _Process:
    """The process of a file, asked line by line; its text is a copy that is its own."""

    def __init__(self, source: Source) -> None:
        # No more than two run at a time.
        memory = MEMORY
        if hasattr(os, "sysconf"):
            there: int = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
            memory = min(MEMORY, there // SHARE)
        self._folder = source.copied()
        folder = Path(self._folder.name).resolve()
        file = folder / source.path.name
        self._lines = LineProcess(
            sandbox().command(folder, memory, _SCRIPT, str(file)),
            own_session=True,
            longest=BYTES,
            stderr=subprocess.DEVNULL,
            environment=environment(folder),
            folder=folder,
        )
        self.over = False

    def loaded(self, seconds: float) -> Loaded | Failure:
        """The players of the file, or why there are none."""
        return self._read(seconds, read_loaded)

    def ask(self, player: str, batch: Sequence[Call], seconds: float, until: float) -> list[Reply]:
        """Replies to the first calls of ``batch``: to all, or up to what ended the process."""
        lines = [json.dumps([player, call.part, call.arguments]) + "\n" for call in batch]
        with suppress(HasEnded):
            self._lines.write("".join(lines), seconds)
        replies: list[Reply] = []
        for call in batch:
            reply = self._read(seconds, partial(read_reply, call=call))
            if isinstance(reply, Failure):
                return [*replies, Reply(reply)]
            if time.monotonic() > until:
                break
            replies.append(reply)
        return replies

    def _read(self, seconds: float, read: Callable[[bytes], T]) -> T | Failure:
        """The next line as ``read`` takes it, or a failure after which the process is over."""
        try:
            return read(self._lines.line(seconds))
        except NoAnswer:
            failure = Failure("slow", f"{seconds:g}")
        except HasEnded:
            failure = Failure("died")
        except Garbled as error:
            failure = error.failure
        self.end()
        return failure

    def end(self) -> None:
        """End the process and whatever it started."""
        self.over = True
        self._lines.close()
        self._folder.cleanup()
