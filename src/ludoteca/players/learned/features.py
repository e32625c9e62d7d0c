# mypy: allow-untyped-defs, allow-untyped-calls
"""The inputs of a network: of a row of numbers, those that are not nothing.

A number with few values (:data:`MOST_VALUES`) has an input for each value but its least, of which
the one that it has is 1; any other number has one input, which grows from 0 at its least value to 1
at its greatest. Most of what a seat sees is 0 (nothing said, no card), so that a network reads a
row of hundreds of numbers through some tens of inputs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import njit
from ludoteca.players.learned.observation import ObservationSpace

MOST_VALUES = 17  #: of a number that has an input for each value


class Features(NamedTuple):
    """The rule by which rows of an :class:`ObservationSpace` of float32 become inputs.

    Attributes
    ----------
    low : float32 [size]
        the least value of each number
    scale : float32 [size]
        by which a number is multiplied that is one input; 0 where it has an input for each value
    first : int64 [size]
        the first input of each number
    """

    low: NDArray[np.float32]
    scale: NDArray[np.float32]
    first: NDArray[np.int64]


def features_of(observations: ObservationSpace) -> tuple[Features, int]:
    """The features of rows of ``observations``, and the number of inputs."""
    spans = observations.high.astype(np.float64) - observations.low
    few = spans < MOST_VALUES
    inputs = np.where(few, spans, 1).astype(np.int64)
    first = np.concatenate(([0], np.cumsum(inputs)[:-1]))
    scale = np.where(few, 0.0, 1.0 / np.maximum(spans, 1.0)).astype(np.float32)
    return Features(observations.low.astype(np.float32), scale, first), int(inputs.sum())


@njit
def inputs_of(features, row, which, value):
    """Write the inputs of ``row`` that are not 0 into ``which`` and ``value``; returns how many.

    ``row`` is float32 [size or more]; ``which`` (int64 [size]) gets the numbers of the inputs,
    ``value`` (float32 [size]) their values, from 0 to 1, in place.
    """
    low, scale, first = features
    n = 0
    for k in range(len(low)):
        above = row[k] - low[k]
        if above != 0:
            if scale[k] == 0:
                which[n] = first[k] + int(above) - 1
                value[n] = 1
            else:
                which[n] = first[k]
                value[n] = above * scale[k]
            n += 1
    return n


@njit
def inputs_of_rows(features, rows, begins, which, value):
    """The inputs of many rows, one after the other; returns how many in all.

    Parameters
    ----------
    rows
        float32 [N, size]
    begins : int64 [N]
        gets where the inputs of each row begin in ``which``
    which, value
        int64 and float32 [N * size], get the inputs that are not 0
    """
    n = 0
    for i in range(len(rows)):
        begins[i] = n
        n += inputs_of(features, rows[i], which[n:], value[n:])
    return n
