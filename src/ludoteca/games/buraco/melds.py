"""Melds: what lies on the table, what it is worth, and which cards a move spends.

A meld is a run of one suit, which has places from the low ace to the high one, or, where the rules
have them, a set of one rank. Each is a row of its pair in the fields ``meld_suit``, ``low``,
``high``, ``wild_at``, ``wild_kind`` and ``set_suits`` of the record.
"""

import numpy as np

from ludoteca.core.jit import njit

from .ids import (
    ACE,
    ACES,
    ACES_THREES_KINGS,
    ADD,
    ADD_JOKER,
    ADD_MODES,
    ADD_SET,
    ANY_RANK,
    DISCARD,
    FILLINGS,
    JOKER,
    KINDS,
    MELD,
    OPEN,
    OPEN_JOKER,
    OPEN_SET,
    PAIRS,
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
    TAKE_BACK,
    THREE,
    TRIPLE_SUITS,
    TRIPLES,
    TWO,
    TWOSOME_SUITS,
    WILDS,
)


@njit
def pair_of(seat):
    """The pair of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return int(seat) & 1


@njit
def is_wild_card(kind):
    """True for a two of any suit and a joker."""
    return kind == JOKER or kind % RANKS == TWO


@njit
def natural_kind(s, suit, place):
    """The kind that belongs in a place of a run; after the highest rank comes the ace again."""
    return suit * RANKS + (ACE if place == s.ranks else place)


@njit
def has_sets_of(s, rank):
    """True where the rules have sets of a rank."""
    if rank == TWO:
        return False
    if s.sets == ACES_THREES_KINGS:
        return rank in (ACE, THREE) or rank == s.ranks - 1
    return s.sets == ANY_RANK or (s.sets == ACES and rank == ACE)


# -- what lies there -------------------------------------------------------------------------------


@njit
def wilds_of(s, pair, meld):
    """Wild cards of a meld; a two of the suit in its own place is none."""
    n = 0
    for i in range(WILDS):
        if s.wild_kind[pair, meld, i] >= 0:
            n += 1
    return n


@njit
def wild_in(s, pair, meld, place):
    """1 + index of the wild card in that place of a run; 0 where the natural card lies there."""
    for i in range(WILDS):
        if s.wild_kind[pair, meld, i] >= 0 and s.wild_at[pair, meld, i] == place:
            return i + 1
    return 0


@njit
def kind_at(s, pair, meld, place):
    """The kind of the card that lies in a place of a run."""
    wild = wild_in(s, pair, meld, place)
    if wild > 0:
        return int(s.wild_kind[pair, meld, wild - 1])
    return natural_kind(s, int(s.meld_suit[pair, meld]), place)


@njit
def length(s, pair, meld):
    """Cards of a meld."""
    if s.meld_suit[pair, meld] == SET:
        return int(s.high[pair, meld])
    return int(s.high[pair, meld]) - int(s.low[pair, meld]) + 1


@njit
def set_naturals(s, pair, meld, suit):
    """Natural cards of a suit in a set."""
    code = int(s.set_suits[pair, meld])
    for _step in range(suit):
        code //= 3
    return code % 3


@njit
def is_second_ace(s, pair, meld, place):
    """True where a natural card would be the second ace of a run that may have one only."""
    if s.two_aces == 1 or (place != ACE and place != s.ranks):
        return False
    other = s.ranks if place == ACE else ACE
    there = s.low[pair, meld] <= other and other <= s.high[pair, meld]
    return there and wild_in(s, pair, meld, other) == 0


@njit
def has_set_of(s, pair, rank):
    """True where a pair has a set of that rank on the table."""
    for meld in range(s.melds[pair]):
        if s.meld_suit[pair, meld] == SET and s.low[pair, meld] == rank:
            return True
    return False


@njit
def is_canastra(s, pair, meld):
    """True for a meld of seven cards or more."""
    return length(s, pair, meld) >= s.canastra


@njit
def is_clean(s, pair, meld):
    """True for a meld without a wild card."""
    return wilds_of(s, pair, meld) == 0


@njit
def is_semi_clean(s, pair, meld):
    """True for a canastra that the rules call semi-clean, for it has one beside its wild card."""
    there = s.semi_clean == 1 and wilds_of(s, pair, meld) == 1
    return there and side_of(s, pair, meld) >= s.canastra


@njit
def canastras(s, pair, clean):
    """Canastras of a pair: the clean ones where ``clean`` is 1, else the dirty ones."""
    n = 0
    for meld in range(s.melds[pair]):
        if is_canastra(s, pair, meld) and is_clean(s, pair, meld) == (clean == 1):
            n += 1
    return n


@njit
def fits_meld(s, pair, meld, kind):
    """True where a card could be added to a meld now, as natural or wild card."""
    suit = int(s.meld_suit[pair, meld])
    free = wilds_of(s, pair, meld) < s.most_wilds
    if suit == SET:
        if is_wild_card(kind):
            return free
        return kind % RANKS == s.low[pair, meld]
    low, high = int(s.low[pair, meld]), int(s.high[pair, meld])
    for place in (low - 1, high + 1):
        fits = 0 <= place <= s.ranks and natural_kind(s, suit, place) == kind
        if fits and not is_second_ace(s, pair, meld, place):
            return True
    if is_wild_card(kind) and free and (low > 0 or high < s.ranks):
        return True
    place = kind % RANKS
    if kind // RANKS != suit:
        return False
    if place == ACE and wild_in(s, pair, meld, int(s.ranks)) > 0:
        return may_replace(s, pair, meld, int(s.ranks))
    return may_replace(s, pair, meld, place)


@njit
def fits_table(s, pair, kind):
    """True where a card could be added to some meld of a pair now."""
    for meld in range(s.melds[pair]):
        if fits_meld(s, pair, meld, kind):
            return True
    return False


@njit
def moves_to(s, pair, meld, place, side):
    """The place to which the wild card in ``place`` of a run may move on that side; -1 for none.

    Its place is then for the natural card. Where wild cards do not move, a two of the suit of the
    run may still go to its own place; where the rules have neither, none moves.
    """
    wild = wild_in(s, pair, meld, place)
    if wild == 0 or s.moving == 0 or is_second_ace(s, pair, meld, place):
        return -1
    end = int(s.high[pair, meld]) + 1 if side else int(s.low[pair, meld]) - 1
    if end < 0 or end > s.ranks:
        return -1
    own_two = int(s.meld_suit[pair, meld]) * RANKS + TWO
    if s.moving == 1 and (end != TWO or s.wild_kind[pair, meld, wild - 1] != own_two):
        return -1
    return end


@njit
def may_replace(s, pair, meld, place):
    """True where the natural card may take the place of a wild card of a run."""
    return moves_to(s, pair, meld, place, 0) >= 0 or moves_to(s, pair, meld, place, 1) >= 0


# -- points ----------------------------------------------------------------------------------------


@njit
def card_points(s, kind):
    """Points of a card: 15 an ace, 10 from the eight up, 5 from three to seven; wild as agreed."""
    if kind == JOKER:
        return int(s.joker_points)
    rank = kind % RANKS
    if rank == ACE:
        return 15
    if rank == TWO:
        return int(s.two_points)
    return 10 if rank >= 7 else 5


@njit
def meld_cards_points(s, pair, meld):
    """Points of the cards of a meld."""
    points = 0
    suit = int(s.meld_suit[pair, meld])
    if suit == SET:
        points = int(s.high[pair, meld]) * card_points(s, int(s.low[pair, meld]))
    else:
        for place in range(s.low[pair, meld], s.high[pair, meld] + 1):
            points += card_points(s, natural_kind(s, suit, place))
    for i in range(WILDS):
        kind, place = int(s.wild_kind[pair, meld, i]), int(s.wild_at[pair, meld, i])
        if kind >= 0:  # it lies there in place of a natural card
            natural = int(s.low[pair, meld]) if suit == SET else natural_kind(s, suit, place)
            points += card_points(s, kind) - card_points(s, natural)
    return points


@njit
def side_of(s, pair, meld):
    """Natural cards on the longer side of the one wild card of a meld; all of them in a set."""
    if s.meld_suit[pair, meld] == SET:
        return int(s.high[pair, meld]) - wilds_of(s, pair, meld)
    longer = 0
    for i in range(WILDS):
        if s.wild_kind[pair, meld, i] >= 0:
            place = int(s.wild_at[pair, meld, i])
            below, above = place - int(s.low[pair, meld]), int(s.high[pair, meld]) - place
            longer = max(longer, below, above)
    return longer


@njit
def canastra_bonus(s, suit, low, cards, wilds, side):
    """Points of a meld as a canastra, by its numbers: 200 for a clean one and 100 for a dirty one.

    Where long ones count more, a clean run from ace to king is worth 500, from ace to ace 1,000.
    Where the rules have semi-clean ones, one whose only wild card has a whole canastra on one side
    is worth 150: ``side`` is the number that :func:`side_of` tells.
    """
    if cards < s.canastra:
        return 0
    if wilds > 0:
        return 150 if s.semi_clean == 1 and wilds == 1 and side >= s.canastra else 100
    if s.long_bonus == 1 and suit != SET and low == ACE and cards >= s.ranks:
        return 1000 if cards > s.ranks else 500
    return 200


@njit
def canastra_points(s, pair, meld):
    """Points of a meld as a canastra."""
    suit, low = int(s.meld_suit[pair, meld]), int(s.low[pair, meld])
    cards, wilds = length(s, pair, meld), wilds_of(s, pair, meld)
    return canastra_bonus(s, suit, low, cards, wilds, side_of(s, pair, meld))


@njit
def meld_points(s, pair, meld):
    """Points of a meld: its cards and what it is worth as a canastra."""
    return meld_cards_points(s, pair, meld) + canastra_points(s, pair, meld)


# -- moves -----------------------------------------------------------------------------------------


@njit
def is_opening(a):
    """True for a move that opens a meld."""
    return OPEN <= a < ADD or OPEN_JOKER <= a < ADD_JOKER or OPEN_SET <= a < ADD_SET


@njit
def is_lay(a):
    """True for a move that lays cards."""
    return OPEN <= a < DISCARD or OPEN_JOKER <= a < TAKE_BACK


@njit
def meld_of(a):
    """The meld of the own pair that a move adds to; -1 for none."""
    if is_opening(a) or not is_lay(a):
        return -1
    if a < DISCARD:
        return (a - ADD) // ADD_MODES
    if a < REPLACE:
        return (a - ADD_JOKER) // 2
    if a < OPEN_SET:
        return (a - REPLACE) // 2 // PLACES
    return (a - ADD_SET) // SET_MODES


@njit
def wilds_laid(a):
    """Wild cards of the hand that a move lays: 0 or 1."""
    if not is_lay(a):
        return 0
    if a < ADD:
        return int((a - OPEN) % FILLINGS > 0)
    if a < DISCARD:
        return int((a - ADD) % SIDE_MODES > 0)
    if a < REPLACE:
        return 1
    if a < OPEN_SET:
        return 0
    if a < ADD_SET:
        return int((a - OPEN_SET) % SET_FILLINGS >= TRIPLES)
    return int((a - ADD_SET) % SET_MODES >= SUITS)


@njit
def spent(s, a, i):
    """Kind number ``i`` (0, 1, 2) that the move ``a`` of the seat to move spends; -1 for none."""
    if a < OPEN or a >= TAKE_BACK:
        return -1
    if a < ADD:
        return _opened(s, a - OPEN, i)
    if OPEN_JOKER <= a < ADD_JOKER:
        first, place = (a - OPEN_JOKER) // MELD, (a - OPEN_JOKER) % MELD
        return JOKER if place == i else natural_kind(s, first // STARTS, first % STARTS + i)
    if OPEN_SET <= a < ADD_SET:
        return _opened_set(a - OPEN_SET, i)
    return _added(s, a) if i == 0 else -1


@njit
def _opened(s, number, i):
    first, filling = number // FILLINGS, number % FILLINGS
    if filling > 0 and (filling - 1) // SUITS == i:
        return (filling - 1) % SUITS * RANKS + TWO
    return natural_kind(s, first // STARTS, first % STARTS + i)


@njit
def _opened_set(number, i):
    rank, filling = number // SET_FILLINGS, number % SET_FILLINGS
    if filling < TRIPLES:
        return TRIPLE_SUITS[filling][i] * RANKS + rank
    twosome, wild = (filling - TRIPLES) // SET_WILDS, (filling - TRIPLES) % SET_WILDS
    if i < 2:
        return TWOSOME_SUITS[twosome][i] * RANKS + rank
    return JOKER if wild == SUITS else wild * RANKS + TWO


@njit
def _added(s, a):
    """The one card of a move that adds to a meld, or discards."""
    pair = pair_of(s.to_move)
    if a < DISCARD:
        mode = (a - ADD) % SIDE_MODES
        if mode > 0:
            return (mode - 1) * RANKS + TWO
        meld = (a - ADD) // ADD_MODES
        return natural_kind(s, int(s.meld_suit[pair, meld]), added_place(s, a))
    if a < OPEN_JOKER:
        return a - DISCARD
    if a < REPLACE:
        return JOKER
    if a < OPEN_SET:
        meld, place = (a - REPLACE) // 2 // PLACES, (a - REPLACE) // 2 % PLACES
        return natural_kind(s, int(s.meld_suit[pair, meld]), place)
    meld, mode = (a - ADD_SET) // SET_MODES, (a - ADD_SET) % SET_MODES
    if mode == 2 * SUITS:
        return JOKER
    if mode >= SUITS:
        return (mode - SUITS) * RANKS + TWO
    return mode * RANKS + int(s.low[pair, meld])


@njit
def added_place(s, a):
    """The place of a run that the card of an ADD takes."""
    pair, meld = pair_of(s.to_move), (a - ADD) // ADD_MODES
    if (a - ADD) % ADD_MODES < SIDE_MODES:
        return int(s.low[pair, meld]) - 1
    return int(s.high[pair, meld]) + 1


@njit
def spent_points(s, a):
    """Points of the cards that a move spends."""
    points = 0
    for i in range(MELD):
        kind = spent(s, a, i)
        if kind >= 0:
            points += card_points(s, kind)
    return points


@njit
def uses(s, a, kind):
    """True where the move spends a card of that kind."""
    for i in range(MELD):
        if spent(s, a, i) == kind:
            return True
    return False


def spent_cards(s, a: int) -> list[int]:
    """The kinds that a move spends, in the order of :func:`spent`; un-compiled."""
    return [kind for i in range(MELD) if (kind := int(spent(s, a, i))) >= 0]


def meld_cards(s, pair: int, meld: int) -> list[tuple[int, bool]]:
    """The cards of a meld in order, each with whether it is wild; un-compiled."""
    wild = [int(k) for k in s.wild_kind[pair, meld] if k >= 0]
    if s.meld_suit[pair, meld] == SET:
        suits = range(SUITS)
        rank = int(s.low[pair, meld])
        naturals = [t * RANKS + rank for t in suits for _c in range(set_naturals(s, pair, meld, t))]
        return [(k, False) for k in naturals] + [(k, True) for k in wild]
    places = range(int(s.low[pair, meld]), int(s.high[pair, meld]) + 1)
    return [(kind_at(s, pair, meld, p), wild_in(s, pair, meld, p) > 0) for p in places]


def count_meld_cards(s) -> list[int]:
    """Cards of each kind on the table; un-compiled."""
    total = np.zeros(KINDS, np.int64)
    for pair in range(PAIRS):
        for meld in range(int(s.melds[pair])):
            add_meld_cards(s, pair, meld, total, 1)
    return total.tolist()


@njit
def add_meld_cards(s, pair, meld, counts, copies):
    """Add ``copies`` (1, or -1 to take away) of each card of a meld to ``counts`` of kinds."""
    if s.meld_suit[pair, meld] == SET:
        for suit in range(SUITS):
            number = set_naturals(s, pair, meld, suit)
            counts[suit * RANKS + int(s.low[pair, meld])] += copies * number
        for i in range(WILDS):
            if s.wild_kind[pair, meld, i] >= 0:
                counts[int(s.wild_kind[pair, meld, i])] += copies
    else:
        for place in range(s.low[pair, meld], s.high[pair, meld] + 1):
            counts[kind_at(s, pair, meld, place)] += copies
