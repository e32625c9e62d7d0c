"""Kuhn poker: ante 1 and get one of three cards; pass or bet 1; a bet is folded to or called.

Source: H. W. Kuhn, A simplified two-person poker, in Contributions to the Theory of Games I (1950).
"""

from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, public, seat

CARDS = 3  # jack, queen, king: the chance ids 0, 1, 2
PASS = 0  # also: fold
BET = 1  # also: call

MAX_LEGAL = 2
MAX_CHANCE = CARDS
MAX_LENGTH = 5  # two cards; pass, bet and the answer
MAX_ACTION = CARDS - 1
RETURNS = -2, 2

STATE = layout(
    __file__,
    public("in_hand", "cards in each hand", 0, 1, 2),
    public("acted", "moves made", 0, 3),
    public("first_bet", "which move was the bet, from 1; 0 while nobody has bet", 0, 2),
    public("to_move", "seat that moves next", 0, 1),
    public("answer", "1 + the move that answered the bet; 0 while there is none", 0, 2),
    seat("hand", "1 + card held; 0 for none or unseen", 0, CARDS, 2),
    hidden("deck", "number of undealt cards of each kind", 0, 1, CARDS),
)


@njit
def init_state(s, options, standing):
    """The whole deck undealt; everything else is 0."""
    full_deck(s, s.deck)


@njit
def full_deck(s, deck):
    """One card of each kind."""
    for kind in range(CARDS):
        deck[kind] = 1


@njit
def current_player(s):
    """Two cards are dealt; then the seats speak until a bet is answered or both have passed."""
    if s.in_hand[1] == 0:
        return CHANCE
    if s.answer > 0 or (s.acted == 2 and s.first_bet == 0):
        return TERMINAL
    return s.to_move


@njit
def legal_actions(s, out):
    """Both moves are always legal."""
    out[0] = PASS
    out[1] = BET
    return 2


@njit
def apply_action(s, a):
    """Deal the card ``a``, or make the move ``a``."""
    if s.in_hand[1] == 0:
        seat = card_seen_by(s)
        s.hand[seat] = a + 1
        s.in_hand[seat] = 1
        s.deck[a] -= 1
        return
    s.acted += 1
    if s.first_bet > 0:
        s.answer = a + 1
    elif a == BET:
        s.first_bet = s.acted
    s.to_move = 1 - s.to_move


@njit
def returns(s, out):
    """A bet that nobody calls wins the ante; else the higher card wins it, and a called bet."""
    winner = 0 if s.hand[0] > s.hand[1] else 1
    stake = 2.0 if s.answer == BET + 1 else 1.0
    if s.answer == PASS + 1:
        winner = s.to_move  # the seat that bet would move next
    out[winner] = stake
    out[1 - winner] = -stake


@njit
def card_seen_by(s):
    """A card is seen by the seat that gets it, first by seat 0."""
    return s.in_hand[0]
