"""Minirummy: two players, a deck of twenty cards, and every difficulty of buraco once.

Each seat gets a hand of three; a second hand of three lies face down for each. In a turn one draws
from the stock or takes the whole open discard pile, lays runs of three or more cards of one suit
(at most one of them wild: any card of rank 2, which is natural in its own place), adds to one's own
runs, and discards. Who runs out of cards for the first time picks up the second hand: at once, and
plays on, or after a discard for the next turn. After that one may run out only with a run of four
or more on the table, and so ends the deal. It also ends when the turn begins without a stock.

Points: 1 for each card laid, 2 more for a run of four or more without a wild card and 1 with one,
3 for going out, -1 for each card in hand, -2 for a second hand not picked up.

The second hands are not dealt before they are picked up: they and the stock are one count of
undealt kinds, from which each draws in an order of its own (``draw_source``).

Two players could swap the pile for ever. So the pile may be taken only so many times between two
draws from the stock (``most_takes``).

One big move (from the draw to the discard, or to the pick-up of the second hand) lays its cards in
one order only, so that no position is reached in k! ways: runs are opened with ascending ids, then
cards are added run by run, the low side before the high one. A run opened in this big move grows
upwards only: from below it could have been opened lower.
"""

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, NO_DRAW, TERMINAL
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
MAX_ACTION = DISCARD + KINDS - 1
RETURNS = -CARDS - 2, CARDS + 2 * MELDS + 3  # no card is laid; all are, in runs of four

STATE = layout(
    __file__,
    public("suits", "option: suits in the deck", 1, SUITS),
    public("ranks", "option: ranks in the deck", 4, RANKS),
    public("copies", "option: cards of each kind", 1, COPIES),
    public("held", "option: cards of a first and of a second hand", 2, HELD),
    public("most_takes", "option: takes of the pile between two draws from the stock", 0, TAKES),
    public("phase", "phase of the deal", DEAL, OVER),
    public(
        "to_move", "seat whose turn it is; in DEAL and PICKING_UP the one that gets a card", 0, 1
    ),
    public(
        "to_come", "cards still to be dealt, or to be picked up of the second hand", 0, 2 * HELD
    ),
    public("stock", "cards of the stock", 0, CARDS),
    public("takes", "takes of the pile since the last draw from the stock", 0, TAKES),
    public("in_hand", "cards in each hand", 0, CARDS, SEATS),
    public("second", "1 while the second hand of a seat lies on the table", 0, 1, SEATS),
    public("pile", "cards of each kind in the open discard pile", 0, COPIES, KINDS),
    public(
        "known",
        "at least so many of each kind are known in a hand: from the pile",
        0,
        COPIES,
        (SEATS, KINDS),
    ),
    public("melds", "runs on the table of each seat", 0, MELDS, SEATS),
    public("meld_suit", "suit of each run", 0, SUITS - 1, (SEATS, MELDS)),
    public("low", "lowest rank of each run", 0, RANKS - 1, (SEATS, MELDS)),
    public("high", "highest rank of each run", 0, RANKS - 1, (SEATS, MELDS)),
    public(
        "wild",
        "0 for none, else 1 + place * SUITS + suit of the wild card",
        0,
        RANKS * SUITS,
        (SEATS, MELDS),
    ),
    public("fresh", "runs from this number on were opened in this big move", 0, MELDS),
    public("reached", "order number of the last small move of this big move", 0, MAX_LEGAL),
    public("discarded", "1 where the big move ended in a discard, for PICKING_UP", 0, 1),
    public("went_out", "1 + seat that went out; 0 for none", 0, 2),
    seat("hand", "cards of each kind in the hand", 0, COPIES, (SEATS, KINDS)),
    hidden(
        "deck", "cards of each kind in the stock and the second hands together", 0, COPIES, KINDS
    ),
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


@njit
def init_state(s, options, standing):
    """Both hands are to be dealt; the second hands stay in the deck."""
    s.to_come = SEATS * s.held
    full_deck(s, s.deck)
    s.stock = s.suits * s.ranks * s.copies - 2 * SEATS * s.held
    for owner in range(SEATS):
        s.second[owner] = 1


@njit
def current_player(s):
    """The seat to move, or chance where a card comes."""
    if s.phase == OVER:
        return TERMINAL
    return s.to_move if s.phase in (CHOOSING, PLAYING) else CHANCE


# -- runs and the cards in them --------------------------------------------------------------------


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


@njit
def spent(s, a, place):
    """The kind of card number ``place`` (0, 1, 2) that the move spends; -1 where it is none."""
    if a >= DISCARD:
        return a - DISCARD if place == 0 else -1
    if a >= ADD:
        return _added(s, a) if place == 0 else -1
    if a >= OPEN:
        return _opened(a, place)
    return -1


@njit
def _opened(a, place):
    filling = (a - OPEN) % FILLINGS
    first = (a - OPEN) // FILLINGS
    if filling > 0 and (filling - 1) // SUITS == place:
        return (filling - 1) % SUITS * RANKS + WILD
    return first // STARTS * RANKS + first % STARTS + place


@njit
def added_rank(s, a):
    """The place in its run that an added card takes."""
    meld = (a - ADD) // MODES
    if (a - ADD) % MODES < SIDE_MODES:
        return s.low[s.to_move, meld] - 1
    return s.high[s.to_move, meld] + 1


@njit
def _added(s, a):
    mode = (a - ADD) % SIDE_MODES
    if mode > 0:
        return (mode - 1) * RANKS + WILD
    return s.meld_suit[s.to_move, (a - ADD) // MODES] * RANKS + added_rank(s, a)


@njit
def order_number(a):
    """Number that may not descend within a big move: each run to open, then each side to add to."""
    if a < ADD:
        return a
    return ADD + (a - ADD) // SIDE_MODES


# -- what may happen -------------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    """Draw or take the pile, then lay, add or discard."""
    if s.phase == CHOOSING:
        return legal_choices(s, out)
    return legal_plays(s, out)


@njit
def legal_choices(s, out):
    """Draw; or take the pile while the limit of takes is not reached."""
    out[0] = DRAW
    if pile_size(s) == 0 or s.takes >= s.most_takes:
        return 1
    out[1] = TAKE
    return 2


@njit
def legal_plays(s, out):
    """Runs to open, cards to add, cards to discard."""
    n = _legal_opens(s, out, 0)
    n = _legal_adds(s, out, n)
    for kind in range(KINDS):
        if s.hand[s.to_move, kind] > 0 and _may_leave(s, 1, 0, True):
            out[n] = DISCARD + kind
            n += 1
    return n


@njit
def _may_leave(s, cards, run, ends):
    """True where the mover may spend ``cards`` on a run that then has ``run``.

    Nobody may run out of cards without a second hand to pick up or the right to go out; and laying
    must leave a card to discard and one more.
    """
    me = s.to_move
    least = 1 if ends else 2
    if s.in_hand[me] - cards >= least:
        return True
    return s.second[me] == 1 or run >= LONG or longest(s, me) >= LONG


@njit
def _has(s, a):
    """True where the mover holds the cards that the move spends."""
    hand = s.hand[s.to_move]
    for place in range(RUN):
        kind = spent(s, a, place)
        if kind < 0:
            return True
        needed = 1
        for other in range(place):
            if spent(s, a, other) == kind:
                needed += 1
        if hand[kind] < needed:
            return False
    return True


@njit
def _legal_opens(s, out, n):
    me = s.to_move
    if s.melds[me] == MELDS or not _may_leave(s, RUN, RUN, False):
        return n
    for suit in range(s.suits):
        for start in range(s.ranks - RUN + 1):
            for filling in range(FILLINGS):
                a = OPEN + (suit * STARTS + start) * FILLINGS + filling
                if a >= s.reached and not _wild_is_natural(suit, start, filling) and _has(s, a):
                    out[n] = a
                    n += 1
    return n


@njit
def _wild_is_natural(suit, start, filling):
    """True where the filling puts the wild card where it belongs: that is filling 0."""
    if filling == 0:
        return False
    return (filling - 1) % SUITS == suit and start + (filling - 1) // SUITS == WILD


@njit
def _legal_adds(s, out, n):
    me = s.to_move
    for meld in range(s.melds[me]):
        if not _may_leave(s, 1, length(s, me, meld) + 1, False):
            continue
        for mode in range(MODES):
            a = ADD + meld * MODES + mode
            if order_number(a) >= s.reached and _fits(s, a) and _has(s, a):
                out[n] = a
                n += 1
    return n


@njit
def _fits(s, a):
    meld = (a - ADD) // MODES
    mode = (a - ADD) % SIDE_MODES
    rank = added_rank(s, a)
    if rank < 0 or rank >= s.ranks:
        return False
    if meld >= s.fresh and rank < s.low[s.to_move, meld]:
        return False
    if mode == 0:
        return True
    natural = rank == WILD and mode - 1 == s.meld_suit[s.to_move, meld]
    return s.wild[s.to_move, meld] == 0 and not natural


@njit
def draw_source(s):
    """The deal, the stock and each second hand come in orders of their own."""
    if s.phase == DEAL:
        return SOURCE_DEAL
    if s.phase == DRAWING:
        return SOURCE_STOCK
    return SOURCE_SECOND + s.to_move if s.phase == PICKING_UP else NO_DRAW


# -- what it changes -------------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """Receive a card, choose where to draw, or play one."""
    if s.phase == CHOOSING:
        _choose(s, a)
    elif s.phase == PLAYING:
        _play(s, a)
    else:
        _receive(s, a)


@njit
def _receive(s, kind):
    me = s.to_move
    s.deck[kind] -= 1
    s.hand[me, kind] += 1
    s.in_hand[me] += 1
    if s.phase == DRAWING:
        s.stock -= 1
        _begin_big_move(s)
        return
    s.to_come -= 1
    if s.phase == DEAL:
        s.to_move = 1 - me
    if s.to_come > 0:
        return
    if s.phase == PICKING_UP and s.discarded == 0:
        _begin_big_move(s)
    elif s.phase == PICKING_UP:
        _next_turn(s)
    else:
        s.phase = CHOOSING


@njit
def _begin_big_move(s):
    s.phase = PLAYING
    s.fresh = s.melds[s.to_move]
    s.reached = 0


@njit
def _next_turn(s):
    s.discarded = 0
    s.fresh = 0
    s.reached = 0
    s.to_move = 1 - s.to_move
    s.phase = CHOOSING if s.stock > 0 else OVER


@njit
def _choose(s, a):
    me = s.to_move
    if a == DRAW:
        s.takes = 0
        s.phase = DRAWING
        return
    s.takes += 1
    for kind in range(KINDS):
        s.hand[me, kind] += s.pile[kind]
        s.in_hand[me] += s.pile[kind]
        s.known[me, kind] += s.pile[kind]
        s.pile[kind] = 0
    _begin_big_move(s)


@njit
def _play(s, a):
    for place in range(RUN):
        kind = spent(s, a, place)
        if kind >= 0:
            _spend(s, kind)
    if a >= DISCARD:
        s.pile[a - DISCARD] += 1
        s.discarded = 1
    else:
        s.reached = order_number(a)
        if a >= ADD:
            _add(s, a)
        else:
            _open(s, a)
    _after_play(s)


@njit
def _spend(s, kind):
    me = s.to_move
    s.hand[me, kind] -= 1
    s.in_hand[me] -= 1
    s.known[me, kind] = max(0, s.known[me, kind] - 1)


@njit
def _open(s, a):
    me = s.to_move
    meld = s.melds[me]
    first = (a - OPEN) // FILLINGS
    filling = (a - OPEN) % FILLINGS
    start = first % STARTS
    s.melds[me] += 1
    s.meld_suit[me, meld] = first // STARTS
    s.low[me, meld] = start
    s.high[me, meld] = start + RUN - 1
    if filling > 0:
        s.wild[me, meld] = filling + start * SUITS


@njit
def _add(s, a):
    me = s.to_move
    meld = (a - ADD) // MODES
    mode = (a - ADD) % SIDE_MODES
    rank = added_rank(s, a)
    s.low[me, meld] = min(rank, s.low[me, meld])
    s.high[me, meld] = max(rank, s.high[me, meld])
    if mode > 0:
        s.wild[me, meld] = mode + rank * SUITS


@njit
def _after_play(s):
    me = s.to_move
    if s.in_hand[me] == 0 and s.second[me] == 0:
        s.went_out = me + 1
        s.phase = OVER
    elif s.in_hand[me] == 0:
        s.second[me] = 0
        s.to_come = s.held
        s.phase = PICKING_UP
    elif s.discarded:
        _next_turn(s)


@njit
def returns(s, out):
    """Cards laid and runs of four count; cards in hand and a second hand left count against."""
    for owner in range(SEATS):
        points = -s.in_hand[owner] - 2 * s.second[owner]
        if s.went_out == owner + 1:
            points += 3
        for meld in range(s.melds[owner]):
            points += length(s, owner, meld)
            if length(s, owner, meld) >= LONG:
                points += 2 if s.wild[owner, meld] == 0 else 1
        out[owner] = points


# -- who sees what ---------------------------------------------------------------------------------


@njit
def card_seen_by(s):
    """A card drawn is seen by its owner alone."""
    return s.to_move


@njit
def hidden_ways(s, a):
    """Copies that could have been played; one that came from the pile goes before its twin.

    Twins cannot be told apart, so which of them goes is a manner of speaking. In this one a card
    that is played lowers what is known of the hand by one, and the rest of it stays a random
    sample of the unseen cards.
    """
    if s.phase != PLAYING:
        return 1.0
    me = s.to_move
    ways = 1.0
    for place in range(RUN):
        kind = spent(s, a, place)
        if kind < 0:
            break
        before = 0
        for other in range(place):
            if spent(s, a, other) == kind:
                before += 1
        if s.known[me, kind] <= before:
            ways *= s.hand[me, kind] - before
    return ways


@njit
def full_deck(s, deck):
    """So many copies of each kind in play."""
    for kind in range(KINDS):
        in_play = kind // RANKS < s.suits and kind % RANKS < s.ranks
        deck[kind] = s.copies if in_play else 0


@njit
def take_open(s, deck):
    """The pile and the runs."""
    for kind in range(KINDS):
        deck[kind] -= s.pile[kind]
    for owner in range(SEATS):
        for meld in range(s.melds[owner]):
            for rank in range(s.low[owner, meld], s.high[owner, meld] + 1):
                deck[card_at(s, owner, meld, rank)] -= 1


@njit
def known_cards(s, seat, hand):
    """Cards taken from the pile; the rest of a hand is a sample of the unseen cards."""
    for kind in range(KINDS):
        hand[kind] = s.known[seat, kind]
