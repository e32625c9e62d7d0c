"""Boards with white and black discs, solved over the rules: all of a kind, or a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.registry import load_game
from ludoteca.solve import minimax

from .balance import Solved, method_of
from .counting import number_of_rows
from .notation import board_state

_TABLE_BITS = 14  #: small boards, many of them: a large table would take longer to clear


def name_of(colours: int, discs: int, white: int, black: int) -> str:
    """A kind of board in short: ``2x2+1W1B``."""
    return f"{colours}x{discs}+{white}W{black}B"


def classes(colours: int, discs: int, white: int, black: int) -> Iterator[str]:
    """Rows with these discs, one for each class of renamed colours, in no order worth a name.

    >>> list(classes(2, 1, 1, 0))
    ['12W', '1W2', 'W12']
    """
    left = Counter({str(c + 1): discs for c in range(colours)} | {"W": white, "B": black})

    def extend(row: str, opened: int) -> Iterator[str]:
        if len(row) == colours * discs + white + black:
            yield row
            return
        for symbol in left:
            new = symbol.isdigit() and int(symbol) == opened + 1
            if left[symbol] == 0 or (symbol.isdigit() and int(symbol) > opened + 1):
                continue
            left[symbol] -= 1
            yield from extend(row + symbol, opened + new)
            left[symbol] += 1

    yield from extend("", 0)


def value_of(board: str) -> int:
    """Points of the first player above the second under best play."""
    state = board_state(load_game("bigpoints"), board)
    return int(minimax.solve(state, table_bits=_TABLE_BITS).value)


def solve_kind(
    colours: int,
    discs: int,
    white: int,
    black: int,
    sample: int | None,
    seed: int,
    progress: Progress = quiet,
) -> Solved:
    """All boards of a kind, or ``sample`` random ones."""
    name = name_of(colours, discs, white, black)
    number = number_of_rows(colours, discs, white, black)
    if sample is None:
        some = list(classes(colours, discs, white, black))
        assert len(some) * factorial(colours) == number
    else:
        rng = np.random.default_rng([seed, colours, discs, white, black])
        kinds = "".join(str(c + 1) for c in range(colours)) * discs + "W" * white + "B" * black
        some = ["".join(rng.permutation(list(kinds))) for _n in range(sample)]
    values = np.zeros(len(some), np.int64)
    for i, board in enumerate(some):
        values[i] = value_of(board)
        progress(i + 1, len(some), _("boards of {size}").format(size=name))
    return Solved(name, number, values, sample is None, method_of(sample))
