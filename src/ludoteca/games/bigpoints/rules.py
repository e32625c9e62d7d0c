"""Big Points by Brigitte and Wolfgang Ditt: the printed rules, and the reduced game of the thesis.

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016,
annex A (the printed rules, followed here) and section 2.4. The reduced game of the thesis is the
same kernel with ``white=0 black=0`` and fewer colours and discs.

A turn is one own move and, for a black disc that was held before the turn, perhaps an extra move.
The own move and the extra move are decisions of their own; ``PASS`` ends a turn without the extra
move. The row is laid disc by disc as chance; from then on nothing is hidden: discs are taken in
front of everybody.

Move ids are listed in :mod:`.record`.
"""

import numpy as np

from ludoteca.core.ids import CHANCE, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit

from . import keys
from .bits import bit, count, highest, index
from .keys import COLOURS, KINDS, SEATS
from .limits import bounds, move_order
from .moves import (
    kind_of,
    next_disc,
    pawn_of,
    points,
    side_of,
    taken_disc,
    target_of,
    vacant_without,
)
from .record import (
    AHEAD,
    BACK,
    BEHIND,
    BLACK,
    EXTRA_MOVE,
    LAYING,
    LENIENT,
    MATCH,
    MAX_CHANCE,
    MAX_LEGAL,
    MAX_LENGTH,
    MOST_BEHIND,
    NEAREST,
    NOTHING,
    NUM_ACTIONS,
    ON_STAIR,
    OPTIONS,
    OVER,
    OWN_MOVE,
    PASS,
    SINGLE,
    STAIR,
    STANDING,
    START,
    STATE,
    WHITE,
    cards,
    count_cards,
)

__all__ = [
    "MATCH",
    "MAX_CHANCE",
    "MAX_LEGAL",
    "MAX_LENGTH",
    "NUM_ACTIONS",
    "OPTIONS",
    "STANDING",
    "STATE",
    "apply_action",
    "bounds",
    "cards",
    "chance_outcomes",
    "count_cards",
    "current_player",
    "draw_source",
    "init_state",
    "legal_actions",
    "move_order",
    "next_standing",
    "observed_action",
    "resample_from_infostate",
    "returns",
    "state_key",
]


@njit
def init_state(s, options, standing):
    """The pawns before an empty row; ``standing`` says who moves first."""
    s.players = options.players
    s.colours = options.colours
    for c in range(options.colours):
        s.full[c] = options.discs
        s.pawn[c] = START
        s.key ^= keys.PAWN[c, 0]
    for c in range(options.colours, COLOURS):
        s.pawn[c] = ON_STAIR
    s.full[WHITE] = options.white
    s.full[BLACK] = options.black
    for kind in range(KINDS):
        s.deck[kind] = s.full[kind]
        s.length += s.full[kind]
    s.reading = options.reading
    s.backward = options.backward
    s.games = options.games
    s.hands = options.hands
    # A standing may come from a record that anybody wrote: the seat is an index, so it is one.
    s.starter = standing.starter % options.players
    s.to_move = s.starter
    s.phase = LAYING
    s.key ^= keys.RULES[0, s.reading] ^ keys.RULES[1, s.backward] ^ keys.SEAT[s.to_move]
    s.key ^= keys.PHASE[LAYING]


@njit
def current_player(s):
    """Chance while the row is laid, then the seat to move."""
    if s.phase == LAYING:
        return CHANCE
    if s.phase == OVER:
        return TERMINAL
    return s.to_move


@njit
def draw_source(s):
    """The row is laid from one shuffle."""
    return 0 if s.phase == LAYING else NO_DRAW


@njit
def chance_outcomes(s, out, prob):
    """The kind of the next disc of the row, by the discs not yet laid."""
    if s.phase != LAYING:
        return 0
    n = 0
    left = s.length - s.laid
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            out[n] = kind
            prob[n] = s.deck[kind] / left
            n += 1
    return n


@njit
def _add_takes(vacant, disc, first_id, out, n):
    """Append the ids of taking behind and ahead of ``disc`` where there is something to take."""
    if vacant & (disc - 1):
        out[n] = first_id + BEHIND
        n += 1
    if vacant & ~(disc | (disc - 1)):
        out[n] = first_id + AHEAD
        n += 1
    return n


@njit
def _legal_forward(s, out):
    n = 0
    mounting = 0
    empty_handed = 0
    for c in range(s.colours):
        if s.pawn[c] == ON_STAIR:
            continue
        disc = next_disc(s, c)
        if disc == 0:
            mounting |= bit(c)
            continue
        before = n
        n = _add_takes(vacant_without(s, c), disc, 2 * c, out, n)
        if n == before:
            empty_handed |= bit(c)
    for c in range(s.colours):
        if mounting & bit(c):
            out[n] = STAIR + c
            n += 1
    if s.reading == LENIENT:
        for c in range(s.colours):
            if empty_handed & bit(c):
                out[n] = NOTHING + c
                n += 1
    return n


@njit
def _legal_backward(s, out, n):
    farthest = 1 if s.backward == NEAREST else MOST_BEHIND
    for c in range(s.colours):
        if s.pawn[c] < 0 or s.pawn[c] == ON_STAIR:
            continue
        behind = s.track[c] & (bit(s.pawn[c]) - 1)
        for k in range(farthest):
            if behind == 0:
                break
            disc = highest(behind)
            behind ^= disc
            first_id = BACK + 2 * (MOST_BEHIND * c + k)
            n = _add_takes(vacant_without(s, c), disc, first_id, out, n)
    return n


@njit
def legal_actions(s, out):
    """Moves of the own move or of the extra move, ascending."""
    n = _legal_forward(s, out)
    if s.phase == EXTRA_MOVE:
        out[n] = PASS
        n = _legal_backward(s, out, n + 1)
    return n


@njit
def _give(s, seat, kind, change):
    """Change the number of discs of ``kind`` that ``seat`` holds."""
    s.key ^= keys.HELD[seat, kind, s.held[seat, kind]]
    s.held[seat, kind] += change
    s.key ^= keys.HELD[seat, kind, s.held[seat, kind]]


@njit
def _take_disc(s, disc):
    """The seat to move takes the one disc in the set ``disc`` from the row."""
    kind = kind_of(s, disc)
    s.track[kind] ^= disc
    s.vacant ^= disc
    s.key ^= keys.DISC[index(disc), kind]
    _give(s, s.to_move, kind, 1)


@njit
def _walk(s, c, disc):
    """Pawn ``c`` goes to the one disc in the set ``disc``."""
    s.vacant = vacant_without(s, c) ^ disc
    s.key ^= keys.PAWN[c, s.pawn[c] + 1]
    s.pawn[c] = index(disc)
    s.key ^= keys.PAWN[c, s.pawn[c] + 1]


@njit
def _mount(s, c):
    """Pawn ``c`` takes the highest free step; its disc beside the stair goes to the mover."""
    s.vacant = vacant_without(s, c)
    s.key ^= keys.PAWN[c, s.pawn[c] + 1]
    s.pawn[c] = ON_STAIR
    s.key ^= keys.PAWN[c, s.pawn[c] + 1]
    s.arrived += 1
    s.place[c] = s.arrived
    s.key ^= keys.PLACE[c, s.arrived]
    _give(s, s.to_move, c, 1)


@njit
def _move(s, a):
    c = pawn_of(a)
    if STAIR <= a < NOTHING:
        _mount(s, c)
        return
    disc = target_of(s, a)
    side = side_of(a)
    taken = taken_disc(s, disc, side, c) if side >= 0 else 0
    _walk(s, c, disc)
    if taken:
        _take_disc(s, taken)


@njit
def _lay(s, kind):
    s.key ^= keys.DISC[s.laid, kind]
    s.track[kind] |= bit(s.laid)
    s.vacant |= bit(s.laid)
    s.deck[kind] -= 1
    s.laid += 1
    if s.laid == s.length:
        _enter(s, OWN_MOVE)


@njit
def _enter(s, phase):
    s.key ^= keys.PHASE[s.phase] ^ keys.PHASE[phase]
    s.phase = phase


@njit
def _finish_move(s):
    """What comes after a move or ``PASS``: the end, the extra move or the next seat."""
    if s.arrived == s.colours:
        _enter(s, OVER)
    elif s.phase == OWN_MOVE and s.ready:
        _enter(s, EXTRA_MOVE)
    else:
        _enter(s, OWN_MOVE)
        s.key ^= keys.SEAT[s.to_move]
        s.to_move = (s.to_move + 1) % s.players
        s.key ^= keys.SEAT[s.to_move]
        s.ready = 1 if s.held[s.to_move, BLACK] > 0 else 0


@njit
def apply_action(s, a):
    """Lay a disc, or move; the extra move costs a black disc, which leaves the game."""
    if s.phase == LAYING:
        _lay(s, a)
        return
    if a != PASS:
        if s.phase == EXTRA_MOVE:
            _give(s, s.to_move, BLACK, -1)
            s.spent += 1
        _move(s, a)
    _finish_move(s)


@njit
def returns(s, out):
    """Points by seat: who has most wins, and ties are shared."""
    for seat in range(s.players):
        out[seat] = points(s, seat)


@njit
def next_standing(s, out):
    """Add the points; a series is over after as many games as players, each with a new starter."""
    out.deals += 1
    out.starter = (s.starter + 1) % s.players
    for seat in range(s.players):
        out.totals[seat] += points(s, seat)
    return s.games == SINGLE or out.deals == s.players


@njit
def observed_action(s, a, seat):
    """Everybody sees everything: discs are taken in the open."""
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    """The only world there is: a copy, the undealt discs counted from the row."""
    out.players = s.players
    out.colours = s.colours
    out.length = s.length
    out.reading = s.reading
    out.backward = s.backward
    out.games = s.games
    out.hands = s.hands
    out.starter = s.starter
    out.laid = s.laid
    out.phase = s.phase
    out.to_move = s.to_move
    out.ready = s.ready
    out.vacant = s.vacant
    out.arrived = s.arrived
    out.spent = s.spent
    out.key = s.key
    for c in range(COLOURS):
        out.pawn[c] = s.pawn[c]
        out.place[c] = s.place[c]
    for kind in range(KINDS):
        out.full[kind] = s.full[kind]
        out.track[kind] = s.track[kind]
        # No disc leaves the row while it is being laid.
        out.deck[kind] = s.full[kind] - count(s.track[kind]) if s.phase == LAYING else 0
        for owner in range(SEATS):
            out.held[owner, kind] = s.held[owner, kind]


@njit
def state_key(s):
    """Equal for equal positions with the same seat to move."""
    return np.uint64(s.key)
