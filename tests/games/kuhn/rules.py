"""Kuhn poker: each antes 1 and gets one of three cards; pass or bet 1; a bet may be called.

Source: H. W. Kuhn, A simplified two-person poker, in Contributions to the Theory of Games I
(1950). Its value is -1/18 for the first player. Ids: moves ``PASS`` (also fold) and ``BET`` (also
call); chance ids are the cards 0, 1, 2.
"""

from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, public, seat

CARDS = 3
PASS = 0
BET = 1

MAX_LEGAL = 2
MAX_CHANCE = CARDS
MAX_LENGTH = 5  # two cards; pass, bet and the answer

STATE = layout(
    __file__,
    public("dealt", "cards dealt, 0 to 2"),
    public("acted", "moves made, 0 to 3"),
    public("first_bet", "which move was the bet, from 1; 0 while nobody has bet"),
    public("to_move", "seat that moves next"),
    public("answer", "1 + the move that answered the bet; 0 while there is none"),
    seat("card", "1 + card held; 0 for none or unseen", 2),
    hidden("deck", "number of undealt cards of each kind", CARDS),
)


@njit
def init_state(s, options, standing):
    for kind in range(CARDS):
        s.deck[kind] = 1


@njit
def current_player(s):
    if s.dealt < 2:
        return CHANCE
    if s.answer > 0 or (s.acted == 2 and s.first_bet == 0):
        return TERMINAL
    return s.to_move


@njit
def legal_actions(s, out):
    out[0] = PASS
    out[1] = BET
    return 2


@njit
def chance_outcomes(s, out, prob):
    n = 0
    for kind in range(CARDS):
        if s.deck[kind] > 0:
            out[n] = kind
            prob[n] = 1.0 / (CARDS - s.dealt)
            n += 1
    return n


@njit
def apply_action(s, a):
    if s.dealt < 2:
        s.card[s.dealt] = a + 1
        s.deck[a] -= 1
        s.dealt += 1
        return
    s.acted += 1
    if s.first_bet > 0:
        s.answer = a + 1
    elif a == BET:
        s.first_bet = s.acted
    s.to_move = 1 - s.to_move


@njit
def returns(s, out):
    winner = 0 if s.card[0] > s.card[1] else 1
    stake = 1.0
    if s.answer == BET + 1:
        stake = 2.0
    elif s.answer == PASS + 1:
        winner = s.to_move  # the seat whose bet was not called would be next
    out[winner] = stake
    out[1 - winner] = -stake


@njit
def observed_action(s, a, seat):
    if s.dealt < 2 and seat != s.dealt:
        return HIDDEN
    return a


@njit
def draw_source(s):
    return 0 if s.dealt < 2 else NO_DRAW


def cards(options) -> list[int]:
    """The three cards of the deck."""
    return list(range(CARDS))


def count_cards(s) -> list[int]:
    """Cards of each kind, undealt and held."""
    count = [int(n) for n in s.deck]
    for card in s.card:
        if card > 0:
            count[card - 1] += 1
    return count


@njit
def resample_from_infostate(s, seat, rng, out):
    out.dealt = s.dealt
    out.acted = s.acted
    out.first_bet = s.first_bet
    out.to_move = s.to_move
    out.answer = s.answer
    left = CARDS
    for kind in range(CARDS):
        out.deck[kind] = 1
    for i in range(2):
        out.card[i] = 0
    if 0 <= seat < s.dealt:
        out.card[seat] = s.card[seat]
        out.deck[s.card[seat] - 1] = 0
        left -= 1
    for i in range(s.dealt):
        if i == seat:
            continue
        skip = int(rng.random() * left)
        for kind in range(CARDS):
            if out.deck[kind] > 0:
                if skip == 0:
                    out.card[i] = kind + 1
                    out.deck[kind] = 0
                    left -= 1
                    break
                skip -= 1
