# mypy: allow-untyped-defs, allow-untyped-calls
"""Whole lays tried in worlds: each is laid, and the round played to its end by the policy.

As :mod:`ludoteca.players.belief` does for single moves, with three things that the game allows: a
lay is tried as a whole, the policy chooses whole lays at once, and the deck of a world is put into
one order, which all lays tried in that world meet. Every change of the record is the kernel's.
"""

from ludoteca.core.jit import njit
from ludoteca.core.kernel import policy_move

from .combinations import KINDS, count, lowest
from .policy import ADVANCED, draw_lay, lay_cards
from .rules import apply_action, chance_outcomes, returns
from .state import DEALING, LAST, NUMBER, NUMBERING, OVER, REVEALING, SEATS
from .weighing import weigh_sets

COINS = 2 * SEATS * KINDS
"""Random numbers of a world: one for the lay of each seat in each trick, the rest for retreats."""


@njit
def try_lays(worlds, first, lays, tried, rng, states, scratch, out):
    """Fill ``out`` (world, lay, seat) with points, for the lays that are ``tried``.

    A lay is the mask of all cards that the seat to move has then laid. Worlds are taken from number
    ``first`` on, round and round; ``states`` is a record of scratch, ``scratch`` as
    :func:`scratch_for` makes it. The random numbers do not depend on which lays are tried.
    """
    order, coins, ids, prob, sets, weight = scratch
    for w in range(len(out)):
        at = (first + w) % len(worlds)
        _shuffle(worlds[at], rng, order)
        for k in range(len(coins)):
            coins[k] = rng.random()
        for k in range(len(lays)):
            if tried[k]:
                states[0] = worlds[at]
                lay_cards(states[0], lays[k])
                play_out(states[0], order, coins, ids, prob, sets, weight)
                returns(states[0], out[w, k])


@njit
def play_out(s, order, coins, ids, prob, sets, weight):
    """Play to the end in place: cards come in ``order``, everybody plays the advanced policy.

    The last four are scratch: buffers of the kernel and of :func:`draw_lay`.
    """
    dealt = 0
    small = SEATS * KINDS
    while s.phase != OVER:
        phase = s.phase
        if phase == DEALING:
            apply_action(s, order[dealt])
            dealt += 1
        elif phase in (REVEALING, LAST):
            chance_outcomes(s, ids, prob)
            apply_action(s, ids[0])
        elif phase == NUMBERING:
            lay_cards(s, draw_lay(s, coins[s.to_move * KINDS + s.tricks], sets, weight))
        else:
            policy_move(s, ADVANCED, coins[small], ids, prob)
            small = small + 1 if small + 1 < len(coins) else SEATS * KINDS


@njit
def _shuffle(s, rng, order):
    """Put the cards of the deck into a random order, at the beginning of ``order``."""
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            other = int(rng.random() * (n + 1))
            order[n] = order[other]
            order[other] = kind
            n += 1


@njit
def weigh_lays(states, lays, firsts, points):
    """What each lay of the seat to move is worth to the advanced player; returns how many.

    Fills the mask that then lies on the table, the id of the next move towards it, and points, all
    of length ``MOST_SETS``.
    """
    s = states[0]
    found = weigh_sets(s, lays, points)
    for k in range(found):
        firsts[k] = NUMBER + count(lays[k]) if s.phase == NUMBERING else lowest(lays[k])
        lays[k] |= s.laid[s.to_move]
    return found
