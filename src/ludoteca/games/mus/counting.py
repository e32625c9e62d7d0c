"""Counting in mus (1.6): who has won a lance, and the stones that it pays.

Sections are those of the founding document, chapter 1; what a hand is worth is in ``hands``.
"""

from ludoteca.core.jit import njit

from .hands import cuenta_of, key_of
from .ids import ACCEPTED, CHICA, PASO, PUNTO, REFUSED, SEATS, TEAMS


@njit
def lacks(s, team):
    """Stones that a pair still needs to win the juego."""
    return max(0, s.target - s.score[team] - s.points[team])


@njit
def count(s, team, stones):
    """Give a pair stones, no more than it needs; returns how many."""
    given = min(stones, lacks(s, team))
    s.points[team] += given
    return given


@njit
def best_seat(s, lance):
    """The seat with the best hand in a lance, the nearest to the mano among equals; or -1."""
    best = -1
    most = 0
    for turn in range(SEATS):
        seat = (s.dealer + 1 + turn) % SEATS
        key = key_of(lance, s.hand[seat], s.real_)
        if key > most:
            most = key
            best = seat
    return best


@njit
def count_lance(s, lance):
    """Count a lance: its bet or paso (1.6.1), then the cuenta of the winners (1.6.2)."""
    if s.outcome[lance] != REFUSED:
        s.winner[lance] = 1 + best_seat(s, lance) % TEAMS if best_seat(s, lance) >= 0 else 0
    if s.winner[lance] == 0:
        return
    team = s.winner[lance] - 1
    if s.outcome[lance] == ACCEPTED:
        s.paid[lance] = count(s, team, s.stake[lance])
    elif s.outcome[lance] == PASO and lance <= CHICA:
        s.paid[lance] = count(s, team, 1)
    worth = 1 if lance == PUNTO else 0
    for me in range(team, SEATS, TEAMS):
        worth += cuenta_of(lance, s.hand[me])
    s.cuenta[lance] = count(s, team, worth)
