"""Which of two players is better: the same deals in all seatings, and an interval.

A duplicate deal is one shoe played by every seating:

- one seat: A plays it, then B plays it;
- two sides (two seats, or two pairs of partners): A holds one side and B the other, then exchanged;
- more sides: A holds one side and B all others, once for each side.

The difference of a deal is the mean of A's points over the seatings less the mean of B's. Deals are
independent, seatings of one deal are not, so the interval is over deals. Luck that is not in the
cards (what players toss coins for) is tied to the seat, so A against A differs by exactly 0.

The number of deals is fixed beforehand: an interval looked at again and again until it excludes
zero finds a difference between equals much more often than one time in twenty.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Simulated, simulated_mean
from ludoteca.core.options import Options
from ludoteca.core.shoe import Shoe
from ludoteca.players.base import Player, PlayerFailed
from ludoteca.players.deals import Given, Thinking, deal_seeds, play_deal
from ludoteca.players.factory import make_local_player

A, B = 0, 1
Maker = str | Callable[[], Player]  #: a spec of ``make_local_player``, or what makes the player
Seating = tuple[int, ...]  #: who holds each side, A or B

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
    draws : seatings in which the better of B's sides had as many points as A's
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
    draws: int
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
            "draw": self.draws / played,
            "loss": self.b.wins / played,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "failures": list(self.failures),
        }


@dataclass(frozen=True)
class _Deal:
    """One duplicate deal as it went; ``difference`` is None where it was forfeited."""

    difference: float | None
    wins: tuple[int, int]
    draws: int
    forfeits: tuple[int, int]
    moves: tuple[int, int]
    seconds: tuple[float, float]
    failures: tuple[str, ...]


@dataclass(frozen=True)
class _Contest:
    """What is the same in every deal of a comparison; travels to worker processes."""

    game: Game
    options: Options
    makers: tuple[Maker, Maker]
    seed: int

    def player(self, who: int) -> Player:
        maker = self.makers[who]
        return make_local_player(self.game, maker) if isinstance(maker, str) else maker()

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return self.game.teams(self.options)


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
    """Play ``deals`` duplicate deals between ``a`` and ``b``; see the module's description.

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
    contest = _Contest(game, game.options(options), (a, b), seed)
    names = (contest.player(A).name, contest.player(B).name)
    played: list[_Deal] = []
    for batch in _batches(contest, deals, workers):
        played += batch
        if progress is not None:
            progress(len(played), deals)
    return _summary(contest, names, played)


def seatings(sides: int) -> list[Seating]:
    """Who holds each side, in every seating of a duplicate deal.

    >>> seatings(2), seatings(3)[0]
    ([(0, 1), (1, 0)], (0, 1, 1))
    """
    if sides == 1:
        return [(A,), (B,)]
    return [tuple(A if side == k else B for side in range(sides)) for k in range(sides)]


def _batches(contest: _Contest, deals: int, workers: int) -> Iterator[list[_Deal]]:
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


def _play_many(contest: _Contest, first: int, end: int) -> list[_Deal]:
    return [_play(contest, deal) for deal in range(first, end)]


def _play(contest: _Contest, deal: int) -> _Deal:
    """One duplicate deal in all its seatings."""
    cards, luck = deal_seeds(np.random.SeedSequence(contest.seed), deal)
    shoe = Shoe.shuffled(contest.game, contest.options, cards)
    sides, moves, seconds = contest.sides, [0, 0], [0.0, 0.0]
    forfeits, failures = [0, 0], []
    points: list[tuple[Seating, list[float]]] = []
    for seating in seatings(len(sides)):
        holder = {seat: who for side, who in zip(sides, seating, strict=True) for seat in side}
        players = [contest.player(holder[seat]) for seat in range(len(holder))]
        thinking = Thinking(len(holder))
        try:
            end = play_deal(
                contest.game, contest.options, players, shoe.again(), luck, thinking=thinking
            )
            returns = end.returns()
            points.append((seating, [returns[side[0]] for side in sides]))
        except PlayerFailed as failure:
            forfeits[holder[failure.seat]] += 1
            failures.append(str(failure))
        for seat, who in holder.items():
            moves[who] += thinking.moves[seat]
            seconds[who] += thinking.seconds[seat]
    difference, wins, draws = _scored(points, len(sides), forfeits)
    return _Deal(
        difference=difference,
        wins=wins,
        draws=draws,
        forfeits=(int(forfeits[A] > 0), int(forfeits[B] > 0)),
        moves=(moves[A], moves[B]),
        seconds=(seconds[A], seconds[B]),
        failures=tuple(failures),
    )


def _scored(
    points: Sequence[tuple[Seating, list[float]]], sides: int, forfeits: Sequence[int]
) -> tuple[float | None, tuple[int, int], int]:
    """Difference, seatings won by A and by B, and draws, of one duplicate deal."""
    if any(forfeits):
        return None, _forfeited(len(seatings(sides)), forfeits), 0
    own = [p for seating, all_ in points for who, p in zip(seating, all_, strict=True) if who == A]
    other = [
        p for seating, all_ in points for who, p in zip(seating, all_, strict=True) if who == B
    ]
    # One division, last: with whole points, equal players differ by exactly 0.
    difference = (sum(own) * len(other) - sum(other) * len(own)) / (len(own) * len(other))
    results = [(own[0], other[0])] if sides == 1 else [_result(*played) for played in points]
    won = sum(mine > theirs for mine, theirs in results)
    lost = sum(mine < theirs for mine, theirs in results)
    draws = len(results) - won - lost
    # A single seat is one result of two seatings: each counts for both.
    times = len(seatings(sides)) // len(results)
    return difference, (won * times, lost * times), draws * times


def _result(seating: Seating, points: list[float]) -> tuple[float, float]:
    """A's points and the most of B's sides."""
    theirs = max(p for who, p in zip(seating, points, strict=True) if who == B)
    return points[seating.index(A)], theirs


def _forfeited(played: int, forfeits: Sequence[int]) -> tuple[int, int]:
    """Seatings won by A and by B where one failed; where both did, nobody wins."""
    if forfeits[A] and forfeits[B]:
        return (0, 0)
    return (0, played) if forfeits[A] else (played, 0)


def _summary(contest: _Contest, names: tuple[str, str], played: Sequence[_Deal]) -> Comparison:
    counted = [d.difference for d in played if d.difference is not None]
    interval = None
    if len(counted) >= 2:
        interval = simulated_mean(sum(counted), sum(x * x for x in counted), len(counted))
    a, b = (
        Tally(
            name=names[who],
            wins=sum(d.wins[who] for d in played),
            forfeits=sum(d.forfeits[who] for d in played),
            moves=sum(d.moves[who] for d in played),
            seconds=sum(d.seconds[who] for d in played),
        )
        for who in (A, B)
    )
    failures = [sentence for d in played for sentence in d.failures]
    return Comparison(
        game=contest.game.name,
        options=contest.options,
        seed=contest.seed,
        deals=len(played),
        seatings=len(seatings(len(contest.sides))),
        difference=interval,
        differences=tuple(d.difference for d in played),
        a=a,
        b=b,
        draws=sum(d.draws for d in played),
        failures=tuple(failures[:_SHOWN_FAILURES]),
    )
