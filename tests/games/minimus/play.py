"""How a deal of minimus goes on: what may happen in each phase, and what it changes."""

from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit

from .state import (
    ACCEPT,
    ANSWERING,
    BET,
    BETTING,
    CATCHING,
    CAUGHT,
    DEAL,
    DECLARING,
    DISCARDING,
    DRAWING,
    HIGH,
    KEEP,
    KINDS,
    LEAVE,
    LOW,
    MISSED,
    OVER,
    PASS,
    REFUSE,
    SEATS,
    SHOW,
    SHOWING,
    SIGN,
    SIGNING,
    SILENT,
    THROW,
    hand_code,
    is_high,
    rival_at,
    seat_at,
    top,
)


@njit
def current_player(s):
    if s.phase in (SIGNING, DISCARDING, BETTING):
        return seat_at(s, s.turn)
    if s.phase == ANSWERING:
        return (s.bettor - 1 + (3 if s.left_it else 1)) % SEATS
    return TERMINAL if s.phase == OVER else CHANCE


# What may happen ----------------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    me = current_player(s)
    if s.phase == SIGNING:
        out[0] = SILENT
        out[1] = SIGN
        return 2 if top(s, me) > 0 else 1
    if s.phase == BETTING:
        out[0] = PASS
        out[1] = BET
        return 2
    if s.phase == ANSWERING:
        out[0] = REFUSE
        out[1] = ACCEPT
        out[2] = LEAVE
        return 2 if s.left_it else 3
    out[0] = KEEP
    n = 1
    for kind in range(s.ranks):
        if s.hand[me, kind] > 0:
            out[n] = THROW + kind
            n += 1
    return n


@njit
def catch_chance(s):
    """The chance that the rival who looks out now sees a sign: 0 where none was given."""
    signer = seat_at(s, s.turn)
    if s.signs[signer % 2, s.exchange, signer // 2] != 2:
        return 0.0
    return s.catch_percent / 100.0


@njit
def chance_outcomes(s, out, prob):
    prob[0] = 1.0
    if s.phase == DECLARING:
        out[0] = HIGH if is_high(s, seat_at(s, s.turn)) else LOW
        return 1
    if s.phase == SHOWING:
        out[0] = SHOW + hand_code(s, seat_at(s, s.turn))
        return 1
    if s.phase == CATCHING:
        n = 0
        caught = catch_chance(s)
        if caught < 1.0:
            out[n] = MISSED
            prob[n] = 1.0 - caught
            n += 1
        if caught > 0.0:
            out[n] = CAUGHT
            prob[n] = caught
            n += 1
        return n
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            out[n] = kind
            prob[n] = s.deck[kind] / s.stock
            n += 1
    return n


# What it changes ----------------------------------------------------------------------------------


@njit
def apply_action(s, a):
    if s.phase < DECLARING:
        s.steps += 1
        if s.phase == DEAL:
            _deal(s, a)
        elif s.phase == SIGNING:
            _sign(s, a)
        elif s.phase == CATCHING:
            _catch(s, a)
        elif s.phase == DISCARDING:
            _discard(s, a)
        else:
            _draw(s, a)
    elif s.phase == DECLARING:
        _declare(s, a)
    elif s.phase == BETTING:
        _bid(s, a)
    elif s.phase == ANSWERING:
        _answer(s, a)
    else:
        _show(s, a)


@njit
def _enter(s, phase):
    s.phase = phase
    s.turn = 0


@njit
def _give(s, kind, window, slot):
    """The seat whose turn it is gets a card of the stock."""
    me = seat_at(s, s.turn)
    s.deck[kind] -= 1
    s.stock -= 1
    s.hand[me, kind] += 1
    s.drew[me, window, slot] = kind + 1


@njit
def _deal(s, kind):
    _give(s, kind, 0, s.card_no)
    s.turn += 1
    if s.turn == SEATS:
        s.turn = 0
        s.card_no += 1
        if s.card_no == s.held:
            _enter(s, SIGNING)


@njit
def _sign(s, a):
    me = seat_at(s, s.turn)
    s.signs[me % 2, s.exchange, me // 2] = 2 if a == SIGN else 1
    s.rival_no = 0
    s.phase = CATCHING


@njit
def _catch(s, a):
    signer = seat_at(s, s.turn)
    s.caught[rival_at(s, s.rival_no), s.exchange, signer] = 2 if a == CAUGHT else 1
    s.rival_no += 1
    if s.rival_no == 2:
        s.rival_no = 0
        s.phase = SIGNING
        s.turn += 1
        if s.turn == SEATS:
            _after_signs(s)


@njit
def _after_signs(s):
    again = s.exchange < s.exchanges
    if s.exchange > 0:
        for seat in range(SEATS):
            again = again and s.threw[s.exchange - 1, seat] == 1
    _enter(s, DISCARDING if again else DECLARING)


@njit
def _discard(s, a):
    me = seat_at(s, s.turn)
    if a != KEEP:
        kind = a - THROW
        s.hand[me, kind] -= 1
        s.discards[kind] += 1
        s.pile += 1
        s.threw[s.exchange, me] = 1
        s.gone[me, s.exchange] = kind + 1
    s.turn += 1
    if s.turn == SEATS:
        _enter(s, DRAWING)
        _to_next_draw(s)


@njit
def _to_next_draw(s):
    """Go on to the next seat that threw a card, or to the signs after the exchange."""
    while s.turn < SEATS and s.threw[s.exchange, seat_at(s, s.turn)] == 0:
        s.turn += 1
    if s.turn == SEATS:
        s.exchange += 1
        _enter(s, SIGNING)
    elif s.stock == 0:
        _reshuffle(s)


@njit
def _reshuffle(s):
    for kind in range(KINDS):
        s.deck[kind] += s.discards[kind]
        s.discards[kind] = 0
    s.stock = s.pile
    s.pile = 0
    s.shuffles += 1


@njit
def _draw(s, kind):
    _give(s, kind, s.exchange + 1, 0)
    s.turn += 1
    _to_next_draw(s)


@njit
def _declare(s, a):
    s.declared[seat_at(s, s.turn)] = 2 if a == HIGH else 1
    s.turn += 1
    if s.turn == SEATS:
        _enter(s, BETTING)


@njit
def _bid(s, a):
    me = seat_at(s, s.turn)
    s.said[me] = 2 if a == BET else 1
    if a == BET:
        s.bettor = me + 1
        _enter(s, ANSWERING)
        return
    s.turn += 1
    if s.turn == SEATS:
        _enter(s, SHOWING)


@njit
def _answer(s, a):
    if a == LEAVE:
        s.left_it = 1
    elif a == ACCEPT:
        s.answer = 2
        _enter(s, SHOWING)
    elif a == REFUSE:
        s.answer = 1
        s.points[(s.bettor - 1) % 2] = 1
        _enter(s, OVER)


@njit
def _show(s, a):
    me = seat_at(s, s.turn)
    for kind in range(KINDS):
        s.shown[me, kind] = s.hand[me, kind]
    s.turn += 1
    if s.turn == SEATS:
        s.points[_best_seat(s) % 2] = s.stake if s.answer == 2 else 1
        _enter(s, OVER)


@njit
def _best_seat(s):
    best = seat_at(s, 0)
    for turn in range(1, SEATS):
        seat = seat_at(s, turn)
        if hand_code(s, seat) > hand_code(s, best):
            best = seat
    return best
