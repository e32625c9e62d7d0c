# mypy: allow-untyped-defs, allow-untyped-calls
"""The retreat, an option of eras: who laid two cards or more may take some back.

For each card taken back another one that was laid is shown, and stays. Seats are asked in the order
of their lays, before all cards are turned. All functions change the record in place.

Source: the founding document of the game, the variant with a second round in each trick.
"""

from ludoteca.core.jit import njit

from .state import RETREATING, REVEALING, SHOWING, WITHDRAWING


@njit
def after(s, seat):
    """The seat after ``seat``, round the table."""
    return seat + 1 if seat + 1 < s.players else 0


@njit
def ask_retreat(s, seat):
    """From ``seat`` on, the next that can withdraw is asked; else all cards are turned."""
    while s.laid_count[seat] < 2:
        seat = after(s, seat)
        if seat == s.leader:
            s.to_move = s.leader
            s.phase = REVEALING
            return
    s.to_move = seat
    s.phase = RETREATING


@njit
def _end_retreat(s):
    seat = after(s, s.to_move)
    if seat == s.leader:
        s.to_move = s.leader
        s.phase = REVEALING
    else:
        ask_retreat(s, seat)


@njit
def answer(s, number):
    """The seat to move withdraws so many cards, or none."""
    s.to_come = number
    if number == 0:
        _end_retreat(s)
    else:
        s.phase = WITHDRAWING


@njit
def withdraw(s, kind):
    """A card goes back to the hand; after the last one as many are shown."""
    me = s.to_move
    s.laid[me] ^= 1 << kind
    s.hand[me] |= 1 << kind
    s.withdrawn[me] |= 1 << kind
    s.in_hand[me] += 1
    s.laid_count[me] -= 1
    s.to_come -= 1
    if s.to_come == 0:
        s.to_come = s.numbers[me] - s.laid_count[me]
        s.withdrawn[me] = 0
        s.phase = SHOWING


@njit
def show(s, kind):
    """One of the cards that stay is turned."""
    s.shown[s.to_move] |= 1 << kind
    s.to_come -= 1
    if s.to_come == 0:
        _end_retreat(s)
