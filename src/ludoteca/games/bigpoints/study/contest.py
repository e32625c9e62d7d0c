# mypy: allow-untyped-defs, allow-untyped-calls
"""Rules of thumb against each other and against random play, on random rows, with intervals."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.measures import win_shares
from ludoteca.core.answers import Cell, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Exact, Simulated, simulated_mean
from ludoteca.core.options import Value
from ludoteca.core.questions import Progress, in_parts, quiet
from ludoteca.core.registry import load_game
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.solve.backward_induction import solve_fully
from ludoteca.workers.threads import completed

from ..exact.boards import boards
from ..exact.objectives import difference
from ..exact.threads import CrewStopped
from ..notation import board_state
from ..rules import KINDS, LAYING, MAX_LEGAL, OVER, apply_action, legal_actions, points
from ..shares import percent
from .heuristics import ANY, HEURISTICS, Heuristic, RuleRecord, liked, rate

section = sections_beside(__file__)

_BATCHES = 32  #: independent streams of random numbers, however many cores there are
_AT_ONCE = 16  #: rows between two looks at whether to stop

_BEST_MOVES = (
    N_("best moves 2x3"), N_("best moves 2x4"), N_("best moves 3x2"), N_("best moves 3x3"),
    N_("best moves 4x2"),
)  # fmt: skip
"""Columns by size, for the catalogues: the sizes are those of the study's ``decisions``."""


@njit
def lay(s, rng):
    """Lay the rest of the row at random."""
    while s.phase == LAYING:
        at = rng.integers(0, s.length - s.laid)
        for kind in range(KINDS):
            at -= s.deck[kind]
            if at < 0:
                apply_action(s, kind)
                break


@njit
def _choose(s, code, rng, ids, places):
    """A move of the player ``code``, at random among those it likes equally."""
    n = legal_actions(s, ids)
    kept = liked(s, ids, n, code, places)
    return ids[places[rng.integers(0, kept)]]


@njit
def play(start, codes, rng, out):
    """Play on random rows, several rotations of the seats on each; fill ``out`` with points.

    ``start`` is an array of one record whose row is not laid; ``codes`` are the players. ``out``:
    float64, shape (rows, rotations, seats), the points of each player; in rotation ``r`` player
    ``p`` sits on seat ``(p + r) % seats``.
    """
    states = np.zeros(2, start.dtype)
    ids = np.zeros(MAX_LEGAL, np.int64)
    places = np.zeros(MAX_LEGAL, np.int64)
    seats = codes.size
    for g in range(out.shape[0]):
        states[0] = start[0]
        lay(states[0], rng)
        for r in range(out.shape[1]):
            states[1] = states[0]
            while states[1].phase != OVER:
                player = (states[1].to_move - r + seats) % seats
                apply_action(states[1], _choose(states[1], codes[player], rng, ids, places))
            for p in range(seats):
                out[g, r, p] = points(states[1], (p + r) % seats)


def match(
    options: Mapping[str, Value | bool],
    codes: Sequence[int],
    rows: int,
    rotations: int,
    seed: int,
) -> NDArray[np.float64]:
    """Points by player, shape (rows, rotations, seats), of the players ``codes``; see :func:`play`.

    The same on any number of cores.
    """
    start = load_game("bigpoints").new_state({**options, "players": len(codes)}).record
    given = np.array(codes, np.int64)
    out = np.zeros((rows, rotations, len(codes)))
    ends = np.linspace(0, rows, _BATCHES + 1).astype(int)
    seeds = np.random.SeedSequence(seed).spawn(_BATCHES)
    stopped = threading.Event()

    def batch(k: int) -> None:
        rng = np.random.default_rng(seeds[k])
        for begin in range(ends[k], ends[k + 1], _AT_ONCE):
            if stopped.is_set():
                raise CrewStopped
            play(start, given, rng, out[begin : min(begin + _AT_ONCE, ends[k + 1])])

    for _batch in completed(batch, range(_BATCHES), stopped.set):
        pass
    return out


def mean_of(samples: NDArray[np.float64]) -> Simulated:
    """The mean of independent ``samples``, shape (n,), with its interval."""
    return simulated_mean(float(samples.sum()), float((samples**2).sum()), samples.size)


# -- tables -------------------------------------------------------------------------------------

REDUCED: Mapping[str, Value | bool] = {"discs": 4, "white": 0, "black": 0}
"""The largest game of the document: five colours of four discs."""
PRINTED: Mapping[str, Value | bool] = {}


def win_share(
    options: Mapping[str, Value | bool], first: Heuristic, second: Heuristic, rows: int, seed: int
) -> Simulated:
    """The wins of ``first`` against ``second``, ties half: each row is played on both seats."""
    points = match(options, (first.code, second.code), rows, 2, seed)
    return mean_of(win_shares(points)[:, :, 0].mean(axis=1))


def ranking_table(
    by_size: Mapping[str, Sequence[RuleRecord]], rows: int, seed: int, progress: Progress = quiet
) -> Table:
    """Rules of thumb, the best first by the last size: best moves, value lost, wins."""
    *_others, last = by_size
    shares = {size: {r.heuristic.name: r for r in ratings} for size, ratings in by_size.items()}
    yardstick = HEURISTICS[ANY]
    out: list[list[Cell]] = []
    for place, rating in enumerate(by_size[last], start=1):
        rule = rating.heuristic
        progress(place, len(HEURISTICS), _("rules of thumb at play"))
        wins = [win_share(options, rule, yardstick, rows, seed) for options in (REDUCED, PRINTED)]
        best = [shares[size][rule.name].best for size in by_size]
        known = (*best, rating.best_critical, rating.lost)
        out.append([place, rule.name, _(rule.sentence), *known, *wins])
    columns = (
        "place", "heuristic", "sentence", *(f"best_moves_{size}" for size in by_size),
        "best_of_critical", "points_lost_per_move", "wins_reduced", "wins_printed",
    )  # fmt: skip
    title = N_("Rules of thumb: share of best moves, value lost, wins against random play")
    return Table("heuristics", columns, out, title)


@study_table("decisions", "size decisions critical")
def decisions_table(by_size: Mapping[str, Sequence[RuleRecord]]) -> Rows:
    """The number of decisions of each size, and of those in which some move loses value."""
    for size, ratings in by_size.items():
        yield [size, ratings[0].decisions, ratings[0].critical]


@study_table("heuristic_pairs", "heuristic against wins", chances="wins")
def pairs_table(rows: int, seed: int, progress: Progress = quiet) -> Rows:
    """Every rule of thumb against every other by the printed rules, on both seats of each row."""
    pairs = [(a, b) for a in HEURISTICS for b in HEURISTICS if a.code != b.code]
    played: dict[tuple[int, int], Simulated] = {}
    for done, (first, second) in enumerate(pairs, start=1):
        back = played.get((second.code, first.code))
        wins = (
            win_share(PRINTED, first, second, rows, seed)
            if back is None
            else Simulated(1 - back.mean, back.n, 1 - back.high, 1 - back.low)
        )
        played[first.code, second.code] = wins
        yield [first.name, second.name, wins]
        progress(done, len(pairs), _("pairs of rules of thumb"))


def of_heuristics(
    sizes: Sequence[tuple[int, int]], rows: int, seed: int, progress: Progress
) -> Section:
    """Rules of thumb, ranked."""
    game = load_game("bigpoints")
    by_size = {}
    deciding, ranked, paired = in_parts(progress, 1, 1, 1)
    for done, (colours, discs) in enumerate(sizes):
        size = f"{colours}x{discs}"
        deciding(done, len(sizes), _("all decisions of {size}").format(size=size))
        by_size[size] = rate(
            solve_fully(board_state(game, board), objective=difference)
            for board in boards(colours, discs)
        )
    ranking = ranking_table(by_size, rows, seed, ranked)
    pairs = pairs_table(rows, seed, paired)
    last = list(by_size)[-1]
    best = ranking.rows[0]
    share = by_size[last][0].best
    return section(
        "heuristics",
        (ranking, decisions_table(by_size), pairs),
        {
            "heuristics": partial(charts.bars, ranking, "heuristic", f"best_moves_{last}"),
            "heuristic_pairs": partial(charts.heatmap, pairs, "against", "heuristic", "wins"),
        },
        n=rows,
        rule=best[2],
        share=percent(Exact(share)),
        size=last,
    )
