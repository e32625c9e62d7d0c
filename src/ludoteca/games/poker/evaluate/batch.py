# mypy: allow-untyped-calls
"""Rounds side by side, moved on in compiled code; apart, so that little else is compiled anew."""

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit

from ..rules import SHOWDOWN, apply_action, returns, showdown_code

NO_MOVE = -1  #: fills up rows of moves


@njit
def apply_all(
    records: NDArray[np.void], rounds: NDArray[np.int64], moves: NDArray[np.int64]
) -> None:
    """Make the moves of row j, one after the other, in the record ``rounds[j]``."""
    for j in range(len(rounds)):
        for action in moves[j]:
            if action != NO_MOVE:
                apply_action(records[rounds[j]], action)


@njit
def end_all(records: NDArray[np.void], out: NDArray[np.float64]) -> None:
    """Show the hands where nobody has folded; the points of both seats into ``out[i]``."""
    for i in range(len(records)):
        if records[i].phase == SHOWDOWN:
            apply_action(records[i], showdown_code(records[i]))
        returns(records[i], out[i])
