"""Tournaments of machines: played in parts, kept as they are played, resumed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.arena.duplicate import A, B, Maker
from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.run_log import Line, Outcome, RunLog, run_folder, versions
from ludoteca.arena.statistics import LEVEL, POWER, Sequence95, deals_needed, mean_of
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.core.questions import Progress, quiet
from ludoteca.players.play import Given
from ludoteca.workers.backend import Backend
from ludoteca.workers.pool import Pool

PILOT = 16  #: deals of each pair that tell the spread before the run
_BATCH_SECONDS = 0.5
_LARGEST_BATCH = 64
_MATCH_EDGES = (0.1, 0.05, 0.02)  #: shares of matches won above one half, told likewise
_EDGES = (1.0, 0.5, 0.2, 0.1)  #: in standard deviations, told where no edge is given


@dataclass(frozen=True)
class Terms:
    """The terms of a tournament; none changes the result of a deal.

    Parameters
    ----------
    deals
        duplicate deals (or matches) of each pair, at most where ``until_clear``
    until_clear
        stop when every pair is told apart
    folder
        of the run; None for its own place in the user's data
    backend
        its workers
    """

    deals: int
    until_clear: bool = False
    folder: Path | None = None
    backend: Backend = field(default_factory=Backend)


@dataclass
class Run:
    """A tournament as far as it was played.

    Attributes
    ----------
    deviations
        for each pair, the standard deviation of a deal's difference in the pilot, in points or
        shares of a match; empty without one
    sequences
        for each pair, the confidence sequence where the run goes on until clear
    reused
        tasks found done
    found
        the lines of all tasks that count, in order (see ``round_robin``)
    """

    round_robin: RoundRobin
    folder: Path
    deviations: Sequence[float]
    sequences: Sequence[Sequence95] | None
    reused: int
    found: list[Line] = field(default_factory=list)

    @property
    def deals(self) -> int:
        """Duplicate deals that every pair has played."""
        return len(self.found) // len(self.round_robin.pairs)

    @property
    def lines(self) -> list[list[Line]]:
        """For each pair, its deals in order."""
        return by_pair(self.found, len(self.round_robin.pairs))

    def differences(self, pair: int) -> list[float]:
        """The differences, in points, of a pair's deals that nobody forfeited: :func:`counted`."""
        return counted(self.lines[pair])


def by_pair(lines: Sequence[Line], pairs: int) -> list[list[Line]]:
    """The lines of the tasks of each pair, without those of a deal that not all have played.

    ``pairs`` is their number: line ``t`` is of pair ``t % pairs``.
    """
    whole = lines[: len(lines) // pairs * pairs]
    return [list(whole[pair::pairs]) for pair in range(pairs)]


def counted(lines: Sequence[Line]) -> list[float]:
    """The differences in points of the deals that nobody forfeited; of matches, in shares."""
    return [line["difference"] for line in lines if line["difference"] is not None]


def plan_of(round_robin: RoundRobin) -> Line:
    """The plan that tells a tournament from others; the number of deals does not."""
    return {
        "game": round_robin.game.name,
        "options": round_robin.options,
        "players": list(round_robin.names),
        "seed": round_robin.seed,
        "matches": round_robin.matches,
        "versions": versions(round_robin.game, round_robin.names),
    }


def play(
    round_robin: RoundRobin,
    terms: Terms,
    say: Callable[[str], object] | None = None,
    edge: float | None = None,
    progress: Progress = quiet,
) -> Run:
    """Play a tournament, or the rest of it, to its end.

    ``edge`` is in points a deal; arguments and errors are those of :func:`rounds`.
    """
    # A deque of one: the last that is yielded.
    (run,) = deque(rounds(round_robin, terms, say, edge, progress), maxlen=1)
    return run


def rounds(
    round_robin: RoundRobin,
    terms: Terms,
    say: Callable[[str], object] | None = None,
    edge: float | None = None,
    progress: Progress = quiet,
) -> Iterator[Run]:
    """Play a tournament, or the rest of it, kept as it is played.

    ``KeyboardInterrupt`` passes through; finished tasks are kept.

    Parameters
    ----------
    say
        where it is given, a pilot is played first, and it is told in a sentence how many deals are
        needed
    edge
        the mean difference of a deal, in points, for which it says so (of matches, the share won
        above one half); None for some usual ones
    progress
        gets the deals that are done

    Yields
    ------
    Run
        the same growing one after every task

    Raises
    ------
    BadInput
        for fewer than 2 deals, for players that there are not, and where the folder holds another
        run or is in use
    """
    if terms.deals < 2:
        raise BadInput(_("a comparison needs at least 2 deals, not {n}").format(n=terms.deals))
    round_robin.check()
    plan = plan_of(round_robin)
    folder = terms.folder or run_folder(plan)
    pairs = len(round_robin.pairs)
    end = terms.deals * pairs
    with RunLog(folder, plan) as log, terms.backend.pool() as pool:
        deviations, batch = list[float](), 1
        if say is not None or terms.until_clear:
            deviations, batch = _pilot(round_robin, folder, pool, progress)
        if say is not None:
            say((_match_sizes if round_robin.matches else _sizes)(deviations, edge))
        # A guess of the spread that is never 0; a bad one costs deals, not truth.
        tests = [Sequence95(d or 1.0, level=LEVEL / pairs) for d in deviations]
        clear = _Clear(tests) if terms.until_clear else None
        reused = min(len(log.lines), end)
        run = Run(round_robin, folder, deviations, tests if terms.until_clear else None, reused)
        for line in chain.from_iterable(log.work(round_robin, end, batch, pool)):
            run.found.append(line)
            done = len(run.found)
            if done >= reused:  # deals of before are counted at once
                unit = _("matches of a pair") if round_robin.matches else _("deals of a pair")
                progress(done, end, unit)
            yield run
            if clear is not None and clear.after(line) and done % pairs == 0:
                return


class _Clear:
    """The test that every pair is told apart by all its deals so far, as deals come in."""

    def __init__(self, tests: Sequence[Sequence95]) -> None:
        self._tests = tests
        self._sums = [[0.0, 0.0] for _test in tests]
        self._clear = [False] * len(tests)
        self._next = 0

    def after(self, line: Line) -> bool:
        """True when after this deal all pairs are clear."""
        pair = self._next
        self._next = (pair + 1) % len(self._tests)
        x = line["difference"]
        if x is not None:
            self._sums[pair][0] += x
            self._sums[pair][1] += x * x
        # A pair that was told apart before and is not now would end the run as not told apart.
        self._clear[pair] = self._tests[pair].refutes_zero(*self._sums[pair])
        return all(self._clear)


# -- how many deals -----------------------------------------------------------------------------


def _pilot(
    round_robin: RoundRobin, folder: Path, pool: Pool, progress: Progress
) -> tuple[list[float], int]:
    """The spread of a deal's difference for each pair, on other shoes, and tasks for a batch."""
    pilot = replace(round_robin, pilot=True)
    pairs = len(round_robin.pairs)
    lines = list[Line]()
    with RunLog(folder / "pilot", plan_of(round_robin) | {"pilot": PILOT}) as log:
        for found in log.work(pilot, PILOT * pairs, 2, pool):
            lines += found
            progress(len(lines), PILOT * pairs, _("deals to learn the spread from"))
    seconds = float(np.median([sum(line["seconds"]) for line in lines]))
    batch = max(1, min(_LARGEST_BATCH, round(_BATCH_SECONDS / max(seconds, 1e-6))))
    spread = [counted(lines[pair::pairs]) for pair in range(pairs)]
    return [float(np.std(s, ddof=1)) if len(s) > 1 else 0.0 for s in spread], batch


def _sizes(deviations: Sequence[float], edge: float | None) -> str:
    """The numbers of deals that edges need, in words."""
    deviation = max(deviations)
    if deviation == 0:
        return _("The players did not differ in {n} deals on other cards.").format(n=PILOT)
    edges = [edge] if edge is not None else [part * deviation for part in _EDGES]
    needed = "; ".join(
        _("{edge:.3g} points: {deals:,}").format(edge=e, deals=deals_needed(e, deviation))
        for e in edges
    )
    return _(
        "A deal's difference varies by {deviation:.3g} points (standard deviation in {n} deals on "
        "other cards). Deals needed to show an edge {power:.0%} of the time: {needed}."
    ).format(deviation=deviation, n=PILOT, power=POWER, needed=needed)


def _match_sizes(deviations: Sequence[float], edge: float | None) -> str:
    """The numbers of duplicate matches that edges in the share of matches won need, in words."""
    deviation = max(deviations)
    if deviation == 0:
        return _("The players did not differ in {n} matches on other cards.").format(n=PILOT)
    edges = [edge] if edge is not None else _MATCH_EDGES
    needed = "; ".join(
        # Won less lost is twice what is won above one half.
        _("{share:.0%}: {matches:,}").format(share=0.5 + e, matches=deals_needed(2 * e, deviation))
        for e in edges
    )
    return _(
        "Duplicate matches needed to show such a share of wins {power:.0%} of the time, by the "
        "spread of {n} on other cards: {needed}."
    ).format(power=POWER, n=PILOT, needed=needed)


# -- in memory ----------------------------------------------------------------------------------

_SHOWN_FAILURES = 10
_BATCHES = 8  #: for each worker


@dataclass(frozen=True)
class PlayerTally:
    """The results of one player: seatings won, deals forfeited, moves, and seconds of thinking."""

    name: str
    wins: int
    forfeits: int
    moves: int
    seconds: float = field(compare=False)

    @classmethod
    def of(cls, name: str, lines: Sequence[tuple[Line, int]]) -> PlayerTally:
        """The sum of some deals, each with the place of the player in it: ``A`` or ``B``."""
        return cls(
            name=name,
            wins=sum(line["wins"][who] for line, who in lines),
            forfeits=sum(line["failed"][who] > 0 for line, who in lines),
            moves=sum(line["moves"][who] for line, who in lines),
            seconds=sum(line["seconds"][who] for line, who in lines),
        )

    @property
    def seconds_per_move(self) -> float:
        """Mean thinking time of a move, in seconds; 0 where none was made."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def pace(self) -> float:
        """The seconds per move in the three digits that people read."""
        return float(f"{self.seconds_per_move:.3g}")

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
    """The result of :func:`compare`.

    Attributes
    ----------
    game
        its name
    deals
        duplicate deals played, forfeited ones included
    seatings
        how often each deal was played
    difference
        A's points less B's, mean of a deal, with its 95 % interval over the deals that nobody
        forfeited; None where fewer than two are left
    differences
        the same by deal, in points; None where it was forfeited
    a, b
        the results of each
    ties
        seatings in which the better of B's sides had as many points as A's
    failures
        the first sentences about players that failed
    """

    game: str
    options: Options
    seed: int
    deals: int
    seatings: int
    difference: Simulated | None
    differences: tuple[float | None, ...]
    a: PlayerTally
    b: PlayerTally
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
    """Play ``deals`` duplicate deals between ``a`` and ``b`` and keep nothing of them on disk.

    A new player sits down for every seating, and every deal has its own seed, so the result (but
    for times, and budgets in seconds) does not depend on ``workers`` or on the order of the deals.

    The number of deals is fixed beforehand: an interval looked at again and again until it excludes
    zero finds a difference between equals much more often than one time in twenty
    (:mod:`ludoteca.arena.statistics` has one that does not).

    A player that raises an error or makes an illegal move forfeits the deal: every seating of it
    counts as won by the other player (by nobody where both fail), the points of the deal are left
    out of ``difference``, and the failure is told.

    Parameters
    ----------
    a, b
        specs, or functions that make a player; with several workers these must be picklable
    progress
        called with the deals that are done and ``deals``, as deals end
    workers
        processes; 1 is this one

    Raises
    ------
    BadInput
        for fewer than two deals or an unknown player

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> found = compare(load_game("kuhn"), None, "random", "random", deals=10, seed=1)
    >>> found.deals, found.seatings
    (10, 2)
    """
    if deals < 2:
        raise BadInput(_("a comparison needs at least 2 deals, not {n}").format(n=deals))
    pair = RoundRobin(game, game.options(options), (a, b), seed)
    pair.check()
    lines: list[Line] = []
    for outcome in _outcomes(pair, deals, workers):
        lines.append(outcome.line)
        if progress is not None:
            progress(len(lines), deals)
    contest = pair.contest((A, B))
    a_tally, b_tally = (
        PlayerTally.of(contest.player(who).name, [(line, who) for line in lines]) for who in (A, B)
    )
    failures = [sentence for line in lines for sentence in line["failures"]]
    return Comparison(
        game=game.name,
        options=pair.options,
        seed=seed,
        deals=deals,
        seatings=len(contest.seatings),
        difference=mean_of(counted(lines)),
        differences=tuple(line["difference"] for line in lines),
        a=a_tally,
        b=b_tally,
        ties=sum(line["ties"] for line in lines),
        failures=tuple(failures[:_SHOWN_FAILURES]),
    )


def _outcomes(pair: RoundRobin, deals: int, workers: int) -> Iterator[Outcome]:
    """The deals in order; by one worker in this process."""
    if workers <= 1:
        yield from map(pair.do, range(deals))
        return
    with Backend(workers).pool() as pool:
        for batch in pool.work(pair, 0, deals, max(1, deals // (workers * _BATCHES))):
            yield from batch
