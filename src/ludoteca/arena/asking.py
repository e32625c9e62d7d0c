"""What a worker process writes down while its players are asked, for whoever outlives it.

A file of lines: the process and its task, then for each question who was asked and, once it is
there, the answer. Who is asked last when a process dies has killed it; the answers before it tell
how far the deal had come.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, Protocol

import numpy as np

from ludoteca.core.i18n import N_, _
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player

Death = Literal["ended", "late"]  #: a process that ended by itself, and one whose player was late

_SAID: dict[Death, str] = {
    "ended": N_("{player} ended its process"),
    "late": N_("{player} did not answer in time and was stopped"),
}
_FAILED = "!"


class Asking(Protocol):
    """Asks a player; whoever waits may know whom."""

    def __call__(self, who: str, choose: Callable[[], int]) -> int:
        """What ``choose`` answers; ``who`` is any name without blanks."""


def unwatched(who: str, choose: Callable[[], int]) -> int:
    """Asks where nobody needs to know whom."""
    return choose()


@dataclass(frozen=True)
class Watched:
    """A player that is asked through ``asking``, under the name ``who``."""

    player: Player
    who: str
    asking: Asking

    @property
    def name(self) -> str:
        """The player's own."""
        return self.player.name

    @property
    def remembers(self) -> bool:
        """As the player does."""
        return bool(getattr(self.player, "remembers", False))

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The player's move."""
        return self.asking(self.who, lambda: self.player.choose(view, rng))


# -- written and read -----------------------------------------------------------------------------


class Diary:
    """Asks, and writes down whom; ``file`` is written unbuffered, from its beginning.

    The file outlives the process, not the machine: no need to wait for the disk.
    """

    def __init__(self, file: IO[bytes], task: int) -> None:
        self._file = file
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()} {task}\n".encode())

    def __call__(self, who: str, choose: Callable[[], int]) -> int:
        """See :class:`Asking`."""
        self._file.write(f"{who} ".encode())
        said = ""
        try:
            answer = choose()
            said = str(answer)
        except Exception as error:
            said = f"{_FAILED}{type(error).__name__}: {error}"
            raise
        finally:
            self._file.write((said.replace("\n", " ") + "\n").encode())
        return answer


@dataclass(frozen=True)
class Story:
    """What a diary says.

    Attributes
    ----------
    process : its number
    answers : of the players asked, in order, as text
    who : was asked last; empty where nobody was
    waiting : who was asked last has not answered
    death : how the process came to its end
    """

    process: int
    task: int
    answers: tuple[str, ...]
    who: str
    waiting: bool
    death: Death = "ended"

    def sentence(self, player: str) -> str:
        """What became of it, where ``player`` was asked last."""
        return _(_SAID[self.death]).format(player=player)


def read(path: Path) -> Story | None:
    """The diary in a file; None where there is none yet."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    first, newline, rest = text.partition("\n")
    if not newline:
        return None
    process, task = first.split()
    lines = rest.split("\n")
    asked = [line.partition(" ") for line in lines if line]
    waiting = bool(lines[-1])
    answers = tuple(answer for _who, _blank, answer in (asked[:-1] if waiting else asked))
    who = asked[-1][0] if asked else ""
    return Story(int(process), int(task), answers, who, waiting)


# -- played again ---------------------------------------------------------------------------------


class Cut(Exception):
    """The answers of a story are at their end."""


class Before(Exception):
    """What a player said before, and was no move."""


class Script:
    """The answers of a story once more, for all its players together.

    Attributes
    ----------
    ended : there was none left for somebody
    """

    def __init__(self, answers: Sequence[str]) -> None:
        self._left = iter(answers)
        self.ended = False

    def next(self) -> int:
        """The next answer; raises :class:`Before` for what was none, :class:`Cut` at the end."""
        text = next(self._left, None)
        if text is None:
            self.ended = True
            raise Cut
        if not text.lstrip("-").isdecimal():
            raise Before(text.removeprefix(_FAILED))
        return int(text)


@dataclass(frozen=True)
class Scripted:
    """Says again what the player ``name`` said."""

    name: str
    script: Script

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The next answer of all."""
        return self.script.next()
