"""Seats 0, 1, 2 and then 0 again choose 0, 1 or 2 in secret, after a coin that seat 2 alone sees.

The points have no meaning: they only differ everywhere. The option ``fault`` breaks one promise of
a kernel, each in its own way.
"""

from ludoteca.core.ids import CHANCE, HIDDEN, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, public
from ludoteca.core.options import OptionSchema, choice

NONE, FORGETS, LEGAL, STUCK, ENDLESS = range(5)
TURNS = 5

MAX_LEGAL = 3
MAX_CHANCE = 2
MAX_LENGTH = TURNS

STATE = layout(
    __file__,
    public("fault", "what is wrong with this game", NONE, ENDLESS),
    public("turn", "moves made, the coin included", 0, TURNS + 1),
    hidden("chosen", "what was chosen at each turn", 0, 2, TURNS),
)

OPTIONS = OptionSchema(
    (choice("fault", ("none", "forgets", "legal", "stuck", "endless"), "none", "what is wrong"),)
)


@njit
def init_state(s, options, standing):
    s.fault = options.fault


@njit
def current_player(s):
    if s.turn == 0:
        return CHANCE
    if s.turn >= TURNS and s.fault != ENDLESS:
        return TERMINAL
    return (s.turn - 1) % 3


@njit
def legal_actions(s, out):
    if s.fault == STUCK and s.turn == 3:
        return 0
    first = 1 if s.fault == LEGAL and s.turn == 2 and s.chosen[0] == 1 else 0
    for a in range(first, 3):
        out[a - first] = a
    return 3 - first


@njit
def chance_outcomes(s, out, prob):
    for a in range(2):
        out[a] = a
        prob[a] = 0.25 + 0.5 * a
    return 2


@njit
def apply_action(s, a):
    s.chosen[s.turn % TURNS] = a
    s.turn += 1


@njit
def returns(s, out):
    for seat in range(3):
        points = (seat + 2) * s.chosen[0]
        for turn in range(1, TURNS):
            points += (seat + turn) * s.chosen[turn] * s.chosen[(turn + seat) % TURNS]
        out[seat] = float(points % 7 - seat)


@njit
def observed_action(s, a, seat):
    if s.turn == 0:
        return a if seat == 2 else HIDDEN
    own = seat == (s.turn - 1) % 3
    return a if own and s.fault != FORGETS else HIDDEN


@njit
def resample_from_infostate(s, seat, rng, out):
    out.fault = s.fault
