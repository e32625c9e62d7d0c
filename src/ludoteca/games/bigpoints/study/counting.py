# mypy: allow-untyped-defs, allow-untyped-calls
"""The size of the game: matches, positions, complete games and tree nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import factorial

import numpy as np

from ludoteca.core.answers import Cell, Rows
from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.registry import load_game
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.solve.positions import PositionGraph, explore

from ..exact.boards import boards, number_of_classes
from ..notation import board_state
from ..rules import MAX_LEGAL, OVER, apply_action, legal_actions
from .contest import lay, mean_of

section = sections_beside(__file__)

PRINTED = "560483776167774018942304261616685408000000"
"""The number of matches as the document prints it (section 3.2.1)."""


def number_of_rows(colours: int, discs: int, white: int, black: int) -> int:
    """Distinct rows of so many discs of each kind.

    >>> number_of_rows(2, 2, 0, 0), number_of_rows(2, 2, 1, 1)
    (6, 180)
    """
    length = colours * discs + white + black
    alike: int = factorial(discs) ** colours * factorial(white) * factorial(black)
    return factorial(length) // alike


def number_of_matches() -> int:
    """Rows of the printed game times its numbers of players, 2 to 5: the document's Partidas.

    >>> str(number_of_matches()) == PRINTED
    True
    """
    return 4 * number_of_rows(5, 9, 5, 5)


def estimate(colours: int, discs: int) -> int:
    """The document's estimate of the states of a game, made for 2 x 2, for other sizes.

    Two moves for each colour in every position, and as many plies as discs in the row.

    >>> estimate(2, 2)
    341
    """
    return sum((2 * colours) ** h for h in range(colours * discs + 1))


@study_table(
    "counts",
    "size positions_least positions_mean positions_most games_least games_mean games_most "
    "nodes_least nodes_mean nodes_most estimate estimate_over_nodes",
)
def sizes_table(sizes: Sequence[tuple[int, int]], progress: Progress = quiet) -> Rows:
    """Positions, complete games and tree nodes over all boards of each size, all exact.

    A node of the tree is a position with its history; ``positions`` are those where somebody
    moves, the document's states.
    """
    game = load_game("bigpoints")
    total = sum(number_of_classes(c, d) for c, d in sizes)
    done = 0
    for colours, discs in sizes:
        found = []
        for board in boards(colours, discs):
            graph = explore(board_state(game, board))
            found.append((graph.decisions, *games_and_nodes(graph)))
            done += 1
            progress(done, total, _("boards whose games are counted"))
        positions, games, nodes = zip(*found, strict=True)
        guess = estimate(colours, discs)
        yield [
            f"{colours}x{discs}",
            *_spread(positions),
            *_spread(games),
            *_spread(nodes),
            guess,
            Exact(guess / _mean(nodes)),
        ]


def games_and_nodes(graph: PositionGraph) -> tuple[int, int]:
    """Complete games, and nodes of the game tree: positions with their history, both exact."""
    games, nodes = [0] * len(graph), [0] * len(graph)
    for i in range(len(graph)):
        children = graph.children(i).tolist()
        games[i] = sum(games[c] for c in children) if children else 1
        nodes[i] = 1 + sum(nodes[c] for c in children)
    return games[-1], nodes[-1]


def _mean(numbers: Iterable[int]) -> Fraction:
    values = list(numbers)
    return Fraction(sum(values), len(values))


def _spread(numbers: Sequence[int]) -> list[Cell]:
    return [min(numbers), Exact(_mean(numbers)), max(numbers)]


# -- the printed game ---------------------------------------------------------------------------


@njit
def _random_games(start, rng, out):
    """Play random games; a row of ``out`` gets the moves and log10 of the product of choices."""
    states = np.zeros(1, start.dtype)
    ids = np.zeros(MAX_LEGAL, np.int64)
    for g in range(out.shape[0]):
        states[0] = start[0]
        lay(states[0], rng)
        while states[0].phase != OVER:
            n = legal_actions(states[0], ids)
            out[g, 0] += 1.0
            out[g, 1] += np.log10(n)
            apply_action(states[0], ids[rng.integers(0, n)])


def printed_size(games: int, seed: int) -> tuple[Simulated, Simulated]:
    """Moves of a random game of two by the printed rules, and log10 of its number of choices.

    The product of the choices met in a random game is, in the mean, the number of complete games
    of a row (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975). The mean of its
    logarithm is smaller than the logarithm of its mean: a lower bound of the size of the game.
    """
    start = load_game("bigpoints").new_state().record
    out = np.zeros((games, 2))
    _random_games(start, np.random.default_rng(seed), out)
    return mean_of(out[:, 0]), mean_of(out[:, 1])


def of_counts(
    sizes: Sequence[tuple[int, int]], games: int, seed: int, progress: Progress
) -> Section:
    """The size of the game."""
    table = sizes_table(sizes, progress)
    moves, log = printed_size(games, seed)
    matches = number_of_matches()
    same = str(matches) == PRINTED
    assert same  # as the answer says
    least, most = next((row[7], row[9]) for row in table.rows if row[0] == "2x2")
    return section(
        "counts",
        ("printed_game", table),
        {"counts": partial(charts.bars, table, "size", "nodes_mean")},
        n=games,
        rows=number_of_rows(5, 9, 5, 5),
        matches=matches,
        printed=PRINTED,
        same=same,
        moves=moves,
        log=log,
        guess=estimate(2, 2),
        least=least,
        most=most,
    )
