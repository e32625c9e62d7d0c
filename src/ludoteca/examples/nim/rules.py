"""Nim in the normal form: heaps of 1, 2, ... objects; who takes the last object wins.

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics (1901).
Ids: ``heap * LARGEST + taken - 1``.
"""

from ludoteca.core.i18n import N_
from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public
from ludoteca.core.options import OptionSchema, whole

HEAPS = 5
LARGEST = 9

MAX_LEGAL = HEAPS * LARGEST
MAX_CHANCE = 1
MAX_LENGTH = HEAPS * LARGEST
MAX_ACTION = HEAPS * LARGEST - 1
RETURNS = -1, 1

STATE = layout(
    __file__,
    public("to_move", "seat to move", 0, 1),
    public("heap", "objects left in each heap", 0, LARGEST, HEAPS),
)

OPTIONS = OptionSchema(
    (
        whole("heaps", 1, HEAPS, 3, N_("number of heaps")),
        whole(
            "largest", 1, LARGEST, 5, N_("objects in the first heap; each later heap has one less")
        ),
    )
)


@njit
def init_state(s, options, standing):
    """Heaps of ``largest``, one less, and so on."""
    for i in range(options.heaps):
        s.heap[i] = max(0, options.largest - i)


@njit
def current_player(s):
    """Seats alternate until no object is left."""
    for i in range(HEAPS):
        if s.heap[i] > 0:
            return s.to_move
    return TERMINAL


@njit
def legal_actions(s, out):
    """Any number from any heap."""
    n = 0
    for i in range(HEAPS):
        for taken in range(1, s.heap[i] + 1):
            out[n] = i * LARGEST + taken - 1
            n += 1
    return n


@njit
def apply_action(s, a):
    """Take the objects."""
    s.heap[a // LARGEST] -= a % LARGEST + 1
    s.to_move = 1 - s.to_move


@njit
def returns(s, out):
    """The seat that would move next has lost: the other took the last object."""
    out[s.to_move] = -1.0
    out[1 - s.to_move] = 1.0
