"""Asking a student's file, in a process of its own, with a time limit for each answer.

What goes wrong is never raised: it is a :class:`Failure` in the place of the answer, that says what
was asked and what came. A file that hangs or dies again and again is asked no more.
"""

from __future__ import annotations

import json
import math
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ludoteca.core.i18n import N_, _

from . import player_process
from .player_process import FOLD, TRADE, is_whole

SECONDS = 2.0  # for an answer
LOADING_SECONDS = 20.0
PATIENCE = 60  # hangs and deaths of a file before it is asked no more
TRUST = 3  # hangs after which it is waited for less
SHORT_SECONDS = 0.25
TRADE_CHANCES, FOLD_CHANCES = f"probabilidades_{TRADE}", f"probabilidades_{FOLD}"

_BATCH = 200  # questions in the pipe at once: less than what a pipe holds
_BYTES = 1 << 16

_WHY = {
    "raised": N_("raised {what}"),
    "syntax": N_("is not written as Python is: {what}"),
    "encoding": N_("is not saved as UTF-8, in which Python reads files"),
    "loading": N_("was not done loading after {what} seconds"),
    "arguments": N_("does not take as many arguments as it is given ({what})"),
    "cards": N_("returned {what}, not a list of cards"),
    "yes": N_("returned {what}, neither True nor False"),
    "chance": N_("returned {what}, not a probability"),
    "chances": N_("returned {what}, not probabilities by tuples of cards"),
    "exit": N_("called sys.exit"),
    "keyboard": N_("wanted to read from the keyboard"),
    "process": N_("wanted to start or end a process"),
    "slow": N_("had not answered after {what} seconds"),
    "died": N_("ended its process"),
    "held": N_("exchanged {what}, which it does not hold"),
    "many": N_("exchanged {what}, more than may be"),
    "sum": N_("returned {what}, chances that do not add up to one"),
    "range": N_("returned {what}, not between 0 and 1"),
    "garbled": N_("wrote {what} where its answer is read"),
}


@dataclass(frozen=True)
class Question:
    """A call: which function, by its prefix, and its arguments."""

    part: str
    arguments: tuple[Any, ...]

    def text(self, player: str) -> str:
        """The call as one would write it."""
        return f"{self.part}{player}({', '.join(map(repr, self.arguments))})"


@dataclass(frozen=True)
class Failure:
    """What came instead of an answer: a code of ``_WHY``, what there is to say, and the line."""

    code: str
    what: str = ""
    line: int | None = None

    def text(self) -> str:
        """It in words."""
        words = _(_WHY[self.code]).format(what=self.what)
        return words if self.line is None else f"{words} ({_('line {n}').format(n=self.line)})"


@dataclass(frozen=True)
class Reply:
    """An answer or a :class:`Failure`, and what was printed with it."""

    answer: Any
    printed: str = ""

    @property
    def failed(self) -> bool:
        """True where there is no answer."""
        return isinstance(self.answer, Failure)


Lines: TypeAlias = "queue.Queue[bytes]"


class Asked:
    """A file that answers; ``close`` it, or use it in a ``with``.

    Attributes
    ----------
    players : the functions of each player that the file defines, by prefix
    halves : the same of those that lack one that a player needs
    broken : why it can be asked nothing, or nothing any more; None where it can
    printed : what it printed while it was loaded
    """

    def __init__(self, path: Path, seconds: float = SECONDS) -> None:
        self.path = path
        self.seconds = seconds
        self.players: dict[str, tuple[str, ...]] = {}
        self.halves: dict[str, tuple[str, ...]] = {}
        self.broken: Failure | None = None
        self.printed = ""
        self._trouble = 0
        self._first_trouble: Failure | None = None
        self._process: _Process | None = None
        self._start()

    def __enter__(self) -> Asked:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def ask(
        self, player: str, questions: Sequence[Question], until: float = math.inf
    ) -> list[Reply]:
        """The replies to ``questions`` put to ``player``, in their order.

        Fewer where the clock ``time.monotonic`` passes ``until``.
        """
        replies: list[Reply] = []
        while len(replies) < len(questions) and time.monotonic() < until:
            if self.broken is not None:
                replies += [Reply(self.broken)] * (len(questions) - len(replies))
                break
            if self._process is None:
                self._start()
                continue
            batch = questions[len(replies) : len(replies) + _BATCH]
            seconds = self.seconds if self._trouble < TRUST else min(self.seconds, SHORT_SECONDS)
            came = self._process.ask(player, batch, seconds, until)
            replies += came
            if self._process.over:
                self._troubled(came[-1].answer)
            elif len(came) < len(batch):
                self.close()  # its answers come too late for those who asked
        return replies

    def _start(self) -> None:
        self._process = _Process(self.path)
        answer = self._process.next_line(LOADING_SECONDS)
        if isinstance(answer, Failure) or answer[0] != "ready":
            failure = answer if isinstance(answer, Failure) else Failure(*answer[1])
            slow = failure.code == "slow"
            self.broken = Failure("loading", failure.what) if slow else failure
            self.close()
            return
        for name, parts in answer[1].items():
            (self.players if is_whole(parts) else self.halves)[name] = tuple(parts)
        self.printed = self.printed or answer[2]

    def _troubled(self, failure: Failure) -> None:
        self.close()
        self._trouble += 1
        self._first_trouble = self._first_trouble or failure
        if self._trouble >= PATIENCE:
            self.broken = self._first_trouble


class _Process:
    """The running process, and the thread that reads from it."""

    def __init__(self, path: Path) -> None:
        # -P: the folder of player_process.py is not searched for what the file imports.
        command = [sys.executable, "-P", "-B", player_process.__file__, str(path)]
        self._running = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            start_new_session=True,
        )
        self._chunks: Lines = queue.Queue()
        self._waiting: list[bytes] = []
        self._rest = b""
        self.over = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._running.stdout is not None
        with suppress(OSError, ValueError):
            while chunk := os.read(self._running.stdout.fileno(), _BYTES):
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def ask(
        self, player: str, batch: Sequence[Question], seconds: float, until: float
    ) -> list[Reply]:
        """Replies to the first questions of ``batch``: to all, or up to what ended the process."""
        lines = [json.dumps([player, q.part, q.arguments]) + "\n" for q in batch]
        assert self._running.stdin is not None
        with suppress(OSError):
            self._running.stdin.write("".join(lines).encode())
        replies = []
        for _question in batch:
            answer = self.next_line(seconds)
            if isinstance(answer, Failure):
                replies.append(Reply(answer))
                break
            kind, what, printed = answer
            if time.monotonic() > until:
                break
            replies.append(Reply(what if kind == "ok" else Failure(*what), printed))
        return replies

    def next_line(self, seconds: float) -> Any:
        """The next answer, or a :class:`Failure` after which the process is over."""
        deadline = time.monotonic() + seconds
        while not self._waiting:
            try:
                chunk = self._chunks.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                return self._ended(Failure("slow", f"{seconds:g}"))
            if not chunk:
                return self._ended(Failure("died"))
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._waiting += lines
            if len(self._rest) > _BYTES:
                return self._ended(Failure("garbled", "..."))
        line = self._waiting.pop(0)
        try:
            kind, what, printed = json.loads(line)
            if kind in ("ok", "error", "ready") and isinstance(printed, str):
                return kind, what, printed
        except (ValueError, TypeError):
            pass
        return self._ended(Failure("garbled", repr(line.decode(errors="replace"))[:80]))

    def _ended(self, failure: Failure) -> Failure:
        self.end()
        return failure

    def end(self) -> None:
        """End the process and whatever it started."""
        self.over = True
        if hasattr(os, "killpg"):
            import signal

            with suppress(OSError):
                os.killpg(self._running.pid, signal.SIGKILL)
        self._running.kill()
        self._running.wait()
        self._reader.join(1.0)
        pipes = [self._running.stdin] if self._reader.is_alive() else []
        for pipe in pipes or (self._running.stdin, self._running.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
