"""Constants of buraco: cards, ids of moves, phases and sources of cards.

A card's kind is suit * 13 + rank: suits C D H S, ranks A 2 to 9 T J Q K; the joker is the last
kind. A run has places: 0 the low ace, 1 the two, up to the high ace after the highest rank.
"""

SEATS = 4
PAIRS = 2
SUITS = 4
RANKS = 13
JOKER = SUITS * RANKS
KINDS = JOKER + 1
JOKERS = 4
COPIES = 2
CARDS = COPIES * SUITS * RANKS + JOKERS

ACE, TWO, THREE = 0, 1, 2  # ranks
PLACES = RANKS + 1
MELD = 3  # cards of a new meld
MELDS = 20  # most melds of a pair; 17 is the most that 100,000 deals have shown
WILDS = 2  # most wild cards of a meld
SET = SUITS  # the "suit" of a set of equal rank
LOW, HIGH = 0, 1  # sides of a run
MORTOS = 2
TAKES = 24
EITHER, DIRECT, INDIRECT = range(3)  # ways to the morto
NO_SETS, ACES, ANY_RANK, ACES_THREES_KINGS = range(4)  # ranks of which sets may be laid
TO_STOCK, ENDS, EARLY = range(3)  # the end of the stock: a morto follows, or none; two cards left
FREE, TWIN, FORBIDDEN = range(3)  # may the card of a pile of one card be thrown back?
TWINS, NEVER = 2, 9  # copies that must be held for one to be thrown: itself and a twin; too many
MOST_BACKS = 9
MOST_WILD = 50  # points that an option may give a two or a joker
UNDRAWN = 2  # cards of the stock that are left where the deal ends before the last ones
MOST_DEALS = 100

(DEALING, CHOOSING, DRAWING, FIRST, PLAYING, MORTO, LAST, OVER, UPCARD) = range(9)

# Ids of moves. OPEN + (suit * STARTS + start) * FILLINGS + v: v 0 is all natural, and
# 1 + place * SUITS + suit has the two of that suit as a wild card in that place of the three.
DRAW, TAKE, KEEP, PASS = range(4)
OPEN = 4
STARTS = PLACES - MELD + 1
FILLINGS = 1 + MELD * SUITS
# ADD + meld * ADD_MODES + side * SIDE_MODES + v: v 0 the natural card, 1 + suit a two as wild card.
ADD = OPEN + SUITS * STARTS * FILLINGS
SIDE_MODES = 1 + SUITS
ADD_MODES = 2 * SIDE_MODES
DISCARD = ADD + MELDS * ADD_MODES  # + kind
# From here on ids of moves that the document's rules do not have.
OPEN_JOKER = DISCARD + KINDS  # + (suit * STARTS + start) * MELD + place of the joker
ADD_JOKER = OPEN_JOKER + SUITS * STARTS * MELD  # + meld * 2 + side
# REPLACE + (meld * PLACES + place) * 2 + side: the natural card takes the place of a wild card,
# which moves to that side.
REPLACE = ADD_JOKER + MELDS * 2
# OPEN_SET + rank * SET_FILLINGS + v: v below TRIPLES three natural cards, else
# TRIPLES + twosome * SET_WILDS + wild, where wild is the suit of a two, or SUITS for a joker.
OPEN_SET = REPLACE + MELDS * PLACES * 2
TRIPLES = 16
TWOSOMES = 10
SET_WILDS = SUITS + 1
SET_FILLINGS = TRIPLES + TWOSOMES * SET_WILDS
# ADD_SET + meld * SET_MODES + v: the natural card of suit v; SUITS + suit a two; 2 * SUITS a joker.
ADD_SET = OPEN_SET + RANKS * SET_FILLINGS
SET_MODES = 2 * SUITS + 1
TAKE_BACK = ADD_SET + MELDS * SET_MODES
ACTIONS = TAKE_BACK + 1
FORFEIT = ACTIONS

# Three or two suits of a set, both copies allowed, ascending.
TRIPLE_SUITS = tuple(
    (a, b, c)
    for a in range(SUITS)
    for b in range(a, SUITS)
    for c in range(b, SUITS)
    if not a == b == c
)
TWOSOME_SUITS = tuple((a, b) for a in range(SUITS) for b in range(a, SUITS))

# Sources of cards, each with an order of its own: the deal, each morto, the stock.
SOURCE_DEAL, SOURCE_MORTO, SOURCE_STOCK = 0, 1, 3
