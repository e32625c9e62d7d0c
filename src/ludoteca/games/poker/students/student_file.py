"""A student's file in a process of its own, with a time limit for each answer.

Errors are never raised: a :class:`Failure` stands in the place of the answer. A file that hangs or
dies again and again is asked no more.
"""

from __future__ import annotations

import ast
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.keep import files_digest
from ludoteca.workers.lines import HasEnded, LineProcess, NoAnswer

from . import player_process
from .player_process import FOLD, TRADE, is_whole, plain

SECONDS = 2.0  # for an answer
LOADING_SECONDS = 20.0
PATIENCE = 60  # hangs and deaths of a file before it is asked no more
TRUST = 3  # hangs after which it is waited for less
SHORT_SECONDS = 0.25
TRADE_CHANCES, FOLD_CHANCES = f"probabilidades_{TRADE}", f"probabilidades_{FOLD}"

_SUFFIX = ".py"
_OF_THE_PROJECT = frozenset(("aleatorio", "ganancioso", "cauteloso", "blefe", "humano"))
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
    """A failure to answer: a code of ``_WHY``, its detail, and the line."""

    code: str
    what: str = ""
    line: int | None = None

    def text(self) -> str:
        """The failure in words."""
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


class StudentFile:
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

    def __enter__(self) -> StudentFile:
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


def contents(path: Path) -> str:
    """A hash of a student's file and of all that it imports from its own folder, on and on."""
    return files_digest(sorted(_with_imports(path)), digits=64)


def _with_imports(path: Path) -> set[Path]:
    found, waiting = set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [own for name in _imported(file) for own in _own_files(path.parent, name)]
    return found


def _imported(file: Path) -> Iterator[str]:
    """The first names of what a file imports; nothing of a file that cannot be read as Python."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _own_files(folder: Path, name: str) -> list[Path]:
    package = folder / name
    single = package.with_suffix(".py")
    return sorted(package.rglob("*.py")) + ([single] if single.is_file() else [])


class _Process:
    """The process of a file, asked line by line."""

    def __init__(self, path: Path) -> None:
        # -P: the folder of player_process.py is not searched for what the file imports.
        command = [sys.executable, "-P", "-B", player_process.__file__, str(path)]
        self._lines = LineProcess(
            command,
            own_session=True,
            longest=_BYTES,
            stderr=subprocess.DEVNULL,
            environment=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        self.over = False

    def ask(
        self, player: str, batch: Sequence[Question], seconds: float, until: float
    ) -> list[Reply]:
        """Replies to the first questions of ``batch``: to all, or up to what ended the process."""
        lines = [json.dumps([player, q.part, q.arguments]) + "\n" for q in batch]
        with suppress(HasEnded):
            self._lines.write("".join(lines))
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
        try:
            line = self._lines.line(seconds)
        except NoAnswer:
            return self._ended(Failure("slow", f"{seconds:g}"))
        except HasEnded:
            return self._ended(Failure("died"))
        if len(line) > _BYTES:
            return self._ended(Failure("garbled", "..."))
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
        self._lines.close()
