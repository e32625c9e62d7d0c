"""Another world that a seat of minimus cannot tell from the real one: the deal is played again.

Up to the declarations the deal is replayed step by step on the other record. What the seat saw is
repeated, what it did not see is drawn from the prior (chance by its probabilities, a card thrown
face down at random from the hand, a sign or silence with equal chances where both were possible),
and a replay that contradicts what was seen is given up and begun again. A step that the seat saw
entire is repeated with a probability in proportion to the prior of that step, so the accepted
replays have exactly the weights of `ludoteca.core.worlds`. After that only facts follow, which the
replayed hands must agree with.

The rejection is cheap here (eight cards); a larger game draws its unseen cards at once.
"""

from ludoteca.core.jit import njit

from .play import apply_action, catch_chance
from .state import (
    CATCHING,
    CAUGHT,
    DEAL,
    DECLARING,
    DISCARDING,
    KEEP,
    KINDS,
    MISSED,
    SEATS,
    SIGN,
    SIGNING,
    SILENT,
    TEAMS,
    THROW,
    is_high,
    rival_at,
    seat_at,
    top,
)

CONTRADICTION = -1


@njit
def resample_from_infostate(s, seat, rng, out):
    while not _replay(s, seat, rng, out):
        pass
    _copy_facts(s, out)


@njit
def begin(s, options, score, dealer):
    """The position before the first card; every field is written."""
    s.ranks = options.ranks
    s.copies = options.copies
    s.held = options.held
    s.exchanges = options.exchanges
    s.catch_percent = options.catch_percent
    s.stake = options.stake
    s.target = options.target
    s.dealer = dealer
    s.phase = DEAL
    s.turn = 0
    s.card_no = 0
    s.rival_no = 0
    s.exchange = 0
    s.steps = 0
    s.pile = 0
    s.shuffles = 0
    s.bettor = 0
    s.left_it = 0
    s.answer = 0
    s.stock = options.ranks * options.copies
    for kind in range(KINDS):
        s.deck[kind] = options.copies if kind < options.ranks else 0
        s.discards[kind] = 0
    for team in range(TEAMS):
        s.score[team] = score[team]
        s.points[team] = 0
    s.threw[:] = 0
    s.declared[:] = 0
    s.said[:] = 0
    s.shown[:] = 0
    s.hand[:] = 0
    s.drew[:] = 0
    s.gone[:] = 0
    s.caught[:] = 0
    s.signs[:] = 0


@njit
def _replay(s, seat, rng, w):
    """Play the deal again on ``w`` as ``seat`` saw it in ``s``; False for a contradiction."""
    # The options of a deal are public fields of its record, of the same names.
    begin(w, s, s.score, s.dealer)
    while w.phase < DECLARING and w.steps < s.steps:
        a = _next_step(s, w, seat, rng)
        if a == CONTRADICTION:
            return False
        apply_action(w, a)
    return _agrees_with_facts(s, w)


@njit
def _next_step(s, w, seat, rng):
    if w.phase == SIGNING:
        return _sign_again(s, w, seat, rng)
    if w.phase == CATCHING:
        return _catch_again(s, w, seat, rng)
    if w.phase == DISCARDING:
        return _discard_again(s, w, seat, rng)
    return _draw_again(s, w, seat, rng)


@njit
def _draw_again(s, w, seat, rng):
    receiver = seat_at(w, w.turn)
    if receiver == seat:
        dealing = w.phase == DEAL
        slot = w.card_no if dealing else 0
        kind = s.drew[seat, 0 if dealing else w.exchange + 1, slot] - 1
        # Probability deck / stock, up to a factor that all worlds share.
        return kind if rng.random() * w.copies < w.deck[kind] else CONTRADICTION
    return _pick(w.deck, w.stock, rng)


@njit
def _pick(counts, total, rng):
    """A kind with probability ``counts[kind] / total``."""
    left = int(rng.random() * total)
    for kind in range(KINDS):
        left -= counts[kind]
        if left < 0:
            return kind
    return KINDS - 1


@njit
def _discard_again(s, w, seat, rng):
    me = seat_at(w, w.turn)
    if s.threw[w.exchange, me] == 0:
        return KEEP
    if me == seat:
        return THROW + s.gone[seat, w.exchange] - 1
    return THROW + _pick(w.hand[me], w.held, rng)


@njit
def _sign_again(s, w, seat, rng):
    me = seat_at(w, w.turn)
    if me % 2 == seat % 2:
        signed = s.signs[me % 2, w.exchange, me // 2] == 2
    elif s.caught[seat, w.exchange, me] == 2:
        signed = True
    else:
        signed = top(w, me) > 0 and rng.random() < 0.5
    if signed and top(w, me) == 0:
        return CONTRADICTION
    return SIGN if signed else SILENT


@njit
def _catch_again(s, w, seat, rng):
    rival = rival_at(w, w.rival_no)
    signer = seat_at(w, w.turn)
    if rival == seat and s.caught[seat, w.exchange, signer] == 2:
        return CAUGHT
    catches = rng.random() < catch_chance(w)
    if catches and rival == seat:
        return CONTRADICTION
    return CAUGHT if catches else MISSED


@njit
def _agrees_with_facts(s, w):
    for seat in range(SEATS):
        if s.declared[seat] > 0 and (s.declared[seat] == 2) != is_high(w, seat):
            return False
        held = 0
        for kind in range(KINDS):
            held += s.shown[seat, kind]
        if held > 0:
            for kind in range(KINDS):
                if s.shown[seat, kind] != w.hand[seat, kind]:
                    return False
    return True


@njit
def _copy_facts(s, w):
    """What happened in public since the declarations began."""
    w.phase = s.phase
    w.turn = s.turn
    w.bettor = s.bettor
    w.left_it = s.left_it
    w.answer = s.answer
    for team in range(TEAMS):
        w.points[team] = s.points[team]
    for seat in range(SEATS):
        w.declared[seat] = s.declared[seat]
        w.said[seat] = s.said[seat]
        for kind in range(KINDS):
            w.shown[seat, kind] = s.shown[seat, kind]
