"""The source of worlds of mus: the cards unseen, and tables of hands that fit what is known.

A seat's hands of which something is known are drawn card by card, each card by its chance to fit
all that is known of the seat from then on. That is found backwards, from its last hand to its
first, for each multiset of cards that it may hold: the sum over the next card of the ways to draw
it, or the mean over the cards that it throws. The cards that other hands use change it in each
world. So it is found for the cards unseen, without as many as these use, of those that are worth
least: a bound, and a draw is given up as often as the bound was too high (:mod:`.resampling`).
"""

import numpy as np

from ludoteca.core.jit import njit

from ..hands import KINDS, code_count, copies_of
from ..ids import DEALING, DISCARDING, DRAWING_DEALER, SEATS
from ..multisets import CODES, ENDS, LESS, STARTS, WITH
from .evidence import count_throws, hands_known, likelihood_of

# Rows of cards by kind, and of all kinds: those unseen now, unseen before the shuffle, and these
# with the own cards thrown before it. Then the same without those that a world has used.
NOW, THEN, ALL, LEFT = range(4)

# Of each seat: how often it has thrown, and the cards that it holds; the first and the last hand of
# which much is known, -1 for none; the first and the last hand that is drawn by what is known of
# the seat; the cards that it held at the shuffle. Of the deal: the deal of cards in which the
# shuffle was, or 0, and the same where hands are not shown, so that the others get a past; how many
# are shown; the seats in the order in which they are drawn, -1 after the last one.
THROWS, HELD, FIRST, LAST, BEGIN, END, KEPT = range(7)
DEAL, SINCE, SHUFFLED, SHOWN, ORDER = SEATS, 0, 1, 2, 3
PAST = (SEATS + 1, 7)

_DECLARED = ((100, 73, 27), (43, 34, 9), (57, 39, 18))  # chances by pares and juego, as declared
_SIGNED = 0.12
_LAST = 1000.0


# -- what happened ---------------------------------------------------------------------------------


@njit
def cards_dealt(s, batch, me):
    """Cards dealt to a seat in the deal of cards number ``batch``, so far."""
    n = s.held if batch == 0 else int(s.threw[batch - 1, me])
    if batch == s.mus_rounds and s.phase == DEALING:
        n -= s.due[me]
    return n


@njit
def thrown_in(s, me, first, end):
    """Cards that a seat threw in the rounds from ``first`` to before ``end``."""
    n = 0
    for round_ in range(first, end):
        n += int(s.threw[round_, me])
    return n


@njit
def read_past(s, seat, counts, past):
    """Fill the first rows of ``counts``, and ``past`` but for the order of the seats.

    Returns False where the seat is said to have seen more cards of a kind than there are.
    """
    fits = True
    for me in range(SEATS):
        past[me, THROWS] = count_throws(s, me)
        past[me, HELD] = s.held - s.due[me] if s.phase != DRAWING_DEALER else 0
        past[DEAL, SHOWN] += s.shown[me] > 0
    if s.shuffles > 0:
        _find_shuffle(s, past)
    if past[DEAL, SHOWN] == 0:
        past[DEAL, SHUFFLED] = past[DEAL, SINCE]
    for kind in range(KINDS):
        there = copies_of(kind, s.kings, s.ranks, s.copies)
        counts[THEN, kind] = there - code_count(s.drawn[seat, 0], kind)
        counts[ALL, kind] = counts[THEN, kind]
        for round_ in range(past[DEAL, SINCE]):
            counts[ALL, kind] += code_count(s.gone[seat, round_], kind)
        counts[NOW, kind] = counts[ALL, kind] - code_count(s.drawn[seat, 1], kind)
        for me in range(SEATS):
            if me != seat:
                counts[NOW, kind] -= code_count(s.shown[me], kind)
        fits = fits and counts[NOW, kind] >= 0
        for row in range(LEFT):
            counts[row, KINDS] += counts[row, kind]
    return fits


@njit
def _find_shuffle(s, past):
    """Find in which deal of cards the shuffle was, and what the seats held at it."""
    stock = 0
    for kind in range(KINDS):
        stock += copies_of(kind, s.kings, s.ranks, s.copies)
    # In mus corrido the deal passes on as soon as mus is agreed to.
    agreed = s.mus_rounds + (1 if s.phase == DISCARDING else 0)
    for batch in range(s.mus_rounds + 1):
        left = stock
        for me in range(SEATS):
            stock -= cards_dealt(s, batch, me)
        # Perhaps no card has been dealt since.
        if stock < 0 or batch == s.mus_rounds:
            mano = s.dealer + 1 - s.running * (agreed - batch)
            past[DEAL, SINCE] = batch
            for turn in range(SEATS):
                me = (mano + turn) % SEATS
                n = min(left, cards_dealt(s, batch, me))
                left -= n
                past[me, KEPT] = s.held - int(s.threw[batch - 1, me]) + n
            return


# -- what is known ---------------------------------------------------------------------------------


@njit
def plan(s, seat, past):
    """Fill in which hands are drawn card by card, and the order of the seats, the rarest first.

    Returns of how many seats something is known.
    """
    shuffled, shown = past[DEAL, SHUFFLED], past[DEAL, SHOWN]
    chances = np.full(SEATS, _LAST)
    fitted = 0
    for me in range(SEATS):
        throws = past[me, THROWS]
        known = hands_known(s, seat, me, throws) if me != seat and s.shown[me] == 0 else 0
        if shown > 0:
            known &= 1 << throws
        past[me, FIRST] = past[me, LAST] = -1
        past[me, BEGIN] = past[me, END] = throws if shown > 0 else shuffled
        if known > 0:
            chances[me] = _DECLARED[s.pares_said[me]][s.juego_said[me]]
            fitted += 1
        for round_ in range(throws + 1):
            if known >> round_ & 1:
                chances[me] *= _SIGNED
                past[me, LAST] = round_
                if past[me, FIRST] < 0:
                    past[me, FIRST] = round_
        if known > 0:
            # From the shuffle, or until it: so it is certain how many cards were held at it.
            past[me, BEGIN] = min(past[me, FIRST], shuffled) if shuffled > 0 else past[me, FIRST]
            past[me, END] = max(past[me, LAST], shuffled)
    for place in range(SEATS):
        past[DEAL, ORDER + place] = -1
    for me in range(SEATS):
        if me == seat or s.shown[me] > 0:
            continue
        place = 0
        while past[DEAL, ORDER + place] >= 0 and (
            chances[past[DEAL, ORDER + place]] <= chances[me]
        ):
            place += 1
        for later in range(SEATS - 2, place, -1):
            past[DEAL, ORDER + later] = past[DEAL, ORDER + later - 1]
        past[DEAL, ORDER + place] = me
    return fitted


@njit
def look_back(s, seat, place, counts, past, ahead, before):
    """Fill the table of the seat of a place, and return its first entry, 0 where no hand fits.

    ``ahead[place, round_, m]`` are the ways, or a bound of them, to go on as is known from the
    multiset ``m`` of cards in the hand after ``round_`` discards, whatever cards the others use.
    Where ``before`` is true, those that they use are out of ``counts`` already.
    """
    me = past[DEAL, ORDER + place]
    deck = 1 if s.kings == 1 or s.ranks > 0 else 0
    shuffled = past[DEAL, SHUFFLED]
    begin, end, throws = past[me, BEGIN], past[me, END], past[me, THROWS]
    used_then, used_now = (0, 0) if before else _used_by_others(s, place, past)
    for round_ in range(end, begin - 1, -1):
        here = ahead[place, round_]
        full = s.held if round_ < throws else past[me, HELD]
        if round_ == end:
            for m in range(STARTS[full], ENDS[deck, full]):
                here[m] = 1.0
        else:
            _throw_back(deck, int(s.threw[round_, me]), s.held, ahead[place, round_ + 1], here)
        if past[me, FIRST] <= round_ <= past[me, LAST]:
            for m in range(STARTS[full], ENDS[deck, full]):
                if here[m] > 0.0:
                    here[m] *= likelihood_of(s, seat, me, round_, throws, m)
        least = 0 if round_ == begin else s.held - int(s.threw[round_ - 1, me])
        for size in range(full, least - 1, -1):
            if size < full:
                if round_ < shuffled or (round_ == shuffled > 0 and size < past[me, KEPT]):
                    row = THEN
                    used = used_then + thrown_in(s, me, begin, round_)
                else:
                    row = NOW
                    used = used_now + thrown_in(s, me, max(begin, shuffled), round_)
                for m in range(STARTS[size], ENDS[deck, size]):
                    here[m] = _ways_to_draw(m, counts, row, used, here)
            if round_ == shuffled > 0 and size == past[me, KEPT]:
                for m in range(STARTS[size], ENDS[deck, size]):
                    here[m] *= ways_to_hold(m, counts, 0)
    return ahead[place, begin, 0]


@njit
def _used_by_others(s, place, past):
    """Cards that others have used where a seat draws: those of before the shuffle, those of now."""
    shuffled = past[DEAL, SHUFFLED]
    then = now = 0
    for other in range(SEATS):
        me = past[DEAL, ORDER + other]
        if me < 0 or other == place:
            continue
        begin, end = past[me, BEGIN], past[me, END]
        if other > place:
            now += past[me, KEPT] if shuffled > 0 else 0
            continue
        then += past[me, KEPT] + thrown_in(s, me, begin, shuffled)
        now += s.held if end < past[me, THROWS] else past[me, HELD]
        now += thrown_in(s, me, max(begin, shuffled), end)
    return then, now


@njit
def _ways_to_draw(m, counts, row, used, here):
    """The sum over the next card, where ``used`` of those worth least cannot be drawn."""
    code = CODES[m]
    total = 0.0
    for kind in range(KINDS):
        there = counts[row, kind] - code_count(code, kind)
        if there > 0:
            total += there * here[WITH[m, kind]]
    floor = -1.0
    while used > 0 and total > 0.0:
        worst = np.inf
        n = 0
        for kind in range(KINDS):
            there = counts[row, kind] - code_count(code, kind)
            value = here[WITH[m, kind]]
            if there > 0 and floor < value <= worst:
                n = there + (n if value == worst else 0)
                worst = value
        if n == 0:
            return 0.0
        n = min(n, used)
        used -= n
        total -= n * worst
        floor = worst
    return total


@njit
def ways_to_hold(m, counts, rows):
    """The part of the ways to draw a hand before the shuffle in which it is unseen now as well."""
    code = CODES[m]
    ways = 1.0
    for kind in range(KINDS):
        for i in range(code_count(code, kind)):
            there = counts[rows + NOW, kind] - i
            if there <= 0:
                return 0.0
            ways *= there / (counts[rows + ALL, kind] - i)
    return ways


@njit
def _throw_back(deck, n, size, after, here):
    """The mean of the values ``after`` ``n`` cards were thrown, for hands of ``size`` cards."""
    for m in range(STARTS[size - n], ENDS[deck, size - n]):
        here[m] = after[m]
    for more in range(size - n + 1, size + 1):
        for m in range(STARTS[more], ENDS[deck, more]):
            total = 0.0
            for i in range(more):
                total += here[LESS[m, i]]
            here[m] = total / more
