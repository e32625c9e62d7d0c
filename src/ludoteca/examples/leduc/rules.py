"""Leduc hold'em: a card each, betting, a public card, betting; a pair wins, then the higher card.

Source: F. Southey and others, Bayes' bluff: opponent modelling in poker, UAI (2005). Two cards of
each rank; ante 1; raises of 2 in the first round and 4 in the second, at most two a round; seat 0
speaks first in both. Ids: ``FOLD``, ``CALL`` (also check), ``RAISE``; chance ids are cards,
``2 * rank + suit``.
"""

from ludoteca.core.i18n import N_
from ludoteca.core.ids import CHANCE, EVERYBODY, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, public, seat
from ludoteca.core.options import OptionSchema, whole, yes_no

MAX_RANKS = 3
KINDS = 2 * MAX_RANKS
MAX_RAISES = 2

FOLD = 0
CALL = 1
RAISE = 2

MAX_LEGAL = 3
MAX_CHANCE = KINDS
MAX_LENGTH = 11  # three cards; check, raise, raise, call in each of the two rounds
MAX_ACTION = KINDS - 1
RETURNS = -13, 13  # the ante, two raises of 2 and two of 4

STATE = layout(
    __file__,
    public("ranks", "ranks in the deck", 2, MAX_RANKS),
    public("suits", "1 where the two cards of a rank are told apart, else 0", 0, 1),
    public("in_hand", "cards in each hand", 0, 1, 2),
    public("stage", "betting round", 0, 1),
    public("to_move", "seat that moves next", 0, 1),
    public("acted", "moves made in this round", 0, 4),
    public("first_moves", "moves made in the first round, once it is over", 0, 4),
    public("raises", "raises made in this round", 0, MAX_RAISES),
    public("paid", "chips put in by each seat, ante included", 0, 13, 2),
    public("board", "1 + the public card; 0 before it is dealt", 0, KINDS),
    public("over", "1 when the deal is over", 0, 1),
    public("folded", "1 + the seat that folded; 0 for none", 0, 2),
    seat("hand", "1 + card held; 0 for none or unseen", 0, KINDS, 2),
    hidden("deck", "number of undealt cards of each kind", 0, 2, KINDS),
)

OPTIONS = OptionSchema(
    (
        yes_no(
            "suits",
            "yes",
            N_("tell the two cards of a rank apart; no changes only the tree's size"),
        ),
        whole("ranks", 2, MAX_RANKS, MAX_RANKS, N_("number of ranks, two cards of each")),
    )
)


@njit
def full_deck(s, deck):
    """One card of each kind or, without suits, two of each even kind."""
    for rank in range(MAX_RANKS):
        copies = 2 if rank < s.ranks else 0
        deck[2 * rank] = copies - copies // 2 * s.suits
        deck[2 * rank + 1] = copies // 2 * s.suits


@njit
def take_open(s, deck):
    """The public card."""
    if s.board > 0:
        deck[s.board - 1] -= 1


@njit
def init_state(s, options, standing):
    """Both antes are paid."""
    s.paid[0] = 1
    s.paid[1] = 1
    full_deck(s, s.deck)


@njit
def deals_next(s):
    """True where a card comes next."""
    return s.in_hand[1] == 0 or (s.stage == 1 and s.board == 0)


@njit
def current_player(s):
    """Chance where a card comes, else the seat that speaks."""
    if s.over:
        return TERMINAL
    return CHANCE if deals_next(s) else s.to_move


@njit
def legal_actions(s, out):
    """Fold where there is a bet, check or call, and raise up to the limit."""
    n = 0
    if s.paid[s.to_move] < s.paid[1 - s.to_move]:
        out[n] = FOLD
        n += 1
    out[n] = CALL
    n += 1
    if s.raises < MAX_RAISES:
        out[n] = RAISE
        n += 1
    return n


@njit
def deal(s, card):
    """``card`` to the next seat, or face up."""
    seat = card_seen_by(s)
    s.deck[card] -= 1
    if seat == EVERYBODY:
        s.board = card + 1
    else:
        s.hand[seat] = card + 1
        s.in_hand[seat] = 1


@njit
def close_round(s):
    """The end of the first round brings the public card, that of the second the showdown."""
    if s.stage == 1:
        s.over = 1
    else:
        s.first_moves = s.acted  # with the chips, they tell who raised when
    s.stage = 1
    s.acted = 0
    s.raises = 0
    s.to_move = 0


@njit
def apply_action(s, a):
    """Deal a card, or speak."""
    if deals_next(s):
        deal(s, a)
        return
    me = s.to_move
    s.acted += 1
    if a == FOLD:
        s.folded = me + 1
        s.over = 1
        return
    s.paid[me] = s.paid[1 - me]
    if a == RAISE:
        s.paid[me] += 2 if s.stage == 0 else 4
        s.raises += 1
    s.to_move = 1 - me
    if a == CALL and s.acted >= 2:
        close_round(s)


@njit
def strength(card, board):
    """Of a hand at the showdown, both numbered from 1: a pair above every rank."""
    rank = (card - 1) // 2
    return MAX_RANKS if rank == (board - 1) // 2 else rank


@njit
def returns(s, out):
    """The loser pays what it has put in; equal hands share."""
    for i in range(2):
        out[i] = 0.0
    if s.folded > 0:
        loser = s.folded - 1
    else:
        mine = strength(s.hand[0], s.board)
        theirs = strength(s.hand[1], s.board)
        if mine == theirs:
            return
        loser = 0 if mine < theirs else 1
    out[loser] = -float(s.paid[loser])
    out[1 - loser] = float(s.paid[loser])


@njit
def card_seen_by(s):
    """A card dealt to a seat is seen by it alone, the public card by all."""
    return EVERYBODY if s.in_hand[1] > 0 else s.in_hand[0]
