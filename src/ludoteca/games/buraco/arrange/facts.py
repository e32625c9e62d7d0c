"""The rules, the hand and the table as the search needs them, in one row of numbers.

The search is compiled for such a row, not for the record of the game: it compiles faster so, and
looks nothing up twice.
"""

from ludoteca.core.jit import njit

from ..ids import (
    ACE,
    JOKER,
    MELDS,
    PLACES,
    RANKS,
    SET,
    SUITS,
    TWO,
    WILDS,
)
from ..melds import (
    canastra_bonus,
    canastra_points,
    card_points,
    has_sets_of,
    length,
    natural_kind,
    wild_in,
    wilds_of,
)

MOST_CARDS = 18  # of a meld: a set of eight natural cards, or a run, and wild cards

(
    TOP, CANASTRA, MOST_WILDS, MOVING, SETS, OUT_NEEDS, GREEDY, POINT, CARD, HELD_WILDS, MELD_COUNT,
    COPIES, WORTH, BONUS, M_SUIT, M_LOW, M_HIGH, M_CARDS, M_WILDS, M_WILD_PLACES, M_OWN_TWO,
    M_BONUS, M_NUMBER, M_SIDE, M_ENDS,
) = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    *(11 + at for at in (
        0, SUITS * PLACES, SUITS * PLACES + PLACES,
        *(SUITS * PLACES + PLACES + 9 * MOST_CARDS + MELDS * row for row in range(11)),
    )),
)  # fmt: skip
"""Places in the row: the highest place of a run; rules as in the record; whether cards need not be
left; the worth of a point and of a card laid; wild cards in the hand; melds of the table. From
COPIES on the natural cards by suit and place, from WORTH the worth to lay the card of a place, from
BONUS that of canastras, and of the melds their suit, ends, cards, wild cards, the places of these
as bits, whether one is the two of the suit, their worth as canastras, their number in the suit, the
cards below their first wild card, and which natural aces they have as bits, 1 the low one."""

MUST = M_ENDS + MELDS
"""From here on the cards of the hand itself by suit and place, fewer than those from ``COPIES`` on
where other cards may be laid too."""
OWN_WILDS, MOST_LEFT = MUST + SUITS * PLACES, MUST + SUITS * PLACES + 1
"""Wild cards of the hand itself; of its other cards so many may be left, 2 for any number."""
SEMI, TWO_ACES, SAME_SETS, RUN_BITS, MOST_RUNS, SET_RANKS = (MOST_LEFT + 1 + n for n in range(6))
"""Cards on a side of its wild card that make a canastra semi-clean, more than there are where none
is; rules as in the record; the bits of a run in a word, and the runs that a word has room for; the
places of which sets may be laid, as bits."""
FACTS = SET_RANKS + 1

NARROW, WIDE = (12, 5), (15, 4)
"""Bits of a run, and runs in a word: where the place of its wild card does not matter, and where it
does."""
MOST_SIDE = 7  #: cards below a wild card, as a run counts them: more are alike


@njit
def gather(s, pair, hand, must, greedy, point, card, facts):
    """Fill the row for the cards of ``hand`` on the table of a pair.

    Those of them in ``must`` are the ones that count where they are left.
    """
    facts[TOP] = s.ranks
    facts[CANASTRA] = s.canastra
    facts[MOST_WILDS] = s.most_wilds
    facts[MOVING] = s.moving
    facts[SETS] = s.sets
    facts[OUT_NEEDS] = s.out_needs
    facts[GREEDY] = greedy
    facts[POINT] = point
    facts[CARD] = card
    facts[HELD_WILDS] = hand[JOKER]
    facts[OWN_WILDS] = must[JOKER]
    facts[MOST_LEFT] = 2
    facts[SEMI] = s.canastra if s.semi_clean == 1 else MOST_CARDS
    facts[TWO_ACES] = s.two_aces
    facts[SAME_SETS] = s.same_sets
    placed = s.semi_clean == 1 or s.two_aces == 0
    facts[RUN_BITS] = WIDE[0] if placed else NARROW[0]
    facts[MOST_RUNS] = WIDE[1] if placed else NARROW[1]
    facts[SET_RANKS] = 0
    for place in range(TWO, s.ranks + 1):
        if has_sets_of(s, ACE if place == s.ranks else place):
            facts[SET_RANKS] |= 1 << place
    for suit in range(SUITS):
        facts[HELD_WILDS] += int(hand[suit * RANKS + TWO])
        facts[OWN_WILDS] += int(must[suit * RANKS + TWO])
        for place in range(s.ranks + 1):
            facts[COPIES + suit * PLACES + place] = hand[natural_kind(s, suit, place)]
            facts[MUST + suit * PLACES + place] = must[natural_kind(s, suit, place)]
    for place in range(s.ranks + 1):
        facts[WORTH + place] = card_points(s, natural_kind(s, 0, place)) * point + card
    for cards in range(MOST_CARDS):
        for look in range(3):
            wilds, side = min(look, 1), cards if look == 2 else 0
            at = BONUS + look * MOST_CARDS + cards
            facts[at] = canastra_bonus(s, 0, 1, cards, wilds, side) * point
            facts[at + 3 * MOST_CARDS] = canastra_bonus(s, 0, 0, cards, wilds, side) * point
            facts[at + 6 * MOST_CARDS] = canastra_bonus(s, SET, 0, cards, wilds, side) * point
    facts[MELD_COUNT] = s.melds[pair]
    for meld in range(s.melds[pair]):
        suit = int(s.meld_suit[pair, meld])
        facts[M_SUIT + meld] = suit
        facts[M_LOW + meld] = s.low[pair, meld]
        facts[M_HIGH + meld] = s.high[pair, meld]
        facts[M_CARDS + meld] = length(s, pair, meld)
        facts[M_WILDS + meld] = wilds_of(s, pair, meld)
        facts[M_BONUS + meld] = canastra_points(s, pair, meld) * point
        facts[M_NUMBER + meld] = 1
        for other in range(meld):
            facts[M_NUMBER + meld] += facts[M_SUIT + other] == suit
        facts[M_WILD_PLACES + meld] = 0
        facts[M_OWN_TWO + meld] = 0
        facts[M_SIDE + meld] = MOST_SIDE
        facts[M_ENDS + meld] = 0
        for end in range(2):
            place = int(s.ranks) if end == 1 else ACE
            there = s.low[pair, meld] <= place and place <= s.high[pair, meld]
            if suit != SET and there and wild_in(s, pair, meld, place) == 0:
                facts[M_ENDS + meld] |= 1 << end
        for i in range(WILDS):
            if s.wild_kind[pair, meld, i] >= 0:
                below = int(s.wild_at[pair, meld, i]) - int(s.low[pair, meld])
                facts[M_SIDE + meld] = min(int(facts[M_SIDE + meld]), below)
                facts[M_WILD_PLACES + meld] |= 1 << int(s.wild_at[pair, meld, i])
                facts[M_OWN_TWO + meld] |= s.wild_kind[pair, meld, i] == suit * RANKS + TWO


RUN, RUN_FROM_ACE, OF_SET = range(3)


@njit
def bonus(facts, form, cards, wilds, side):
    """The worth of so many cards as a canastra; ``form`` is RUN, RUN_FROM_ACE or OF_SET.

    ``side`` is the number of natural cards on the longer side of the one wild card.
    """
    look = 0 if wilds == 0 else 2 if wilds == 1 and side >= facts[SEMI] else 1
    return int(facts[BONUS + (3 * form + look) * MOST_CARDS + cards])
