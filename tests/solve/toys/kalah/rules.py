"""Kalah with few pits a side. Ids: the pit that is sown, counted from the mover's left.

Source: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), section 2.
"""

from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public
from ludoteca.core.options import OptionSchema, whole

PITS = 4
RING = 2 * PITS + 2

MAX_LEGAL = PITS
MAX_CHANCE = 1
MAX_LENGTH = 200  # every lap of the ring leaves a seed in a store: this is never reached

STATE = layout(
    __file__,
    public("to_move", "seat to move", 0, 1),
    public("pits", "pits in use on each side", 1, PITS),
    public("pit", "seeds in each pit, by side", 0, 8 * PITS, (2, PITS)),
    public("store", "seeds in each store", 0, 8 * PITS, 2),
)

OPTIONS = OptionSchema(
    (
        whole("pits", 1, PITS, 3, "pits on each side"),
        whole("seeds", 1, 4, 2, "seeds in each pit at the start"),
    )
)


@njit
def init_state(s, options, standing):
    s.pits = options.pits
    for side in range(2):
        for i in range(options.pits):
            s.pit[side, i] = options.seeds


@njit
def seeds_of(s, side):
    total = 0
    for i in range(s.pits):
        total += s.pit[side, i]
    return total


@njit
def current_player(s):
    return TERMINAL if seeds_of(s, s.to_move) == 0 else s.to_move


@njit
def legal_actions(s, out):
    n = 0
    for i in range(s.pits):
        if s.pit[s.to_move, i] > 0:
            out[n] = i
            n += 1
    return n


@njit
def chance_outcomes(s, out, prob):
    return 0


@njit
def apply_action(s, a):
    me = s.to_move
    side = me
    place = a
    seeds = s.pit[me, a]
    s.pit[me, a] = 0
    while seeds > 0:
        place += 1
        if place == s.pits:
            if side == me:
                s.store[me] += 1
                seeds -= 1
                if seeds == 0:
                    return  # the last seed in the own store: another turn
            side = 1 - side
            place = 0
        s.pit[side, place] += 1
        seeds -= 1
    opposite = s.pits - 1 - place
    if side == me and s.pit[me, place] == 1 and s.pit[1 - me, opposite] > 0:
        s.store[me] += 1 + s.pit[1 - me, opposite]
        s.pit[me, place] = 0
        s.pit[1 - me, opposite] = 0
    s.to_move = 1 - me


@njit
def returns(s, out):
    for side in range(2):
        out[side] = s.store[side] + seeds_of(s, side)


@njit
def observed_action(s, a, seat):
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    out.to_move = s.to_move
    out.pits = s.pits
    out.pit[:] = s.pit
    out.store[:] = s.store


@njit
def bounds(s, out):
    ahead = s.store[0] - s.store[1]
    left = seeds_of(s, 0) + seeds_of(s, 1)
    out[0] = ahead - left
    out[1] = ahead + left
