"""Everybody against everybody on the same shoes: the tasks of a tournament.

Task ``t`` is deal (or match) ``t // pairs`` between pair number ``t % pairs``, in all its seatings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations

import numpy as np

from ludoteca.arena.duplicate import (
    A,
    B,
    Contest,
    DealPlayed,
    Maker,
    Scored,
    Seating,
    play,
    play_seating,
    score,
)
from ludoteca.arena.forfeits import Script, ScriptedPlayer, TracedPlayer, death_sentence
from ludoteca.arena.run_log import Line, Outcome, versions
from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.state import State
from ludoteca.workers.trace import Trace, Tracer, untraced

PILOT_KEY = 1  #: shoes of the deals that say how many are needed, never those of the run


@dataclass(frozen=True)
class RoundRobin:
    """Players at one variant of a game, by their specs or what makes them.

    The tasks are duplicate deals, or duplicate ``matches``, of
    :class:`ludoteca.workers.pool.PoolJob`.

    Parameters
    ----------
    seed
        equal seeds give equal shoes
    pilot
        other shoes, for a first look at the spread
    matches
        play whole matches

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> kuhn = load_game("kuhn")
    >>> table = RoundRobin(kuhn, kuhn.options(), ("random", "mcts", "basic"), seed=1)
    >>> table.pairs
    [(0, 1), (0, 2), (1, 2)]
    """

    game: Game
    options: Options
    players: tuple[Maker, ...]
    seed: int
    pilot: bool = False
    matches: bool = False

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two players, by number."""
        return list(combinations(range(len(self.players)), 2))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in results."""
        return tuple(p if isinstance(p, str) else p().name for p in self.players)

    def contest(self, pair: tuple[int, int]) -> Contest:
        """The contest of two of the players, by their numbers."""
        key = (PILOT_KEY, 0) if self.pilot else ()
        makers = (self.players[pair[0]], self.players[pair[1]])
        seed = np.random.SeedSequence(self.seed, spawn_key=key)
        return Contest(self.game, self.options, makers, seed, self.matches)

    def check(self) -> None:
        """Refuse what cannot be played; a player of each is made.

        Raises
        ------
        BadInput
            for players that there are not, fewer than two, a person, and matches where there are
            none
        """
        if self.matches:
            check_matches(self.game)
        if len(self.players) < 2:
            raise BadInput(_("name at least two players"))
        for pair in self.pairs:
            for who in (A, B):
                player = self.contest(pair).player(who)
                if player.name == "human":
                    raise BadInput(_("people play at a table, not here: name machines"))

    # -- the tasks (see pool.PoolJob) -------------------------------------------------------------

    def do(self, task: int, tracer: Tracer = untraced) -> Outcome:
        """One duplicate deal of one pair; ``tracer`` notes who is asked."""
        contest, deal = self._of(task)
        played = play(contest, deal, lambda player, who: TracedPlayer(player, str(who), tracer))
        return _outcome(contest, deal, played, score(played, len(contest.sides)))

    def died(self, trace: Trace) -> Outcome:
        """A deal forfeited by the player that killed its process, as far as it was played."""
        contest, deal = self._of(trace.task)
        killer = int(trace.who)
        script = Script(trace.answers)
        a, b = (partial(ScriptedPlayer, str(maker), script) for maker in contest.makers)
        told = replace(contest, makers=(a, b))
        played = DealPlayed()
        for seating in contest.seatings:
            if script.ended:
                played.points.append(None)
                played.ends.append([])
                played.stops.append([])
                if contest.matches:
                    played.won.append(None)
            else:
                play_seating(told, deal, seating, played)
                if script.ended:
                    played.stops[-1][-1] = death_sentence(trace, str(contest.makers[killer]))
        played.failed = [int(killer == A), int(killer == B)]
        return _outcome(contest, deal, played, score(played, len(contest.sides)))

    def sources(self) -> str:
        """See :class:`ludoteca.workers.pool.PoolJob`."""
        return str(versions(self.game, self.names))

    def _of(self, task: int) -> tuple[Contest, int]:
        deal, pair = divmod(task, len(self.pairs))
        return self.contest(self.pairs[pair]), deal


def check_matches(game: Game) -> None:
    """Refuse matches of a game that is played in single deals.

    Raises
    ------
    BadInput
        where a match of the game is one deal
    """
    if game.hook(rooms.next_standing) is None:
        raise BadInput(
            _("a match of {game} is one deal: ask for deals").format(game=_(game.info.title))
        )


def _outcome(contest: Contest, number: int, played: DealPlayed, scored: Scored) -> Outcome:
    records = tuple(
        _record(contest, seating, comments(number, stop, deal if contest.matches else None), end)
        for seating, ends, stops in zip(contest.seatings, played.ends, played.stops, strict=True)
        for deal, (end, stop) in enumerate(zip(ends, stops, strict=True))
        if end is not None
    )
    return Outcome(_line(contest, number, played, scored), records)


def _line(contest: Contest, number: int, played: DealPlayed, scored: Scored) -> Line:
    """A deal or a match as plain data; times are what they were, all else follows from the seed."""
    said = _("match {deal}: {what}") if contest.matches else _("deal {deal}: {what}")
    line: Line = {
        "difference": scored.difference,
        "wins": list(scored.wins),
        "ties": scored.ties,
        "share": scored.share,
        "points": played.points,
        "failed": played.failed,
        "moves": played.moves,
        "seconds": [round(s, 6) for s in played.seconds],
        "failures": [said.format(deal=number + 1, what=sentence) for sentence in played.failures],
    }
    if contest.matches:
        in_points = score(replace(played, won=[]), len(contest.sides))
        line |= {
            "won": played.won,
            "deals": [len(ends) for ends in played.ends],
            "points_difference": in_points.difference,
        }
    return line


def _record(contest: Contest, seating: Seating, head: str, end: State) -> str:
    """The record of one seating of a deal, below ``head``."""
    holder = {
        seat: str(contest.makers[who])
        for side, who in zip(contest.sides, seating, strict=True)
        for seat in side
    }
    seats = [holder[seat] for seat in range(len(holder))]
    return head + GameRecord.from_state(end, seats).to_text()


def comments(number: int, stop: str | None = None, deal: int | None = None) -> str:
    r"""The comments above a record: its deal, or its match and ``deal``, and why it was stopped.

    Numbers are given from 0 on and told from 1 on.

    Examples
    --------
    >>> comments(6), comments(6, deal=0)
    ('; deal 7\n', '; match 7, deal 1\n')
    """
    lines = [f"deal {number + 1}" if deal is None else f"match {number + 1}, deal {deal + 1}"]
    if stop is not None:
        lines += _("forfeited: {why}").format(why=stop).splitlines()
    return "".join(f"; {line}\n" for line in lines)
