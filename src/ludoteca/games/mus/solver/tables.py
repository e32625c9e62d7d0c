"""Solved spots as small whole numbers, and the file of them that the package ships.

The shipped tables are for the chance to win the juego, at stones that the pairs lack
(:data:`CELLS`). ``ludoteca solve mus tables`` computes them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.storage import Arrays, Parts, read_arrays, reading, write_arrays
from ludoteca.solve.pairs import solve_for_pairs
from ludoteca.solve.public_cfr import PublicCfr
from ludoteca.solve.public_game import Gain, PublicGame

from ..ids import CHICA, GRANDE, LANCES, SEATS
from .lances import Pair, Spot, lance_game, spots, stone_worth

Floats = NDArray[np.float64]
Levels = NDArray[np.uint8]

LACKED = (30, 8)  #: stones that a pair lacks
SHIPPED = Path(__file__).with_name("solved.npz")
CELLS: tuple[Pair, ...] = tuple((mine, theirs) for mine in LACKED for theirs in LACKED)
TARGET = 0.0005  #: gain of a seat at which a spot is solved, a chance to win the juego
PAIR_TARGET = 0.0045  #: gain of a pair at which it is, where all deals can be looked at
_LOOKS = (10, 20, 30, 45, 67, 100, 150, 225)
"""Iterations after which a spot may be solved; it is after the last ones, whatever is left to gain.
They are fixed so that the tables are the same on fast and slow computers."""


_SELDOM = 0.001  # own play that leads to a node, below which its average says little
_GROUPS = 3  # of samples, where not all deals can be looked at


@dataclass(frozen=True)
class Figures:
    """The figures of a table: the value to the mano's pair, and what deviations gain.

    ``seat`` is the gain of the best single seat, ``pair`` that of the better pair that changes both
    its plans, each partner by its own hand. All are in the worth that the spot was solved for.
    """

    value: float
    seat: Gain
    pair: Gain
    iterations: int


@dataclass(frozen=True, eq=False)
class SolvedSpot:
    """A solved spot: for each seat its chances in whole numbers, type x sequence."""

    spot: Spot
    levels: tuple[Levels, ...]
    figures: Figures


def figures_of(
    game: PublicGame, strategies: Sequence[Floats], iterations: int, progress: Progress = quiet
) -> Figures:
    """The figures of strategies: exact for pares, juego and punto, sampled for the others."""
    words = _("what deviations gain")
    alone, pairs = [], []
    for seat in range(SEATS):
        progress(seat, SEATS + 2, words)
        alone.append(game.gain_of((seat,), strategies, groups=_GROUPS))
    for pair in ((0, 2), (1, 3)):
        progress(SEATS + pair[0], SEATS + 2, words)
        pairs.append(game.gain_of_partners(pair, strategies, groups=_GROUPS))
    return Figures(game.value(strategies), _best(alone), _best(pairs), iterations)


def _best(gains: list[Gain]) -> Gain:
    """The largest gain, and the most that any of them may be."""
    most = max(gains, key=lambda gain: gain.most)
    best = max(gains, key=lambda gain: gain.gain)
    return replace(best, most=most.most, margin=max(best.margin, most.margin))


def unit_of(lance: int) -> int:
    """The sum of the chances at a node of a table: finer where there are few hands to tell."""
    return 63 if lance in (GRANDE, CHICA) else 255


def compact(game: PublicGame, strategies: Sequence[Floats], unit: int) -> list[Levels]:
    """The strategies in whole numbers, which sum to ``unit`` at every node.

    At nodes to which a seat's own play all but never leads it makes its likeliest move.
    """
    found = []
    for seat, (strategy, plan) in enumerate(zip(strategies, game.plans(strategies), strict=True)):
        side = game.tree.side(seat)
        levels = np.full(strategy.shape, unit, np.uint8)
        for k, parent in enumerate(side.parent.tolist()):
            moves = slice(int(side.start[k]), int(side.start[k + 1]))
            chances = strategy[:, moves]
            likeliest = np.eye(chances.shape[1])[chances.argmax(axis=1)]
            seldom = plan[:, parent] < _SELDOM
            levels[:, moves] = _whole(np.where(seldom[:, None], likeliest, chances), unit)
        found.append(levels)
    return found


def _whole(chances: Floats, unit: int) -> Levels:
    """Rows that sum to 1 as whole numbers that sum to ``unit``: the largest remainders get more."""
    scaled = chances * unit
    low = np.floor(scaled + 1e-9)
    short = np.rint(unit - low.sum(axis=1)).astype(int)
    rank = np.argsort(np.argsort(low - scaled, axis=1, kind="stable"), axis=1)
    return np.asarray(low + (rank < short[:, None]), np.uint8)


# -- the file --------------------------------------------------------------------------------------


def name_of(spot: Spot) -> str:
    """The name of a spot's table in the file."""
    holders = "".join("1" if holds else "0" for holds in spot.holders)
    return f"{spot.lance}-{holders}-{spot.missing[0]}-{spot.missing[1]}"


def every_spot() -> list[Spot]:
    """All spots that are shipped."""
    return [spot for cell in CELLS for lance in range(LANCES) for spot in spots(lance, cell)]


def compute(parts: Parts, chosen: Sequence[Spot], progress: Progress) -> list[SolvedSpot]:
    """Solve spots for the chance to win the juego; finished ones are taken from ``parts``."""
    found = []
    for done, spot in enumerate(chosen):
        progress(done, len(chosen), _("lances"))
        found.append(parts.part(partial(_computed, spot), asdict(spot)))
    return found


def target_at(missing: Pair, target: float = TARGET) -> float:
    """The gain to come down to: less than ``target`` where a stone is worth less."""
    return target * min(1.0, stone_worth(missing) / stone_worth(CELLS[0]))


def _computed(spot: Spot) -> SolvedSpot:
    game = lance_game(spot, "juego")
    run = PublicCfr(game)
    for iterations in _LOOKS:
        run.iterate(iterations - run.iterations)
        if run.exploitability() <= target_at(spot.missing):
            break
    strategies = run.average()
    if game.is_counted:
        strategies = solve_for_pairs(game, strategies, target_at(spot.missing, PAIR_TARGET))
    levels = tuple(compact(game, strategies, unit_of(spot.lance)))
    strategies = [table / unit_of(spot.lance) for table in levels]
    return SolvedSpot(spot, levels, figures_of(game, strategies, run.iterations))


def write(path: Path, tables: Sequence[SolvedSpot]) -> None:
    """Write tables into a file (npz): for each spot its seats' sequences, each by type."""
    arrays: Arrays = {}
    about: dict[str, Any] = {}
    for table in tables:
        name = name_of(table.spot)
        arrays[name] = np.concatenate([levels.T.ravel() for levels in table.levels])
        about[name] = asdict(table.figures)
    write_arrays(path, about, arrays)


@cache
def shipped() -> tuple[dict[str, Any], Arrays]:
    """The figures and the tables of the file that is shipped, by name of the spot."""
    with reading(SHIPPED, _("{path} holds no solved lances of this version")):
        return read_arrays(SHIPPED)


def shipped_strategies(spot: Spot) -> list[Floats]:
    """The strategy of each seat as it is shipped, type x sequence."""
    flat, game = shipped()[1][name_of(spot)], lance_game(spot, "juego")
    found = []
    for seat, types in enumerate(game.deals.types):
        width = int(game.tree.side(seat).start[-1])
        found.append(flat[: types * width].reshape(width, types).T / unit_of(spot.lance))
        flat = flat[types * width :]
    return found
