"""The record of minirummy, its rule options, its ids, and the helpers that read the record."""

from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, public, seat
from ludoteca.core.options import Options, OptionSchema, whole

SEATS = 2
SUITS = 2
RANKS = 6
COPIES = 2
KINDS = SUITS * RANKS  # kind = suit * RANKS + rank
CARDS = KINDS * COPIES
WILD = 1  # rank that stands for any card of a run, as the 2 does in buraco
RUN = 3  # cards of the shortest run
LONG = 4  # cards of a run that gives the right to go out
MELDS = CARDS // RUN
HELD = 3
TAKES = 8

DEAL, CHOOSING, DRAWING, PLAYING, PICKING_UP, OVER = range(6)

# Ids of moves. OPEN + (suit * STARTS + start) * FILLINGS + filling, where filling 0 is all natural
# and 1 + place * SUITS + suit has the wild card of that suit in that place of the three.
DRAW = 0
TAKE = 1
OPEN = 2
STARTS = RANKS - RUN + 1
FILLINGS = 1 + RUN * SUITS
# ADD + meld * MODES + side * SIDE_MODES + mode: side 0 low or 1 high; mode 0 the natural card,
# 1 + suit the wild card of that suit.
ADD = OPEN + SUITS * STARTS * FILLINGS
SIDE_MODES = 1 + SUITS
MODES = 2 * SIDE_MODES
DISCARD = ADD + MELDS * MODES  # + kind

# Orders of cards: the deal, the second hand of each seat, the stock.
SOURCE_DEAL, SOURCE_SECOND, SOURCE_STOCK = 0, 1, 3

MAX_LEGAL = DISCARD + KINDS
MAX_CHANCE = KINDS
# Between two draws from the stock there are at most TAKES turns with a take; so at most
# (TAKES + 1) turns a card of the stock, each of a choice, a draw and a discard; beside them every
# card is dealt or picked up once, and laid once.
MAX_LENGTH = 3 * (TAKES + 1) * CARDS + 2 * CARDS

STATE = layout(
    __file__,
    public("suits", "option: suits in the deck, 1 to SUITS"),
    public("ranks", "option: ranks in the deck, 4 to RANKS"),
    public("copies", "option: cards of each kind, 1 to COPIES"),
    public("held", "option: cards of a first and of a second hand, 2 to HELD"),
    public("most_takes", "option: takes of the pile between two draws from the stock, 0 to TAKES"),
    public("phase", "DEAL to OVER"),
    public("to_move", "seat whose turn it is; in DEAL and PICKING_UP the one that gets a card"),
    public("to_come", "cards still to be dealt, or to be picked up of the second hand"),
    public("stock", "cards of the stock"),
    public("takes", "takes of the pile since the last draw from the stock"),
    public("in_hand", "cards in each hand", SEATS),
    public("second", "1 while the second hand of a seat lies on the table", SEATS),
    public("pile", "cards of each kind in the open discard pile", KINDS),
    public(
        "known", "at least so many of each kind are known in a hand: from the pile", (SEATS, KINDS)
    ),
    public("melds", "runs on the table of each seat", SEATS),
    public("meld_suit", "suit of each run", (SEATS, MELDS)),
    public("low", "lowest rank of each run", (SEATS, MELDS)),
    public("high", "highest rank of each run", (SEATS, MELDS)),
    public("wild", "0 for none, else 1 + place * SUITS + suit of the wild card", (SEATS, MELDS)),
    public("fresh", "runs from this number on were opened in this big move"),
    public("reached", "order number of the last small move of this big move"),
    public("discarded", "1 where the big move ended in a discard, for PICKING_UP"),
    public("went_out", "1 + seat that went out; 0 for none"),
    seat("hand", "cards of each kind in the hand", (SEATS, KINDS)),
    hidden("deck", "cards of each kind in the stock and the second hands together", KINDS),
)


def _too_few_cards(options: Options) -> str | None:
    total = int(options["suits"]) * int(options["ranks"]) * int(options["copies"])
    if total < 4 * int(options["held"]) + 1:
        return _("four hands leave no card for the stock: more suits, ranks or copies are needed")
    return None


OPTIONS = OptionSchema(
    (
        whole("suits", 1, SUITS, 2, N_("suits in the deck")),
        whole("ranks", 4, RANKS, 5, N_("ranks in the deck")),
        whole("copies", 1, COPIES, 2, N_("cards of each kind")),
        whole("held", 2, HELD, 3, N_("cards of a first and of a second hand")),
        whole(
            "most_takes",
            0,
            TAKES,
            4,
            N_("takes of the pile between two draws; without a limit two players could swap it"),
        ),
    ),
    conflict=_too_few_cards,
)


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    suits, ranks, copies = (int(options[name]) for name in ("suits", "ranks", "copies"))
    return [
        suit * RANKS + rank
        for suit in range(suits)
        for rank in range(ranks)
        for _copy in range(copies)
    ]


def count_cards(s) -> list[int]:
    """Cards of each kind, wherever they are."""
    total = [int(s.deck[k] + s.pile[k] + s.hand[:, k].sum()) for k in range(KINDS)]
    for owner in range(SEATS):
        for meld in range(s.melds[owner]):
            for rank in range(s.low[owner, meld], s.high[owner, meld] + 1):
                total[card_at(s, owner, meld, rank)] += 1
    return total


@njit
def card_at(s, owner, meld, rank):
    """The kind of the card that lies in the place ``rank`` of a run."""
    wild = s.wild[owner, meld]
    if wild > 0 and (wild - 1) // SUITS == rank:
        return (wild - 1) % SUITS * RANKS + WILD
    return s.meld_suit[owner, meld] * RANKS + rank


@njit
def length(s, owner, meld):
    """Cards of a run."""
    return s.high[owner, meld] - s.low[owner, meld] + 1


@njit
def longest(s, owner):
    """Cards of the longest run of ``owner``."""
    best = 0
    for meld in range(s.melds[owner]):
        best = max(best, length(s, owner, meld))
    return best


@njit
def pile_size(s):
    """Cards in the discard pile."""
    n = 0
    for kind in range(KINDS):
        n += s.pile[kind]
    return n
