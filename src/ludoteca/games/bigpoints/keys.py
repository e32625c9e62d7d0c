"""Random numbers that are combined by exclusive or into the key of a position (Zobrist hashing).

Source: A. L. Zobrist, A new hashing method with application for game playing, University of
Wisconsin, technical report 88 (1970). All are below 2**63, so that they are exact as int64.
"""

import numpy as np
from numpy.typing import NDArray

SEATS = 5
COLOURS = 5
KINDS = 7
LONGEST_ROW = 60
MOST_HELD = 12  # counts 0 to 11: ten discs of a colour in the row and one beside the stair

_RNG = np.random.default_rng(0xB16)


def _numbers(*shape: int) -> NDArray[np.int64]:
    return _RNG.integers(1, 2**63 - 1, size=shape, dtype=np.int64)


DISC = _numbers(LONGEST_ROW, KINDS)  #: a disc of this kind lies at this index of the row
PAWN = _numbers(COLOURS, LONGEST_ROW + 2)  #: a pawn stands at this index, shifted by one
PLACE = _numbers(COLOURS, COLOURS + 1)  #: a pawn was the n-th on the stair
HELD = _numbers(SEATS, KINDS, MOST_HELD)  #: a seat holds so many discs of a kind
SEAT = _numbers(SEATS)  #: this seat is to move
PHASE = _numbers(4)  #: the phase of the turn
RULES = _numbers(2, 2)  #: the reading and the backward option
