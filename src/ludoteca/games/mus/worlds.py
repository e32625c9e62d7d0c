"""Worlds that a seat cannot tell apart: the cards of the others dealt anew.

Whoever threw what face down, all cards that a seat has not seen are equally likely in all places,
and which of its cards a seat threw tells nothing of their kinds. So the hands of a seat of which
something is known are drawn first, from what fits (:mod:`.fitting`); then it goes back from the
first of them, by cards that were dealt and thrown, and on from the last one, with any cards. What
little else is known (a sign that was not caught) is a chance to keep the world.

A shuffle changes little. Of each kind let ``b`` cards be unseen before it, all held by others then
or thrown; with those that the seat itself had thrown there are ``t``, of which it was dealt some
after the shuffle, so that ``v`` are unseen now. Others held ``h`` at the shuffle and were dealt
``q`` after it in, with falling powers x(n) = x (x - 1) ... (x - n + 1),

    b(h) * (t - h)(t - v + q)  ~  v(h + q) * b(h) / t(h)

ways: all that is unseen now is equally likely in all places, but what was held at the shuffle was
none of the own cards thrown before it. What others threw before it is the rest of ``b``. So all
seats go up to the shuffle, from cards of ``b``, and what they hold is kept as often as v(h) / t(h)
says; then they go on with cards of ``v``.

The frequencies are those of :mod:`ludoteca.core.laws.referee`, wherever a seat decides. When hands
are shown there is nothing left to decide: the others get hands that fit what was declared and
shown, and no past.
"""

import numpy as np

from ludoteca.core.errors import NoWorld
from ludoteca.core.jit import njit

from .evidence import likelihood_in, sign_again, waits
from .fitting import (
    ALL,
    BEGIN,
    DEAL,
    END,
    FIRST,
    HELD,
    KEPT,
    LAST,
    LEFT,
    NOW,
    ORDER,
    PAST,
    SHOWN,
    SHUFFLED,
    SINCE,
    THEN,
    THROWS,
    cards_dealt,
    look_back,
    plan,
    read_past,
    ways_to_hold,
)
from .hands import KINDS, code_count
from .ids import BEFORE_CHICA, ROUNDS, SEATS, TEAMS, WINDOWS
from .multisets import CODES, LESS, MOST, WITH

_TRIES, _EACH = 500_000, 2_000  # draws together and for each world, after which none is found

# Numbers of the others' hands, by seat and round, and of the hand of each that is drawn first; and
# the cards that they were dealt in each deal of cards, as codes.
_HANDS, _DEALT = range(2)
_ANCHOR = ROUNDS + 1


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew.

    Raises ``NoWorld`` where no world fits what the seat knows, or none is found.
    """
    if not _draw_one(s, seat, rng, out):
        raise NoWorld


@njit
def _draw_one(s, seat, rng, out):
    """Draw a world; False where none is found. Compiled code that raises does not free arrays."""
    fits, counts, past, ahead, rooms = _prepare(s, seat)
    tries = _TRIES if fits else 0
    return _draw_world(s, seat, rng, out, counts, past, ahead, rooms, tries) >= 0


@njit
def resample_many(s, seat, rng, out):
    """Fill all of ``out`` with worlds; what they are drawn from is found once.

    Raises ``NoWorld`` where no world fits what the seat knows, or not all are found.
    """
    if not _draw_all(s, seat, rng, out):
        raise NoWorld


@njit
def _draw_all(s, seat, rng, out):
    """Draw worlds; False as soon as one is not found."""
    fits, counts, past, ahead, rooms = _prepare(s, seat)
    tries = _TRIES + _EACH * len(out) if fits else 0
    for j in range(len(out)):
        tries = _draw_world(s, seat, rng, out[j], counts, past, ahead, rooms, tries)
    return tries >= 0


@njit
def _prepare(s, seat):
    """The source of worlds, and room for ``_HANDS`` and ``_DEALT``.

    First of all, whether each hand may fit what is known of it.
    """
    counts = np.zeros((2 * LEFT, KINDS + 1), np.int64)
    past = np.zeros(PAST, np.int64)
    fits = read_past(s, seat, counts, past)
    fitted = plan(s, seat, past)
    ahead = np.empty((fitted, ROUNDS + 1, MOST))
    for place in range(fitted if fits else 0):
        fits = fits and look_back(s, seat, place, counts, past, ahead) > 0.0
    return fits, counts, past, ahead, np.zeros((2, SEATS, ROUNDS + 2), np.int64)


@njit
def _draw_world(s, seat, rng, out, counts, past, ahead, rooms, tries):
    """Draw a world, and return how many more draws may be tried; -1 where there are none left."""
    while tries > 0:
        tries -= 1
        if _try_world(s, seat, rng, out, counts, past, ahead, rooms):
            _write_down(s, seat, out, counts, past, rooms)
            return tries
    return -1


# -- a try -----------------------------------------------------------------------------------------


@njit
def _try_world(s, seat, rng, out, counts, past, ahead, rooms):
    """Draw the others' cards; False where the draw is given up."""
    for row in range(LEFT):
        for kind in range(KINDS + 1):
            counts[LEFT + row, kind] = counts[row, kind]
    for me in range(SEATS):
        if me != seat:
            out.drawn[me, 0] = 0
            out.drawn[me, 1] = 0
    if past[DEAL, SHUFFLED] > 0:
        for place in range(SEATS - 1):
            me = past[DEAL, ORDER + place]
            if not _go_on(s, me, place, THEN, rng, out, counts, past, ahead, rooms):
                return False
            if not _hold(rooms[_HANDS, me, past[DEAL, SHUFFLED]], place < len(ahead), rng, counts):
                return False
    for place in range(SEATS - 1):
        me = past[DEAL, ORDER + place]
        if me >= 0 and not _go_on(s, me, place, NOW, rng, out, counts, past, ahead, rooms):
            return False
    if past[DEAL, SHOWN] > 0:
        return True
    for place in range(SEATS - 1):
        _go_anywhere(s, past[DEAL, ORDER + place], rng, out, counts, past, rooms)
    if s.visto > 0 and not _seen_so(s, seat, rng, rooms):
        return False
    return (s.signs == 0 and s.talk == 0) or _signs_again(s, seat, rng, out, past, rooms)


@njit
def _go_on(s, me, place, cards, rng, out, counts, past, ahead, rooms):
    """Draw a seat's hands up to the shuffle, or from it on; False where the draw is given up.

    They are drawn from the row ``cards``, as the table of that place says where there is one.
    """
    shuffled = past[DEAL, SHUFFLED]
    goes_on = cards == NOW and shuffled > 0
    first = shuffled if goes_on else past[me, BEGIN]
    last = past[me, END] if cards == NOW else shuffled
    hand = rooms[_HANDS, me, first] if goes_on else 0
    size = past[me, KEPT] if goes_on else 0
    for round_ in range(first, last + 1):
        if round_ > first:
            kept = s.held - int(s.threw[round_ - 1, me])
            if place < len(ahead):
                rest = _throw_fitting(hand, size, kept, place, round_, rng, ahead)
            else:
                rest = _throw(hand, size, kept, rng)
            out.gone[me, round_ - 1] = CODES[hand] - CODES[rest]
            hand, size = rest, kept
        full = (
            past[me, KEPT] if cards == THEN and round_ == shuffled else _size(s, me, round_, past)
        )
        before = CODES[hand]
        while size < full:
            if place < len(ahead):
                most = ahead[place, round_, hand]
                if goes_on and round_ == shuffled and size == past[me, KEPT]:
                    most /= ways_to_hold(hand, counts, 0)  # these cards have been held
                kind = _pick_fitting(hand, most, place, round_, cards, rng, counts, ahead)
                if kind < 0:
                    return False
                hand = WITH[hand, kind]
            else:
                hand = _draw_any(hand, cards, rng, counts)
            size += 1
        out.drawn[me, 1 if goes_on else 0] += CODES[hand] - before
        rooms[_HANDS, me, round_] = hand
        if round_ > first:
            rooms[_DEALT, me, round_] = CODES[hand] - before
        elif goes_on:
            rooms[_DEALT, me, round_] += CODES[hand] - before
        else:
            rooms[_DEALT, me, round_] = 0  # which of them were dealt then is not known yet
            rooms[_HANDS, me, _ANCHOR] = hand
    return True


@njit
def _go_anywhere(s, me, rng, out, counts, past, rooms):
    """Go back from the hand of a seat that was drawn first, and on from its last one."""
    shuffled, begin, end = past[DEAL, SHUFFLED], past[me, BEGIN], past[me, END]
    cards = THEN if shuffled > 0 else NOW
    hand = rooms[_HANDS, me, _ANCHOR]
    size = past[me, KEPT] if begin == shuffled > 0 else _size(s, me, begin, past)
    for round_ in range(begin - 1, -1, -1):
        kept = s.held - int(s.threw[round_, me])
        rest = _throw(hand, size, kept, rng)
        rooms[_DEALT, me, round_ + 1] += CODES[hand] - CODES[rest]
        rooms[_DEALT, me, round_] = 0
        hand, size = rest, s.held
        for _i in range(kept, size):
            hand = _draw_any(hand, cards, rng, counts)
        out.gone[me, round_] = CODES[hand] - CODES[rest]
        out.drawn[me, 0] += CODES[hand] - CODES[rest]
        rooms[_HANDS, me, round_] = hand
    rooms[_DEALT, me, 0] += CODES[hand]
    hand, size = rooms[_HANDS, me, end], _size(s, me, end, past)
    for round_ in range(end + 1, past[me, THROWS] + 1):
        kept = s.held - int(s.threw[round_ - 1, me])
        rest = _throw(hand, size, kept, rng)
        out.gone[me, round_ - 1] = CODES[hand] - CODES[rest]
        hand, size = rest, _size(s, me, round_, past)
        for _i in range(kept, size):
            hand = _draw_any(hand, NOW, rng, counts)
        rooms[_DEALT, me, round_] = CODES[hand] - CODES[rest]
        out.drawn[me, 1 if shuffled > 0 else 0] += CODES[hand] - CODES[rest]
        rooms[_HANDS, me, round_] = hand


@njit
def _size(s, me, round_, past):
    """Cards of a seat's hand after a number of discards."""
    return s.held if round_ < past[me, THROWS] else past[me, HELD]


@njit
def _pick_fitting(hand, most, place, round_, cards, rng, counts, ahead):
    """A kind by its chance to fit; -1 as often as ``most``, the bound for all, was too high."""
    at = rng.random() * most
    for kind in range(KINDS):
        there = counts[LEFT + cards, kind]
        if there > 0:
            at -= there * ahead[place, round_, WITH[hand, kind]]
            if at < 0.0:
                _take(cards, kind, counts)
                return kind
    return -1


@njit
def _draw_any(hand, cards, rng, counts):
    """A hand with one more card."""
    at = int(rng.random() * counts[LEFT + cards, KINDS])
    kind = 0
    while at >= counts[LEFT + cards, kind]:
        at -= counts[LEFT + cards, kind]
        kind += 1
    _take(cards, kind, counts)
    return WITH[hand, kind]


@njit
def _take(cards, kind, counts):
    counts[LEFT + cards, kind] -= 1
    counts[LEFT + cards, KINDS] -= 1


@njit
def _throw(hand, size, kept, rng):
    """The cards kept of a hand of which any cards are thrown."""
    for left in range(size, kept, -1):
        hand = LESS[hand, int(rng.random() * left)]
    return hand


@njit
def _throw_fitting(hand, size, kept, place, round_, rng, ahead):
    """The cards kept of a hand, by its chance to fit what is known later."""
    found = 0
    total = 0.0
    for some in range(1 << size):
        rest, left = hand, size
        for i in range(size - 1, -1, -1):
            if some >> i & 1 == 0:
                rest = LESS[rest, i]
                left -= 1
        if left == kept:
            total += ahead[place, round_, rest]
            if rng.random() * total < ahead[place, round_, rest]:
                found = rest
    return found


@njit
def _hold(hand, fitted, rng, counts):
    """Hold a hand at the shuffle; False where one of its cards cannot have been there."""
    ways = ways_to_hold(hand, counts, LEFT)
    if fitted and ways > 0.0:
        ways /= ways_to_hold(hand, counts, 0)  # in the table
    for kind in range(KINDS):
        n = code_count(CODES[hand], kind)
        counts[LEFT + NOW, kind] -= n
        counts[LEFT + NOW, KINDS] -= n
        counts[LEFT + ALL, kind] -= n
    return _is_so(ways, rng)


@njit
def _is_so(chance, rng):
    """True with a probability."""
    return chance >= 1.0 or (chance > 0.0 and rng.random() < chance)


# -- the world -------------------------------------------------------------------------------------


@njit
def _write_down(s, seat, out, counts, past, rooms):
    """Fill hands, piles, and the others' records of what they drew and threw."""
    shown = past[DEAL, SHOWN] > 0
    for me in range(SEATS):
        if me == seat:
            continue
        code = s.shown[me] if s.shown[me] > 0 else CODES[rooms[_HANDS, me, past[me, THROWS]]]
        for kind in range(KINDS):
            out.hand[me, kind] = code_count(code, kind)
        out.fresh[me] = 0
        if shown:
            out.drawn[me, 0] = 0
            out.drawn[me, 1] = 0
            for round_ in range(ROUNDS):
                out.gone[me, round_] = 0
            for window in range(WINDOWS):
                out.signed[1 - seat % TEAMS, window, me // TEAMS] = 0
                out.caught[me, window, 0] = 0
                out.caught[me, window, 1] = 0
        elif past[me, THROWS] == s.mus_rounds:
            out.fresh[me] = rooms[_DEALT, me, s.mus_rounds]
    for kind in range(KINDS):
        out.deck[kind] = counts[LEFT + NOW, kind]
        out.thrown[kind] = 0
        for me in range(SEATS):
            for round_ in range(past[DEAL, SINCE], past[me, THROWS]):
                out.thrown[kind] += code_count(out.gone[me, round_], kind)


@njit
def _seen_so(s, seat, rng, rooms):
    """A card that was seen when dealt is as likely as its seat was dealt cards of that kind."""
    for batch in range(s.mus_rounds + 1):
        seen = int(s.face_up[batch]) - 1
        me = seen // KINDS
        if seen >= 0 and me != seat:
            there = code_count(rooms[_DEALT, me, batch], seen % KINDS)
            if rng.random() * cards_dealt(s, batch, me) >= there:
                return False
    return True


@njit
def _signs_again(s, seat, rng, out, past, rooms):
    """Give and catch all signs again; False where they do not fit the hands of then."""
    for window in range(WINDOWS):
        if s.mus_rounds < window < BEFORE_CHICA:
            continue
        for me in range(SEATS):
            round_ = min(window, past[me, THROWS])
            hand = rooms[_HANDS, me, round_]
            fitted = me == seat or past[me, FIRST] <= round_ <= past[me, LAST]
            if not fitted and not _is_so(likelihood_in(s, seat, me, hand, window), rng):
                return False
            team, partner = me % TEAMS, me // TEAMS
            if team != seat % TEAMS:
                out.signed[team, window, partner] = sign_again(s, seat, me, hand, window, rng)
            sign = int(out.signed[team, window, partner])
            acted = sign > 0 and s.said[window, me] == 0 and not waits(s, me, window)
            for which in range(2):
                # The signer sits on the left (1) of the seat on its own right.
                rival = (me + (1 if which == 1 else SEATS - 1)) % SEATS
                if rival == seat:
                    continue
                caught = sign > 1 and (
                    s.asked_by[window, me] == 1 + rival or rng.random() * 100.0 < s.catch
                )
                out.caught[rival, window, which] = (sign if caught else 1) if acted else 0
    return True
