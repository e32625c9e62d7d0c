# mypy: allow-untyped-defs, allow-untyped-calls
"""What a solver of two players may use: bounds of the difference, and an order of moves."""

import numpy as np

from ludoteca.core.jit import njit

from .bits import count
from .keys import COLOURS
from .moves import kind_of, pawn_of, side_of, taken_disc, target_of, white_worth
from .record import BLACK, PASS, WHITE


@njit
def _next_worths(s, lead, out):
    """The steps still free, shared out among the colours not on the stair, best for a seat.

    ``lead[c]`` is how many more discs of colour ``c`` that seat will have than the other. Returns
    the sum of lead times worth when the largest lead gets the highest step; ``out`` is scratch.
    """
    n = 0
    for c in range(s.colours):
        if s.place[c] == 0:
            i = n
            while i > 0 and out[i - 1] < lead[c]:
                out[i] = out[i - 1]
                i -= 1
            out[i] = lead[c]
            n += 1
    total = 0
    for i in range(n):
        total += out[i] * (n - 1 - i)
    return total


@njit
def _most_ahead(s, seat, lead, scratch):
    """No play from here gives ``seat`` more points above the other of two seats than this."""
    other = 1 - seat
    total = 0
    for c in range(s.colours):
        beside = 1 if s.place[c] == 0 else 0
        coming = count(s.track[c]) + beside
        lead[c] = s.held[seat, c] + coming - s.held[other, c]
        if s.place[c] > 0:
            total += lead[c] * (s.colours - s.place[c])
    total += _next_worths(s, lead, scratch)
    # Different colours held never become fewer, but a black disc may be spent.
    fewest = white_worth(s, other) - (1 if s.held[other, BLACK] > 0 else 0)
    whites = s.held[seat, WHITE] + count(s.track[WHITE])
    most = s.colours + (1 if s.full[BLACK] > 0 else 0)
    return total + whites * most - s.held[other, WHITE] * fewest


@njit
def bounds(s, out):
    """The points of seat 0 above seat 1 lie between ``out[0]`` and ``out[1]`` (two players)."""
    lead = np.empty(COLOURS, np.int64)
    scratch = np.empty(COLOURS, np.int64)
    out[1] = _most_ahead(s, 0, lead, scratch)
    out[0] = -_most_ahead(s, 1, lead, scratch)


@njit
def move_order(s, actions, n, score):
    """Whites first, then discs of colours that arrive early, then the stair, then passing."""
    for i in range(n):
        a = actions[i]
        c = pawn_of(a)
        side = side_of(a)
        if a == PASS:
            score[i] = -1.0
        elif side < 0:
            score[i] = s.colours - 1 - s.arrived
        else:
            kind = kind_of(s, taken_disc(s, target_of(s, a), side, c))
            if kind >= COLOURS:
                score[i] = 2.0 * s.colours if kind == WHITE else 0.75 * s.colours
            elif s.place[kind] > 0:
                score[i] = s.colours - s.place[kind]
            else:
                score[i] = (s.colours - 1.0 - s.arrived) / (
                    1 + count(s.track[kind] >> (s.pawn[kind] + 1))
                )
