"""Nim in the normal form: heaps of 1, 2, ... objects; who takes the last object wins.

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics (1901).
Ids: ``heap * LARGEST + taken - 1``.
"""

from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public
from ludoteca.core.options import OptionSchema, whole

HEAPS = 5
LARGEST = 9

MAX_LEGAL = HEAPS * LARGEST
MAX_CHANCE = 1
MAX_LENGTH = HEAPS * LARGEST

STATE = layout(
    __file__,
    public("to_move", "seat to move, 0 or 1"),
    public("heap", "objects left in each heap, 0 to LARGEST", HEAPS),
)

OPTIONS = OptionSchema(
    (
        whole("heaps", 1, HEAPS, 3, "number of heaps"),
        whole("largest", 1, LARGEST, 5, "objects in the first heap; each later heap has one less"),
    )
)


@njit
def init_state(s, options, standing):
    for i in range(options.heaps):
        s.heap[i] = max(0, options.largest - i)


@njit
def current_player(s):
    for i in range(HEAPS):
        if s.heap[i] > 0:
            return s.to_move
    return TERMINAL


@njit
def legal_actions(s, out):
    n = 0
    for i in range(HEAPS):
        for taken in range(1, s.heap[i] + 1):
            out[n] = i * LARGEST + taken - 1
            n += 1
    return n


@njit
def chance_outcomes(s, out, prob):
    return 0


@njit
def apply_action(s, a):
    s.heap[a // LARGEST] -= a % LARGEST + 1
    s.to_move = 1 - s.to_move


@njit
def returns(s, out):
    out[s.to_move] = -1.0
    out[1 - s.to_move] = 1.0


@njit
def observed_action(s, a, seat):
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    out.to_move = s.to_move
    for i in range(HEAPS):
        out.heap[i] = s.heap[i]
