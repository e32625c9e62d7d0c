"""Everybody against everybody on the same shoes: the tasks of a tournament.

Task ``t`` is deal ``t // pairs`` between pair number ``t % pairs``, in all its seatings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from ludoteca.arena.crew import Asking, nobody
from ludoteca.arena.duplicate import (
    A,
    B,
    Contest,
    Played,
    Scored,
    Seating,
    forfeited,
    play,
    score,
)
from ludoteca.arena.journal import Line, Outcome
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player

PILOT_KEY = 1  #: shoes of the deals that say how many are needed, never those of the run


@dataclass(frozen=True)
class Meeting:
    """Players by their specs, at one variant of a game; the tasks are duplicate deals.

    ``pilot``: other shoes, for a first look at the spread.
    """

    game: Game
    options: Options
    players: tuple[str, ...]
    seed: int
    pilot: bool = False

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two players, by number."""
        return list(combinations(range(len(self.players)), 2))

    def contest(self, pair: tuple[int, int]) -> Contest:
        """What two of the players contend in."""
        key = (PILOT_KEY, 0) if self.pilot else ()
        makers = (self.players[pair[0]], self.players[pair[1]])
        seed = np.random.SeedSequence(self.seed, spawn_key=key)
        return Contest(self.game, self.options, makers, seed)

    def check(self) -> None:
        """Raise ``BadInput`` for fewer than two players, a person, or one that there is not."""
        if len(self.players) < 2:
            raise BadInput(_("name at least two players"))
        for pair in self.pairs:
            for who in (A, B):
                player = self.contest(pair).player(who)
                if player.name == "human":
                    raise BadInput(_("people play at a table, not here: name machines"))

    # -- the tasks (see crew.Job) -----------------------------------------------------------------

    def do(self, task: int, asking: Asking = nobody) -> Outcome:
        """One duplicate deal of one pair."""
        contest, deal = self._of(task)
        played = play(contest, deal, lambda player, who: _Watched(player, who, asking))
        return self._outcome(task, contest, played)

    def died(self, task: int, who: str) -> Outcome:
        """A deal forfeited by the player that ended the process."""
        contest, deal = self._of(task)
        killer = int(who)
        failed = [int(killer == A), int(killer == B)]
        sentence = _("deal {deal}: {player} ended its process").format(
            deal=deal + 1, player=contest.makers[killer]
        )
        played = Played(failed=failed, failures=[sentence])
        return Outcome(_line(played, forfeited(failed, len(contest.sides))))

    def _of(self, task: int) -> tuple[Contest, int]:
        deal, pair = divmod(task, len(self.pairs))
        return self.contest(self.pairs[pair]), deal

    def _outcome(self, task: int, contest: Contest, played: Played) -> Outcome:
        records = tuple(
            _record(contest, seating, task // len(self.pairs), end)
            for seating, end in zip(contest.seatings, played.ends, strict=True)
            if end is not None
        )
        return Outcome(_line(played, score(played, len(contest.sides))), records)


class _Watched:
    """A player whose side is told before it is asked."""

    def __init__(self, player: Player, who: int, asking: Asking) -> None:
        self.name = player.name
        self.remembers = getattr(player, "remembers", False)
        self._player, self._who, self._asking = player, str(who), asking

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        self._asking(self._who)
        return self._player.choose(view, rng)


def _line(played: Played, scored: Scored) -> Line:
    """A deal as plain data; times are what they were, all else follows from the seed."""
    return {
        "difference": scored.difference,
        "wins": list(scored.wins),
        "draws": scored.draws,
        "share": scored.share,
        "points": played.points,
        "failed": played.failed,
        "moves": played.moves,
        "seconds": [round(s, 6) for s in played.seconds],
        "failures": played.failures,
    }


def _record(contest: Contest, seating: Seating, deal: int, end: State) -> str:
    """The record of one seating, with the deal in a comment."""
    holder = {
        seat: str(contest.makers[who])
        for side, who in zip(contest.sides, seating, strict=True)
        for seat in side
    }
    seats = [holder[seat] for seat in range(len(holder))]
    return f"; deal {deal + 1}\n" + GameRecord.from_state(end, seats).to_text()
