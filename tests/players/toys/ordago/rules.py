"""Two cards of six, one each. The leader plays for a stone or bets the juego, which may be refused.

Refused, the bet is worth a stone to the leader; seen, the higher card wins the juego at once, as
does the last of ``stones`` stones. Who wins ``juegos`` juegos wins the match. The seats lead in
turn.
"""

from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat
from ludoteca.core.options import OptionSchema, whole

SEATS = 2
CARDS = 6
DEALING, LEADING, ANSWERING, SHOWING, OVER = range(5)
STONE, ORDAGO = 0, 1  # of the leader
REFUSE, SEE = 0, 1  # of the other

MAX_LEGAL = 2
MAX_CHANCE = CARDS
MAX_LENGTH = 6  # two cards, a bet, an answer, two cards shown

STATE = layout(
    __file__,
    public("stones", "option: stones that win a juego", 1, 9),
    public("juegos", "option: juegos that win the match", 1, 3),
    public("leader", "seat that leads", 0, 1),
    public("score", "stones in this juego before the deal", 0, 9, SEATS),
    public("won", "juegos won before the deal", 0, 3, SEATS),
    public("phase", "phase of the deal", DEALING, OVER),
    public("to_move", "seat that decides, is dealt to, or shows", 0, 1),
    public("bet", "1 where the leader bet the juego", 0, 1),
    public("refused", "1 where the bet was refused", 0, 1),
    public("shown", "1 + card shown, by seat", 0, CARDS, SEATS),
    seat("card", "1 + card held, by seat", 0, CARDS, SEATS),
    hidden("deck", "undealt cards of each kind", 0, 1, CARDS),
)

STANDING = plain_layout(
    public("leader", "seat that leads next", 0, 1),
    public("score", "stones of each seat in this juego", 0, 9, SEATS),
    public("won", "juegos won by each seat", 0, 3, SEATS),
)

MATCH = "won"

OPTIONS = OptionSchema(
    (
        whole("stones", 1, 9, 3, "stones that win a juego"),
        whole("juegos", 1, 3, 2, "juegos that win the match"),
    )
)


def cards(options):
    return list(range(CARDS))


def count_cards(s):
    return [int(s.deck[k]) + sum(int(c) == k + 1 for c in s.card) for k in range(CARDS)]


@njit
def init_state(s, options, standing):
    s.leader %= SEATS
    s.to_move = s.leader
    for kind in range(CARDS):
        s.deck[kind] = 1


@njit
def current_player(s):
    if s.phase == OVER:
        return TERMINAL
    return s.to_move if s.phase in (LEADING, ANSWERING) else CHANCE


@njit
def legal_actions(s, out):
    out[0] = 0
    out[1] = 1
    return 2


@njit
def chance_outcomes(s, out, prob):
    if s.phase == SHOWING:
        out[0] = s.card[s.to_move] - 1
        prob[0] = 1.0
        return 1
    n = 0
    for kind in range(CARDS):
        if s.deck[kind] > 0:
            out[n] = kind
            n += 1
    for k in range(n):
        prob[k] = 1.0 / n
    return n


@njit
def draw_source(s):
    return 0 if s.phase == DEALING else NO_DRAW


@njit
def apply_action(s, a):
    if s.phase == DEALING:
        s.card[s.to_move] = a + 1
        s.deck[a] = 0
        s.phase = DEALING if s.to_move == s.leader else LEADING
        s.to_move = 1 - s.to_move
    elif s.phase == LEADING:
        s.bet = a
        s.phase = ANSWERING if a == ORDAGO else SHOWING
        s.to_move = 1 - s.leader if a == ORDAGO else s.leader
    elif s.phase == ANSWERING:
        s.refused = 1 - a
        s.phase = OVER if a == REFUSE else SHOWING
        s.to_move = s.leader
    else:
        s.shown[s.to_move] = a + 1
        s.phase = SHOWING if s.to_move == s.leader else OVER
        s.to_move = 1 - s.to_move


@njit
def winner(s):
    if s.refused > 0:
        return s.leader
    return 0 if s.shown[0] > s.shown[1] else 1


@njit
def returns(s, out):
    worth = s.stones if s.bet > s.refused else 1
    for me in range(SEATS):
        out[me] = worth if winner(s) == me else -worth


@njit
def next_standing(s, out):
    best = winner(s)
    out.leader = 1 - s.leader
    out.score[best] += 1
    if out.score[best] >= s.stones or s.bet > s.refused:
        out.won[best] += 1
        out.score[:] = 0
    return out.won[best] >= s.juegos


@njit
def observed_action(s, a, seat):
    return HIDDEN if s.phase == DEALING and seat != s.to_move else a


@njit
def resample_from_infostate(s, seat, rng, out):
    other = 1 - seat
    dealt = s.phase > DEALING or (s.to_move != s.leader and other == s.leader)
    if s.shown[other] > 0:
        out.card[other] = s.shown[other]
    elif dealt:
        out.card[other] = 1 + int(rng.random() * CARDS)
        while out.card[other] == s.card[seat]:
            out.card[other] = 1 + int(rng.random() * CARDS)
    for kind in range(CARDS):
        out.deck[kind] = 1
        for me in range(SEATS):
            if out.card[me] == kind + 1:
                out.deck[kind] = 0
