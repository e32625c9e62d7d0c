"""Which of two players is better: the same deals in all seatings, and an interval.

In memory, for programs and tests; :mod:`ludoteca.arena.tournament` keeps what it plays. What a
duplicate deal is says :mod:`ludoteca.arena.duplicate`. The number of deals is fixed beforehand: an
interval looked at again and again until it excludes zero finds a difference between equals much
more often than one time in twenty (:mod:`ludoteca.arena.statistics` has one that does not).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.arena.duplicate import A, B, Contest, Maker, Played, Scored, play, score
from ludoteca.arena.statistics import mean_of
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.players.deals import Given

_SHOWN_FAILURES = 10
_CHUNKS_A_WORKER = 8


@dataclass(frozen=True)
class Tally:
    """What one player did: seatings won, deals forfeited, and how long it thought."""

    name: str
    wins: int
    forfeits: int
    moves: int
    seconds: float = field(compare=False)

    @property
    def seconds_per_move(self) -> float:
        """Mean thinking time of a move, in seconds."""
        return self.seconds / self.moves if self.moves else 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "name": self.name,
            "wins": self.wins,
            "forfeits": self.forfeits,
            "moves": self.moves,
            "seconds_per_move": self.seconds_per_move,
        }


@dataclass(frozen=True)
class Comparison:
    """The outcome of :func:`compare`.

    Attributes
    ----------
    deals : duplicate deals played, forfeited ones included
    seatings : how often each deal was played
    difference : A's points less B's, mean of a deal, with its 95 % interval over the deals that
        nobody forfeited; None where fewer than two are left
    differences : the same by deal; None where it was forfeited
    ties : seatings in which the better of B's sides had as many points as A's
    failures : the first sentences about players that failed
    """

    game: str
    options: Options
    seed: int
    deals: int
    seatings: int
    difference: Simulated | None
    differences: tuple[float | None, ...]
    a: Tally
    b: Tally
    ties: int
    failures: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data; rates are shares of all seatings, those of forfeited deals included."""
        played = self.deals * self.seatings
        return {
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "deals": self.deals,
            "seatings": self.seatings,
            "difference": self.difference.to_json() if self.difference else None,
            "win": self.a.wins / played,
            "tie": self.ties / played,
            "loss": self.b.wins / played,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "failures": list(self.failures),
        }


_Deal = tuple[Scored, Played]


def compare(
    game: Game,
    options: Given,
    a: Maker,
    b: Maker,
    deals: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
    workers: int = 1,
) -> Comparison:
    """Play ``deals`` duplicate deals between ``a`` and ``b``.

    A new player sits down for every seating, and every deal has its own seed, so the result (but
    for times, and budgets in seconds) does not depend on ``workers`` or on the order of the deals.
    With several workers, makers that are not specs must be picklable. ``progress(done, deals)`` is
    called as deals end.

    A player that raises an error or makes an illegal move forfeits the deal: every seating of it
    counts as won by the other player (by nobody where both fail), the points of the deal are left
    out of ``difference``, and the failure is told. Raises :class:`BadInput` for fewer than two
    deals or an unknown player.
    """
    if deals < 2:
        raise BadInput(_("a comparison needs at least 2 deals, not {n}").format(n=deals))
    contest = Contest(game, game.options(options), (a, b), np.random.SeedSequence(seed))
    names = (contest.player(A).name, contest.player(B).name)
    played: list[_Deal] = []
    for batch in _batches(contest, deals, workers):
        played += batch
        if progress is not None:
            progress(len(played), deals)
    return _summary(contest, seed, names, played)


def _batches(contest: Contest, deals: int, workers: int) -> Iterator[list[_Deal]]:
    """The deals in order, a few at a time."""
    if workers <= 1:
        for deal in range(deals):
            yield [_play(contest, deal)]
        return
    size = max(1, deals // (workers * _CHUNKS_A_WORKER))
    starts = range(0, deals, size)
    # Threads of compiled code and progress bars do not survive a fork.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    try:
        futures = [pool.submit(_play_many, contest, i, min(i + size, deals)) for i in starts]
        for future in futures:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _play_many(contest: Contest, first: int, end: int) -> list[_Deal]:
    return [_play(contest, deal) for deal in range(first, end)]


def _play(contest: Contest, deal: int) -> _Deal:
    played = play(contest, deal)
    result = score(played, len(contest.sides))
    # Ends are not worth their way from a worker process.
    played.ends.clear()
    return result, played


def _summary(
    contest: Contest, seed: int, names: tuple[str, str], played: Sequence[_Deal]
) -> Comparison:
    counted = [d.difference for d, _p in played if d.difference is not None]
    a, b = (
        Tally(
            name=names[who],
            wins=sum(d.wins[who] for d, _p in played),
            forfeits=sum(p.failed[who] > 0 for _d, p in played),
            moves=sum(p.moves[who] for _d, p in played),
            seconds=sum(p.seconds[who] for _d, p in played),
        )
        for who in (A, B)
    )
    failures = [sentence for _d, p in played for sentence in p.failures]
    return Comparison(
        game=contest.game.name,
        options=contest.options,
        seed=seed,
        deals=len(played),
        seatings=len(contest.seatings),
        difference=mean_of(counted),
        differences=tuple(d.difference for d, _p in played),
        a=a,
        b=b,
        ties=sum(d.ties for d, _p in played),
        failures=tuple(failures[:_SHOWN_FAILURES]),
    )
