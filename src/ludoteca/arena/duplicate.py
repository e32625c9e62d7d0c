"""One duplicate deal, or match, between two players: the same shoes, played by every seating.

- one seat: A plays it, then B plays it;
- two sides (two seats, or two pairs of partners): A holds one side and B the other, then exchanged;
- more sides: A holds one side and B all others, once for each side.

The difference of a deal is the mean of A's points over the seatings less the mean of B's. Deals are
independent, seatings of one deal are not, so every interval is over deals. Luck that is not in the
cards (what players toss coins for) is tied to the seat, so A against A differs by exactly 0.

A duplicate match is the same with whole matches: their first deals are from one shoe, the second
ones from another, and so on. What counts is each side's share of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludoteca.arena.forfeits import EndOfScript
from ludoteca.core.game import Game
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.players.base import Player, PlayerFailed
from ludoteca.players.factory import make_local_player
from ludoteca.players.play import Thinking, deal_seeds, play_deal

A, B = 0, 1
Maker = str | Callable[[], Player]  #: a spec of ``make_local_player``, or a factory
Seating = tuple[int, ...]  #: the holder of each side, A or B
Sides = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Contest:
    """The constants of all deals between two players; travels to worker processes.

    Parameters
    ----------
    makers
        of A and of B
    seed
        of which deal ``i`` has the ``i``-th child; not changed
    matches
        what is played are whole matches
    """

    game: Game
    options: Options
    makers: tuple[Maker, Maker]
    seed: np.random.SeedSequence
    matches: bool = False

    def player(self, who: int) -> Player:
        """A new player, ``A`` or ``B``.

        Raises
        ------
        BadInput
            where its spec names none
        """
        maker = self.makers[who]
        return make_local_player(self.game, maker) if isinstance(maker, str) else maker()

    @property
    def sides(self) -> Sides:
        """The seats of each side."""
        return self.game.teams(self.options)

    @property
    def seatings(self) -> list[Seating]:
        """Every seating of a duplicate deal."""
        return seatings(len(self.sides))


@dataclass
class DealPlayed:
    """The outcome of the seatings of one duplicate deal or match; pairs are (A's, B's).

    Attributes
    ----------
    points
        points of each side, by seating; None where a player failed, unless the rules say what that
        costs
    won
        each side's share of the match, 0 to 1, by seating, or None as ``points``; empty for single
        deals
    ends
        the deals as far as they were played, by seating and deal
    stops
        why a deal was not played to its end, by seating and deal; None where it was
    failed
        how often each failed
    moves
        made by each, in all seatings
    seconds
        seconds of wall-clock time that each thought, in all seatings
    """

    points: list[list[float] | None] = field(default_factory=list)
    won: list[list[float] | None] = field(default_factory=list)
    ends: list[list[State | None]] = field(default_factory=list)
    stops: list[list[str | None]] = field(default_factory=list)
    failed: list[int] = field(default_factory=lambda: [0, 0])
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def failures(self) -> list[str]:
        """A sentence for each failure."""
        return [sentence for stops in self.stops for sentence in stops if sentence is not None]


@dataclass(frozen=True)
class Scored:
    """The result of one duplicate deal, or of a match by the shares that were won.

    Attributes
    ----------
    difference
        A's points less B's, mean of the seatings; None where the deal was forfeited and has no
        points
    wins
        seatings won by A and by B
    ties
        seatings in which the better of B's sides had as many points as A's
    share
        of all pairs of a side of A's and one of B's in one seating, the share in which A's has more
        points, ties half: one half between equals at any number of sides
    """

    difference: float | None
    wins: tuple[int, int]
    ties: int
    share: float


def seatings(sides: int) -> list[Seating]:
    """The holder of each side, in every seating of a duplicate deal.

    Examples
    --------
    >>> seatings(2), seatings(3)[0]
    ([(0, 1), (1, 0)], (0, 1, 1))
    """
    if sides == 1:
        return [(A,), (B,)]
    return [tuple(A if side == k else B for side in range(sides)) for k in range(sides)]


def play(
    contest: Contest, deal: int, seated: Callable[[Player, int], Player] | None = None
) -> DealPlayed:
    """Deal (or match) number ``deal`` in all its seatings, a new player in every seat of each.

    A player that fails ends its seating, not the others.

    Parameters
    ----------
    deal
        from 0 on
    seated
        may wrap a player; is called with it and its holder, ``A`` or ``B``

    Raises
    ------
    BadInput
        where there is no such player
    """
    played = DealPlayed()
    for seating in contest.seatings:
        play_seating(contest, deal, seating, played, seated)
    return played


def play_seating(
    contest: Contest,
    deal: int,
    seating: Seating,
    played: DealPlayed,
    seated: Callable[[Player, int], Player] | None = None,
) -> None:
    """Play one seating of deal (or match) number ``deal``, and add it to ``played``, in place.

    See :func:`play`; ``seating`` is one of ``contest.seatings``.
    """
    holder = {seat: who for side, who in zip(contest.sides, seating, strict=True) for seat in side}
    players = [contest.player(holder[seat]) for seat in range(len(holder))]
    if seated is not None:
        players = [seated(player, holder[seat]) for seat, player in enumerate(players)]
    thinking = Thinking(len(holder))
    match, whole = Match(contest.game, contest.options), False
    played.ends.append([])
    played.stops.append([])
    while not whole:
        cards, luck = _seeds(contest, deal, match.deals)
        shoe = Shoe.shuffled(contest.game, contest.options, cards)
        stop, gone = None, False
        end: State | None
        try:
            end = play_deal(
                contest.game, contest.options, players, shoe, luck, match.standing, thinking,
                earlier=match.earlier,
            )  # fmt: skip
        except PlayerFailed as failure:
            end, stop = failure.state, str(failure)
            gone = isinstance(failure.__cause__, EndOfScript)
            if end is not None:
                end.forfeit()
            played.failed[holder[failure.seat]] += 1
        played.ends[-1].append(end)
        played.stops[-1].append(stop)
        if end is None or not end.is_terminal():
            break
        match.close(end)
        whole = match.over or not contest.matches
        if gone:
            break
    heads = [side[0] for side in contest.sides]
    played.points.append(match.totals[heads].tolist() if whole else None)
    if contest.matches:
        played.won.append(match.shares().tolist() if whole else None)
    for seat, who in holder.items():
        played.moves[who] += thinking.moves[seat]
        played.seconds[who] += thinking.seconds[seat]


def _seeds(
    contest: Contest, number: int, deal: int
) -> tuple[np.random.SeedSequence, np.random.SeedSequence]:
    """Seeds of the cards and of the players' luck: of a deal, or of one of match ``number``."""
    if not contest.matches:
        return deal_seeds(contest.seed, number)
    key = (*contest.seed.spawn_key, number)
    return deal_seeds(np.random.SeedSequence(contest.seed.entropy, spawn_key=key), deal)


def score(played: DealPlayed, sides: int) -> Scored:
    """Difference and wins of one duplicate deal, or of a match by its shares.

    Where the rules say what a forfeit costs, the points say who won. Elsewhere a player that failed
    in any seating forfeits the deal: every seating of it counts as won by the other player, by
    nobody where both failed.

    Examples
    --------
    >>> score(DealPlayed(points=[[3.0, -3.0], [1.0, -1.0]]), 2)
    Scored(difference=2.0, wins=(1, 1), ties=0, share=0.5)
    """
    results = played.won or played.points
    points = [
        (seating, all_)
        for seating, all_ in zip(seatings(sides), results, strict=True)
        if all_ is not None
    ]
    if len(points) < len(results):
        return forfeited(played.failed, sides)
    own = [p for seating, all_ in points for who, p in zip(seating, all_, strict=True) if who == A]
    other = [
        p for seating, all_ in points for who, p in zip(seating, all_, strict=True) if who == B
    ]
    # One division, last: with whole points, equal players differ by exactly 0.
    difference = (sum(own) * len(other) - sum(other) * len(own)) / (len(own) * len(other))
    met = [(own[0], other)] if sides == 1 else [_result(*seating) for seating in points]
    won = sum(mine > max(theirs) for mine, theirs in met)
    lost = sum(mine < max(theirs) for mine, theirs in met)
    ties = len(met) - won - lost
    halves = [(mine > p) + (mine >= p) for mine, theirs in met for p in theirs]
    # A single seat is one result of two seatings: each counts for both.
    times = len(seatings(sides)) // len(met)
    share = sum(halves) / (2 * len(halves))
    return Scored(difference, (won * times, lost * times), ties * times, share)


def forfeited(failed: Sequence[int], sides: int) -> Scored:
    """The result where A, B or both failed; ``failed`` says how often each did, and is not (0, 0).

    Examples
    --------
    >>> forfeited((1, 0), 2)
    Scored(difference=None, wins=(0, 2), ties=0, share=0.0)
    """
    n = len(seatings(sides))
    if failed[A] and failed[B]:
        return Scored(None, (0, 0), 0, 0.5)
    return Scored(None, (0, n), 0, 0.0) if failed[A] else Scored(None, (n, 0), 0, 1.0)


def _result(seating: Seating, points: list[float]) -> tuple[float, list[float]]:
    """A's points and those of B's sides."""
    theirs = [p for who, p in zip(seating, points, strict=True) if who == B]
    return points[seating.index(A)], theirs
