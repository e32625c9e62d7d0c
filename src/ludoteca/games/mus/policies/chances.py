# mypy: allow-untyped-defs, allow-untyped-calls
"""The chance that the own pair wins a lance, from what a seat sees.

Each other hand is taken to be anywhere, evenly, in a part of all hands of the lance from the worst
(0) to the best (1): all of them where nothing is known; those with a sign; those that bet, passed
or left the word so. The three are taken to be independent.
"""

import numpy as np

from ludoteca.core.jit import njit

from ..counting import lacks
from ..hands import is_real
from ..ids import BEFORE_CHICA, JUEGO, PARES, SEATS, TEAMS, WINDOWS
from ..multisets import number_of
from ..rules import mano
from ..signs import latest_sign
from .levels import GOOD, LIES, PRAISED, PRAISES
from .stone_worth import STONE_WORTH
from .tables import EIGHT, EQUAL, FOUR, GAIN, SPANS, WORSE

ON_RIGHT, MATE, ON_LEFT = range(3)  # rows of what is known, as the seats follow the own one
LOW, HIGH, DOUBT = range(3)  # columns

POINTS = 8  # hands of the partner that are tried


@njit
def place_of(s, seat):
    """The place of a seat: 0 is the mano."""
    return (seat - mano(s)) % SEATS


@njit
def deck_of(s):
    """The tables to look into; small decks have hands that only the larger deck has."""
    return FOUR if s.kings == 1 or s.ranks > 0 else EIGHT


@njit
def rounds_of(s):
    """The column of the tables for the rounds of mus so far."""
    return min(s.mus_rounds, WORSE.shape[1] - 1)


@njit
def cut_gain(s, me, lance, by_score):
    """The worth of a cut above mus in a lance: stones, or the chance of the juego they bring."""
    gain = float(GAIN[deck_of(s), rounds_of(s), place_of(s, me), lance, number_of(s.hand[me])])
    if by_score:
        gain *= STONE_WORTH[lacks(s, me % TEAMS), lacks(s, 1 - me % TEAMS), lance]
    return gain


@njit
def own_share(s, me, lance, ahead):
    """The share of single other hands that lose to the own one.

    ``ahead``: of those as good, the part that loses: 1.0 where they are farther from the mano.
    """
    if lance == JUEGO and is_real(s.hand[me], s.real_):
        return 1.0
    number = number_of(s.hand[me])
    deck = deck_of(s)
    rounds = rounds_of(s)
    return WORSE[deck, rounds, lance, number] + ahead * EQUAL[deck, rounds, lance, number]


@njit
def takes_part(s, seat, lance):
    """True for all but those who declared that they have no pares, no juego."""
    if lance == PARES:
        return s.pares_said[seat] != 1
    if lance == JUEGO:
        return s.juego_said[seat] != 1
    return True


@njit
def know(s, me, lance, level, known):
    """Fill ``known``, a row for each other seat: both ends of its part, and the doubt of that.

    ``level`` is the record of the level in :data:`.levels.DATA`.
    """
    for other in range(3):
        known[other, LOW] = 0.0
        known[other, HIGH] = 1.0
        known[other, DOUBT] = 0.0
    if level.looks == 0:
        return
    if level.signs > 0:
        _add_sign(s, me, MATE, lance, known[MATE])
    if s.left == 1 and s.lance == lance and (s.bettor - 1) % TEAMS != me % TEAMS:
        known[MATE, HIGH] = max(level.left, known[MATE, LOW] + 0.05)
    if s.talk == 1:
        for other in (ON_RIGHT, ON_LEFT):  # the partner's praise would be taken for certain
            _add_talk(s, (me + 1 + other) % SEATS, lance, known[other])
    if level.looks == 1:
        return
    if level.caught > 0:
        for other in (ON_RIGHT, ON_LEFT):
            _add_sign(s, me, other, lance, known[other])
    if s.lance != lance:
        return
    for other in range(3):
        _add_words(s, me, other, level, known[other])


@njit
def _add_sign(s, me, other, lance, row):
    sign = latest_sign(s, me, (me + 1 + other) % SEATS)
    if sign >= 0:
        row[LOW] = SPANS[deck_of(s), rounds_of(s), sign, lance, 0]
        row[HIGH] = SPANS[deck_of(s), rounds_of(s), sign, lance, 1]


@njit
def _add_talk(s, seat, lance, row):
    """A hand that was praised for the lance is good, or any one, as often as these levels lie."""
    for i in range(len(PRAISED)):
        praised, phrase = PRAISED[i]
        for window in range(WINDOWS):
            present = window >= BEFORE_CHICA or window == s.mus_rounds
            if praised == lance and present and s.said[window, seat] == 1 + phrase:
                low = max(GOOD, row[LOW])
                if row[HIGH] > low > row[LOW]:
                    row[LOW] = low
                    row[DOUBT] = 2.0 * LIES / (PRAISES + LIES)


@njit
def _add_words(s, me, other, level, row):
    """Narrow a part by what the seat did in the present lance."""
    seat = (me + 1 + other) % SEATS
    if s.bettor == 1 + seat:
        low = level.opened
        if s.all_in == 1:
            low = level.all_in
        elif s.raises > 0:
            low = level.raised
        if low > row[LOW] and row[HIGH] > low:
            row[LOW] = low
            row[DOUBT] = level.doubt
    elif s.bettor == 0 and place_of(s, seat) < place_of(s, me):
        row[HIGH] = max(min(row[HIGH], level.passed), row[LOW] + 0.05)


@njit
def beats(share, row):
    """The chance that a hand better than ``share`` of all beats one that is known so."""
    width = row[HIGH] - row[LOW]
    if width < 1e-6:
        inside = 1.0 if share > row[LOW] else 0.0
    else:
        inside = min(1.0, max(0.0, (share - row[LOW]) / width))
    return (1.0 - row[DOUBT]) * inside + row[DOUBT] * share


@njit
def hand_chance(s, me, lance, known):
    """The chance that the own hand beats the rivals, as far as they take part."""
    place = place_of(s, me)
    chance = 1.0
    for other in (ON_RIGHT, ON_LEFT):
        seat = (me + 1 + other) % SEATS
        if takes_part(s, seat, lance):
            ahead = 1.0 if place < place_of(s, seat) else 0.0
            chance *= beats(own_share(s, me, lance, ahead), known[other])
    return chance


@njit
def pair_chance(s, me, lance, known):
    """The chance that the best hand of the pair beats the rivals, as far as they take part."""
    mine = hand_chance(s, me, lance, known)
    if not takes_part(s, (me + 2) % SEATS, lance):
        return mine
    own = own_share(s, me, lance, 0.5)
    total = 0.0
    low = known[MATE, LOW]
    width = known[MATE, HIGH] - low
    for k in range(POINTS):
        share = low + width * (k + 0.5) / POINTS
        if share <= own:
            total += mine
        else:
            better = 1.0
            for other in (ON_RIGHT, ON_LEFT):
                if takes_part(s, (me + 1 + other) % SEATS, lance):
                    better *= beats(share, known[other])
            total += max(better, mine)
    return total / POINTS


@njit
def share_meant(states, level):
    """The share of all hands that lose to the better of two: the own hand of the seat to move, and
    the worst that its partner's sign and words leave to the partner."""
    s = states[0]
    known = nothing_known()
    know(s, s.to_move, s.lance, level, known)
    return max(own_share(s, s.to_move, s.lance, 0.0), known[MATE, LOW])


@njit
def nothing_known():
    """Room for what is known of the three others."""
    return np.zeros((3, 3))
