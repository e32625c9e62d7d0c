"""Placing: what the moves that lay cards change on the table."""

from ludoteca.core.jit import njit

from .ids import (
    ADD,
    ADD_JOKER,
    ADD_MODES,
    ADD_SET,
    FILLINGS,
    JOKER,
    LOW,
    MELD,
    OPEN,
    OPEN_JOKER,
    OPEN_SET,
    PLACES,
    RANKS,
    REPLACE,
    SET,
    SET_FILLINGS,
    SET_MODES,
    SIDE_MODES,
    STARTS,
    SUITS,
    TWIN,
    TWINS,
    TWO,
    WILDS,
)
from .melds import add_meld_cards, is_wild_card, length, pair_of, spent, wild_in


@njit
def put_on_table(s, a):
    """Open a meld or add to one; the cards have left the hand."""
    pair = pair_of(s.to_move)
    if a < ADD or OPEN_JOKER <= a < ADD_JOKER:
        _open_run(s, pair, a)
    elif OPEN_SET <= a < ADD_SET:
        _open_set(s, pair, a)
    elif REPLACE <= a < OPEN_SET:
        _replace(s, pair, (a - REPLACE) // 2, (a - REPLACE) % 2)
    else:
        _add(s, pair, a)


@njit
def _open_run(s, pair, a):
    """A new run of three cards."""
    meld = int(s.melds[pair])
    s.melds[pair] += 1
    if a < ADD:
        first = (a - OPEN) // FILLINGS
    else:
        first = (a - OPEN_JOKER) // MELD
    start = first % STARTS
    s.meld_suit[pair, meld] = first // STARTS
    s.low[pair, meld] = start
    s.high[pair, meld] = start + MELD - 1
    if a >= ADD:
        _put_wild(s, pair, meld, start + (a - OPEN_JOKER) % MELD, JOKER)
    elif (a - OPEN) % FILLINGS > 0:
        filling = (a - OPEN) % FILLINGS - 1
        _put_wild(s, pair, meld, start + filling // SUITS, filling % SUITS * RANKS + TWO)


@njit
def _open_set(s, pair, a):
    """A new set of three cards."""
    meld = int(s.melds[pair])
    s.melds[pair] += 1
    s.meld_suit[pair, meld] = SET
    s.low[pair, meld] = (a - OPEN_SET) // SET_FILLINGS
    s.high[pair, meld] = MELD
    s.set_suits[pair, meld] = 0
    for i in range(MELD):
        _put_in_set(s, pair, meld, spent(s, a, i))


@njit
def _put_wild(s, pair, meld, place, kind):
    """Note a wild card of a meld in the first free row; a two in its own place is none."""
    suit = int(s.meld_suit[pair, meld])
    if suit != SET and place == TWO and kind == suit * RANKS + TWO:
        return
    i = 0
    while s.wild_kind[pair, meld, i] >= 0:
        i += 1
    s.wild_kind[pair, meld, i] = kind
    s.wild_at[pair, meld, i] = place


@njit
def _put_in_set(s, pair, meld, kind):
    """Note a card of a set, natural or wild."""
    if is_wild_card(kind):
        _put_wild(s, pair, meld, 0, kind)
    else:
        s.set_suits[pair, meld] += 3 ** (kind // RANKS)


@njit
def _add(s, pair, a):
    """One card more at an end of a run, or in a set."""
    if a >= ADD_SET:
        meld = (a - ADD_SET) // SET_MODES
        s.high[pair, meld] += 1
        _put_in_set(s, pair, meld, spent(s, a, 0))
        return
    if a >= ADD_JOKER:
        meld, side, kind = (a - ADD_JOKER) // 2, (a - ADD_JOKER) % 2, JOKER
    else:
        meld, mode = (a - ADD) // ADD_MODES, (a - ADD) % ADD_MODES
        side, kind = mode // SIDE_MODES, mode % SIDE_MODES - 1
        if kind >= 0:
            kind = kind * RANKS + TWO
    _extend(s, pair, meld, side, kind)


@njit
def _extend(s, pair, meld, side, wild):
    """A run grows by a place at one side; ``wild`` is the wild card there, -1 for the natural."""
    if side == LOW:
        s.low[pair, meld] -= 1
        place = int(s.low[pair, meld])
    else:
        s.high[pair, meld] += 1
        place = int(s.high[pair, meld])
    if wild >= 0:
        _put_wild(s, pair, meld, place, wild)


@njit
def _replace(s, pair, where, side):
    """The natural card takes the place of a wild card, which moves to an end of the run."""
    meld, place = where // PLACES, where % PLACES
    i = wild_in(s, pair, meld, place) - 1
    kind = int(s.wild_kind[pair, meld, i])
    s.wild_kind[pair, meld, i] = -1
    s.wild_at[pair, meld, i] = 0
    _extend(s, pair, meld, side, kind)


@njit
def take_back(s):
    """The first melds were worth too little: they come back, known to all; no more in this turn."""
    me, pair = int(s.to_move), pair_of(s.to_move)
    for meld in range(s.melds[pair]):
        add_meld_cards(s, pair, meld, s.hand[me], 1)
        add_meld_cards(s, pair, meld, s.known[me], 1)
        s.in_hand[me] += length(s, pair, meld)
        s.meld_suit[pair, meld] = 0
        s.low[pair, meld] = 0
        s.high[pair, meld] = 0
        s.set_suits[pair, meld] = 0
        for i in range(WILDS):
            s.wild_kind[pair, meld, i] = -1
            s.wild_at[pair, meld, i] = 0
    s.melds[pair] = 0
    s.laid = 0
    s.barred = 1
    if s.single == TWIN and s.lone > 0:
        s.lone_needs = TWINS
    s.backs[pair] += 1
