"""Laying: the moves that put cards on the table, when they may be made, and what they change.

A move that takes a closed pile is one of these, too: its ``top`` is the kind on top of that pile,
which it has to use; -1 where melds are laid from the hand alone. Moves are listed for which the
mover has the cards; ``rules`` keeps those after which the turn can still end.
"""

import numpy as np

from ludoteca.core.jit import njit

from .ids import (
    ACE,
    ADD,
    ADD_JOKER,
    ADD_MODES,
    ADD_SET,
    DIRECT,
    FILLINGS,
    JOKER,
    LOW,
    MELD,
    MELDS,
    MOST_BACKS,
    OPEN,
    OPEN_JOKER,
    OPEN_SET,
    PLACES,
    RANKS,
    REPLACE,
    SET,
    SET_FILLINGS,
    SET_MODES,
    SET_WILDS,
    SIDE_MODES,
    STARTS,
    SUITS,
    TRIPLE_SUITS,
    TRIPLES,
    TWIN,
    TWINS,
    TWO,
    TWOSOME_SUITS,
    TWOSOMES,
    WILDS,
)
from .melds import (
    add_meld_cards,
    has_set_of,
    has_sets_of,
    is_canastra,
    is_clean,
    is_second_ace,
    is_wild_card,
    length,
    moves_to,
    pair_of,
    spent,
    wild_in,
    wilds_of,
)

# Of the natural cards of each filling of a set the number of each suit, four bits each.
_SET_CARDS = np.array(
    [sum(1 << 4 * suit for suit in suits) for suits in TRIPLE_SUITS + TWOSOME_SUITS]
)
_TOPS = 0x8888  # the top bit of each four

# -- may the last card go? -------------------------------------------------------------------------


@njit
def lays_too_little(s):
    """True where the first melds of the pair have not the minimum yet."""
    pair = pair_of(s.to_move)
    if s.fresh > 0 or s.melds[pair] == 0 or s.backs[pair] >= MOST_BACKS:
        return False
    return s.laid < s.first_meld


@njit
def can_take_morto(s, pair):
    """True where a pair has not taken its morto and one is left."""
    return s.took_morto[pair] == 0 and s.mortos > 0


@njit
def may_discard(s):
    """True where a card may be thrown: it is not the last one, or the last one may go.

    The last card may go where that takes the morto, or where the pair has the right to go out: then
    a wild card only if the rules say so.
    """
    if lays_too_little(s):
        return False
    me = int(s.to_move)
    pair = pair_of(me)
    if s.in_hand[me] > 1:
        return True
    if can_take_morto(s, pair):
        return s.morto_way != DIRECT
    if s.wild_out == 0 and _holds_wild_card(s.hand[me]):
        return False
    return s.took_morto[pair] > 0 and has_right(s, pair)


@njit
def _holds_wild_card(hand):
    """True where a hand, as far as it is seen, has a two or a joker."""
    wild = int(hand[JOKER])
    for suit in range(SUITS):
        wild += int(hand[suit * RANKS + TWO])
    return wild > 0


@njit
def may_lay_all(s):
    """True where no card may be left in the hand: for the morto, or with the right to go out."""
    pair = pair_of(s.to_move)
    if lays_too_little(s):
        return False
    return can_take_morto(s, pair) or (s.took_morto[pair] > 0 and s.dry == 1 and has_right(s, pair))


@njit
def has_right(s, pair):
    """True where a pair has the canastra that going out needs."""
    for meld in range(s.melds[pair]):
        if is_canastra(s, pair, meld) and (s.out_needs == 1 or is_clean(s, pair, meld)):
            return True
    return False


@njit
def never_thrown(s):
    """The kind that the seat to move may not throw in this turn; -1 for none.

    It was a pile of one card, which the seat has taken.
    """
    kind = int(s.lone) - 1
    return kind if kind >= 0 and s.hand[s.to_move, kind] < s.lone_needs else -1


@njit
def kept_of(s, kind):
    """Copies of a kind that the seat to move keeps where it throws one: the one that it took."""
    return int(kind == s.lone - 1 and s.lone_needs == TWINS)


# -- the moves -------------------------------------------------------------------------------------


@njit
def left_after(s, top, cards):
    """Cards in hand after ``cards`` are laid, with the pile where its top card is among them."""
    mine = int(s.in_hand[s.to_move])
    return mine - cards + (int(s.pile_cards) if top >= 0 else 0)


@njit
def held(s, top, kind):
    """Cards of a kind that can be laid: those in the hand, and the top of a pile that is taken."""
    return int(s.hand[s.to_move, kind]) + (1 if kind == top else 0)


@njit
def held_places(s, top):
    """The places of runs whose natural card can be laid, as a mask of PLACES bits for each suit."""
    hand, high = s.hand[s.to_move], int(s.ranks)
    mask = 0
    for suit in range(SUITS):
        own = 0
        for rank in range(RANKS):
            if hand[suit * RANKS + rank] > 0:
                own |= 1 << rank
        if top >= 0 and top // RANKS == suit:
            own |= 1 << top % RANKS
        mask |= (own | (own & 1) << high) << suit * PLACES
    return mask


@njit
def _places_of(mask, suit):
    """The places of a suit in the mask of all."""
    return mask >> suit * PLACES & (1 << PLACES) - 1


@njit
def _held_twos(mask):
    """A bit for the two of each suit that can be laid."""
    twos = 0
    for suit in range(SUITS):
        twos |= (mask >> suit * PLACES + TWO & 1) << suit
    return twos


@njit
def _starts(s, first):
    """The lowest places of runs of which two cards of three are among the places ``first``."""
    second, third = first >> 1, first >> 2
    return (first & second | first & third | second & third) & (1 << int(s.ranks) - 1) - 1


@njit
def _anywhere(top):
    """True where a move need not use a natural card: it has a wild one to use, or none."""
    return top < 0 or is_wild_card(top)


@njit
def _may_use(top, suit):
    """True where a run of that suit may use the top card."""
    return _anywhere(top) or top // RANKS == suit


@njit
def _starts_at(s, top):
    """The lowest places of runs of three cards that may use the top card, as a mask."""
    if _anywhere(top):
        return (1 << PLACES) - 1
    place = top % RANKS
    starts = 7 << place >> 2
    return starts | 7 << int(s.ranks) >> 2 if place == ACE else starts


@njit
def legal_runs(s, top, mask, out, n):
    """Runs to open and cards to add to runs, jokers apart: written from ``out[n]``, the new n.

    ``mask`` is that of :func:`held_places`.
    """
    twos = _held_twos(mask)
    n = _legal_opens(s, top, mask, twos, out, n)
    pair = pair_of(s.to_move)
    for meld in range(s.melds[pair]):
        suit = int(s.meld_suit[pair, meld])
        if suit == SET or not _may_use(top, suit):
            continue
        low, high = int(s.low[pair, meld]), int(s.high[pair, meld])
        wilds = twos > 0 and _anywhere(top) and wilds_of(s, pair, meld) < s.most_wilds
        for side in range(2):
            place = low - 1 if side == LOW else high + 1
            if place < 0 or place > s.ranks:
                continue
            a = ADD + meld * ADD_MODES + side * SIDE_MODES
            held_there = mask >> suit * PLACES + place & 1 > 0
            if held_there and not is_second_ace(s, pair, meld, place):
                out[n] = a
                n += 1
            if not wilds:
                continue
            fitting = twos & ~(1 << suit) if place == TWO else twos
            for two in range(SUITS):
                out[n] = a + 1 + two
                n += fitting >> two & 1
    return n


@njit
def _legal_opens(s, top, mask, twos, out, n):
    """Runs of three cards, at most one of them a wild two."""
    if s.melds[pair_of(s.to_move)] == MELDS:
        return n
    near = _starts_at(s, top)
    for suit in range(SUITS):
        if not _may_use(top, suit):
            continue
        places = _places_of(mask, suit)
        starts = _starts(s, places) if twos > 0 else places & places >> 1 & places >> 2
        starts &= near
        start = 0
        while starts > 0:
            if starts & 1 > 0:
                n = _legal_fillings(s, top, places >> start & 7, twos, suit, start, out, n)
            starts >>= 1
            start += 1
    return n


@njit
def _legal_fillings(s, top, three, twos, suit, start, out, n):
    """The ways to open a run at a place; ``three`` has a bit for each of its cards that is held."""
    a = OPEN + (suit * STARTS + start) * FILLINGS
    if three == 7:
        out[n] = a
        n += 1
    if twos == 0:
        return n
    for place in range(MELD):
        if three | 1 << place != 7:
            continue
        for two in range(SUITS):
            if twos >> two & 1 == 0:
                continue
            if two != suit or _own_two_is_free(s, top, two, start, place):
                out[n] = a + 1 + place * SUITS + two
                n += 1
    return n


@njit
def _own_two_is_free(s, top, suit, start, place):
    """True where the two of the suit of a run can be its wild card there.

    In its own place it is none; where it lies there, the other copy is needed.
    """
    if start + place == TWO:
        return False
    return not start <= TWO < start + MELD or held(s, top, suit * RANKS + TWO) > 1


@njit
def legal_others(s, top, mask, out, n):
    """List the moves that the document does not have: of jokers, of wilds replaced, of sets."""
    if s.jokers > 0 and held(s, top, JOKER) > 0:
        n = _legal_jokers(s, top, mask, out, n)
    if s.moving > 0:
        n = _legal_replacements(s, top, mask, out, n)
    if s.sets > 0:
        wilds = _held_twos(mask) | (1 if held(s, top, JOKER) > 0 else 0) << SUITS
        n = _legal_new_sets(s, top, wilds, out, n)
        n = _legal_set_adds(s, top, wilds, out, n)
    return n


@njit
def _legal_jokers(s, top, mask, out, n):
    """Runs of two natural cards and a joker, and jokers added to runs."""
    pair = pair_of(s.to_move)
    near = _starts_at(s, top)
    for suit in range(SUITS if s.melds[pair] < MELDS else 0):
        if not _may_use(top, suit):
            continue
        places = _places_of(mask, suit)
        starts = _starts(s, places) & near
        start = 0
        while starts > 0:
            for place in range(MELD if starts & 1 > 0 else 0):
                if places >> start & 7 | 1 << place == 7:
                    out[n] = OPEN_JOKER + (suit * STARTS + start) * MELD + place
                    n += 1
            starts >>= 1
            start += 1
    if top >= 0 and top != JOKER:
        return n
    for meld in range(s.melds[pair]):
        if s.meld_suit[pair, meld] == SET or wilds_of(s, pair, meld) == s.most_wilds:
            continue
        for side in range(2):
            free = s.low[pair, meld] > 0 if side == LOW else s.high[pair, meld] < s.ranks
            if free:
                out[n] = ADD_JOKER + meld * 2 + side
                n += 1
    return n


@njit
def _legal_replacements(s, top, mask, out, n):
    """Natural cards that take the place of a wild card, which moves to an end of its run."""
    pair = pair_of(s.to_move)
    for meld in range(s.melds[pair]):
        suit = int(s.meld_suit[pair, meld])
        if suit == SET or not _may_use(top, suit):
            continue
        wild = 0
        for i in range(WILDS):
            if s.wild_kind[pair, meld, i] >= 0:
                wild |= 1 << int(s.wild_at[pair, meld, i])
        wild &= _places_of(mask, suit)
        if wild == 0:
            continue
        for place in range(PLACES):
            if wild >> place & 1 == 0:
                continue
            for side in range(2):
                if moves_to(s, pair, meld, place, side) >= 0:
                    out[n] = REPLACE + (meld * PLACES + place) * 2 + side
                    n += 1
    return n


@njit
def _legal_new_sets(s, top, wilds, out, n):
    """Sets of three cards of one rank, at most one of them wild."""
    pair = pair_of(s.to_move)
    if s.melds[pair] == MELDS:
        return n
    rank, end = 0, int(s.ranks)
    if not _anywhere(top):
        rank = top % RANKS
        end = min(end, rank + 1)
    while rank < end:
        naturals, cards = 0, 0
        for suit in range(SUITS):
            number = held(s, top, suit * RANKS + rank)
            naturals += number
            cards |= number << 4 * suit
        enough = has_sets_of(s, rank) and naturals >= (2 if wilds > 0 else MELD)
        if enough and (s.same_sets == 1 or not has_set_of(s, pair, rank)):
            n = _legal_sets_of(rank, cards, naturals, wilds, out, n)
        rank += 1
    return n


@njit
def _legal_sets_of(rank, cards, naturals, wilds, out, n):
    """The sets of a rank: ``cards`` counts those of its suits, four bits each."""
    a = OPEN_SET + rank * SET_FILLINGS
    for triple in range(TRIPLES if naturals >= MELD else 0):
        # Written always and counted where it is held: no branch that cannot be foreseen.
        out[n] = a + triple
        n += int(_has_all(cards, triple))
    for twosome in range(TWOSOMES if wilds > 0 else 0):
        if _has_all(cards, TRIPLES + twosome):
            for wild in range(SET_WILDS):
                out[n] = a + TRIPLES + twosome * SET_WILDS + wild
                n += wilds >> wild & 1
    return n


@njit
def _has_all(cards, filling):
    """True where the ``cards`` have those of a filling: else a top bit is lost."""
    return (cards | _TOPS) - _SET_CARDS[filling] & _TOPS == _TOPS


@njit
def _legal_set_adds(s, top, wilds, out, n):
    """Cards added to sets."""
    pair = pair_of(s.to_move)
    for meld in range(s.melds[pair]):
        rank = int(s.low[pair, meld])
        if s.meld_suit[pair, meld] != SET or not (_anywhere(top) or top % RANKS == rank):
            continue
        a = ADD_SET + meld * SET_MODES
        for suit in range(SUITS):
            out[n] = a + suit
            n += int(held(s, top, suit * RANKS + rank) > 0)
        if wilds == 0 or wilds_of(s, pair, meld) == s.most_wilds:
            continue
        for wild in range(SET_WILDS):
            out[n] = a + SUITS + wild
            n += wilds >> wild & 1
    return n


# -- what they change ------------------------------------------------------------------------------


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
