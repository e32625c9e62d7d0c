"""Forfeits: a deal whose process died or was too late, as far as it was played.

The players of a deal are asked through a tracer. When a process is gone, the deal is played again
from the answers in its trace, up to the player that did not answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.core.i18n import N_, _
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.base import Player, memory_of
from ludoteca.workers.trace import FAILED, Death, Trace, Tracer

_DEATHS: dict[Death, str] = {
    "ended": N_("{player} ended its process"),
    "late": N_("{player} did not answer in time and was stopped"),
}


@dataclass(frozen=True)
class TracedPlayer:
    """A player that is asked through ``tracer``, under the name ``who``."""

    player: Player
    who: str
    tracer: Tracer

    @property
    def name(self) -> str:
        """The player's own."""
        return self.player.name

    @property
    def remembers(self) -> Memory:
        """The player's own."""
        return memory_of(self.player)

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The player's move."""
        return self.tracer(self.who, lambda: self.player.choose(view, rng))


def death_sentence(trace: Trace, player: str) -> str:
    """The reason of a forfeit of ``player``, the last one asked."""
    return _(_DEATHS[trace.death]).format(player=player)


class EndOfScript(Exception):
    """There is no further answer."""


class EarlierFailure(Exception):
    """The player raised an error here, and no move was made."""


class Script:
    """The answers of a trace once more, for all its players together.

    Attributes
    ----------
    ended
        an answer was asked for that is not there

    Examples
    --------
    >>> script = Script(["2", "0"])
    >>> script.next(), script.next(), script.ended
    (2, 0, False)
    """

    def __init__(self, answers: Sequence[str]) -> None:
        self._left = iter(answers)
        self.ended = False

    def next(self) -> int:
        """The next answer, the id of a move.

        Raises
        ------
        EarlierFailure
            where the player failed here, with the error as it was written
        EndOfScript
            where there are no more answers; ``ended`` is set
        """
        text = next(self._left, None)
        if text is None:
            self.ended = True
            raise EndOfScript
        if not text.lstrip("-").isdecimal():
            raise EarlierFailure(text.removeprefix(FAILED))
        return int(text)


@dataclass(frozen=True)
class ScriptedPlayer:
    """A player that makes the moves of a script."""

    name: str
    script: Script

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The next answer of all players; raises as :meth:`Script.next` does."""
        return self.script.next()
