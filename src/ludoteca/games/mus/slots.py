"""Slots: the cards that the others were dealt in a deal of mus, as far as a seat knows of them.

A slot has the deal of cards it was in, and the round in which its card was thrown, if it was. Which
of its cards a seat threw tells nothing of their kinds, and is drawn at random.
"""

from ludoteca.core.jit import njit

from .evidence import PRESENT, has_thrown, rows_known
from .hands import HAND, KINDS, code_count, copies_of
from .ids import DEALING, DISCARDING, DRAWING_DEALER, ROUNDS, SEATS

SLOTS = HAND * (1 + ROUNDS)  # of a seat
BATCH, AFTER, GONE, KIND = range(4)  # columns of a slot; GONE: the round, or HELD
HELD = ROUNDS  # a round that never comes
NO_CARD = -1
MOST_CARDS = 8 * KINDS

# Rows of cards by kind: those unseen now, unseen before the shuffle, and these with the own cards
# thrown before it (v, b and t). Three rows of those that have a place in a world: of the cards
# unseen now, of those unseen then, and what was held at the shuffle (h + q, all of b, and h). Three
# such rows of a seat by itself. Then those of a seat as its cards are counted.
NOW, THEN, ALL, WORLD, ALONE, MINE, MINE_THROWN = 0, 1, 2, 3, 6, 9, 10
TAKEN, USED, KEPT = range(3)

# When a slot's card was there: after the shuffle, or there is none; held at it; thrown before it.
LATER, HELD_THEN, THROWN_THEN = range(3)

# The deal of cards in which the shuffle was, or 0; 1 where the others get no past; how many cards
# they threw before the shuffle, and how many of these have a place in a world; hands drawn so far.
# Then of each seat how many slots it has, and of how many rounds its discards are dealt anew; the
# rows, as bits, of hands of which much is known; after how many of those rounds the first and the
# last of them was held; the chance in percent that they fit, roughly; 1 where the only one is drawn
# once. Then those seats, the rarest hands first, and -1.
SHUFFLED, NO_PAST, THROWN_ALL, THROWN, DRAWN, N = 0, 1, 2, 3, 4, 5
THROWS, KNOWN, FIRST, LAST = N + SEATS, N + 2 * SEATS, N + 3 * SEATS, N + 4 * SEATS
CHANCE, ONCE, ORDER = N + 5 * SEATS, N + 6 * SEATS, N + 7 * SEATS

_DECLARED = ((100, 73, 27), (43, 34, 9), (57, 39, 18))  # chances by pares and juego, as declared
_SIGNED = 12
_ENOUGH = (20, 48, 20)  # a table is quicker; so likely are later hands free of cards drawn


@njit
def read_past(s, seat, counts, slots, past):
    """Fill the first rows of ``counts``, ``past``, and the slots but for their cards."""
    stock = 0
    for kind in range(KINDS):
        copies = copies_of(kind, s.kings, s.ranks, s.copies)
        stock += copies
        counts[THEN, kind] = copies - code_count(s.drawn[seat, 0], kind)
        counts[NOW, kind] = counts[THEN, kind]
    if s.phase == DRAWING_DEALER:
        return
    past[NO_PAST] = s.shown[0] + s.shown[1] + s.shown[2] + s.shown[3] > 0
    # In mus corrido the deal passes on as soon as mus is agreed to.
    agreed = s.mus_rounds + (1 if s.phase == DISCARDING else 0)
    mano = s.dealer + 1 + (SEATS * ROUNDS - agreed if s.running == 1 else 0)
    shuffled = 0
    for batch in range(s.mus_rounds + 1):
        for turn in range(SEATS):
            me = (mano + turn) % SEATS
            for _card in range(cards_dealt(s, batch, me)):
                if stock == 0 and shuffled == 0:
                    shuffled = batch  # there is no second shuffle
                stock -= 1
                if me != seat:
                    slot = slots[me, past[N + me]]
                    slot[BATCH] = batch
                    slot[AFTER] = shuffled > 0
                    slot[GONE] = HELD
                    past[N + me] += 1
        mano += s.running
    if past[NO_PAST] == 1:
        _leave_past_out(s, seat, slots, past)
    if s.shuffles == 0:
        return
    past[SHUFFLED] = shuffled if shuffled > 0 else s.mus_rounds  # perhaps no card since
    for me in range(SEATS):
        for batch in range(past[SHUFFLED] if me != seat and past[NO_PAST] == 0 else 0):
            past[THROWN_ALL] += s.threw[batch, me]
    for kind in range(KINDS):
        counts[ALL, kind] = counts[THEN, kind]
        for batch in range(past[SHUFFLED]):
            counts[ALL, kind] += code_count(s.gone[seat, batch], kind)
        counts[NOW, kind] = counts[ALL, kind] - code_count(s.drawn[seat, 1], kind)


@njit
def _leave_past_out(s, seat, slots, past):
    """Slots for the present hands alone, for which all cards are that are unseen now."""
    for me in range(SEATS):
        past[N + me] = s.held if me != seat else 0
        for i in range(past[N + me]):
            slots[me, i, BATCH] = 0
            slots[me, i, AFTER] = 1
            slots[me, i, GONE] = HELD


@njit
def cards_dealt(s, batch, me):
    """Cards dealt to a seat in the deal of cards number ``batch``, so far."""
    n = s.held if batch == 0 else int(s.threw[batch - 1, me])
    if batch == s.mus_rounds and s.phase == DEALING:
        n -= s.due[me]
    return n


@njit
def read_evidence(s, seat, me, past):
    """Which hands of a seat must fit, and how rare they are."""
    throws = 0
    while past[NO_PAST] == 0 and throws < ROUNDS and has_thrown(s, throws, me):
        throws += 1
    past[THROWS + me] = throws
    known = 0 if s.shown[me] > 0 else rows_known(s, seat, me)
    if past[NO_PAST] == 1:
        known &= 1 << PRESENT
    chance = 0 if s.shown[me] > 0 else _DECLARED[s.pares_said[me]][s.juego_said[me]]
    signed = known
    while signed > 0:
        chance = chance * _SIGNED // 100
        signed &= signed - 1
    if s.pares_said[me] > 0 or s.shown[me] > 0:
        known |= 1 << PRESENT
    past[KNOWN + me] = known
    past[CHANCE + me] = chance
    past[FIRST + me] = past[LAST + me] = -1
    for round_ in range(throws + 1):
        if known >> row_after(round_, me, past) & 1:
            past[LAST + me] = round_
            if past[FIRST + me] < 0:
                past[FIRST + me] = round_


@njit
def row_after(round_, me, past):
    """The row of the hand that a seat held after a number of rounds of discards."""
    return round_ if round_ < past[THROWS + me] else PRESENT


@njit
def plan(past):
    """In which order the seats' hands are drawn that must fit, and which of them once.

    The first is drawn until it fits. So may the others, from all cards, but it fails where two have
    drawn the same card; drawn once from what is left, it fails where the hand does not fit. Either
    is exact: what fails less often is done.
    """
    todo = 0
    for me in range(SEATS):
        past[ORDER + me] = -1
        if past[KNOWN + me] > 0:
            todo |= 1 << me
    for place in range(SEATS - 1):
        rarest = -1
        for me in range(SEATS):
            rarer = rarest < 0 or past[CHANCE + me] < past[CHANCE + rarest]
            if todo >> me & 1 == 1 and rarer:
                rarest = me
        if rarest < 0:
            return
        todo &= ~(1 << rarest)
        past[ORDER + place] = rarest
        likely = past[CHANCE + rarest] > _ENOUGH[place]
        one = past[FIRST + rarest] == past[LAST + rarest] >= past[SHUFFLED]
        past[ONCE + rarest] = likely and one


@njit
def deal_again(s, me, slots, hands):
    """A seat holds its first cards, and has thrown none."""
    for i in range(s.held):
        hands[me, PRESENT, i] = i
        slots[me, i, GONE] = HELD


@njit
def throw_again(s, me, first, last, rng, slots, hands):
    """From round ``first`` to before ``last`` a seat throws as many cards as it threw."""
    for round_ in range(first, last):
        kept = (1 << s.held) - 1
        for i in range(int(s.threw[round_, me])):
            nth = int(rng.random() * (s.held - i))
            place = 0
            while nth > 0 or kept >> place & 1 == 0:
                nth -= kept >> place & 1
                place += 1
            kept &= ~(1 << place)
        throw_but(s, me, round_, kept, slots, hands)


@njit
def throw_but(s, me, round_, kept, slots, hands):
    """A seat throws all but the cards ``kept`` (bits by place), and is dealt as many."""
    dealt = s.held
    for earlier in range(round_):
        dealt += int(s.threw[earlier, me])
    hand = hands[me, PRESENT]
    n = 0
    for place in range(s.held):
        card = hand[place]
        hands[me, round_, place] = card
        if kept >> place & 1:
            hand[n] = card
            n += 1
        else:
            slots[me, card, GONE] = round_
    for place in range(n, s.held):
        hand[place] = dealt  # perhaps not dealt yet: such places are the last ones
        slots[me, dealt, GONE] = HELD
        dealt += 1


@njit
def when_of(me, i, slots, past):
    """``LATER``, ``HELD_THEN`` or ``THROWN_THEN``."""
    if past[SHUFFLED] == 0 or slots[me, i, AFTER] == 1:
        return LATER
    return HELD_THEN if slots[me, i, GONE] >= past[SHUFFLED] else THROWN_THEN
