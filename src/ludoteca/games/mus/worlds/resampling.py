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

Where very much is known (signs of many hands round a shuffle) nearly every draw is given up: the
tables bound what others use too roughly. After many draws the rest of the worlds are weighed
instead (:func:`weigh_worlds`): seats are drawn one after the other by tables for the cards that are
left, which seldom fails, and of such candidates worlds are taken in proportion to their weights. So
they are nearly exact, for many candidates, and some are the same one many times; of those drawn
before each is exact by itself.

The frequencies are those of :mod:`ludoteca.core.laws.referee`, wherever a seat decides. When hands
are shown there is nothing left to decide: the others get hands that fit what was declared and
shown, and no past.
"""

import numpy as np

from ludoteca.core.errors import NoWorld
from ludoteca.core.jit import njit

from ..hands import KINDS, code_count
from ..ids import BEFORE_CHICA, ROUNDS, SEATS, TEAMS, WINDOWS
from ..multisets import CODES, MOST
from .drawing import DEALT, HANDS, go_anywhere, go_on, hold, is_so
from .evidence import likelihood_in, sign_again, waits
from .fitting import (
    DEAL,
    FIRST,
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
)

_TRIES, _EACH, _MOST = 50_000, 2_000, 3_000_000  # draws, and for each world; then they are weighed
_CANDIDATES = 20_000  # worlds that are weighed, at most
_ENOUGH = 50  # candidates of one weight that tell as much, at least, or as many as worlds wanted
_FEWEST, _SEARCH = 10, 1_000  # the fewest that will do for a search, which wants so many at most
_SUCCESSES, _ATTEMPTS = 4, 2_000  # draws of a part of a candidate: those that count, and at most


@njit
def resample_from_infostate(s, seat, rng, out):
    """Deal the others' cards, their discards and the stock anew.

    Raises ``NoWorld`` where no world fits what the seat knows, or none is found; it weighs none,
    unlike :func:`resample_many`, for one world of which nobody draws a second must be exact.
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
    """Draw worlds, and weigh candidates for those that are not found; False without these too."""
    fits, counts, past, ahead, rooms = _prepare(s, seat)
    tries = min(_TRIES + _EACH * len(out), _MOST)
    for j in range(len(out) if fits else 0):
        tries = _draw_world(s, seat, rng, out[j], counts, past, ahead, rooms, tries)
        if tries < 0:
            return weigh_worlds(s, seat, rng, out[j:], len(out))
    return fits


@njit
def _prepare(s, seat):
    """The source of worlds, and room for ``HANDS`` and ``DEALT``.

    First of all, whether each hand may fit what is known of it.
    """
    counts = np.zeros((2 * LEFT, KINDS + 1), np.int64)
    past = np.zeros(PAST, np.int64)
    fits = read_past(s, seat, counts, past)
    fitted = plan(s, seat, past)
    ahead = np.empty((fitted, ROUNDS + 1, MOST))
    for place in range(fitted if fits else 0):
        fits = fits and look_back(s, seat, place, counts, past, ahead, False) > 0.0
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
            if not go_on(s, me, place, THEN, rng, out, counts, past, ahead, rooms):
                return False
            if not hold(rooms[HANDS, me, past[DEAL, SHUFFLED]], place < len(ahead), rng, counts):
                return False
    for place in range(SEATS - 1):
        me = past[DEAL, ORDER + place]
        if me >= 0 and not go_on(s, me, place, NOW, rng, out, counts, past, ahead, rooms):
            return False
    return _complete(s, seat, rng, out, counts, past, rooms)


@njit
def _complete(s, seat, rng, out, counts, past, rooms):
    """Draw what is not to fit; False where the little else that is known gives the draw up."""
    if past[DEAL, SHOWN] > 0:
        return True
    for place in range(SEATS - 1):
        go_anywhere(s, past[DEAL, ORDER + place], rng, out, counts, past, rooms)
    if s.visto > 0 and not _seen_so(s, seat, rng, rooms):
        return False
    return (s.signs == 0 and s.talk == 0) or _signs_again(s, seat, rng, out, past, rooms)


# -- weights ---------------------------------------------------------------------------------------


@njit
def weigh_worlds(s, seat, rng, out, of):
    """Fill all of ``out``, the rest ``of`` so many worlds, with candidates by their weights.

    Returns False where too few are found, or their weights are too uneven. A search does with a
    few; of more worlds shares are told, so they tell at least as much as half of them would.
    """
    fits, counts, past, ahead, rooms = _prepare(s, seat)
    if fits and len(ahead) > 0:
        look_back(s, seat, 0, counts, past, ahead, True)
    candidate = out[:1].copy()
    wanted = max(len(out), _ENOUGH)
    total = squares = 0.0
    candidates, tries = _CANDIDATES if fits else 0, _MOST
    while candidates > 0 and tries > 0:
        candidates -= 1
        weight, n = _weigh(s, seat, rng, candidate[0], counts, past, ahead, rooms)
        tries -= n
        if weight == 0.0:
            continue
        _write_down(s, seat, candidate[0], counts, past, rooms)
        total += weight
        squares += weight * weight
        # Each place keeps each of the candidates so far as often as its weight says.
        for j in range(len(out)):
            if rng.random() * total < weight:
                out[j] = candidate[0]
        if total * total >= wanted * squares:
            return True
    least = _FEWEST if of <= _SEARCH else len(out) / 2
    return total > 0.0 and total * total >= least * squares


@njit
def _weigh(s, seat, rng, out, counts, past, ahead, rooms):
    """Draw a candidate, its seats one after the other; returns its weight, 0 for none, and draws.

    Each seat is drawn by a table for the cards that the seats before it left, and what is not to
    fit comes last. The weight is the product of the ways to draw each. A part of a draw that is
    given up is drawn again; of ``n`` draws until the fourth that counts, 3 / (n - 1) is in the mean
    the share that counts.
    """
    unseen = counts[:LEFT].copy()
    counts[LEFT:] = unseen
    weight = 1.0
    tries = 0
    for place in range(len(ahead) + 1):
        counts[:LEFT] = counts[LEFT:]
        if 0 < place < len(ahead):
            weight *= look_back(s, seat, place, counts, past, ahead, True)
        if weight == 0.0:
            break
        rooms_before, drawn_before = rooms.copy(), out.drawn.copy()
        n = found = 0
        while found < _SUCCESSES and n < _ATTEMPTS:
            n += 1
            counts[LEFT:] = counts[:LEFT]
            rooms[:] = rooms_before
            out.drawn[:] = drawn_before
            if place < len(ahead):
                found += _draw_seat(s, place, rng, out, counts, past, ahead, rooms)
            else:
                found += _draw_rest(s, seat, rng, out, counts, past, ahead, rooms)
        tries += n
        weight *= (_SUCCESSES - 1) / (n - 1) if found == _SUCCESSES else 0.0
    counts[:LEFT] = unseen
    return weight, tries


@njit
def _draw_seat(s, place, rng, out, counts, past, ahead, rooms):
    """Draw the hands of a seat, up to the shuffle and on from it; False where it is given up."""
    me, shuffled = past[DEAL, ORDER + place], past[DEAL, SHUFFLED]
    out.drawn[me, 0] = 0
    out.drawn[me, 1] = 0
    if shuffled > 0:
        if not go_on(s, me, place, THEN, rng, out, counts, past, ahead, rooms):
            return False
        if not hold(rooms[HANDS, me, shuffled], place < len(ahead), rng, counts):
            return False
    return go_on(s, me, place, NOW, rng, out, counts, past, ahead, rooms)


@njit
def _draw_rest(s, seat, rng, out, counts, past, ahead, rooms):
    """Draw the seats of which nothing is known, and then what is not to fit."""
    for place in range(len(ahead), SEATS - 1):
        drawn = past[DEAL, ORDER + place] >= 0
        if drawn and not _draw_seat(s, place, rng, out, counts, past, ahead, rooms):
            return False
    return _complete(s, seat, rng, out, counts, past, rooms)


# -- the world -------------------------------------------------------------------------------------


@njit
def _write_down(s, seat, out, counts, past, rooms):
    """Fill hands, piles, and the others' records of what they drew and threw."""
    shown = past[DEAL, SHOWN] > 0
    for me in range(SEATS):
        if me == seat:
            continue
        code = s.shown[me] if s.shown[me] > 0 else CODES[rooms[HANDS, me, past[me, THROWS]]]
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
            out.fresh[me] = rooms[DEALT, me, s.mus_rounds]
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
            there = code_count(rooms[DEALT, me, batch], seen % KINDS)
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
            hand = rooms[HANDS, me, round_]
            fitted = me == seat or past[me, FIRST] <= round_ <= past[me, LAST]
            if not fitted and not is_so(likelihood_in(s, seat, me, hand, window), rng):
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
