"""The rules, the hand and the table as the search needs them, in one row of numbers.

The search is compiled for such a row, not for the record of the game: it compiles faster so, and
looks nothing up twice.
"""

from ludoteca.core.jit import njit

from ..ids import JOKER, MELDS, PLACES, RANKS, SET, SUITS, TWO, WILDS
from ..melds import canastra_bonus, canastra_points, card_points, length, natural_kind, wilds_of

MOST_CARDS = 18  # of a meld: a set of eight natural cards, or a run, and wild cards

(
    TOP, CANASTRA, MOST_WILDS, MOVING, SETS, OUT_NEEDS, GREEDY, POINT, CARD, HELD_WILDS, MELD_COUNT,
    COPIES, WORTH, BONUS, M_SUIT, M_LOW, M_HIGH, M_CARDS, M_WILDS, M_WILD_PLACES, M_OWN_TWO,
    M_BONUS, M_NUMBER,
) = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    *(11 + at for at in (
        0, SUITS * PLACES, SUITS * PLACES + PLACES,
        *(SUITS * PLACES + PLACES + 6 * MOST_CARDS + MELDS * row for row in range(9)),
    )),
)  # fmt: skip
"""Places in the row: the highest place of a run; rules as in the record; whether cards need not be
left; the worth of a point and of a card laid; wild cards in the hand; melds of the table. From
COPIES on the natural cards by suit and place, from WORTH the worth to lay the card of a place, from
BONUS that of canastras, and of the melds their suit, ends, cards, wild cards, the places of these
as bits, whether one is the two of the suit, their worth as canastras, their number in the suit."""

MUST = M_NUMBER + MELDS
"""From here on the cards of the hand itself by suit and place, fewer than those from ``COPIES`` on
where other cards may be laid too."""
OWN_WILDS, MOST_LEFT = MUST + SUITS * PLACES, MUST + SUITS * PLACES + 1
"""Wild cards of the hand itself; of its other cards so many may be left, 2 for any number."""
FACTS = MOST_LEFT + 1


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
    for suit in range(SUITS):
        facts[HELD_WILDS] += int(hand[suit * RANKS + TWO])
        facts[OWN_WILDS] += int(must[suit * RANKS + TWO])
        for place in range(s.ranks + 1):
            facts[COPIES + suit * PLACES + place] = hand[natural_kind(s, suit, place)]
            facts[MUST + suit * PLACES + place] = must[natural_kind(s, suit, place)]
    for place in range(s.ranks + 1):
        facts[WORTH + place] = card_points(s, natural_kind(s, 0, place)) * point + card
    for cards in range(MOST_CARDS):
        for wilds in range(2):
            at = BONUS + wilds * MOST_CARDS + cards
            facts[at] = canastra_bonus(s, 0, 1, cards, wilds) * point
            facts[at + 2 * MOST_CARDS] = canastra_bonus(s, 0, 0, cards, wilds) * point
            facts[at + 4 * MOST_CARDS] = canastra_bonus(s, SET, 0, cards, wilds) * point
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
        for i in range(WILDS):
            if s.wild_kind[pair, meld, i] >= 0:
                facts[M_WILD_PLACES + meld] |= 1 << int(s.wild_at[pair, meld, i])
                facts[M_OWN_TWO + meld] |= s.wild_kind[pair, meld, i] == suit * RANKS + TWO


RUN, RUN_FROM_ACE, OF_SET = range(3)


@njit
def bonus(facts, form, cards, wilds):
    """The worth of so many cards as a canastra; ``form`` is RUN, RUN_FROM_ACE or OF_SET."""
    return int(facts[BONUS + (2 * form + (wilds > 0)) * MOST_CARDS + cards])
